import { SENTENCES } from '../../kit/rules/en.ts';
import { retellIn } from '../../kit/rules/retell.ts';
import type { CodeProblem } from '../code.ts';
import type { Texts } from './pt.ts';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

function wait(seconds: number): string {
  if (seconds < 60) return plural(seconds, 'second', 'seconds');
  return plural(Math.ceil(seconds / 60), 'minute', 'minutes');
}

const validar: Texts['validar'] = {
  tituloDaPagina: 'Check a document',
  titulo: 'Is this document authentic?',
  introduction:
    'Check it by its code, its QR code or the PDF itself. The answer says whether the document is the one on record here and whether it is complete.',
  codigo: {
    titulo: 'Document code',
    hint: 'It is at the foot of every page. Paste it as it comes: with spaces, in lower case, or the whole address.',
    button: 'Check the code',
    issue: (problem: CodeProblem): string => {
      if (problem.kind === 'blank') return 'Type the code printed at the foot of the document.';
      if (problem.kind === 'letter') {
        return `Codes never use “${problem.letter}”. Check whether it is another letter or a number.`;
      }
      return `${plural(problem.missing, 'letter or number is', 'letters or numbers are')} missing. A code has 12 after SVC.`;
    },
  },
  qr: {
    titulo: 'Read the QR code with the camera',
    texto: 'Point at the QR code at the foot of the page. The picture never leaves your device.',
    button: 'Open the camera',
    dialog: 'Point at the document’s QR code',
    opening: 'Opening the camera…',
    searching: 'Looking for the QR code… Come closer and keep all of it in the frame.',
    other: 'This QR code is not of a document from here. Point at the one at the foot of the pages.',
    refused: {
      titulo: 'The camera was not allowed',
      texto:
        'To use it, allow the camera in this site’s settings, by the padlock next to the address, and try again. You can check without it just as well:',
    },
    absent: {
      titulo: 'We found no camera',
      texto: 'This device has no camera, or this browser does not let a page use it. You can check just as well:',
    },
    busy: {
      titulo: 'The camera did not answer',
      texto: 'Another program may be using the camera. Close it and try again, or check in another way:',
    },
    tryIt: 'Try again',
    typeIn: 'Type the code',
    foto: 'Send a photo of the QR code',
    pictureWithoutQr: 'We found no document QR code in that photo. Try another, closer and in good light.',
    arquivo: 'Check the PDF',
  },
  arquivo: {
    titulo: 'Check the PDF',
    texto: 'Drag the file here or choose it.',
    touchText: 'Choose the file on your device.',
    button: 'Choose the PDF',
    privacy:
      'The file is not sent. Your browser computes its fingerprint (SHA-256), and only that number goes into the query.',
    drop: 'Drop the PDF to check it',
    computing: (nome: string) => `Computing the fingerprint of ${nome}…`,
    certificado:
      'This looks like the completion certificate, which comes with the document and is not the signed document. To check the inside of the certificate and of the signed PDF, use the verifier, further down.',
    onlyOne: 'We check one file at a time and kept the first.',
    issue: {
      notPdf: 'This file is not a PDF. Choose the PDF of the document, not a photo, a text or a compressed file.',
      blank: 'This file is empty. Download the document again and have another try.',
      tooLarge:
        'This file is over 256 MB, more than a document from here can be. Check whether it is the right PDF, or use the code.',
      illegible: 'We could not read this file. It may have been moved, or be a folder. Choose it again.',
      noSecureContext:
        'This address has no secure connection (https), and without one the browser cannot compute the fingerprint. Use the code.',
    },
  },
  consulting: 'Checking…',
  teste: {
    titulo: 'SEM VALIDADE JURÍDICA: no legal value, test environment',
    texto:
      'This page shows test documents, whose sender and signers may be the same person. Nothing it says proves a signature.',
    producao: 'Check a real document',
  },
  resposta: {
    seeDocumento: 'See the document',
    ofDocumento: (code) => `Document ${code}.`,
    ifTest: 'Test documents are not on record here.',
    checkTest: 'Check a test document',
    headline: {
      test: 'Test document, without legal value',
      certificado: 'Completion certificate recognised',
      beforeSignatures: 'File from before the signatures',
      authenticCompleted: 'Authentic file, completed document',
      recordedCompleted: 'Code on record, document completed',
      emAndamento: 'Document not completed yet',
      recusado: 'Document refused',
      cancelado: 'Document cancelled',
      expirado: 'Deadline passed without completion',
      noStatus: 'Document on record',
      different: 'File differs from the one on record',
      unknownFile: 'We do not know this file',
      unknownCode: 'We did not find this code',
    },
    authenticity: 'Is it authentic?',
    autentico: {
      certificado:
        'The file you checked is a completion certificate issued here, identical byte for byte. It comes with the document and is not the signed document.',
      beforeSignatures:
        'The file you checked is the one that was sent for signature, without the signatures. It is not the signed document: ask whoever sent it for the final PDF.',
      identicalFile: 'Yes. The file you checked is identical, byte for byte, to the signed file on record here.',
      fileBeingSigned:
        'The file you checked is identical to the one sent out for signature. It is not a signed document.',
      codeOnly:
        'The code exists here, but nobody has checked the file or the paper you have. A code can be copied onto another document: compare the name and the people below, and check the PDF.',
      different:
        'The file you checked is not the one on record under this code. It may have been changed, saved again by another program, or be another version, such as the copy from before the signatures. Ask whoever sent it for the original file.',
      unknownFile:
        'No record has this file. That does not mean it is false: it may come from another service, be an earlier version, or a copy that was saved again. If there is a code at its foot, give it and we will compare.',
      unknownCode:
        'No record has this code. That does not mean the document is false: it may have been mistyped, or belong to another service.',
    },
    processo: 'Is it completed?',
    recordedProcess: 'And the document on record, is it completed?',
    situacao: {
      CONCLUIDO: 'Yes. All the signatures asked for were made.',
      EM_ANDAMENTO: 'Not yet. Somebody still has to sign, and the document may never be completed.',
      RECUSADO: 'No, and it will not be. Somebody who was to sign refused.',
      CANCELADO: 'No, and it will not be. The sender cancelled the request.',
      EXPIRADO: 'No, and it will not be. The deadline passed before everybody had signed.',
    },
    otherStatus: (valor: string) => `Status told by the service: ${valor}.`,
    ofRecorded: 'What follows is of the document on record, not of the file you have.',
    dados: 'The document on record',
    nome: 'Name',
    paginas: 'Pages',
    nivel: 'Level',
    levels: { ELETRONICA: 'Electronic signature', SEGURA: 'Electronic signature with a one-time code' },
    criadoEm: 'Created on',
    finalizadoEm: 'Completed on',
    codigo: 'Code',
    certificateOf: 'Certificate',
    certificateVersion: (codigo: string, versao: number, when: string) => `${codigo}, version ${versao}, of ${when}`,
    timeOfDay: 'Dates are in Brasília time.',
    fingerprint: 'Fingerprint on record (SHA-256)',
    yourFingerprint: 'Fingerprint of your file (SHA-256)',
    persons: 'Who signs',
    emailMascarado: 'E-mail addresses are partly hidden to protect people.',
    noName: 'No name given',
    papel: {
      ASSINAR: 'Signer',
      APROVAR: 'Approver',
      RECONHECER: 'Acknowledges the document',
      TESTEMUNHAR: 'Witness',
      ACUSAR_RECEBIMENTO: 'Confirms receipt',
      ENDOSSAR: 'Endorser',
    },
    hasSigned: (when: string) => `Signed on ${when}`,
    withFactors: 'Identified by:',
    ip: 'From:',
    pending: 'Has not signed yet',
    refused: 'Refused',
    didNotSign: 'Did not sign',
    otherCode: (readItem: string, request: string) =>
      `Your file carries the code ${readItem}, not ${request}. The answer is about the file.`,
    otherAddress: (host: string) =>
      `Careful: the QR code leads to ${host}, which is not this service. The answer below is about the code in it.`,
    fileChecked: (nome: string) => `File checked: ${nome}`,
    nowCheck: 'Now check the PDF',
    giveCode: 'Compare with a code',
    fresh: 'Check another document',
  },
  registro: { titulo: 'Open log', proof: 'download the proof', how: 'how to check the proof' },
  failures: {
    noConnection: 'No internet connection. What you gave is still here.',
    offline: 'The service did not answer. What you gave is still here.',
    limite: 'Too many queries in a row from this internet address. We wait a little and ask again for you.',
    tally: (seconds: number) => (seconds > 0 ? `In ${wait(seconds)}.` : 'Asking again…'),
    tryIt: 'Try again',
  },
  verifier: {
    titulo: 'Check without depending on this service',
    texto:
      'The verifier is a single file. Open it from disk, even without internet, and give it the signed PDF and the certificate: it redoes every computation on your computer.',
    baixar: 'Download the verifier',
    selo: 'Seal of this installation',
    how: 'How it works',
    hash: 'SHA-256 of the program as in the repository (the copy from here also carries this installation’s seals; both numbers are at /verificar.sha256):',
  },
};

const contato: Texts['contato'] = {
  tituloDaPagina: 'Contact',
  titulo: 'Talk to those who run this service',
  introduction: 'Questions, problems or reports. We answer by e-mail.',
  report:
    'You are reporting a sender. Tell us what happened and why you are suspicious. Do not sign anything while you are in doubt.',
  nome: 'Your name',
  email: 'Your e-mail',
  mailHint: 'The answer goes there.',
  assunto: 'Subject',
  optional: 'optional',
  mensagem: 'Message',
  messageHint: 'Do not send passwords, codes or numbers of other people’s documents.',
  remain: (count: number) => `${plural(count, 'character', 'characters')} left`,
  referenceCode: 'Document reference',
  referenceHint: 'It goes with the message, so that we find the signature request.',
  noReference: 'Do not send it',
  limites: (hour: number, day: number) =>
    `From each internet address we take up to ${hour} messages an hour and ${day} a day.`,
  enviar: 'Send message',
  sending: 'Sending…',
  erros: {
    nome: 'Give your name.',
    email: 'Check the e-mail: something is missing, as in name@example.com.',
    mensagem: 'Write the message.',
    resumo: (count: number) => `${plural(count, 'field needs', 'fields need')} your attention.`,
  },
  failures: {
    noConnection: 'No internet connection. The message is still here: send it when the connection is back.',
    offline:
      'The service did not answer and we do not know whether the message arrived. It is still here: try again in a moment.',
    limite: (when: string, hour: number, day: number) =>
      `This internet address has sent all it may: ${hour} messages in an hour or ${day} in a day. The message is still here; you can send it from ${when} on.`,
    limitOver: 'You can send again now. The message is still here.',
    refused: 'The service did not take the message. Check the fields and try again.',
  },
  enviada: {
    titulo: 'Message received',
    texto: (email: string) => `The answer will go to ${email}. Keep the reference number:`,
    protocolo: 'Reference number',
    other: 'Write another message',
  },
};

export const en: Texts = {
  fromService: retellIn(SENTENCES),
  skipToContent: 'Skip to content',
  language: 'Language',
  principal: 'Main',
  footer: 'Rubrica, open-source electronic signature',
  footerLinks: 'Foot',
  longName: { whole: 'Show the whole name', shorten: 'Shorten the name' },
  close: 'Close',
  links: { validar: 'Check', docs: 'Documentation', painel: 'Panel', contato: 'Contact' },
  verificacao: 'How to check',
  selo: 'Seal',
  privacy: 'Privacy',
  terms: 'Terms',
  pageFailure: {
    titulo: 'The page stopped responding',
    texto: 'Something went wrong on this page. Reload it to try again.',
    reloadPage: 'Reload the page',
  },
  validar,
  contato,
};
