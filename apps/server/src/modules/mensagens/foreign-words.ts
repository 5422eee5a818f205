import type { Idioma } from '@rubrica/contract';
import { sentence } from './frame.ts';

/** A language other than that of the service itself. */
export type Foreign = Exclude<Idioma, 'pt-BR'>;
export const isForeign = (idioma: Idioma | null | undefined): idioma is Foreign => idioma === 'en' || idioma === 'es';

type Ended = 'ASSINADO' | 'RECUSADO' | 'EXPIRADO' | 'CANCELADO';

/** What messages to signers say in one of these languages; `one` where they are about a single document. */
export interface ForeignWords {
  readonly hello: (nome: string | null) => string;
  readonly documents: (count: number) => string;
  readonly headings: {
    readonly invitation: (one: boolean) => string;
    readonly reminder: string;
    readonly deadline: string;
  };
  readonly subjects: {
    readonly invitation: (sender: string, what: string) => string;
    readonly reminder: (what: string) => string;
    readonly deadline: (what: string) => string;
    readonly code: (digits: string) => string;
    readonly declined: (titulo: string) => string;
    readonly ended: (count: number) => string;
  };
  /** Between the sender's name and what is to be signed. */
  readonly asks: string;
  readonly stillAsks: string;
  readonly movedDeadline: string;
  /** After the name of whoever passed the signature on to the reader. */
  readonly passedOn: (one: boolean) => string;
  readonly noDeadline: string;
  readonly signBy: string;
  readonly preheader: string;
  readonly read: string;
  readonly readBefore: string;
  readonly personal: string;
  readonly footnote: (sender: string) => string;
  readonly sms: (sender: string, what: string, url: string, reminder: boolean) => string;
  readonly code: {
    readonly heading: string;
    readonly before: string;
    readonly validity: (minutes: number, sender: string) => string;
    readonly never: string;
    readonly footnote: (sender: string) => string;
    readonly sms: (digits: string, sender: string, minutes: number) => string;
  };
  /** Of an authenticator that was removed. */
  readonly forgotten: {
    readonly subject: string;
    readonly heading: string;
    readonly preheader: string;
    /** After the sender's name. */
    readonly removed: string;
    readonly when: string;
    readonly again: string;
    readonly notYou: string;
    readonly footnote: (sender: string) => string;
  };
  readonly endings: Readonly<Record<Ended, string>>;
  readonly youDeclined: string;
  readonly endedSo: (sender: string) => string;
  readonly copyReady: string;
  readonly copy: string;
  readonly copyBefore: string;
  readonly copyNote: string;
  readonly linkOver: string;
  readonly record: (titulo: string) => string;
  readonly keep: string;
  readonly brings: string;
  readonly proofs: readonly [code: string, signed: string, certificate: string, ofCertificate: string];
}

export const FOREIGN_WORDS: Readonly<Record<Foreign, ForeignWords>> = {
  en: {
    hello: (nome) => (nome ? `Hello, ${nome}!` : 'Hello!'),
    documents: (count) => `${count} documents`,
    headings: {
      invitation: (one) => (one ? 'A document for you to sign' : 'Documents for you to sign'),
      reminder: 'Your signature is missing',
      deadline: 'The deadline for signing has changed',
    },
    subjects: {
      invitation: (sender, what) => `${sender} sent you ${what} to sign`,
      reminder: (what) => `Reminder: your signature is missing on ${what}`,
      deadline: (what) => `New deadline for signing ${what}`,
      code: (digits) => `${digits} is your code for signing`,
      declined: (titulo) => `Refusal recorded: ${titulo}`,
      ended: (count) => `${count} documents have ended`,
    },
    asks: ' asks for your signature on ',
    stillAsks: ' is still waiting for your signature on ',
    movedDeadline: ' changed the deadline for signing ',
    passedOn: (one) =>
      ` passed the signing of ${one ? 'this document' : 'these documents'} on to you, as the sender allowed.`,
    noDeadline: 'There is no deadline for signing any more.',
    signBy: 'Sign by ',
    preheader: 'Read and sign on your phone or computer, without an account.',
    read: 'Read and sign',
    readBefore: 'To read and sign, open your personal link:',
    personal: 'The link is yours alone: do not forward it.',
    footnote: (sender) =>
      `${sentence(`Sent by Rubrica on behalf of ${sender}`)} If you did not expect it, ignore it: nothing happens without your signature.`,
    sms: (sender, what, url, reminder) => `${reminder ? 'Reminder: ' : ''}${sender} asks you to sign ${what}: ${url}`,
    code: {
      heading: 'Confirm that it is you',
      before: 'Your code is',
      validity: (minutes, sender) =>
        `${sentence(`It is good for ${minutes} minutes and for one use, to confirm who you are before you sign a document of ${sender}`)} Type it on the page where you asked for it.`,
      never: 'Nobody from Rubrica or from the sender will ask you for this code.',
      footnote: (sender) =>
        `${sentence(`Sent by Rubrica on behalf of ${sender}`)} If you did not ask for a code, ignore it.`,
      sms: (digits, sender, minutes) =>
        `${sentence(`${digits} is your code for signing a document of ${sender}`)} Good for ${minutes} minutes. Do not tell it to anyone.`,
    },
    forgotten: {
      subject: 'Your authenticator app was removed',
      heading: 'Authenticator app',
      preheader: 'Its codes no longer work for signing.',
      removed:
        ' removed the authenticator app with which you confirm who you are when you sign the documents it sends you. Its codes no longer work.',
      when: 'When',
      again:
        'If a document asks for the app again, the signing page shows how to set it up once more. What you have signed stays as it is.',
      notYou: 'If you did not ask for this, tell whoever sent you the document.',
      footnote: (sender) => `Sent by Rubrica on behalf of ${sender}, because you confirmed who you are with the app.`,
    },
    endings: {
      ASSINADO: 'is complete',
      RECUSADO: 'was declined and goes no further',
      EXPIRADO: 'passed its deadline and expired',
      CANCELADO: 'was cancelled by its sender',
    },
    youDeclined: 'was declined by you and goes no further',
    endedSo: (sender) => `This is how the documents that ${sender} sent you ended:`,
    copyReady: 'Your copy, with every signature and the seal, is ready for download.',
    copy: 'Download the signed copy',
    copyBefore: 'Download your signed copy by your personal link:',
    copyNote:
      'The link is yours alone: do not forward it. It opens the page where you signed, with the file for download.',
    linkOver: 'Your signing link has stopped working. You need not do anything else.',
    record: (titulo) => `Anybody can check the state of “${titulo}” at`,
    keep: 'Keep this message: the numbers below are the fingerprints of the files. A file with any change, even of one byte, has another number.',
    brings:
      'Keep the attached files too: they prove, without depending on anybody, what was done and when, and that nothing has changed since.',
    proofs: ['Code', 'SHA-256 of the signed file', 'Certificate', 'SHA-256 of the certificate'],
  },
  es: {
    hello: (nome) => (nome ? `Hola, ${nome}:` : 'Hola:'),
    documents: (count) => `${count} documentos`,
    headings: {
      invitation: (one) => (one ? 'Un documento para que usted firme' : 'Documentos para que usted firme'),
      reminder: 'Falta su firma',
      deadline: 'El plazo para firmar cambió',
    },
    subjects: {
      invitation: (sender, what) => `${sender} le envió ${what} para firmar`,
      reminder: (what) => `Recordatorio: falta su firma en ${what}`,
      deadline: (what) => `Nuevo plazo para firmar ${what}`,
      code: (digits) => `${digits} es su código para firmar`,
      declined: (titulo) => `Rechazo registrado: ${titulo}`,
      ended: (count) => `${count} documentos terminaron`,
    },
    asks: ' pide su firma en ',
    stillAsks: ' todavía espera su firma en ',
    movedDeadline: ' cambió el plazo para firmar ',
    passedOn: (one) =>
      ` le cedió a usted la firma de ${one ? 'este documento' : 'estos documentos'}, como permitió el remitente.`,
    noDeadline: 'Ya no hay un plazo para firmar.',
    signBy: 'Firme hasta el ',
    preheader: 'Lea y firme en el teléfono o la computadora, sin crear una cuenta.',
    read: 'Leer y firmar',
    readBefore: 'Para leer y firmar, abra su enlace personal:',
    personal: 'El enlace es solo suyo: no lo reenvíe.',
    footnote: (sender) =>
      `${sentence(`Mensaje enviado por Rubrica en nombre de ${sender}`)} Si no lo esperaba, ignórelo: nada ocurre sin su firma.`,
    sms: (sender, what, url, reminder) =>
      `${reminder ? 'Recordatorio: ' : ''}${sender} pide su firma en ${what}: ${url}`,
    code: {
      heading: 'Confirme que es usted',
      before: 'Su código es',
      validity: (minutes, sender) =>
        `${sentence(`Vale por ${minutes} minutos y sirve una vez, para confirmar quién es usted antes de firmar un documento de ${sender}`)} Escríbalo en la página en que lo pidió.`,
      never: 'Nadie de Rubrica ni del remitente le pedirá este código.',
      footnote: (sender) =>
        `${sentence(`Mensaje enviado por Rubrica en nombre de ${sender}`)} Si no pidió un código, ignórelo.`,
      sms: (digits, sender, minutes) =>
        `${sentence(`${digits} es su código para firmar un documento de ${sender}`)} Vale ${minutes} minutos. No lo diga a nadie.`,
    },
    forgotten: {
      subject: 'Se quitó su aplicación de autenticación',
      heading: 'Aplicación de autenticación',
      preheader: 'Sus códigos ya no sirven para firmar.',
      removed:
        ' quitó la aplicación de autenticación con la que usted confirma quién es al firmar los documentos que recibe. Sus códigos ya no sirven.',
      when: 'Cuándo',
      again:
        'Si un documento vuelve a pedir la aplicación, la página de firma muestra cómo registrarla de nuevo. Lo que usted ya firmó queda como está.',
      notYou: 'Si no fue usted quien lo pidió, avise a quien envió el documento.',
      footnote: (sender) =>
        `Mensaje enviado por Rubrica en nombre de ${sender}, porque usted confirmó quién es con la aplicación.`,
    },
    endings: {
      ASSINADO: 'está concluido',
      RECUSADO: 'fue rechazado y no sigue adelante',
      EXPIRADO: 'pasó de su plazo y expiró',
      CANCELADO: 'fue cancelado por quien lo envió',
    },
    youDeclined: 'fue rechazado por usted y no sigue adelante',
    endedSo: (sender) => `Así terminaron los documentos que ${sender} le envió:`,
    copyReady: 'Su copia, con todas las firmas y el sello, está lista para descargar.',
    copy: 'Descargar la copia firmada',
    copyBefore: 'Descargue su copia firmada por su enlace personal:',
    copyNote:
      'El enlace es solo suyo: no lo reenvíe. Abre la página en que usted firmó, con el archivo para descargar.',
    linkOver: 'Su enlace de firma dejó de funcionar. No tiene que hacer nada más.',
    record: (titulo) => `Cualquier persona puede comprobar el estado de “${titulo}” en`,
    keep: 'Guarde este mensaje: los números de abajo son la huella digital de los archivos. Un archivo con cualquier cambio, aun de un byte, da otro número.',
    brings:
      'Guarde también los archivos adjuntos: prueban, sin depender de nadie, qué se hizo y cuándo, y que nada ha cambiado desde entonces.',
    proofs: ['Código', 'SHA-256 del firmado', 'Certificado', 'SHA-256 del certificado'],
  },
};
