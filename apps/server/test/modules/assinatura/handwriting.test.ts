import { beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../../../../../packages/pdf/test/judges/text.ts';
import { field, newSender, person, readyToSign, refusal, type Sender, sent, sharedService } from '../support.ts';

/** The handwriting of a typed signature: chosen by name, drawn by the service. */

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const FIELDS = [field(), field({ tipo: 'RUBRICA', y: 0.2 })];

async function aboutToSign() {
  const documento = await sent(sender, { signatarios: [person()], campos: FIELDS });
  return readyToSign(sender, documento.signatarios[0]);
}

/** The handwritings that a file has the letters of. */
function handsIn(file: Uint8Array): string[] {
  const names = Buffer.from(file)
    .toString('latin1')
    .matchAll(/\/BaseFont\s*\/[A-Z]{6}\+(Caveat|DancingScript|Allura)-/g);
  return [...new Set([...names].map(([, name = '']) => name))].sort();
}

const typed = (texto: string, fonte?: string) => ({ tipo: 'DIGITADA', texto, ...(fonte ? { fonte } : {}) });

describe('a typed signature', () => {
  it.each([
    [undefined, ['Caveat']],
    ['SOLTA', ['Caveat']],
    ['REDONDA', ['DancingScript']],
    ['FINA', ['Allura']],
  ])('in the handwriting %s is drawn in the letters of %j', async (fonte, hands) => {
    const one = await aboutToSign();
    const assinatura = typed('João Conceição', fonte);
    expect((await one.sign({ assinatura, rubrica: typed('JC', fonte) })).status).toBe(200);
    const { bytes } = await one.file();
    expect(handsIn(bytes)).toEqual(hands);
    expect((await textOf(bytes)).join()).toContain('João Conceição');
  });

  it('may be in another handwriting than the initials', async () => {
    const one = await aboutToSign();
    const answer = await one.sign({ assinatura: typed('Ana Lima', 'FINA'), rubrica: typed('AL', 'REDONDA') });
    expect(answer.status).toBe(200);
    expect(handsIn((await one.file()).bytes)).toEqual(['Allura', 'DancingScript']);
  });

  it('in a handwriting that is none is drawn in the first one', async () => {
    const one = await aboutToSign();
    const answer = await one.sign({ assinatura: typed('Ana Lima', 'constructor'), rubrica: typed('AL', 'FINA') });
    expect(answer.status).toBe(200);
    expect(handsIn((await one.file()).bytes)).toEqual(['Allura', 'Caveat']);
  });

  it('names its handwriting in up to 100 characters', async () => {
    const one = await aboutToSign();
    const rubrica = typed('AL', 'FINA');
    for (const fonte of ['', 'x'.repeat(101)]) {
      const refused = await one.sign({ assinatura: { tipo: 'DIGITADA', texto: 'Ana Lima', fonte }, rubrica });
      expect(refusal(refused), fonte).toEqual([400, 'ENTRADA_INVALIDA', ['assinatura.fonte']]);
    }
    expect((await one.sign({ assinatura: typed('Ana Lima', 'FINA'), rubrica })).status).toBe(200);
  });
});
