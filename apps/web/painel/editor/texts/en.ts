import type { FatorAutenticacao, FuncaoSignatario, MetodoEntrega, TipoCampo } from '@rubrica/contract';
import { SENTENCES } from '../../../kit/rules/en.ts';
import { retellIn } from '../../../kit/rules/retell.ts';
import type { Fault, Why } from '../state/rules.ts';
import type { Party } from '../state/types.ts';
import type { Texts } from './pt.ts';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const retell = retellIn(SENTENCES);

const TYPES: Record<TipoCampo, string> = {
  ASSINATURA: 'Signature',
  RUBRICA: 'Initials',
  NOME: 'Name',
  DATA: 'Date',
  CPF: 'CPF',
  CNPJ: 'CNPJ',
  EMAIL: 'E-mail',
  TEXTO: 'Text',
  CHECKBOX: 'Checkbox',
  IMAGEM: 'Picture',
};

const FUNCTIONS: Record<FuncaoSignatario, string> = {
  ASSINAR: 'Signs',
  APROVAR: 'Approves',
  RECONHECER: 'Acknowledges',
  TESTEMUNHAR: 'Witnesses',
  ACUSAR_RECEBIMENTO: 'Confirms receipt',
  ENDOSSAR: 'Endorses',
};

const DELIVERIES: Record<MetodoEntrega, string> = {
  EMAIL: 'E-mail',
  SMS: 'SMS',
  LINK: 'Link you hand over',
  WHATSAPP: 'WhatsApp',
};

const FACTORS: Record<FatorAutenticacao, string> = {
  EMAIL: 'E-mail',
  SMS_OTP: 'Code by SMS',
  TOTP: 'Authenticator app',
  DADOS_PESSOAIS: 'CPF and date of birth',
  WHATSAPP_OTP: 'Code by WhatsApp',
  SELFIE: 'Selfie',
  BIOMETRIA_FACIAL: 'Face recognition',
  DOCUMENTO_FOTO: 'Photo ID',
  CERTIFICADO_ICP: 'ICP-Brasil certificate',
};

const REASONS: Partial<Record<Why, string>> = {
  EMAIL: 'for the confirmation by e-mail',
  ENTREGA_EMAIL: 'because the invitation goes by e-mail',
  SMS_OTP: 'for the code by SMS',
  ENTREGA_SMS: 'because the invitation goes by SMS',
  DADOS_PESSOAIS: 'for the confirmation of personal data',
};

const DADOS: Partial<Record<keyof Party, string>> = {
  nome: 'The name',
  email: 'The e-mail',
  telefone: 'The mobile number',
  cpf: 'The CPF',
  dataNascimento: 'The date of birth',
};

const INVALID: Partial<Record<keyof Party, string>> = {
  email: 'The e-mail is not complete.',
  telefone: 'Use country and area code, as in +55 11 98765-4321.',
  cpf: 'The check digits of the CPF do not match.',
  dataNascimento: 'There is no such date.',
};

function issue(fault: Fault, name: string): string {
  switch (fault.kind) {
    case 'no-parts':
      return 'Add at least one person.';
    case 'no-signature':
      return 'Place at least one signature field.';
    case 'kept-without-code':
      return 'The Secure level requires a code: by SMS or from the authenticator app.';
    case 'deadline-passed':
      return 'The deadline has passed; choose a moment to come.';
    case 'titulo':
      return 'Give the document a title.';
    case 'missing':
      return `${DADOS[name as keyof Party] ?? name} is missing, needed ${REASONS[fault.why] ?? ''}.`;
    case 'invalid':
      return INVALID[name as keyof Party] ?? 'The value is not valid.';
    case 'long':
      return 'The text is too long.';
    case 'no-name':
      return 'The name is missing.';
    case 'no-field':
      return 'Has no signature field: will only read and agree.';
    case 'no-value':
      return 'Is read-only and empty.';
    case 'valor':
      return 'The initial value is not valid for this type of field.';
    case 'pagina':
      return 'The file has no such page.';
    case 'no-owner':
      return 'Choose who fills it in.';
    case 'refused':
      return retell(fault.message, fault) ?? fault.message;
  }
}

export const textos: Texts = {
  prepare: 'Prepare document',
  prepareModelo: 'Prepare template',
  documento: 'Document',
  opening: 'Opening the document…',
  downloading: 'Downloading the file…',
  failed: 'The document could not be opened.',
  noLine: 'No connection. We will try again as soon as it is back.',
  pageFailed: 'This page could not be drawn.',
  pagina: (number, total) => `Page ${number} of ${total}`,
  types: TYPES,
  functions: FUNCTIONS,
  entregas: DELIVERIES,
  fatores: FACTORS,
  issue,
  save: {
    saved: 'Saved',
    pending: 'Saving…',
    saving: 'Saving…',
    'no-connection': 'No connection — we will save once it is back',
    withheld: 'Saved, except what is incomplete',
    refused: 'Not everything could be saved',
    closed: 'Editing is no longer possible',
    withheldDetail: 'People who lack something, and their fields, stay in this tab until you complete them.',
  },
  bar: {
    back: 'Back to the document',
    backToEnvelope: 'Back to the envelope',
    tools: 'Editor tools',
    undo: 'Undo (Ctrl Z)',
    redo: 'Redo (Ctrl Shift Z)',
    zoomOut: 'Zoom out',
    zoomIn: 'Zoom in',
    zoom: (percent) => `Zoom ${percent}%`,
    magnet: 'Snap to lines and grid',
    preview: 'See what each person sees',
    previewModelo: 'See what each role sees',
    rules: 'Rules',
    review: 'Review and send',
    reviewModelo: 'Check',
    issues: (count) => plural(count, 'problem', 'problems'),
    shortcuts: 'Keyboard shortcuts',
  },
  persons: {
    titulo: 'Who signs',
    tituloModelo: 'Roles',
    include: 'Add person',
    includeModelo: 'Add role',
    blank: 'Add who is going to sign; each person gets a colour for their fields.',
    blankModelo: 'Add the roles the document will have, such as Landlord and Tenant.',
    inOrder: 'They sign in order',
    inOrderHint: 'Each turn begins when the one before ends; in the same turn, they sign together.',
    turn: (number) => `Turn ${number}`,
    mover: (nome) => `Move ${nome}: drag, or use the up and down arrows`,
    noName: 'No name',
    close: 'Close',
    remover: 'Remove',
    campos: (count) => (count === 0 ? 'no fields' : plural(count, 'field', 'fields')),
    nome: 'Full name',
    contact: 'E-mail or mobile',
    more: 'More options',
    me: 'I sign too',
    meIncluded: 'You are among those who sign.',
    papel: 'Name of the role',
    email: 'E-mail',
    telefone: 'Mobile',
    examplePhone: '+55 11 98765-4321',
    cpf: 'CPF',
    nascimento: 'Date of birth',
    funcao: 'What they do',
    entrega: 'How they are invited',
    fatores: 'How they prove who they are',
    fromDocument: 'required of everybody',
    lock: 'May not correct name and CPF when signing',
    inPerson: 'Signs in person, on this or another device of yours',
    inPersonHint: 'That is what you declare, and the trail says so. It proves nothing and replaces no factor.',
    passOn: 'May pass the signature on to another person',
    moved: (nome, vez, total) => `${nome}: turn ${vez} of ${total}`,
    removed: (nome) => `${nome} is gone, with their fields. Ctrl Z undoes it.`,
  },
  palette: {
    titulo: 'Fields',
    hint: 'Drag to the page, or choose one and press Enter.',
    touchHint: 'Tap to put it in the middle of the page.',
    holder: 'Filled in by',
    noPeople: 'Add a person to place their fields.',
    noRoles: 'Add a role to place its fields.',
    remetente: 'By you, read-only',
    full: (most) => `The limit is ${most} fields.`,
    put: (tipo, pagina) => `${tipo} on page ${pagina}. Arrows move it, Alt and arrows resize it.`,
  },
  campo: {
    remetente: 'you',
    descricao: (tipo, rotulo, whom, pagina) => `${tipo}${rotulo ? ` “${rotulo}”` : ''}, of ${whom}, page ${pagina}`,
  },
  properties: {
    titulo: 'Field',
    several: (count) => `${count} fields`,
    nothing: 'Choose a field on the page to see what can be changed.',
    holder: 'Who fills it in',
    mixed: 'Several',
    rotulo: 'Label',
    labelHint: 'A hint for whoever fills it in.',
    obrigatorio: 'Must be filled in',
    leitura: 'Read-only, filled in by you',
    valor: 'Initial value',
    fixedValue: 'Value',
    checkedBox: 'Ticked at first',
    pagina: 'Page',
    position: 'Position and size, in millimetres',
    x: 'From the left',
    y: 'From the top',
    largura: 'Width',
    altura: 'Height',
    duplicate: 'Duplicate',
    erase: 'Delete',
    copy: 'Copy to every page',
    copyToFollowing: 'Copy to the following pages',
    align: 'Align',
    alignments: {
      left: 'Align left',
      center: 'Centre horizontally',
      right: 'Align right',
      top: 'Align to the top',
      middle: 'Centre vertically',
      bottom: 'Align to the bottom',
    },
    distributeX: 'Distribute horizontally',
    distributeY: 'Distribute vertically',
    data: 'The date of the signature is filled in by itself.',
  },
  paginas: {
    titulo: 'Pages',
    go: (number, campos) => `Page ${number}${campos > 0 ? `, ${plural(campos, 'field', 'fields')}` : ''}`,
  },
  announcement: {
    pageChanged: (pagina) => `Now on page ${pagina}`,
    erased: (count) => `${plural(count, 'field', 'fields')} deleted. Ctrl Z undoes it.`,
    copiedOnes: (count) => `${plural(count, 'copy', 'copies')} placed. Ctrl Z undoes it.`,
    doNotFit: (room) => `Too many: ${plural(room, 'field is', 'fields are')} left up to the limit.`,
    undone: 'Undone',
    redone: 'Redone',
    chosen: (count) => `${plural(count, 'field', 'fields')} chosen`,
  },
  rules: {
    titulo: 'Rules of the document',
    nome: 'Title',
    mensagem: 'Message in the invitation',
    nivel: 'Level of the signature',
    levels: { ELETRONICA: 'Electronic', SEGURA: 'Secure, with a code' },
    fatores: 'How everybody proves who they are',
    prazo: 'Deadline for signing',
    lembrete: 'Reminder to who has not signed',
    reminders: { none: 'No reminder', DIARIO: 'Every day', SEMANAL: 'Every week' },
    recusavel: 'Signers may refuse, with a reason',
    stop: 'One refusal ends the document',
    ready: 'Done',
  },
  send: {
    titulo: 'The sending',
    days: (count) => `${count} days`,
    noDeadline: 'No deadline',
    modeloEmail: 'Words of the invitation',
    ofService: 'The service’s',
    gone: 'Deleted template',
    responderPara: 'Replies to',
    replyHint: 'Who replies to the invitation writes to this address. Left empty, to the organization’s.',
  },
  review: {
    titulo: 'Review and send',
    tituloModelo: 'Check the template',
    prevent: (count) => plural(count, 'problem keeps it from being sent', 'problems keep it from being sent'),
    preventModelo: (count) => plural(count, 'problem to solve', 'problems to solve'),
    notices: (count) => plural(count, 'point to check', 'points to check'),
    go: 'Go there',
    ready: 'Everything is ready to be sent.',
    readyModelo: 'The template is ready to be used.',
    happens: 'What happens on sending',
    receives: {
      EMAIL: (nome, where) => `${nome} gets the invitation by e-mail at ${where}`,
      SMS: (nome, where) => `${nome} gets the invitation by SMS at ${where}`,
      LINK: (nome) => `${nome} gets no message: you copy the link on the page of the document and hand it over`,
      handedOver: (nome) => `${nome} gets no message: the system you came from hands the link over`,
    },
    proves: (fatores) => `proves who they are by: ${fatores.join(', ')}`,
    fillsIn: (count) =>
      count === 0 ? 'reads and agrees, with no fields to fill in' : `fills in ${plural(count, 'field', 'fields')}`,
    turn: (number) => (number === 1 ? 'Now' : `Once turn ${number - 1} is over`),
    all: 'Everybody at the same time',
    prazo: (when) => `The deadline for signing is ${when}.`,
    noDeadline: 'There is no deadline for signing.',
    lembrete: {
      DIARIO: 'Who has not signed is reminded every day.',
      SEMANAL: 'Who has not signed is reminded every week.',
    },
    immutable: 'After sending, file, fields and rules do not change any more.',
    franquia: 'Sending uses one envelope of your plan.',
    teste: 'Test environment: messages go to the test mailbox, and nothing is charged.',
    goToEnvelope: 'Go to the envelope',
    envelope: 'This document is part of an envelope and is sent with it.',
    send: 'Send now',
    back: 'Go on editing',
    notSaved: 'There are changes still to be saved; check the connection and try again.',
    service: 'The service did not accept it:',
    sent: 'Document sent.',
  },
  preview: {
    titulo: 'What each person sees',
    tituloModelo: 'What each role sees',
    whom: 'See as',
    steps: 'The way of this person',
    stepsModelo: 'The way of this role',
    receives: {
      EMAIL: 'Gets the invitation by e-mail',
      SMS: 'Gets the invitation by SMS',
      LINK: 'Opens the link you hand over',
    },
    waiting: (vez) => `Waits for turn ${vez}`,
    proves: 'Proves who they are',
    le: (paginas) => `Reads ${plural(paginas, 'page', 'pages')} and agrees with the text`,
    fillsIn: (campos) =>
      campos.length === 0 ? 'Finishes, with no fields to fill in' : `Fills in: ${campos.join(', ')}`,
    signHere: 'Sign here',
    initialHere: 'Initial here',
    nobody: 'Add a person to see what they will see.',
    nobodyModelo: 'Add a role to see what it will see.',
  },
  notices: {
    otherTab: 'This document is open for editing in another tab. Here you only look on.',
    editHere: 'Edit in this tab',
    takingOver: 'Waiting for the other tab to save…',
    immutable: 'The document was sent already; its content does not change any more.',
    gone: 'The document does not exist any more.',
    noPermission: 'Your role does not allow changing this document.',
    seeDocumento: 'See the document',
    hasChanged: 'This document was changed elsewhere while you were editing.',
    keep: 'Keep what is here',
    load: 'Load what was saved there',
    recovered: 'We brought back what had not been saved last time.',
    updated: 'The document was changed elsewhere; this is its new version.',
    refused: 'The service did not accept part of the changes:',
  },
  inside: {
    sent: 'Sent for signing',
    sentText: 'The document is on its way to those who sign. You can go on in the page you came from.',
    over: 'This editor is closed',
    overText:
      'It was already opened in another tab, or its time has passed. Go back to the page you came from and start again.',
    perhapsSent: 'The session has ended. See in the page you came from whether the document was already sent.',
  },
  shortcuts: {
    titulo: 'Keyboard shortcuts',
    list: [
      ['Tab', 'Goes from field to field'],
      ['Enter', 'In the palette, puts the field in the middle of the page; on a field, opens what can be changed'],
      ['Space', 'Chooses the field; with Shift, adds it to what is chosen'],
      ['Arrows', 'Move by 1 point; with Shift, by 10'],
      ['Alt + arrows', 'Resize; with Shift, in steps of 10'],
      ['Alt + Page Up, Page Down', 'Takes the field to the page before or after'],
      ['Ctrl A', 'Chooses every field of the page'],
      ['Ctrl C, Ctrl V', 'Copies the fields and puts them on the page in sight'],
      ['Ctrl D', 'Duplicates'],
      ['Delete', 'Deletes'],
      ['Ctrl Z, Ctrl Shift Z', 'Undo and redo'],
      ['+, −, 0', 'Zoom'],
      ['Alt while dragging', 'Lets go of lines and grid'],
      ['Esc', 'Drops what is being dragged, or undoes the choice'],
    ],
  },
  painel: { persons: 'People', campos: 'Fields', properties: 'Properties', paginas: 'Pages', papeis: 'Roles' },
};
