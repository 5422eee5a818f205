import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  about,
  draft,
  field,
  newSender,
  person,
  readyToSign,
  refusal,
  type Sender,
  sent,
  sharedService,
  signer,
  tinyPdf,
  tokenOf,
  until,
  validate,
} from '../support.ts';

const service = sharedService();
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const consult = (body: unknown) => validate(service(), body);

let files = 0;
/** A file nobody sent before: the same file in two documents would have one hash for both. */
const newFile = () => {
  files += 1;
  return tinyPdf(2, Buffer.from(`arquivo ${files}`));
};

let sender: Sender;
let done: { codigo: string; original: Buffer; signed: Buffer; email: string; id: string };
let running: { codigo: string; original: Buffer; id: string };

beforeAll(async () => {
  sender = await newSender(service(), 'PRODUCAO');
  const original = newFile();
  const signatario = person({ nome: 'Marina Duarte', email: 'marina.duarte@exemplo.com.br' });
  const documento = await sent(sender, { titulo: 'Locação', signatarios: [signatario], campos: [field()] }, original);
  await (await readyToSign(sender, documento.signatarios[0])).sign();
  const { bytes } = await about(sender, documento.id, '/arquivo');
  done = { codigo: documento.codigoValidacao, original, signed: bytes, email: signatario.email, id: documento.id };
  const file = newFile();
  const other = await sent(sender, {}, file);
  running = { codigo: other.codigoValidacao, original: file, id: other.id };
});

// The bucket of the address all tests ask from is full again after twenty seconds.
beforeEach(() => service().clock.advance(20_000));

const UNKNOWN_CODE = 'SVC-0000-0000-0000';
const UNKNOWN_HASH = 'f'.repeat(64);
const outcome = ({ body }: { body: { resultado: string; situacao: string } }) => [body.resultado, body.situacao];

describe('a completed document', () => {
  const cases: [string, () => object, string, string | null][] = [
    ['its code', () => ({ codigo: done.codigo }), 'AUTENTICO', 'CONCLUIDO'],
    ['its code in small letters', () => ({ codigo: done.codigo.toLowerCase() }), 'AUTENTICO', 'CONCLUIDO'],
    ['the hash of its signed file', () => ({ hashArquivo: sha256(done.signed) }), 'AUTENTICO', 'CONCLUIDO'],
    ['that hash in capitals', () => ({ hashArquivo: sha256(done.signed).toUpperCase() }), 'AUTENTICO', 'CONCLUIDO'],
    [
      'its code and that hash',
      () => ({ codigo: done.codigo, hashArquivo: sha256(done.signed) }),
      'AUTENTICO',
      'CONCLUIDO',
    ],
    [
      'its code and the hash of the original',
      () => ({ codigo: done.codigo, hashArquivo: sha256(done.original) }),
      'ADULTERADO',
      'CONCLUIDO',
    ],
    [
      'its code and any other hash',
      () => ({ codigo: done.codigo, hashArquivo: UNKNOWN_HASH }),
      'ADULTERADO',
      'CONCLUIDO',
    ],
    ['its code and what is no hash', () => ({ codigo: done.codigo, hashArquivo: 'abc' }), 'NAO_ENCONTRADO', null],
    ['the hash of the original alone', () => ({ hashArquivo: sha256(done.original) }), 'NAO_ENCONTRADO', null],
    [
      'the address in its QR code',
      () => ({ qrCode: `${service().origin}/validar/${done.codigo}` }),
      'AUTENTICO',
      'CONCLUIDO',
    ],
    ['the bare code as QR code', () => ({ qrCode: done.codigo }), 'AUTENTICO', 'CONCLUIDO'],
    ['QR code and hash', () => ({ qrCode: done.codigo, hashArquivo: sha256(done.signed) }), 'AUTENTICO', 'CONCLUIDO'],
    ['QR code and a wrong hash', () => ({ qrCode: done.codigo, hashArquivo: UNKNOWN_HASH }), 'ADULTERADO', 'CONCLUIDO'],
    [
      'all three',
      () => ({ codigo: done.codigo, qrCode: done.codigo, hashArquivo: sha256(done.signed) }),
      'AUTENTICO',
      'CONCLUIDO',
    ],
    [
      'the code of one and the QR code of another',
      () => ({ codigo: done.codigo, qrCode: running.codigo }),
      'NAO_ENCONTRADO',
      null,
    ],
    ['an unknown code', () => ({ codigo: UNKNOWN_CODE }), 'NAO_ENCONTRADO', null],
    ['an unknown hash', () => ({ hashArquivo: UNKNOWN_HASH }), 'NAO_ENCONTRADO', null],
    [
      'an unknown code and its hash',
      () => ({ codigo: UNKNOWN_CODE, hashArquivo: sha256(done.signed) }),
      'NAO_ENCONTRADO',
      null,
    ],
    ['what is no code', () => ({ codigo: 'contrato de locação' }), 'NAO_ENCONTRADO', null],
    ['a QR code of something else', () => ({ qrCode: 'https://exemplo.com.br/outra-coisa' }), 'NAO_ENCONTRADO', null],
    ['empty text', () => ({ codigo: '', hashArquivo: '', qrCode: '' }), 'NAO_ENCONTRADO', null],
  ];
  it.each(cases)('by %s', async (_, presented, resultado, situacao) => {
    const answer = await consult(presented());
    expect([answer.status, ...outcome(answer)]).toEqual([200, resultado, situacao]);
  });

  it('is shown with its file, its people and its certificate', async () => {
    const { body } = await consult({ codigo: done.codigo, hashArquivo: sha256(done.signed) });
    const certificate = (await about(sender, done.id, '/certificado')).body;
    expect(body).toMatchObject({
      codigo: done.codigo,
      hashRecebido: sha256(done.signed),
      documento: { nome: 'Locação', paginas: 2, algoritmoHash: 'SHA-256', hashArquivo: sha256(done.signed) },
      signatarios: [{ nome: 'Marina Duarte', papel: 'ASSINAR', status: 'ASSINADO', fatores: 'E-mail' }],
      manifesto: { versao: 1, codigoCertificado: certificate.codigo, emitidoEm: certificate.emitidoEm },
    });
    expect(body.documento.finalizadoEm).not.toBeNull();
  });

  it('shows e-mails in part only', async () => {
    const { bytes, body } = await consult({ codigo: done.codigo });
    expect(body.signatarios[0].emailMascarado).toMatch(/^ma•+@exemplo\.com\.br$/);
    expect(bytes.toString()).not.toContain(done.email);
  });
});

describe('a document in progress', () => {
  it('is authentic by its code, and says that it goes on', async () => {
    const answer = await consult({ codigo: running.codigo });
    expect(outcome(answer)).toEqual(['AUTENTICO', 'EM_ANDAMENTO']);
    expect(answer.body.manifesto).toBeNull();
  });

  it('is compared with the file out for signature', async () => {
    const { codigo, original } = running;
    expect(outcome(await consult({ codigo, hashArquivo: sha256(original) }))).toEqual(['AUTENTICO', 'EM_ANDAMENTO']);
    expect(outcome(await consult({ hashArquivo: sha256(original) }))).toEqual(['AUTENTICO', 'EM_ANDAMENTO']);
    expect(outcome(await consult({ codigo, hashArquivo: UNKNOWN_HASH }))).toEqual(['ADULTERADO', 'EM_ANDAMENTO']);
  });

  it('goes on while some have signed', async () => {
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    const documento = await sent(sender, {
      signatarios: ids.map((id) => person({ id })),
      campos: ids.map((signatarioId) => field({ signatarioId })),
    });
    await (await readyToSign(sender, documento.signatarios[0])).sign();
    const { body } = await consult({ codigo: documento.codigoValidacao });
    expect(body.situacao).toBe('EM_ANDAMENTO');
    expect(body.signatarios.map(({ status }: { status: string }) => status)).toEqual(['ASSINADO', 'ENVIADO']);
  });
});

describe('a document that ended without being completed', () => {
  it.each<[string, (documento: { id: string; signatarios: { link: string }[] }) => Promise<unknown>]>([
    ['CANCELADO', ({ id }) => about(sender, id, '/cancelar', 'POST', { motivo: 'Engano' })],
    ['RECUSADO', ({ signatarios: [one] }) => signer(sender.base, tokenOf(one ?? {})).refuse()],
    [
      'EXPIRADO',
      async ({ id }) => {
        service().clock.advance(3600_000);
        await until(async () => (await about(sender, id)).body.status === 'EXPIRADO');
      },
    ],
  ])('is on record as %s', async (situacao, end) => {
    const prazoEm = new Date(service().clock.now().getTime() + 3600_000).toISOString();
    const documento = await sent(sender, { prazoEm });
    await end(documento);
    expect(outcome(await consult({ codigo: documento.codigoValidacao }))).toEqual(['AUTENTICO', situacao]);
  });
});

describe('a draft', () => {
  it('is on no record', async () => {
    const file = newFile();
    await draft(sender, {}, file);
    expect(outcome(await consult({ hashArquivo: sha256(file) }))).toEqual(['NAO_ENCONTRADO', null]);
  });
});

describe('a consultation', () => {
  it.each([
    ['nothing', {}, ['corpo']],
    ['only what is unknown', { titulo: 'Locação' }, ['titulo']],
    ['numbers', { codigo: 1 }, ['codigo']],
  ])('of %s is invalid', async (_, body, places) => {
    expect(refusal(await consult(body))).toEqual([400, 'ENTRADA_INVALIDA', places]);
  });

  it.each(['codigo', 'hashArquivo', 'qrCode'])('of a long %s is of nothing on record', async (name) => {
    // A QR code holds up to 7089 digits.
    expect(outcome(await consult({ [name]: '7'.repeat(7_089) }))).toEqual(['NAO_ENCONTRADO', null]);
  });

  it('without a body is invalid', async () => {
    expect(refusal(await validate(service(), undefined))).toEqual([400, 'ENTRADA_INVALIDA', ['corpo']]);
  });

  it('of what is not on record answers what was sent, and nothing else', async () => {
    expect((await consult({ hashArquivo: UNKNOWN_HASH })).body).toEqual({
      resultado: 'NAO_ENCONTRADO',
      situacao: null,
      codigo: null,
      hashRecebido: UNKNOWN_HASH,
      documento: null,
      signatarios: [],
      manifesto: null,
      arquivoReconhecido: null,
      observacao: null,
    });
  });

  it('is done ten times at once and then every two seconds, by each address', async () => {
    const from = { 'x-forwarded-for': '203.0.113.7' };
    const ask = (headers = from) => validate(service(), { codigo: UNKNOWN_CODE }, headers);
    const now = () => service().clock.now().getTime();
    const begun = now();
    let taken = 0;
    /** So many at once. @returns those that were refused, though no more was taken by now than may be */
    const flood = async (count: number) => {
      const answers = await Promise.all(Array.from({ length: count }, () => ask()));
      const refused = answers.filter(({ status }) => status !== 200);
      taken += answers.length - refused.length;
      expect(taken).toBeLessThanOrEqual(10 + Math.floor((now() - begun) / 2_000));
      return refused;
    };
    const refused = await flood(40);
    expect(taken).toBeGreaterThanOrEqual(10);
    for (const one of refused) {
      expect(refusal(one)).toEqual([429, 'LIMITE_EXCEDIDO']);
      expect(['1', '2']).toContain(one.headers.get('retry-after'));
    }
    expect((await ask({ 'x-forwarded-for': '203.0.113.8' })).status).toBe(200);
    const before = taken;
    service().clock.advance(2_000);
    await flood(20);
    expect(taken).toBeGreaterThan(before);
  });

  it('is not counted when it is refused as invalid', async () => {
    const from = { 'x-forwarded-for': '203.0.113.9' };
    for (let count = 0; count < 12; count++) expect((await validate(service(), {}, from)).status).toBe(400);
    expect((await validate(service(), { codigo: UNKNOWN_CODE }, from)).status).toBe(200);
  });
});
