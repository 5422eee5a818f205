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

  it('in a handwriting that is none is refused where it is named, and can be given again', async () => {
    const one = await aboutToSign();
    const rubrica = typed('AL', 'FINA');
    for (const fonte of ['Arial', 'fina', 'constructor', '', 'x'.repeat(200)]) {
      const refused = await one.sign({ assinatura: { tipo: 'DIGITADA', texto: 'Ana Lima', fonte }, rubrica });
      expect(refusal(refused), fonte).toEqual([400, 'ENTRADA_INVALIDA', ['assinatura.fonte']]);
    }
    const both = { assinatura: typed('Ana Lima', 'Arial'), rubrica: typed('AL', 'Arial') };
    const refused = await one.sign(both);
    expect(refusal(refused)).toEqual([400, 'ENTRADA_INVALIDA', ['assinatura.fonte', 'rubrica.fonte']]);
    expect(refused.body.erros[0]).toMatchObject({ regra: 'oneOf', mensagem: 'Deve ser um de: SOLTA, REDONDA, FINA.' });
    expect((await one.sign({ assinatura: typed('Ana Lima', 'FINA'), rubrica })).status).toBe(200);
  });

  it('stored before there was a choice is drawn in the first handwriting, whatever it names', async () => {
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    const documento = await sent(sender, {
      signatarios: ids.map((id) => person({ id })),
      campos: ids.map((signatarioId, index) => field({ signatarioId, y: 0.2 * index })),
    });
    const [first, second] = documento.signatarios;
    const one = await readyToSign(sender, first);
    expect((await one.sign({ assinatura: typed('Ana Lima', 'FINA') })).status).toBe(200);
    await service().owner`
      update signatario set assinatura = assinatura || '{"fonte": "Brush Script MT"}' where id = ${first.id}`;
    const other = await readyToSign(sender, second);
    expect((await other.sign({ assinatura: typed('Eva Lima', 'REDONDA') })).status).toBe(200);
    expect(handsIn((await other.file()).bytes)).toEqual(['Caveat', 'DancingScript']);
  });
});
