import { expect } from 'vitest';
import { about, authenticated, field, person, readyToSign, type Sender, sent, until } from '../../modules/support.ts';

/** One person signs a file and the document is completed. @returns the document as it stands then, and both files */
export async function signedBy(sender: Sender, pdf: Uint8Array, dados: object = {}) {
  const signatario = person();
  const documento = await sent(sender, { signatarios: [signatario], campos: [field()], ...dados }, pdf);
  const one = await readyToSign(sender, { ...documento.signatarios[0], email: signatario.email });
  expect((await one.sign()).status).toBe(200);
  await until(async () => (await about(sender, documento.id)).body.status === 'ASSINADO');
  const { body } = await about(sender, documento.id);
  const { bytes } = await about(sender, documento.id, '/arquivo');
  return { documento: body, bytes: Buffer.from(bytes) };
}

/** What the signer's page is told of a document's file, before and after the person proved who they are. */
export async function toldToSigner(sender: Sender, pdf: Uint8Array) {
  const signatario = person();
  const documento = await sent(sender, { signatarios: [signatario] }, pdf);
  const one = await authenticated(sender, { ...documento.signatarios[0], email: signatario.email });
  return (await one.open()).body.documentos[0].conteudoAtivo;
}
