import { createHash } from 'node:crypto';
import type { ConteudoCertificado } from '@rubrica/contract';
import { renderCertificate } from '@rubrica/pdf';
import { loadNodeFonts } from '@rubrica/pdf/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { certificateView } from '../../../src/modules/certificados/view.ts';
import {
  about,
  call,
  documentForm,
  draft,
  field,
  newSender,
  person,
  readyToSign,
  type Sender,
  sharedService,
  until,
} from '../../modules/support.ts';
import { verifyAsStranger } from '../../verifier.ts';
import { canonical } from '../model/trail.ts';
import { certificateOf, completed, fileOf, markOf, statusOf } from './seals.ts';

/**
 * A customer takes the true package of a document, rewrites who signed, chains it anew, sets it with the product's own
 * renderer, attaches it, and has it sealed as an ordinary document. The seal must say what was sealed: a document, of a
 * code of its own.
 */

const service = sharedService();
let sender: Sender;
let genuine: { conteudo: ConteudoCertificado; codigo: string };
/** The genuine signed file, beside which the forgery would be shown. */
let signed: Buffer;
let forged: Buffer;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

beforeAll(async () => {
  sender = await newSender(service(), 'PRODUCAO');
  const id = await completed(sender);
  genuine = await certificateOf(sender, id);
  signed = await fileOf(sender, id, 'tipo=ASSINADO');
  forged = await forge(genuine.conteudo);
});

async function forge(original: ConteudoCertificado): Promise<Buffer> {
  const conteudo = structuredClone(original);
  for (const signer of conteudo.signatarios) signer.nome = 'Vítima de Souza';
  let link = conteudo.cadeia.eloInicial;
  for (const event of conteudo.eventos) {
    const { hash: _, ...body } = event;
    link = sha256(`${link}\n${canonical(body)}`);
    event.hash = link;
  }
  conteudo.cadeia.eloFinal = link;
  const text = canonical(conteudo);
  const hashConteudo = sha256(text);
  const codigo = genuine.codigo;
  const hash = sha256(`${codigo}\n1\n\n${hashConteudo}`);
  const emitidoEm = conteudo.documento.finalizadoEm;
  const registro = { codigo, versao: 1, hashConteudo, hashAnterior: null, hash, emitidoEm };
  const files = { 'conteudo.json': text, 'certificado.json': canonical(registro) };
  const attachments = Object.entries(files).map(([name, body]) => ({
    name,
    description: name,
    bytes: Buffer.from(body),
  }));
  const url = `${service().origin}/validar/${conteudo.codigoValidacao}`;
  return Buffer.from(
    await renderCertificate(certificateView(conteudo, { registro, url, notes: [] }), attachments, loadNodeFonts()),
  );
}

/** Sends a draft to its one signer, who signs. @returns the signed file */
async function sealed(as: Sender, id: string, email: string): Promise<Buffer> {
  const sent = await about(as, id, '/enviar', 'POST');
  expect([sent.status, sent.body?.erros]).toEqual([200, undefined]);
  const one = await readyToSign(as, { ...sent.body.signatarios[0], email });
  expect((await one.sign()).status).toBe(200);
  await until(async () => (await statusOf(as, id)) === 'ASSINADO');
  return fileOf(as, id, 'tipo=ASSINADO');
}

/** What the seal of the forgery must say. */
async function expectDocument(as: Sender, id: string, file: Buffer): Promise<void> {
  const mark = markOf(file);
  const { conteudo } = await certificateOf(as, id);
  expect(mark).toMatchObject({ Tipo: 'Documento', Codigo: conteudo.codigoValidacao });
  expect(mark.Certificado).toBeUndefined();
  expect(mark.Codigo).not.toBe(genuine.conteudo.codigoValidacao);
  expect(mark.Elo).not.toBe(genuine.conteudo.cadeia.eloFinal);
  expectRefused(file);
}

/** Nor does the command take it for the certificate of the genuine document, whatever the seal it is told to trust. */
function expectRefused(file: Buffer): void {
  const { impressaoDigital } = genuine.conteudo.selo as { impressaoDigital: string };
  for (const anchors of [[], ['--selo', impressaoDigital]]) {
    const { status, report } = verifyAsStranger(signed, file, ...anchors);
    expect([status, report.resultado]).toEqual([1, 'NAO_CONFERE']);
  }
}

describe('a forged certificate is sealed as a document', () => {
  it('uploaded as one', async () => {
    const signatario = person();
    const { id } = await draft(sender, { signatarios: [signatario], campos: [field()] }, forged);
    await expectDocument(sender, id, await sealed(sender, id, signatario.email));
  });

  it('put in the place of another file', async () => {
    const signatario = person();
    const { id } = await draft(sender, { signatarios: [signatario], campos: [field()] });
    const form = new FormData();
    form.set('arquivo', new Blob([new Uint8Array(forged)], { type: 'application/pdf' }), 'novo.pdf');
    expect((await call(`${sender.base}/documentos/${id}/versoes`, 'POST', form, sender.as)).status).toBe(201);
    await expectDocument(sender, id, await sealed(sender, id, signatario.email));
  });

  it('made from a template', async () => {
    const papelId = '7d1a1b2e-6c0a-4f0e-9f6e-0c2b1a3d4e5f';
    const dados = {
      nome: 'Certificado',
      papeis: [{ id: papelId, rotulo: 'Quem assina', funcao: 'ASSINAR' }],
      campos: [{ ...field(), papelId }],
    };
    const template = await call(`${sender.base}/modelos`, 'POST', documentForm(forged, dados), sender.as);
    expect([template.status, template.body?.erros]).toEqual([201, undefined]);
    const { funcao: _, ...signatario } = person() as { funcao: string; email: string };
    const made = await call(
      `${sender.base}/modelos/${template.body.id}/documentos`,
      'POST',
      { titulo: 'Certificado', papeis: [{ papelId, ...signatario }] },
      sender.as,
    );
    expect([made.status, made.body?.erros]).toEqual([201, undefined]);
    await expectDocument(sender, made.body.id, await sealed(sender, made.body.id, signatario.email));
  });

  it('and in the sandbox as a test', async () => {
    const sandbox = await newSender(service());
    const signatario = person();
    const { id } = await draft(sandbox, { signatarios: [signatario], campos: [field()] }, forged);
    const file = await sealed(sandbox, id, signatario.email);
    await expectDocument(sandbox, id, file);
    expect(markOf(file).Ambiente).toBe('Teste');
  });
});
