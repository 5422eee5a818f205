import { SENTENCES } from '../../kit/rules/en.ts';
import { retellIn } from '../../kit/rules/retell.ts';
import type { Textos } from './pt.ts';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const VERBS: Textos['verb'] = {
  ASSINAR: 'Sign',
  APROVAR: 'Approve',
  RECONHECER: 'Acknowledge',
  TESTEMUNHAR: 'Sign as a witness',
  ACUSAR_RECEBIMENTO: 'Confirm receipt',
  ENDOSSAR: 'Endorse',
};

const ASKS: Textos['verb'] = {
  ASSINAR: 'sign',
  APROVAR: 'approve',
  RECONHECER: 'acknowledge',
  TESTEMUNHAR: 'sign, as a witness,',
  ACUSAR_RECEBIMENTO: 'confirm that you received',
  ENDOSSAR: 'endorse',
};

const tries = (left: number | null) => (left === null ? '' : ` ${plural(left, 'try', 'tries')} left.`);

export const en: Textos = {
  doServico: retellIn(SENTENCES),
  tituloDaPagina: 'Document signature',
  skipToContent: 'Skip to content',
  language: 'Language',
  opening: 'Opening…',
  longTitle: { whole: 'Show the whole title', shorten: 'Shorten the title' },
  close: 'Close',
  back: 'Back',
  goOn: 'Continue',
  reloadPage: 'Reload the page',
  tryNow: 'Try now',
  verifyNow: 'Check now',
  footer: 'Electronic signature by Rubrica',
  footerLinks: 'Help',
  reportSender: 'Report the sender',
  reportSubject: (sender) => `Denúncia do remetente ${sender}`,
  validateDocumento: 'Validate a document',
  step: (at, total) => `Step ${at} of ${total}`,
  paginas: (total) => plural(total, 'page', 'pages'),
  pagina: (number, total) => `Page ${number} of ${total}`,
  prazo: (when) => `Due: ${when} (Brasília time)`,
  verb: VERBS,
  steps: {
    inicio: 'Start',
    fatores: 'Confirm it is you',
    leitura: 'Read the document',
    aceite: 'Agree to the statement',
    campos: 'Fill in and sign',
    review: 'Review and finish',
  },
  inicio: {
    hello: (name) => `Hello, ${name}`,
    helloWithoutName: 'Hello',
    request: (sender, role, documents) =>
      `${sender} asks you to ${ASKS[role]} ${documents === 1 ? 'this document' : `these ${documents} documents`}:`,
    begin: 'Start',
    goOn: 'Continue where I stopped',
    howItWorks: 'How it works',
    explains: {
      inicio: '',
      fatores: 'A code or a piece of information only you have.',
      leitura: 'Go through every page, at your own pace.',
      aceite: 'A short statement before signing.',
      campos: 'We show you every place that waits for you.',
      review: 'Nothing is sent before you confirm.',
    },
  },
  mobile: {
    button: 'Continue on my phone',
    titulo: 'Continue on your phone',
    texto: 'Point your phone’s camera at this code. The link is personal: do not share it.',
    qr: 'QR code with your personal link',
  },
  recusa: {
    button: 'Decline',
    titulo: 'Decline to sign',
    texto: 'The sender will see that you declined, and why. This cannot be undone.',
    which: 'What you decline',
    all: 'All documents',
    motivo: 'Reason',
    missing: 'Write the reason.',
    confirmar: 'Decline',
  },
  fatores: {
    because: (sender) => `${sender} asked for this confirmation to protect your signature.`,
    names: {
      EMAIL: 'Code by e-mail',
      SMS_OTP: 'Code by SMS',
      TOTP: 'Authenticator app',
      DADOS_PESSOAIS: 'Personal data',
      WHATSAPP_OTP: 'Code by WhatsApp',
      SELFIE: 'Selfie',
      BIOMETRIA_FACIAL: 'Face recognition',
      DOCUMENTO_FOTO: 'Photo ID',
      CERTIFICADO_ICP: 'Digital certificate',
    },
    cumprido: '(confirmed)',
    unknown: 'This confirmation is not possible on this page yet. Please tell the sender.',
    willSendEmail: 'We will send a 6-digit code to your e-mail:',
    willSendSms: 'We will send a 6-digit code by SMS to your phone:',
    enviar: 'Send code',
    notMine: 'Not your contact? Ask the sender to correct it.',
    typeIt: 'Enter the code',
    enviado: 'We sent a 6-digit code to',
    codigo: '6-digit code',
    confirmar: 'Confirm',
    six: 'The code has 6 digits.',
    wrong: (left) => `The code is wrong or has expired.${tries(left)}`,
    reenviarEm: (time) => `You can ask for another code in ${time}.`,
    reenviar: 'Send another code',
    emailHint: 'Nothing arrived? Look in your spam folder. The code is good for 10 minutes; a new one cancels it.',
    smsHint: 'It may take a minute. The code is good for 10 minutes; a new one cancels it.',
    restTitle: 'Let us take a break',
    rest: 'There were many tries in a row. For your safety, this confirmation is back in:',
  },
  totp: {
    titulo: 'Authenticator app',
    openIt: 'Open the authenticator app on your phone and enter the code it shows for this sender.',
    needs:
      'This signature needs an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or Authy. You set it up once.',
    cadastrar: 'Set up the app',
    step1: 'Install an authenticator app on your phone, if you have none.',
    step2: 'In the app, tap add and scan this QR code:',
    step3: 'Enter below the 6-digit code the app shows.',
    qr: 'QR code for the authenticator app',
    manual: 'I cannot scan the QR code',
    chave: 'Type this key into the app:',
    abrirApp: 'Open in the app on this device',
  },
  pessoais: {
    texto: 'Enter your data. It is compared with what the sender already has.',
    nascimento: 'Date of birth',
    formato: 'Day, month and year. For example: 25/08/1987.',
    wrong: (left) => `The data does not match what the sender gave.${tries(left)}`,
  },
  leitura: {
    documento: (at, total) => `Document ${at} of ${total}`,
    explains: 'Scroll to the end. We record the pages you went through, not what you read.',
    walked: (seen, total) => `${seen} of ${plural(total, 'page', 'pages')} gone through`,
    progress: 'Pages gone through',
    proximaPagina: 'Next page',
    allItems: 'You went through every page.',
  },
  conteudo: {
    titulo: 'This file brings more than its pages show',
    explains: 'What acts by itself will not work in the signed document.',
    types: {
      JAVASCRIPT: 'Code that a PDF reader would run',
      ACAO: 'Automatic action',
      FORMULARIO_XFA: 'A form that takes the place of the pages',
      MULTIMIDIA: 'Audio, video or 3D',
      ANEXO: 'Attached file',
      CAMADA: 'Layers',
      SO_NA_TELA: 'On screen only',
      SO_NA_IMPRESSAO: 'In print only',
      PERDE_PDFA: 'No longer PDF/A',
      PERDE_ESTRUTURA: 'Tags for reading aloud',
    },
    paginas: (numbers) => `${numbers.length === 1 ? 'Page' : 'Pages'} ${numbers.join(', ')}`,
  },
  reader: {
    documento: 'Document',
    downloading: 'Opening the document…',
    noLine: 'No connection. The document opens as soon as it is back.',
    falhou: 'The document could not be shown.',
    paginaFalhou: 'This page could not be drawn. Use “View as text” or download the PDF.',
    preview: 'Preview of the first page',
    noText: 'This page has no text: it is a picture.',
    tools: 'Reading tools',
    zoomOut: 'Zoom out',
    zoomIn: 'Zoom in',
    asText: 'View as text',
    baixar: 'Download the PDF',
  },
  aceite: {
    inPortuguese: 'The statement has legal effect and is kept in Portuguese.',
    versao: (version) => `Statement, version ${version}.`,
    iAgree: 'I have read the document and agree to the statement above.',
    missing: 'Tick the box to continue.',
    lookAgain: 'See the document again',
  },
  campos: {
    explains: 'Tap “Next”: we take you to each field.',
    nome: (label, required) => `${label}${required ? '' : ' (optional)'}`,
    position: (at, total, name) => `Field ${at} of ${total}: ${name}`,
    de: (at, total) => `${at} of ${total}`,
    leftOver: (missing, total) =>
      missing === 0 ? 'Everything is filled in' : `${plural(missing, 'field', 'fields')} to fill in, of ${total}`,
    begin: 'Go to the first field',
    proximo: 'Next',
    anterior: 'Previous field',
    review: 'Review',
    signHere: 'Sign here',
    initialHere: 'Initials',
    done: 'Done. Activate to change it.',
    toDo: 'Activate to make it.',
    doRemetente: 'filled in by the sender',
    preenchido: (nome: string) => `${nome}, filled in by the sender:`,
    automaticDate: 'Filled in with the day you sign.',
    obrigatorio: 'Required',
    optional: 'Optional',
  },
  types: {
    ASSINATURA: 'Signature',
    RUBRICA: 'Initials',
    NOME: 'Full name',
    DATA: 'Date',
    CPF: 'CPF',
    CNPJ: 'CNPJ',
    EMAIL: 'E-mail',
    TEXTO: 'Text',
    CHECKBOX: 'Checkbox',
    IMAGEM: 'Picture',
  },
  issues: {
    blank: 'Fill in this field.',
    cpf: 'Check the CPF: its digits do not add up.',
    cnpj: 'Check the CNPJ: its characters do not add up.',
    email: 'Check the e-mail address.',
    long: 'The text is too long.',
    assinatura: 'Your signature is missing.',
    rubrica: 'Your initials are missing.',
    imagem: 'The picture is missing.',
    mark: 'Tick this box to continue.',
    data: 'Check the date: day, month and year.',
  },
  marca: {
    titulo: { assinatura: 'Your signature', rubrica: 'Your initials' },
    how: 'How you want to sign',
    modes: { draw: 'Draw', typeIn: 'Type', enviar: 'Upload' },
    drawIt: 'Use a finger, a pen or the mouse. If you prefer the keyboard, type it: it counts the same.',
    area: 'Drawing area',
    undo: 'Undo',
    clear: 'Clear',
    typeIt: { assinatura: 'Your name', rubrica: 'Your initials' },
    arquivo: 'Choose a picture',
    fileHint: 'A photo or scan on a light ground. It is made smaller on your device before it is sent.',
    otherFile: 'Change the picture',
    preview: 'How the picture will look',
    issues: {
      point: 'That is too little for a signature. Draw a longer stroke.',
      texto: 'Write how you want to sign.',
      arquivo: 'Choose a picture.',
      imagem: 'This file is not a picture we can use. Try a JPEG or PNG photo.',
    },
    vale: {
      assinatura: 'It will be used in every signature field.',
      rubrica: 'It will be used in every initials field.',
    },
    use: { assinatura: 'Use this signature', rubrica: 'Use these initials' },
    useImage: 'Use this picture',
    used: 'Done. It was placed in every field.',
  },
  dados: {
    titulo: 'Your data',
    texto: 'This is how you appear in the signature’s record. Correct it if needed.',
    nome: 'Full name',
    cpf: 'CPF (to correct or add it)',
    cpfHint: 'Left blank, it stays as it is.',
    locked: 'The sender does not allow changes to this data. If something is wrong, talk to the sender before signing.',
  },
  review: {
    leftOver: (total) => `${plural(total, 'field is', 'fields are')} still to be filled in.`,
    fillIn: 'Go to what is missing',
    correctField: 'Go to the field',
    backToFields: 'Back to the fields',
    doRemetente: 'Filled in by the sender',
    blank: 'Blank',
    checkedBox: 'Ticked',
    unchecked: 'Not ticked',
    effect: (role) =>
      `When you tap “${VERBS[role]}”, your electronic signature is recorded with date, time and internet address.`,
    signing: 'Recording…',
  },
  assinado: {
    titulo: (role, now) =>
      role === 'ACUSAR_RECEBIMENTO' ? 'Receipt confirmed' : now ? 'Done, you have signed' : 'You have already signed',
    when: (when) => `Recorded on ${when} (Brasília time).`,
    concluido: (documents) =>
      documents === 1
        ? 'Everybody has signed. The document is complete and sealed.'
        : 'Everybody has signed. The documents are complete and sealed.',
    andamento:
      'Your part is done and recorded. Once the other people have signed and the file is sealed, the signed copy appears here.',
    sealing: (documentos: number) =>
      `Everyone has signed. We are sealing the ${documentos === 1 ? 'file' : 'files'}: the signed copy will be here in a moment.`,
    sealingOne: 'Everyone has signed; the file is being sealed',
    following: 'Waiting for completion…',
    codigo: 'Validation code:',
    check: 'Check',
    baixar: 'Download the signed copy',
    baixarCertificado: 'Download the certificate',
    noFactor: 'To download it, open the link from the e-mail in which you received it.',
    keepIt: 'This link is personal and keeps bringing you back to this page.',
  },
  statuses: {
    RASCUNHO: 'Being prepared',
    AGUARDANDO_ASSINATURAS: 'Waiting for the other people',
    PARCIALMENTE_ASSINADO: 'Waiting for the other people',
    ASSINADO: 'Complete',
    RECUSADO: 'Declined',
    CANCELADO: 'Cancelled',
    EXPIRADO: 'Past its deadline',
  },
  states: {
    aguardando: {
      titulo: 'It is not your turn yet',
      texto: [
        'Somebody else has to sign first. You will be told when your turn comes.',
        'You may close this page or leave it open: it updates by itself.',
      ],
    },
    early: {
      titulo: 'Not ready for you yet',
      texto: ['When your turn comes, this same link opens the document. This page updates by itself.'],
    },
    recusado: {
      titulo: 'You declined',
      texto: ['Your refusal and its reason were recorded and the sender was told. There is nothing more to do here.'],
    },
    cancelado: {
      titulo: 'The request is over',
      texto: ['This document no longer waits for your signature. If in doubt, talk to the sender.'],
    },
    unknown: {
      titulo: 'We cannot find this link',
      texto: [
        'Check that the address is complete: some apps cut long links.',
        'If it still does not open, ask the sender for a new link.',
      ],
    },
    offline: {
      titulo: 'The service is away for a moment',
      texto: ['Nothing you did is lost. We will try again by ourselves in a few seconds.'],
    },
    noConnection: {
      titulo: 'No internet connection',
      texto: ['Check your Wi-Fi or mobile data. The page opens by itself when the connection is back.'],
    },
  },
  deadLink: (why) => {
    switch (why) {
      case 'CANCELADO':
        return {
          titulo: 'The request was cancelled',
          texto: ['The sender cancelled the document. You need not do anything.', 'If in doubt, talk to the sender.'],
        };
      case 'EXPIRADO':
        return {
          titulo: 'The deadline has passed',
          texto: [
            'The document can no longer be signed.',
            'If you still want to sign, ask the sender for a new request.',
          ],
        };
      case 'RECUSADO':
        return {
          titulo: 'The document was declined',
          texto: ['One of the people declined the document, which ended it. You need not do anything.'],
        };
      case 'SUBSTITUIDO':
        return {
          titulo: 'This link was replaced',
          texto: ['A newer link was sent to you. Look for the latest message in your e-mail or on your phone.'],
        };
      case 'REMOVIDO':
        return {
          titulo: 'Your signature is no longer needed',
          texto: ['The sender took you off this document. You need not do anything.'],
        };
      default:
        return {
          titulo: 'This link is no longer valid',
          texto: [
            'The document was cancelled, declined or past its deadline, or a newer link was sent to you.',
            'If you still have to sign, ask the sender for a new link.',
          ],
        };
    }
  },
  noLine: {
    titulo: 'No connection',
    texto: 'What you filled in is kept on this page and is sent when the connection is back. Do not close the page.',
  },
  noService: {
    titulo: 'The service did not answer',
    texto: 'What you filled in is kept on this page. We will try again in a moment.',
  },
  falhaDaPagina: {
    titulo: 'The page ran into a fault',
    texto: 'Nothing was sent by mistake. Reload to continue from what the service recorded.',
  },
};
