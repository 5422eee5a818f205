import type { StatusDocumento } from '@rubrica/contract';
import {
  address,
  type Block,
  bullets,
  button,
  compose,
  facts,
  greeting,
  note,
  paragraph,
  quote,
  strong,
} from './blocks.ts';
import { type Rendered, type Sender, sentence } from './frame.ts';

/** How a document ended. */
export type Outcome = Extract<StatusDocumento, 'ASSINADO' | 'RECUSADO' | 'EXPIRADO' | 'CANCELADO'>;

/** Identifies a completed document's files: kept by the reader, it exposes a file swapped later. */
export interface FileHashes {
  readonly codigo: string;
  /** SHA-256 of the signed file. */
  readonly assinado: string;
  readonly codigoCertificado: string;
  readonly versaoCertificado: number;
  /** SHA-256 of that certificate's file. */
  readonly certificado: string;
}

/** An ended document, as reported in a message. */
interface Told {
  readonly titulo: string;
  readonly outcome: Outcome;
  /** Of a completed document. */
  readonly hashes: FileHashes | null;
}

/** The same for signers. */
export interface EndedDocument extends Told {
  /** Its public page, `{public_url}/validar/{codigo}`. */
  readonly validationUrl: string;
}

export interface SignerNotice {
  readonly sender: Sender;
  readonly nome: string | null;
  /** Never empty; several in an envelope. */
  readonly documentos: readonly EndedDocument[];
  /** Where the signed copies are available; null if none was signed. */
  readonly copyUrl: string | null;
  /** Whether the reader refused it. */
  readonly refused: boolean;
  /** Whether the message brings receipts, or proofs, of the open log. */
  readonly brings: boolean;
  readonly teste: boolean;
}

/** What the document's owner is told in addition. */
export interface OwnedDocument extends Told {
  /** Its page in the panel, in its environment. */
  readonly panelUrl: string;
  /** Who signed or, on expiry, who did not. */
  readonly people: readonly string[];
  /** Who refused or cancelled, by name, and their reason. */
  readonly ator: string | null;
  readonly motivo: string | null;
}

export interface OwnerNotice {
  readonly sender: Sender;
  readonly nome: string | null;
  readonly documentos: readonly OwnedDocument[];
  /** Whether the message brings proofs of the open log. */
  readonly brings: boolean;
  readonly teste: boolean;
}

interface Words {
  readonly subject: string;
  readonly heading: string;
  readonly says: string;
  readonly one: string;
}

const WORDS: Readonly<Record<Outcome, Words>> = {
  ASSINADO: {
    subject: 'está concluído',
    heading: 'Documento concluído',
    says: ' está concluído.',
    one: 'concluído',
  },
  RECUSADO: {
    subject: 'foi recusado',
    heading: 'Documento recusado',
    says: ' foi recusado por uma das pessoas que o assinariam e não seguirá adiante.',
    one: 'recusado',
  },
  EXPIRADO: {
    subject: 'expirou',
    heading: 'O prazo terminou',
    says: ' passou do prazo sem todas as assinaturas e expirou.',
    one: 'expirado',
  },
  CANCELADO: {
    subject: 'foi cancelado',
    heading: 'Documento cancelado',
    says: ' foi cancelado por quem o enviou.',
    one: 'cancelado',
  },
};

/** What a signer can do now; the signing link is invalid in all of these cases. */
const SIGNER_NEXT: Readonly<Record<Exclude<Outcome, 'ASSINADO'>, string>> = {
  RECUSADO: 'Você não precisa fazer mais nada: o seu link de assinatura deixou de funcionar.',
  EXPIRADO:
    'O seu link de assinatura deixou de funcionar. Se o documento ainda for necessário, peça um novo envio a quem o enviou.',
  CANCELADO: 'O seu link de assinatura deixou de funcionar. Se tiver dúvidas, fale com quem enviou o documento.',
};

const MAX_PEOPLE = 20;

const quoted = ({ titulo }: Told) => `“${titulo}”`;
const line = (documento: Told) => `${quoted(documento)}: ${WORDS[documento.outcome].one}`;
const hasSigned = (documentos: readonly Told[]) => documentos.some(({ outcome }) => outcome === 'ASSINADO');

/** A summary of how several documents ended. */
function summary(documentos: readonly Told[]): Pick<Words, 'subject' | 'heading'> {
  const done = documentos.filter(({ outcome }) => outcome === 'ASSINADO').length;
  if (done === documentos.length)
    return { subject: `${done} documentos estão concluídos`, heading: 'Documentos concluídos' };
  if (done === 0)
    return { subject: `${documentos.length} documentos foram encerrados`, heading: 'Documentos encerrados' };
  return {
    subject: `${done} de ${documentos.length} documentos ${done === 1 ? 'está concluído' : 'estão concluídos'}`,
    heading: 'Documentos encerrados',
  };
}

const only = <D>(documentos: readonly D[]): D | null => (documentos.length === 1 ? (documentos[0] ?? null) : null);

/** The documents' public pages, each with its address. */
const records = (documentos: readonly EndedDocument[]): Block[] =>
  documentos.map((documento) =>
    address(
      documentos.length === 1
        ? 'Qualquer pessoa pode conferir a situação do documento em'
        : `Situação de ${quoted(documento)}:`,
      documento.validationUrl,
    ),
  );

/** The codes and hashes of the completed documents. */
function proofs(documentos: readonly Told[]): Block[] {
  const completed = documentos.flatMap(({ titulo, hashes }) => (hashes ? [{ titulo, hashes }] : []));
  return completed.flatMap(({ titulo, hashes }, index) => [
    ...(index === 0 ? [paragraph(KEEP)] : []),
    ...(completed.length > 1 ? [paragraph(strong(`“${titulo}”`))] : []),
    facts([
      ['Código', hashes.codigo],
      ['SHA-256 do assinado', hashes.assinado],
      ['Certificado', `${hashes.codigoCertificado}, versão ${hashes.versaoCertificado}`],
      ['SHA-256 do certificado', hashes.certificado],
    ]),
  ]);
}

const KEEP =
  'Guarde esta mensagem: os números abaixo são a impressão digital dos arquivos. Um arquivo com qualquer mudança, mesmo de um byte, dá outro número.';
const BRINGS =
  'Guarde também os anexos: provam, sem depender de ninguém, o que foi feito e quando, e que nada mudou desde então.';
const DEAD = 'O seu link de assinatura deixou de funcionar.';
const COPY_READY = 'A sua cópia, com todas as assinaturas e o selo, está pronta para baixar.';
const COPY_NOTE = 'O link é só seu: não o encaminhe. Ele abre a página em que você assinou, com o arquivo para baixar.';

/** The text for a signer about a single document. */
function alone(documento: EndedDocument, { sender, refused }: SignerNotice) {
  const { subject, heading, says } = WORDS[documento.outcome];
  const own = documento.outcome === 'RECUSADO' && refused;
  return {
    subject: own ? `Recusa registrada: ${documento.titulo}` : `${quoted(documento)} ${subject}`,
    heading: own ? 'Recusa registrada' : heading,
    blocks: [
      paragraph(
        'O documento ',
        strong(quoted(documento)),
        `, de ${sender.organizacao},${own ? ' foi recusado por você e não seguirá adiante.' : says}`,
      ),
      paragraph(documento.outcome === 'ASSINADO' ? COPY_READY : SIGNER_NEXT[documento.outcome]),
    ],
  };
}

/** The text for a signer about their documents in an envelope. */
function together({ documentos, sender, copyUrl }: SignerNotice) {
  const { subject, heading } = summary(documentos);
  return {
    subject: `${sender.organizacao}: ${subject}`,
    heading,
    blocks: [
      paragraph('Os documentos que ', strong(sender.organizacao), ' enviou a você terminaram assim:'),
      bullets(documentos.map(line)),
      ...(copyUrl ? [] : [paragraph(DEAD)]),
    ],
  };
}

/** Tells a signer how the documents they were asked to sign ended, and how to get their copy. */
export function renderSignerNotice(input: SignerNotice): Rendered {
  const { sender, nome, documentos, copyUrl, teste, brings } = input;
  const one = only(documentos);
  const { subject, heading, blocks } = one ? alone(one, input) : together(input);
  const [label, before] = one
    ? ['Baixar a cópia assinada', 'Baixe a sua cópia assinada pelo seu link pessoal:']
    : ['Baixar as cópias assinadas', 'Baixe as suas cópias assinadas pelo seu link pessoal:'];
  return compose({
    sender,
    teste,
    subject,
    heading,
    preheader: copyUrl ? 'A sua cópia está pronta para baixar.' : DEAD,
    blocks: [
      greeting(nome),
      ...blocks,
      ...(copyUrl ? [button(copyUrl, label, sender.corPrimaria, before), note(COPY_NOTE)] : []),
      ...records(documentos),
      ...proofs(documentos),
      ...(brings ? [note(BRINGS)] : []),
    ],
    footnote: `Mensagem enviada pela Rubrica em nome de ${sender.organizacao} porque você foi convidado a assinar.`,
  });
}

/** The text for the organization about one document. */
function story(documento: OwnedDocument): Block[] {
  const { outcome, people, ator, motivo } = documento;
  const shown = people.slice(0, MAX_PEOPLE);
  const listed = people.length > MAX_PEOPLE ? [...shown, `e mais ${people.length - MAX_PEOPLE}`] : shown;
  const said = {
    ASSINADO: ' está concluído.',
    RECUSADO: ` foi recusado${ator ? ` por ${ator}` : ''} e não seguirá adiante.`,
    EXPIRADO: ' passou do prazo sem todas as assinaturas e expirou.',
    CANCELADO: sentence(` foi cancelado${ator ? ` por ${ator}` : ''}`),
  }[outcome];
  const list = { ASSINADO: 'Assinaram:', EXPIRADO: 'Faltou a assinatura de:', RECUSADO: null, CANCELADO: null }[
    outcome
  ];
  return [
    paragraph('O documento ', strong(quoted(documento)), said),
    ...(motivo ? [quote(motivo, 'Motivo informado:')] : []),
    ...(list && listed.length > 0 ? [paragraph(list), bullets(listed)] : []),
  ];
}

/** Tells the sender of the documents how they ended. */
export function renderOwnerNotice({ sender, nome, documentos, teste, brings }: OwnerNotice): Rendered {
  const one = only(documentos);
  const words = one
    ? { ...WORDS[one.outcome], subject: `${quoted(one)} ${WORDS[one.outcome].subject}` }
    : summary(documentos);
  const signed = hasSigned(documentos);
  return compose({
    sender,
    teste,
    subject: words.subject,
    heading: words.heading,
    preheader: signed ? 'O arquivo assinado e o certificado estão prontos.' : 'Veja o que aconteceu com o documento.',
    blocks: [
      greeting(nome),
      ...documentos.flatMap(story),
      signed ? paragraph('O arquivo assinado e o certificado estão na sua conta da Rubrica.') : null,
      ...(one
        ? [button(one.panelUrl, 'Abrir o documento no painel', sender.corPrimaria, 'Abra o documento no painel:')]
        : documentos.map((documento) => address(`${quoted(documento)} no painel:`, documento.panelUrl))),
      ...proofs(documentos),
      ...(brings ? [note(BRINGS)] : []),
    ],
    footnote: sentence(`Mensagem enviada pela Rubrica porque você responde por este envio de ${sender.organizacao}`),
  });
}
