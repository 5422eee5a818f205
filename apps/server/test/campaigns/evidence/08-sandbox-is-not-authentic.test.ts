import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { elsewhere } from '../../harness.ts';
import {
  about,
  field,
  linkSentTo,
  newSender,
  person,
  type Sender,
  sent,
  sharedService,
  signer,
  tinyPdf,
  validate,
  validateTest,
} from '../../modules/support.ts';
import { sha256 } from '../model/trail.ts';

/**
 * A sender signs alone what a bank or a tenant is supposed to have signed: in the sandbox it reads its "signers'" mail.
 * The public record called the outcome AUTENTICO and CONCLUIDO.
 */

const service = sharedService();
let sender: Sender;
let forged: { id: string; codigo: string; signed: string; certificate: string; original: string };

beforeAll(async () => {
  sender = await newSender(service());
  const victim = person({ nome: 'Banco Exemplo S.A.', email: 'juridico@banco.exemplo.br', metodoEntrega: 'EMAIL' });
  const dados = { titulo: 'Quitação total', signatarios: [victim], campos: [field()] };
  // No document of production has this file.
  const { id, codigoValidacao } = await sent(sender, dados, tinyPdf(1, Buffer.from(dados.titulo)));
  const one = signer(sender.base, await linkSentTo(sender, victim.email));
  await one.open();
  await one.read();
  await one.accept();
  expect((await one.sign()).body.documentos[0].status).toBe('ASSINADO');
  const hashOf = async (tipo: string) => sha256((await about(sender, id, `/arquivo?tipo=${tipo}`)).bytes);
  forged = {
    id,
    codigo: codigoValidacao,
    signed: await hashOf('ASSINADO'),
    certificate: await hashOf('CERTIFICADO'),
    original: await hashOf('ORIGINAL'),
  };
});

/** Everything about it that somebody might present. */
const presentations = (): [string, object][] => [
  ['its code', { codigo: forged.codigo }],
  ['its QR code', { qrCode: `${service().origin}/validar/teste/${forged.codigo}` }],
  ['the same, made to look like production', { qrCode: `${service().origin}/validar/${forged.codigo}` }],
  ['its signed file', { hashArquivo: forged.signed }],
  ['code and signed file', { codigo: forged.codigo, hashArquivo: forged.signed }],
  ['its certificate', { hashArquivo: forged.certificate }],
  ['its original', { hashArquivo: forged.original }],
];

describe('a test document', () => {
  it('is not on the public record, whatever of it is presented', async () => {
    for (const [name, body] of presentations()) {
      const { body: answer } = await validate(service(), body, elsewhere());
      expect([name, answer.resultado, answer.situacao, answer.documento]).toEqual([name, 'NAO_ENCONTRADO', null, null]);
      expect([answer.codigo, answer.arquivoReconhecido, answer.ambiente]).toEqual([null, null, undefined]);
    }
  });

  it('is on a record of its own, which says what it is', async () => {
    const both = { codigo: forged.codigo, hashArquivo: forged.signed };
    const { body } = await validateTest(service(), both, elsewhere());
    expect(body).toMatchObject({ resultado: 'AUTENTICO', situacao: 'CONCLUIDO', ambiente: 'TESTE' });
    const unknown = await validateTest(service(), { codigo: 'SVC-0000-0000-0000' }, elsewhere());
    expect(unknown.body).toMatchObject({ resultado: 'NAO_ENCONTRADO', ambiente: 'TESTE' });
  });

  it('leads to the page that says so, by everything that bears its address', async () => {
    const certificate = (await about(sender, forged.id, '/certificado')).body;
    expect(new URL(certificate.qrConteudo).pathname).toBe(`/validar/teste/${forged.codigo}`);
    const page = await fetch(`${service().origin}/validar/teste?codigo=${forged.codigo}`);
    const text = (await page.text()).replace(/[\s\S]*?<main[^>]*>/, '').replace(/<[^>]*>/g, ' ');
    expect(text.trim().startsWith('SEM VALIDADE JURÍDICA')).toBe(true);
    const production = await (await fetch(`${service().origin}/validar?codigo=${forged.codigo}`)).text();
    expect(production).toContain('Nenhum registro com este código');
  });

  it('spends the same bucket: nobody asks twice as often by asking both', async () => {
    onTestFinished(service().clock.slow());
    const from = elsewhere();
    const asked = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        (n % 2 ? validate : validateTest)(service(), { codigo: 'SVC-0000-0000-0000' }, from),
      ),
    );
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(10);
  });
});

describe('a document of production', () => {
  it('is not on the record of the sandbox', async () => {
    const real = await newSender(service(), 'PRODUCAO');
    const { codigoValidacao } = await sent(real);
    const { body } = await validateTest(service(), { codigo: codigoValidacao }, elsewhere());
    expect(body.resultado).toBe('NAO_ENCONTRADO');
  });
});
