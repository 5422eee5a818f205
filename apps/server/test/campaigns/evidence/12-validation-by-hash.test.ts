import { BODY_MAX_BYTES } from '@rubrica/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  about,
  field,
  newSender,
  person,
  readyToSign,
  type Sender,
  sent,
  sharedService,
  tinyPdf,
  validate,
} from '../../modules/support.ts';
import { sha256 } from '../model/trail.ts';

/** Public validation by hash answered with whoever uploaded the same bytes last, in whatever environment. */

const service = sharedService();
let victim: Sender;
let stranger: Sender;
let files = 0;
const newFile = () => {
  files += 1;
  return tinyPdf(1, Buffer.from(`prova ${files}`));
};

beforeAll(async () => {
  [victim, stranger] = [await newSender(service(), 'PRODUCAO'), await newSender(service(), 'PRODUCAO')];
});
// The bucket of the address all tests ask from is full again after twenty seconds.
beforeEach(() => service().clock.advance(20_000));

const consult = async (body: object) => (await validate(service(), body)).body;

async function completed(sender: Sender, pdf: Buffer) {
  const who = person();
  const document = await sent(sender, { signatarios: [who], campos: [field()] }, pdf);
  await (await readyToSign(sender, { ...document.signatarios[0], email: who.email })).sign();
  const hashOf = async (tipo: string) => sha256((await about(sender, document.id, `/arquivo?tipo=${tipo}`)).bytes);
  return {
    id: document.id as string,
    codigo: document.codigoValidacao as string,
    signed: await hashOf('ASSINADO'),
    certificate: await hashOf('CERTIFICADO'),
  };
}

describe('a file that somebody else uploads too', () => {
  it('is answered for by the oldest record, not by the newest', async () => {
    const file = newFile();
    const { codigoValidacao: own } = await sent(victim, {}, file);
    service().clock.advance(60_000);
    await sent(stranger, { titulo: 'Do estranho' }, file);
    expect(await consult({ hashArquivo: sha256(file) })).toMatchObject({
      resultado: 'AUTENTICO',
      codigo: own,
      arquivoReconhecido: 'ORIGINAL',
    });
  });

  it('is never answered for by a sandbox', async () => {
    const file = newFile();
    const testing = await newSender(service());
    await sent(testing, { titulo: 'De teste' }, file);
    expect(await consult({ hashArquivo: sha256(file) })).toMatchObject({ resultado: 'NAO_ENCONTRADO', codigo: null });
    const { codigoValidacao: own } = await sent(victim, {}, file);
    await sent(testing, { titulo: 'De teste outra vez' }, file);
    expect(await consult({ hashArquivo: sha256(file) })).toMatchObject({ resultado: 'AUTENTICO', codigo: own });
  });
});

describe('what is no SHA-256', () => {
  const texts = [
    'abc',
    '',
    'z'.repeat(64),
    'a'.repeat(63),
    'a'.repeat(65),
    `0x${'a'.repeat(62)}`,
    'd41d8cd98f00b204e9800998ecf8427e',
    ` ${'a'.repeat(64)}`,
    `${'a'.repeat(64)}\n`,
    'a'.repeat(4097),
    'a'.repeat(BODY_MAX_BYTES - 200),
  ].map((text) => [text.slice(0, 70), text] as const);
  it.each(texts)('“%s” is compared with nothing, whatever comes with it, and is told', async (_, hashArquivo) => {
    const { codigoValidacao: codigo } = await sent(victim);
    for (const body of [{ hashArquivo }, { codigo, hashArquivo }, { qrCode: codigo, codigo, hashArquivo }]) {
      const answer = await consult(body);
      expect([answer.resultado, answer.situacao, answer.codigo, answer.documento]).toEqual([
        'NAO_ENCONTRADO',
        null,
        null,
        null,
      ]);
      expect(answer.observacao).toContain('SHA-256');
    }
  });

  it('is not what 64 digits in capitals are', async () => {
    const done = await completed(victim, newFile());
    const answer = await consult({ hashArquivo: done.signed.toUpperCase() });
    expect(answer).toMatchObject({ resultado: 'AUTENTICO', codigo: done.codigo, observacao: null });
    // Not even those of the signed file, with white space around them.
    for (const hashArquivo of [` ${done.signed}`, `${done.signed}\n`]) {
      const spaced = await consult({ codigo: done.codigo, hashArquivo });
      expect([spaced.resultado, spaced.codigo, spaced.arquivoReconhecido]).toEqual(['NAO_ENCONTRADO', null, null]);
      expect(spaced.observacao).toContain('SHA-256');
    }
  });
});

describe('a file that belongs to a record', () => {
  it('is recognised as what it is, and only the signed one is authentic', async () => {
    const file = newFile();
    const done = await completed(victim, file);
    expect(await consult({ hashArquivo: done.signed })).toMatchObject({
      resultado: 'AUTENTICO',
      arquivoReconhecido: 'ASSINADO',
    });
    const original = await consult({ hashArquivo: sha256(file) });
    expect(original).toMatchObject({ resultado: 'NAO_ENCONTRADO', arquivoReconhecido: 'ORIGINAL' });
    // Many documents are made of the same bytes: they alone do not tell whose.
    expect([original.codigo, original.documento]).toEqual([null, null]);
    const both = await consult({ codigo: done.codigo, hashArquivo: sha256(file) });
    expect(both).toMatchObject({ resultado: 'ADULTERADO', arquivoReconhecido: 'ORIGINAL' });
    const other = await consult({ codigo: done.codigo, hashArquivo: 'f'.repeat(64) });
    expect(other).toMatchObject({ resultado: 'ADULTERADO', arquivoReconhecido: null });
  });

  it('as its certificate is told with document and version, each version for itself', async () => {
    const done = await completed(victim, newFile());
    const first = (await about(victim, done.id, '/certificado')).body;
    const again = (await about(victim, done.id, '/certificado', 'POST')).body;
    const second = sha256((await about(victim, done.id, '/arquivo?tipo=CERTIFICADO')).bytes);
    for (const [hashArquivo, { versao, codigo }] of [
      [done.certificate, first],
      [second, again],
    ]) {
      expect(await consult({ hashArquivo })).toMatchObject({
        resultado: 'NAO_ENCONTRADO',
        situacao: null,
        documento: null,
        codigo: done.codigo,
        arquivoReconhecido: 'CERTIFICADO',
        manifesto: { versao, codigoCertificado: codigo },
      });
    }
  });

  it('of a deleted document is not', async () => {
    const file = newFile();
    const { id } = await sent(victim, {}, file);
    await about(victim, id, '/cancelar', 'POST', { motivo: 'Engano' });
    expect(await consult({ hashArquivo: sha256(file) })).toMatchObject({ situacao: 'CANCELADO' });
    expect((await about(victim, id, '', 'DELETE')).status).toBe(204);
    expect(await consult({ hashArquivo: sha256(file) })).toMatchObject({
      resultado: 'NAO_ENCONTRADO',
      arquivoReconhecido: null,
    });
  });
});
