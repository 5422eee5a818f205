import type { Language } from '@rubrica/web/kit/languages';

/** What the front page says. */
export interface FrontTexts {
  readonly locale: string;
  readonly pageTitle: string;
  readonly description: string;
  readonly title: string;
  readonly lead: string;
  readonly signUp: string;
  readonly signIn: string;
  readonly validate: string;
  readonly tryOut: string;
  readonly tryOutHint: string;
  readonly received: string;
  readonly languages: string;
  readonly how: string;
  readonly steps: readonly (readonly [title: string, text: string])[];
  readonly seen: string;
  readonly editor: readonly [title: string, text: string, alternative: string];
  readonly signing: readonly [title: string, text: string, alternative: string];
  readonly left: string;
  readonly outcomes: readonly (readonly [title: string, text: string])[];
  readonly people: string;
  readonly peopleList: readonly string[];
  readonly developers: string;
  readonly developersText: string;
  readonly example: string;
  readonly quickStart: string;
  readonly reference: string;
  readonly prices: string;
  readonly free: string;
  readonly perMonth: (price: string) => string;
  readonly included: (envelopes: string) => string;
  readonly beyond: (price: string) => string;
  readonly nothingBeyond: string;
  readonly check: string;
  readonly checkText: string;
  readonly checkHow: string;
  readonly worth: string;
  readonly worthText: string;
  readonly up: string;
  readonly down: string;
  readonly development: string;
  readonly mailbox: string;
  readonly doctor: string;
}

const pt: FrontTexts = {
  locale: 'pt-BR',
  pageTitle: 'Rubrica — assinatura eletrônica que qualquer pessoa confere',
  description:
    'Envie um PDF, cada pessoa assina por um link pessoal, e você recebe um arquivo selado, com certificado e um código público de validação.',
  title: 'Assinatura eletrônica que qualquer pessoa confere',
  lead: 'Envie um PDF e diga quem assina. Cada pessoa assina pelo celular ou pelo computador, sem criar conta. Você recebe um arquivo selado e um código com que qualquer um confere.',
  signUp: 'Criar conta',
  signIn: 'Entrar no painel',
  validate: 'Validar um documento',
  tryOut: 'Assinar um exemplo agora',
  tryOutHint: 'Sem conta e sem e-mail. É um contrato de mentira, apagado em 24 horas.',
  received: 'Recebeu um link para assinar? Abra o link da mensagem: não é preciso ter conta.',
  languages: 'Idioma',
  how: 'Como funciona',
  steps: [
    ['Envie o PDF', 'Diga quem assina, em que ordem e onde. Ou parta de um modelo seu.'],
    ['Cada pessoa se identifica', 'Por e-mail, SMS, aplicativo autenticador ou dados pessoais, como você exigir.'],
    ['Lê, concorda e assina', 'Desenhando, digitando ou com uma foto. Cada passo fica registrado.'],
    [
      'O arquivo é selado',
      'O PDF original continua inteiro dentro do assinado; qualquer mudança depois disso aparece.',
    ],
  ],
  seen: 'Veja por dentro',
  editor: [
    'Preparar é arrastar',
    'As pessoas de um lado, a página do outro: solte cada campo no lugar, e o que falta é dito antes de enviar.',
    'O editor, com um contrato aberto e os campos de quatro pessoas na última página.',
  ],
  signing: [
    'Assinar cabe no bolso',
    'A página abre no celular, leva de um campo ao outro e funciona em rede lenta, por teclado e com leitor de tela.',
    'A página de assinatura num celular: o convite, o campo já assinado e o fim, com o código de validação.',
  ],
  left: 'O que fica no fim',
  outcomes: [
    ['O PDF assinado', 'Com as assinaturas no lugar, código e QR no rodapé de cada página, e o selo digital.'],
    [
      'O certificado de conclusão',
      'Quem assinou, quando, de onde e como provou quem é, legível por um juiz e por um programa.',
    ],
    [
      'O código de validação',
      'Quem receber o documento confere em segundos se ele é autêntico, sem conta e sem enviar o arquivo.',
    ],
  ],
  people: 'Para quem envia e para quem assina',
  peopleList: [
    'Modelos, pastas, envelopes com vários documentos, prazos e lembretes',
    'A marca da sua organização nas mensagens e na tela de assinatura',
    'Em português, inglês e espanhol',
    'Quem assina pode recusar, com o motivo, e guarda a sua cópia',
  ],
  developers: 'Para quem integra',
  developersText:
    'Uma API REST com contrato OpenAPI 3.1, ambiente de testes que nunca alcança uma pessoa e webhooks assinados.',
  example: 'Exemplo de chamada',
  quickStart: 'Início rápido',
  reference: 'Referência',
  prices: 'Quanto custa',
  free: 'Grátis',
  perMonth: (price) => `${price} por mês`,
  included: (envelopes) => `${envelopes} envios por mês`,
  beyond: (price) => `${price} por envio além disso`,
  nothingBeyond: 'Sem cobrança além disso',
  check: 'Confira sem depender de nós',
  checkText:
    'O arquivo assinado e o certificado se provam sozinhos: um verificador de um arquivo só roda no seu computador, sem rede, e refaz cada conta. As fórmulas são públicas.',
  checkHow: 'Como conferir um documento',
  worth: 'O que vale',
  worthText:
    'É assinatura eletrônica, aceita entre as partes pela Medida Provisória 2.200-2/2001, art. 10, § 2º. Não é a assinatura qualificada da ICP-Brasil: onde a lei exige uma, como na transferência de imóveis, use um certificado pessoal.',
  up: 'O serviço está no ar.',
  down: 'O serviço está com problemas: alguma parte não responde.',
  development: 'Instalação de desenvolvimento',
  mailbox: 'Caixa de testes',
  doctor: 'Exame da instalação',
};

const en: FrontTexts = {
  locale: 'en',
  pageTitle: 'Rubrica — electronic signatures that anyone can check',
  description:
    'Send a PDF, each person signs by a personal link, and you get a sealed file with a certificate and a public validation code.',
  title: 'Electronic signatures that anyone can check',
  lead: 'Send a PDF and say who signs. Each person signs on a phone or a computer, without an account. You get a sealed file and a code with which anyone can check it.',
  signUp: 'Create an account',
  signIn: 'Sign in to the panel',
  validate: 'Validate a document',
  tryOut: 'Sign an example now',
  tryOutHint: 'No account, no e-mail. It is a make-believe contract, erased in 24 hours.',
  received: 'Did you receive a link to sign? Open it from the message: no account is needed.',
  languages: 'Language',
  how: 'How it works',
  steps: [
    ['Send the PDF', 'Say who signs, in which order and where. Or start from a template of yours.'],
    ['Each person proves who they are', 'By e-mail, SMS, an authenticator app or personal data, as you require.'],
    ['They read, agree and sign', 'By drawing, typing or with a photo. Every step is recorded.'],
    ['The file is sealed', 'The original PDF stays whole inside the signed one; any later change shows.'],
  ],
  seen: 'Look inside',
  editor: [
    'Preparing is dragging',
    'People on one side, the page on the other: drop each field in its place, and what is missing is told before sending.',
    'The editor, with a contract open and the fields of four people on its last page.',
  ],
  signing: [
    'Signing fits in a pocket',
    'The page opens on a phone, leads from one field to the next and works on slow lines, by keyboard and with screen readers.',
    'The signing page on a phone: the invitation, the signed field and the end, with the validation code.',
  ],
  left: 'What you have in the end',
  outcomes: [
    ['The signed PDF', 'With the signatures in place, code and QR at the foot of each page, and the digital seal.'],
    [
      'The completion certificate',
      'Who signed, when, from where and how they proved who they are, readable by a judge and by a program.',
    ],
    [
      'The validation code',
      'Whoever receives the document checks in seconds that it is authentic, without an account and without sending the file.',
    ],
  ],
  people: 'For those who send and those who sign',
  peopleList: [
    'Templates, folders, envelopes with several documents, deadlines and reminders',
    'Your brand in the messages and on the signing page',
    'In Portuguese, English and Spanish',
    'Signers can refuse, with a reason, and keep a copy of their own',
  ],
  developers: 'For those who integrate',
  developersText:
    'A REST API with an OpenAPI 3.1 contract, a test environment that never reaches anybody, and signed webhooks.',
  example: 'Example of a call',
  quickStart: 'Quick start (in Portuguese)',
  reference: 'Reference (in Portuguese)',
  prices: 'What it costs',
  free: 'Free',
  perMonth: (price) => `${price} a month`,
  included: (envelopes) => `${envelopes} sendings a month`,
  beyond: (price) => `${price} for each one beyond`,
  nothingBeyond: 'Nothing is charged beyond',
  check: 'Check without depending on us',
  checkText:
    'The signed file and the certificate prove themselves: a verifier in a single file runs on your computer, offline, and recomputes everything. The formulas are public.',
  checkHow: 'How to check a document (in Portuguese)',
  worth: 'What it is worth',
  worthText:
    'It is an electronic signature, accepted between the parties under Brazilian law (Provisional Measure 2,200-2/2001, art. 10, § 2). It is not the qualified signature of ICP-Brasil: where the law demands one, as for real estate, use a personal certificate.',
  up: 'The service is up.',
  down: 'The service has problems: some part does not answer.',
  development: 'Development installation',
  mailbox: 'Test mailbox',
  doctor: 'Examination of the installation',
};

const es: FrontTexts = {
  locale: 'es',
  pageTitle: 'Rubrica — firma electrónica que cualquiera comprueba',
  description:
    'Envíe un PDF, cada persona firma con un enlace personal, y usted recibe un archivo sellado, con certificado y un código público de validación.',
  title: 'Firma electrónica que cualquiera comprueba',
  lead: 'Envíe un PDF y diga quién firma. Cada persona firma desde el móvil o el ordenador, sin crear una cuenta. Usted recibe un archivo sellado y un código con el que cualquiera lo comprueba.',
  signUp: 'Crear una cuenta',
  signIn: 'Entrar en el panel',
  validate: 'Validar un documento',
  tryOut: 'Firmar un ejemplo ahora',
  tryOutHint: 'Sin cuenta y sin correo. Es un contrato de mentira, que se borra en 24 horas.',
  received: '¿Recibió un enlace para firmar? Ábralo desde el mensaje: no hace falta tener cuenta.',
  languages: 'Idioma',
  how: 'Cómo funciona',
  steps: [
    ['Envíe el PDF', 'Diga quién firma, en qué orden y dónde. O parta de una plantilla suya.'],
    [
      'Cada persona se identifica',
      'Por correo, SMS, aplicación de autenticación o datos personales, como usted exija.',
    ],
    ['Lee, acepta y firma', 'Dibujando, escribiendo o con una foto. Cada paso queda registrado.'],
    ['El archivo se sella', 'El PDF original sigue entero dentro del firmado; cualquier cambio posterior se nota.'],
  ],
  seen: 'Mire por dentro',
  editor: [
    'Preparar es arrastrar',
    'Las personas a un lado, la página al otro: suelte cada campo en su lugar, y lo que falta se dice antes de enviar.',
    'El editor, con un contrato abierto y los campos de cuatro personas en la última página.',
  ],
  signing: [
    'Firmar cabe en el bolsillo',
    'La página se abre en el móvil, lleva de un campo al otro y funciona con redes lentas, por teclado y con lector de pantalla.',
    'La página de firma en un móvil: la invitación, el campo ya firmado y el final, con el código de validación.',
  ],
  left: 'Lo que queda al final',
  outcomes: [
    ['El PDF firmado', 'Con las firmas en su lugar, código y QR al pie de cada página, y el sello digital.'],
    [
      'El certificado de conclusión',
      'Quién firmó, cuándo, desde dónde y cómo probó quién es, legible por un juez y por un programa.',
    ],
    [
      'El código de validación',
      'Quien reciba el documento comprueba en segundos que es auténtico, sin cuenta y sin enviar el archivo.',
    ],
  ],
  people: 'Para quien envía y para quien firma',
  peopleList: [
    'Plantillas, carpetas, sobres con varios documentos, plazos y recordatorios',
    'La marca de su organización en los mensajes y en la página de firma',
    'En portugués, inglés y español',
    'Quien firma puede rechazar, con el motivo, y guarda su copia',
  ],
  developers: 'Para quien integra',
  developersText:
    'Una API REST con contrato OpenAPI 3.1, un entorno de pruebas que nunca alcanza a nadie y webhooks firmados.',
  example: 'Ejemplo de llamada',
  quickStart: 'Inicio rápido (en portugués)',
  reference: 'Referencia (en portugués)',
  prices: 'Cuánto cuesta',
  free: 'Gratis',
  perMonth: (price) => `${price} al mes`,
  included: (envelopes) => `${envelopes} envíos al mes`,
  beyond: (price) => `${price} por cada envío adicional`,
  nothingBeyond: 'Sin cargos adicionales',
  check: 'Compruebe sin depender de nosotros',
  checkText:
    'El archivo firmado y el certificado se prueban solos: un verificador de un solo archivo funciona en su ordenador, sin red, y rehace cada cuenta. Las fórmulas son públicas.',
  checkHow: 'Cómo comprobar un documento (en portugués)',
  worth: 'Lo que vale',
  worthText:
    'Es firma electrónica, aceptada entre las partes por la ley brasileña (Medida Provisoria 2.200-2/2001, art. 10, § 2). No es la firma cualificada de ICP-Brasil: donde la ley exige una, como en la transferencia de inmuebles, use un certificado personal.',
  up: 'El servicio está en línea.',
  down: 'El servicio tiene problemas: alguna parte no responde.',
  development: 'Instalación de desarrollo',
  mailbox: 'Buzón de pruebas',
  doctor: 'Examen de la instalación',
};

export const FRONT_TEXTS: Readonly<Record<Language, FrontTexts>> = { 'pt-BR': pt, en, es };
