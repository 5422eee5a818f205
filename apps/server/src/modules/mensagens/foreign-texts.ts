import {
  address,
  type Block,
  bullets,
  button,
  compose,
  digits,
  facts,
  note,
  paragraph,
  quote,
  strong,
} from './blocks.ts';
import { FOREIGN_WORDS, type Foreign } from './foreign-words.ts';
import { oneLine, type Rendered, readableDate, testMark, truncate } from './frame.ts';
import type { SignerNotice } from './outcome-texts.ts';
import { fillParagraphs, fillTemplate, tellsDeadline } from './template.ts';
import type { CodeMessage, ForgottenAuthenticator, Invitation } from './texts.ts';

/** Messages to signers who chose another language than Portuguese (docs/adr/0073). */

/** Invitation, reminder or changed deadline; a template stays as its author wrote it. */
export function renderForeignInvitation(idioma: Foreign, input: Invitation): Rendered {
  const { sender, nome, titles, mensagem, prazoEm, url, teste, lembrete, deadlineChanged, modelo, delegadoPor } = input;
  const words = FOREIGN_WORDS[idioma];
  const one = titles.length === 1;
  const what = one ? `“${titles[0] ?? ''}”` : words.documents(titles.length);
  const prazo = prazoEm && readableDate(prazoEm, idioma);
  const values = { signatario: nome, organizacao: sender.organizacao, titulo: one ? (titles[0] ?? '') : what, prazo };
  const own = lembrete || deadlineChanged ? null : modelo;
  const [subject, heading, asks] = deadlineChanged
    ? [words.subjects.deadline(what), words.headings.deadline, words.movedDeadline]
    : lembrete
      ? [words.subjects.reminder(what), words.headings.reminder, words.stillAsks]
      : [words.subjects.invitation(sender.organizacao, what), words.headings.invitation(one), words.asks];
  const opening = own
    ? fillParagraphs(own.corpo, values).map((text) => paragraph(text))
    : [paragraph(words.hello(nome)), paragraph(strong(sender.organizacao), asks, strong(what), '.')];
  return compose({
    idioma,
    sender,
    teste,
    subject: own ? fillTemplate(own.assunto, values) : subject,
    heading,
    preheader: words.preheader,
    blocks: [
      ...opening,
      delegadoPor ? paragraph(strong(delegadoPor), words.passedOn(one)) : null,
      deadlineChanged && !prazo ? paragraph(words.noDeadline) : null,
      one ? null : bullets(titles),
      mensagem ? quote(mensagem) : null,
      prazo && !(own && tellsDeadline(own)) ? paragraph(words.signBy, strong(prazo), '.') : null,
      button(url, words.read, sender.corPrimaria, words.readBefore, idioma),
      note(words.personal),
    ],
    footnote: words.footnote(sender.organizacao),
  });
}

export function renderForeignInvitationSms(idioma: Foreign, input: Invitation): string {
  const { sender, titles, url, teste, lembrete } = input;
  const words = FOREIGN_WORDS[idioma];
  const what = titles.length === 1 ? `"${truncate(titles[0] ?? '', 40)}"` : words.documents(titles.length);
  return oneLine(`${teste ? testMark(idioma) : ''}${words.sms(truncate(sender.organizacao, 30), what, url, lembrete)}`);
}

export function renderForeignCode(idioma: Foreign, { sender, codigo, minutes, teste }: CodeMessage): Rendered {
  const { subjects, code } = FOREIGN_WORDS[idioma];
  return compose({
    idioma,
    sender,
    teste,
    subject: subjects.code(codigo),
    heading: code.heading,
    preheader: code.never,
    blocks: [digits(codigo, code.before), paragraph(code.validity(minutes, sender.organizacao)), note(code.never)],
    footnote: code.footnote(sender.organizacao),
  });
}

export function renderForeignCodeSms(idioma: Foreign, { sender, codigo, minutes, teste }: CodeMessage): string {
  const text = FOREIGN_WORDS[idioma].code.sms(codigo, truncate(sender.organizacao, 40), minutes);
  return oneLine(`${teste ? testMark(idioma) : ''}${text}`);
}

export function renderForeignForgotten(idioma: Foreign, input: ForgottenAuthenticator): Rendered {
  const { sender, nome, em, teste } = input;
  const { hello, forgotten } = FOREIGN_WORDS[idioma];
  return compose({
    idioma,
    sender,
    teste,
    subject: forgotten.subject,
    heading: forgotten.heading,
    preheader: forgotten.preheader,
    blocks: [
      paragraph(hello(nome)),
      paragraph(strong(sender.organizacao), forgotten.removed),
      facts([[forgotten.when, readableDate(em, idioma)]]),
      paragraph(forgotten.again),
      note(forgotten.notYou),
    ],
    footnote: forgotten.footnote(sender.organizacao),
  });
}

/** How the documents of a signer ended, with the link to the copy where there is one. */
export function renderForeignNotice(idioma: Foreign, input: SignerNotice): Rendered {
  const { sender, nome, documentos, copyUrl, refused, teste, brings } = input;
  const words = FOREIGN_WORDS[idioma];
  const [only] = documentos.length === 1 ? documentos : [];
  const declined = refused && only?.outcome === 'RECUSADO';
  const ended = ({ titulo, outcome }: SignerNotice['documentos'][number]) =>
    `“${titulo}” ${declined ? words.youDeclined : words.endings[outcome]}`;
  const heading = only ? ended(only) : words.subjects.ended(documentos.length);
  const told: Block[] = only
    ? [paragraph(strong(sender.organizacao), `: ${ended(only)}.`)]
    : [paragraph(words.endedSo(sender.organizacao)), bullets(documentos.map(ended))];
  const proofs = documentos.flatMap(({ titulo, hashes }) => (hashes ? [{ titulo, hashes }] : []));
  const [code, signed, certificate, ofCertificate] = words.proofs;
  return compose({
    idioma,
    sender,
    teste,
    subject: declined ? words.subjects.declined(only.titulo) : only ? heading : `${sender.organizacao}: ${heading}`,
    heading,
    preheader: copyUrl ? words.copyReady : words.linkOver,
    blocks: [
      paragraph(words.hello(nome)),
      ...told,
      paragraph(copyUrl ? words.copyReady : words.linkOver),
      ...(copyUrl
        ? [button(copyUrl, words.copy, sender.corPrimaria, words.copyBefore, idioma), note(words.copyNote)]
        : []),
      ...documentos.map(({ titulo, validationUrl }) => address(words.record(titulo), validationUrl)),
      ...(proofs.length > 0 ? [paragraph(words.keep)] : []),
      ...proofs.flatMap(({ titulo, hashes }) => [
        paragraph(strong(`“${titulo}”`)),
        facts([
          [code, hashes.codigo],
          [signed, hashes.assinado],
          [certificate, `${hashes.codigoCertificado} (${hashes.versaoCertificado})`],
          [ofCertificate, hashes.certificado],
        ]),
      ]),
      ...(brings ? [note(words.brings)] : []),
    ],
    footnote: words.footnote(sender.organizacao),
  });
}
