import { X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { call, newSender, sharedService } from '../../modules/support.ts';
import { completed, markOf, pairOf, signaturesOf } from './seals.ts';

/**
 * A sender plays everybody in the sandbox and shows the result as a real document. The institution's seal must not be on
 * it, nor the test seal on a real one.
 */

interface Line {
  readonly impressaoDigital: string;
  readonly ambiente: 'PRODUCAO' | 'TESTE';
  readonly pem: string;
}

const service = sharedService();

it.each([
  ['TESTE', 'PRODUCAO'],
  ['PRODUCAO', 'TESTE'],
] as const)('documents of %s are sealed by its own seal alone, and say so', async (own, other) => {
  const sender = await newSender(service(), own);
  const pair = await pairOf(sender, await completed(sender));
  const { selos } = (await call(`${service().origin}/.well-known/rubrica/selos.json`)).body as { selos: Line[] };
  const rawOf = (ambiente: string) =>
    selos.filter((line) => line.ambiente === ambiente).map(({ pem }) => new X509Certificate(pem).raw);
  for (const file of Object.values(pair)) {
    const [seal] = signaturesOf(file);
    expect(rawOf(own).some((raw) => seal?.contents.includes(raw))).toBe(true);
    expect(rawOf(other).some((raw) => seal?.contents.includes(raw))).toBe(false);
    expect(markOf(file).Ambiente).toBe(own === 'TESTE' ? 'Teste' : 'Producao');
    const testName = seal?.contents.includes(Buffer.from(' - AMBIENTE DE TESTE'));
    expect(testName).toBe(own === 'TESTE');
  }
});

it('the reason that a viewer shows says that a test document proves nothing', async () => {
  const sender = await newSender(service());
  for (const file of Object.values(await pairOf(sender, await completed(sender)))) {
    const utf16 = /\/Reason <feff([0-9a-f]+)>/.exec(signaturesOf(file)[0]?.text ?? '')?.[1] ?? '';
    const reason = Buffer.from(utf16, 'hex').swap16().toString('utf16le');
    expect(reason).toMatch(/^SEM VALIDADE JURÍDICA, AMBIENTE DE TESTE\. /);
  }
});
