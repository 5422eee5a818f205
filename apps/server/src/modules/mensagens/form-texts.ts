import type { Idioma } from '@rubrica/contract';
import { button, compose, greeting, note, paragraph, strong } from './blocks.ts';
import { FOREIGN_WORDS, isForeign } from './foreign-words.ts';
import { type Rendered, type Sender, sentence } from './frame.ts';

/**
 * To who asked for a document by a public link, and must show that the mailbox is theirs. It says nothing that they typed: anybody may
 * type anything, and somebody else's address.
 */
export interface FormConfirmation {
  readonly sender: Sender;
  /** Of the public link. */
  readonly titulo: string;
  readonly url: string;
  readonly teste: boolean;
}

/** What it says, by the reader's language. */
interface Words {
  readonly subject: (titulo: string) => string;
  readonly heading: string;
  readonly preheader: string;
  /** Before the title, and after it with the sender's name. */
  readonly asked: readonly [string, (sender: string) => string];
  readonly button: string;
  readonly before: string;
  readonly note: string;
  readonly footnote: (sender: string) => string;
}

const WORDS: Readonly<Record<Idioma, Words>> = {
  'pt-BR': {
    subject: (titulo) => `Confirme o seu e-mail para assinar: ${titulo}`,
    heading: 'Confirme e assine',
    preheader: 'Abra o link para confirmar este endereço, ler o documento e assinar. Ele vale por 24 horas.',
    asked: ['Você pediu para assinar ', (sender) => `, de ${sentence(sender)} Falta confirmar que este e-mail é seu.`],
    button: 'Confirmar e ler o documento',
    before: 'Para confirmar e ler o documento, abra o seu link pessoal:',
    note: 'O link é só seu e vale por 24 horas: não o encaminhe.',
    footnote: (sender) =>
      `${sentence(`Mensagem enviada pela Rubrica em nome de ${sender}`)} Se não foi você que pediu, ignore-a: nenhum documento é feito sem a confirmação.`,
  },
  en: {
    subject: (titulo) => `Confirm your e-mail to sign: ${titulo}`,
    heading: 'Confirm and sign',
    preheader: 'Open the link to confirm this address, read the document and sign. It works for 24 hours.',
    asked: [
      'You asked to sign ',
      (sender) => `, by ${sentence(sender)} What is left is to confirm that this e-mail is yours.`,
    ],
    button: 'Confirm and read the document',
    before: 'To confirm and read the document, open your personal link:',
    note: 'The link is yours alone and works for 24 hours: do not forward it.',
    footnote: (sender) =>
      `${sentence(`Sent by Rubrica on behalf of ${sender}`)} If it was not you who asked, ignore it: no document is made without the confirmation.`,
  },
  es: {
    subject: (titulo) => `Confirme su correo para firmar: ${titulo}`,
    heading: 'Confirme y firme',
    preheader: 'Abra el enlace para confirmar esta dirección, leer el documento y firmar. Vale por 24 horas.',
    asked: ['Usted pidió firmar ', (sender) => `, de ${sentence(sender)} Falta confirmar que este correo es suyo.`],
    button: 'Confirmar y leer el documento',
    before: 'Para confirmar y leer el documento, abra su enlace personal:',
    note: 'El enlace es solo suyo y vale por 24 horas: no lo reenvíe.',
    footnote: (sender) =>
      `${sentence(`Mensaje enviado por Rubrica en nombre de ${sender}`)} Si no fue usted quien lo pidió, ignórelo: ningún documento se hace sin la confirmación.`,
  },
};

/** @param idioma null is Portuguese */
export function renderFormConfirmation(
  { sender, titulo, url, teste }: FormConfirmation,
  idioma?: Idioma | null,
): Rendered {
  const words = WORDS[idioma ?? 'pt-BR'];
  const [before, after] = words.asked;
  return compose({
    ...(isForeign(idioma) ? { idioma } : {}),
    sender,
    teste,
    subject: words.subject(titulo),
    heading: words.heading,
    preheader: words.preheader,
    blocks: [
      isForeign(idioma) ? paragraph(FOREIGN_WORDS[idioma].hello(null)) : greeting(null),
      paragraph(before, strong(`“${titulo}”`), after(sender.organizacao)),
      button(url, words.button, sender.corPrimaria, words.before, ...(isForeign(idioma) ? [idioma] : [])),
      note(words.note),
    ],
    footnote: words.footnote(sender.organizacao),
  });
}
