import { SENTENCES } from '../../kit/rules/en.ts';
import { retellIn } from '../../kit/rules/retell.ts';
import type { Textos } from './pt.ts';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const VERBS: Textos['verbo'] = {
  ASSINAR: 'Sign',
  APROVAR: 'Approve',
  RECONHECER: 'Acknowledge',
  TESTEMUNHAR: 'Sign as a witness',
  ACUSAR_RECEBIMENTO: 'Confirm receipt',
  ENDOSSAR: 'Endorse',
};

const ASKS: Textos['verbo'] = {
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
  pularParaConteudo: 'Skip to content',
  idioma: 'Language',
  abrindo: 'Opening…',
  tituloLongo: { inteiro: 'Show the whole title', encurtar: 'Shorten the title' },
  fechar: 'Close',
  voltar: 'Back',
  continuar: 'Continue',
  recarregar: 'Reload the page',
  tentarAgora: 'Try now',
  verificarAgora: 'Check now',
  rodape: 'Electronic signature by Rubrica',
  rodapeLinks: 'Help',
  denunciar: 'Report the sender',
  denunciaAssunto: (sender) => `Denúncia do remetente ${sender}`,
  validarDocumento: 'Validate a document',
  etapa: (at, total) => `Step ${at} of ${total}`,
  paginas: (total) => plural(total, 'page', 'pages'),
  pagina: (number, total) => `Page ${number} of ${total}`,
  prazo: (when) => `Due: ${when} (Brasília time)`,
  verbo: VERBS,
  passos: {
    inicio: 'Start',
    fatores: 'Confirm it is you',
    leitura: 'Read the document',
    aceite: 'Agree to the statement',
    campos: 'Fill in and sign',
    revisao: 'Review and finish',
  },
  inicio: {
    ola: (name) => `Hello, ${name}`,
    olaSemNome: 'Hello',
    pedido: (sender, role, documents) =>
      `${sender} asks you to ${ASKS[role]} ${documents === 1 ? 'this document' : `these ${documents} documents`}:`,
    comecar: 'Start',
    continuar: 'Continue where I stopped',
    comoFunciona: 'How it works',
    explica: {
      inicio: '',
      fatores: 'A code or a piece of information only you have.',
      leitura: 'Go through every page, at your own pace.',
      aceite: 'A short statement before signing.',
      campos: 'We show you every place that waits for you.',
      revisao: 'Nothing is sent before you confirm.',
    },
  },
  celular: {
    botao: 'Continue on my phone',
    titulo: 'Continue on your phone',
    texto: 'Point your phone’s camera at this code. The link is personal: do not share it.',
    qr: 'QR code with your personal link',
  },
  recusa: {
    botao: 'Decline',
    titulo: 'Decline to sign',
    texto: 'The sender will see that you declined, and why. This cannot be undone.',
    qual: 'What you decline',
    todos: 'All documents',
    motivo: 'Reason',
    falta: 'Write the reason.',
    confirmar: 'Decline',
  },
  fatores: {
    porque: (sender) => `${sender} asked for this confirmation to protect your signature.`,
    nomes: {
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
    desconhecido: 'This confirmation is not possible on this page yet. Please tell the sender.',
    enviaremosEmail: 'We will send a 6-digit code to your e-mail:',
    enviaremosSms: 'We will send a 6-digit code by SMS to your phone:',
    enviar: 'Send code',
    naoEMeu: 'Not your contact? Ask the sender to correct it.',
    digite: 'Enter the code',
    enviado: 'We sent a 6-digit code to',
    codigo: '6-digit code',
    confirmar: 'Confirm',
    seis: 'The code has 6 digits.',
    errado: (left) => `The code is wrong or has expired.${tries(left)}`,
    reenviarEm: (time) => `You can ask for another code in ${time}.`,
    reenviar: 'Send another code',
    dicaEmail: 'Nothing arrived? Look in your spam folder. The code is good for 10 minutes; a new one cancels it.',
    dicaSms: 'It may take a minute. The code is good for 10 minutes; a new one cancels it.',
    descansoTitulo: 'Let us take a break',
    descanso: 'There were many tries in a row. For your safety, this confirmation is back in:',
  },
  totp: {
    titulo: 'Authenticator app',
    abra: 'Open the authenticator app on your phone and enter the code it shows for this sender.',
    precisa:
      'This signature needs an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or Authy. You set it up once.',
    cadastrar: 'Set up the app',
    passo1: 'Install an authenticator app on your phone, if you have none.',
    passo2: 'In the app, tap add and scan this QR code:',
    passo3: 'Enter below the 6-digit code the app shows.',
    qr: 'QR code for the authenticator app',
    manual: 'I cannot scan the QR code',
    chave: 'Type this key into the app:',
    abrirApp: 'Open in the app on this device',
  },
  pessoais: {
    texto: 'Enter your data. It is compared with what the sender already has.',
    nascimento: 'Date of birth',
    formato: 'Day, month and year. For example: 25/08/1987.',
    errado: (left) => `The data does not match what the sender gave.${tries(left)}`,
  },
  leitura: {
    documento: (at, total) => `Document ${at} of ${total}`,
    explica: 'Scroll to the end. We record the pages you went through, not what you read.',
    percorridas: (seen, total) => `${seen} of ${plural(total, 'page', 'pages')} gone through`,
    progresso: 'Pages gone through',
    proximaPagina: 'Next page',
    todas: 'You went through every page.',
  },
  conteudo: {
    titulo: 'This file brings more than its pages show',
    explica: 'What acts by itself will not work in the signed document.',
    tipos: {
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
  leitor: {
    documento: 'Document',
    baixando: 'Opening the document…',
    semLinha: 'No connection. The document opens as soon as it is back.',
    falhou: 'The document could not be shown.',
    paginaFalhou: 'This page could not be drawn. Use “View as text” or download the PDF.',
    previa: 'Preview of the first page',
    semTexto: 'This page has no text: it is a picture.',
    ferramentas: 'Reading tools',
    diminuir: 'Zoom out',
    aumentar: 'Zoom in',
    comoTexto: 'View as text',
    baixar: 'Download the PDF',
  },
  aceite: {
    emPortugues: 'The statement has legal effect and is kept in Portuguese.',
    versao: (version) => `Statement, version ${version}.`,
    concordo: 'I have read the document and agree to the statement above.',
    falta: 'Tick the box to continue.',
    rever: 'See the document again',
  },
  campos: {
    explica: 'Tap “Next”: we take you to each field.',
    nome: (label, required) => `${label}${required ? '' : ' (optional)'}`,
    posicao: (at, total, name) => `Field ${at} of ${total}: ${name}`,
    de: (at, total) => `${at} of ${total}`,
    faltam: (missing, total) =>
      missing === 0 ? 'Everything is filled in' : `${plural(missing, 'field', 'fields')} to fill in, of ${total}`,
    comecar: 'Go to the first field',
    proximo: 'Next',
    anterior: 'Previous field',
    revisar: 'Review',
    assineAqui: 'Sign here',
    rubriqueAqui: 'Initials',
    feita: 'Done. Activate to change it.',
    aFazer: 'Activate to make it.',
    doRemetente: 'filled in by the sender',
    preenchido: (nome: string) => `${nome}, filled in by the sender:`,
    dataAutomatica: 'Filled in with the day you sign.',
    obrigatorio: 'Required',
    opcional: 'Optional',
  },
  tipos: {
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
  problemas: {
    vazio: 'Fill in this field.',
    cpf: 'Check the CPF: its digits do not add up.',
    cnpj: 'Check the CNPJ: its characters do not add up.',
    email: 'Check the e-mail address.',
    longo: 'The text is too long.',
    assinatura: 'Your signature is missing.',
    rubrica: 'Your initials are missing.',
    imagem: 'The picture is missing.',
    marcar: 'Tick this box to continue.',
    data: 'Check the date: day, month and year.',
  },
  marca: {
    titulo: { assinatura: 'Your signature', rubrica: 'Your initials' },
    como: 'How you want to sign',
    modos: { desenhar: 'Draw', digitar: 'Type', enviar: 'Upload' },
    desenhe: 'Use a finger, a pen or the mouse. If you prefer the keyboard, type it: it counts the same.',
    area: 'Drawing area',
    desfazer: 'Undo',
    limpar: 'Clear',
    digite: { assinatura: 'Your name', rubrica: 'Your initials' },
    arquivo: 'Choose a picture',
    arquivoDica: 'A photo or scan on a light ground. It is made smaller on your device before it is sent.',
    outroArquivo: 'Change the picture',
    previa: 'How the picture will look',
    problemas: {
      ponto: 'That is too little for a signature. Draw a longer stroke.',
      texto: 'Write how you want to sign.',
      arquivo: 'Choose a picture.',
      imagem: 'This file is not a picture we can use. Try a JPEG or PNG photo.',
    },
    vale: {
      assinatura: 'It will be used in every signature field.',
      rubrica: 'It will be used in every initials field.',
    },
    usar: { assinatura: 'Use this signature', rubrica: 'Use these initials' },
    usarImagem: 'Use this picture',
    usada: 'Done. It was placed in every field.',
  },
  dados: {
    titulo: 'Your data',
    texto: 'This is how you appear in the signature’s record. Correct it if needed.',
    nome: 'Full name',
    cpf: 'CPF (to correct or add it)',
    cpfDica: 'Left blank, it stays as it is.',
    travados:
      'The sender does not allow changes to this data. If something is wrong, talk to the sender before signing.',
  },
  revisao: {
    faltam: (total) => `${plural(total, 'field is', 'fields are')} still to be filled in.`,
    preencher: 'Go to what is missing',
    corrigirCampo: 'Go to the field',
    voltarCampos: 'Back to the fields',
    doRemetente: 'Filled in by the sender',
    vazio: 'Blank',
    marcado: 'Ticked',
    desmarcado: 'Not ticked',
    efeito: (role) =>
      `When you tap “${VERBS[role]}”, your electronic signature is recorded with date, time and internet address.`,
    assinando: 'Recording…',
  },
  assinado: {
    titulo: (role, now) =>
      role === 'ACUSAR_RECEBIMENTO' ? 'Receipt confirmed' : now ? 'Done, you have signed' : 'You have already signed',
    quando: (when) => `Recorded on ${when} (Brasília time).`,
    concluido: (documents) =>
      documents === 1
        ? 'Everybody has signed. The document is complete and sealed.'
        : 'Everybody has signed. The documents are complete and sealed.',
    andamento:
      'Your part is done and recorded. Once the other people have signed and the file is sealed, the signed copy appears here.',
    selando: (documentos: number) =>
      `Everyone has signed. We are sealing the ${documentos === 1 ? 'file' : 'files'}: the signed copy will be here in a moment.`,
    selandoUm: 'Everyone has signed; the file is being sealed',
    acompanhando: 'Waiting for completion…',
    codigo: 'Validation code:',
    conferir: 'Check',
    baixar: 'Download the signed copy',
    baixarCertificado: 'Download the certificate',
    semFator: 'To download it, open the link from the e-mail in which you received it.',
    guarde: 'This link is personal and keeps bringing you back to this page.',
  },
  situacoes: {
    RASCUNHO: 'Being prepared',
    AGUARDANDO_ASSINATURAS: 'Waiting for the other people',
    PARCIALMENTE_ASSINADO: 'Waiting for the other people',
    ASSINADO: 'Complete',
    RECUSADO: 'Declined',
    CANCELADO: 'Cancelled',
    EXPIRADO: 'Past its deadline',
  },
  estados: {
    aguardando: {
      titulo: 'It is not your turn yet',
      texto: [
        'Somebody else has to sign first. You will be told when your turn comes.',
        'You may close this page or leave it open: it updates by itself.',
      ],
    },
    cedo: {
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
    desconhecido: {
      titulo: 'We cannot find this link',
      texto: [
        'Check that the address is complete: some apps cut long links.',
        'If it still does not open, ask the sender for a new link.',
      ],
    },
    foraDoAr: {
      titulo: 'The service is away for a moment',
      texto: ['Nothing you did is lost. We will try again by ourselves in a few seconds.'],
    },
    semConexao: {
      titulo: 'No internet connection',
      texto: ['Check your Wi-Fi or mobile data. The page opens by itself when the connection is back.'],
    },
  },
  linkMorto: (why) => {
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
  semLinha: {
    titulo: 'No connection',
    texto: 'What you filled in is kept on this page and is sent when the connection is back. Do not close the page.',
  },
  semServico: {
    titulo: 'The service did not answer',
    texto: 'What you filled in is kept on this page. We will try again in a moment.',
  },
  falhaDaPagina: {
    titulo: 'The page ran into a fault',
    texto: 'Nothing was sent by mistake. Reload to continue from what the service recorded.',
  },
};
