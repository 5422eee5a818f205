import type { FatorAutenticacao, FuncaoSignatario, MetodoEntrega, TipoCampo } from '@rubrica/contract';
import { SENTENCES } from '../../../kit/rules/en.ts';
import { retellIn } from '../../../kit/rules/retell.ts';
import type { Fault, Why } from '../estado/regras.ts';
import type { Party } from '../estado/tipos.ts';
import type { Textos } from './pt.ts';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const retell = retellIn(SENTENCES);

const TIPOS: Record<TipoCampo, string> = {
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

const FUNCOES: Record<FuncaoSignatario, string> = {
  ASSINAR: 'Signs',
  APROVAR: 'Approves',
  RECONHECER: 'Acknowledges',
  TESTEMUNHAR: 'Witnesses',
  ACUSAR_RECEBIMENTO: 'Confirms receipt',
  ENDOSSAR: 'Endorses',
};

const ENTREGAS: Record<MetodoEntrega, string> = {
  EMAIL: 'E-mail',
  SMS: 'SMS',
  LINK: 'Link you hand over',
  WHATSAPP: 'WhatsApp',
};

const FATORES: Record<FatorAutenticacao, string> = {
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

const PORQUES: Partial<Record<Why, string>> = {
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

const INVALIDOS: Partial<Record<keyof Party, string>> = {
  email: 'The e-mail is not complete.',
  telefone: 'Use country and area code, as in +55 11 98765-4321.',
  cpf: 'The check digits of the CPF do not match.',
  dataNascimento: 'There is no such date.',
};

function problema(fault: Fault, name: string): string {
  switch (fault.kind) {
    case 'sem-partes':
      return 'Add at least one person.';
    case 'sem-assinatura':
      return 'Place at least one signature field.';
    case 'segura-sem-codigo':
      return 'The Secure level requires a code: by SMS or from the authenticator app.';
    case 'prazo-passou':
      return 'The deadline has passed; choose a moment to come.';
    case 'titulo':
      return 'Give the document a title.';
    case 'falta':
      return `${DADOS[name as keyof Party] ?? name} is missing, needed ${PORQUES[fault.why] ?? ''}.`;
    case 'invalido':
      return INVALIDOS[name as keyof Party] ?? 'The value is not valid.';
    case 'longo':
      return 'The text is too long.';
    case 'sem-nome':
      return 'The name is missing.';
    case 'sem-campo':
      return 'Has no signature field: will only read and agree.';
    case 'sem-valor':
      return 'Is read-only and empty.';
    case 'valor':
      return 'The initial value is not valid for this type of field.';
    case 'pagina':
      return 'The file has no such page.';
    case 'sem-dono':
      return 'Choose who fills it in.';
    case 'recusado':
      return retell(fault.message, fault) ?? fault.message;
  }
}

export const textos: Textos = {
  preparar: 'Prepare document',
  prepararModelo: 'Prepare template',
  documento: 'Document',
  abrindo: 'Opening the document…',
  baixando: 'Downloading the file…',
  falhou: 'The document could not be opened.',
  semLinha: 'No connection. We will try again as soon as it is back.',
  paginaFalhou: 'This page could not be drawn.',
  pagina: (number, total) => `Page ${number} of ${total}`,
  tipos: TIPOS,
  funcoes: FUNCOES,
  entregas: ENTREGAS,
  fatores: FATORES,
  problema,
  salvar: {
    salvo: 'Saved',
    pendente: 'Saving…',
    salvando: 'Saving…',
    'sem-conexao': 'No connection — we will save once it is back',
    retido: 'Saved, except what is incomplete',
    recusado: 'Not everything could be saved',
    fechado: 'Editing is no longer possible',
    detalheRetido: 'People who lack something, and their fields, stay in this tab until you complete them.',
  },
  barra: {
    voltar: 'Back to the document',
    voltarAoEnvelope: 'Back to the envelope',
    ferramentas: 'Editor tools',
    desfazer: 'Undo (Ctrl Z)',
    refazer: 'Redo (Ctrl Shift Z)',
    diminuir: 'Zoom out',
    aumentar: 'Zoom in',
    zoom: (percent) => `Zoom ${percent}%`,
    ima: 'Snap to lines and grid',
    previa: 'See what each person sees',
    regras: 'Rules',
    revisar: 'Review and send',
    revisarModelo: 'Check',
    problemas: (count) => plural(count, 'problem', 'problems'),
    atalhos: 'Keyboard shortcuts',
  },
  pessoas: {
    titulo: 'Who signs',
    tituloModelo: 'Roles',
    incluir: 'Add person',
    incluirModelo: 'Add role',
    vazio: 'Add who is going to sign; each person gets a colour for their fields.',
    vazioModelo: 'Add the roles the document will have, such as Landlord and Tenant.',
    emOrdem: 'They sign in order',
    emOrdemDica: 'Each turn begins when the one before ends; in the same turn, they sign together.',
    vez: (number) => `Turn ${number}`,
    mover: (nome) => `Move ${nome}: drag, or use the up and down arrows`,
    semNome: 'No name',
    fechar: 'Close',
    remover: 'Remove',
    campos: (count) => (count === 0 ? 'no fields' : plural(count, 'field', 'fields')),
    nome: 'Full name',
    papel: 'Name of the role',
    email: 'E-mail',
    telefone: 'Mobile',
    telefoneExemplo: '+55 11 98765-4321',
    cpf: 'CPF',
    nascimento: 'Date of birth',
    funcao: 'What they do',
    entrega: 'How they are invited',
    fatores: 'How they prove who they are',
    doDocumento: 'required of everybody',
    travar: 'May not correct name and CPF when signing',
    movida: (nome, vez, total) => `${nome}: turn ${vez} of ${total}`,
    removida: (nome) => `${nome} is gone, with their fields. Ctrl Z undoes it.`,
  },
  paleta: {
    titulo: 'Fields',
    dica: 'Drag to the page, or choose one and press Enter.',
    dicaToque: 'Tap to put it in the middle of the page.',
    dono: 'Filled in by',
    semPessoas: 'Add a person to place their fields.',
    remetente: 'By you, read-only',
    cheio: (most) => `The limit is ${most} fields.`,
    posto: (tipo, pagina) => `${tipo} on page ${pagina}. Arrows move it, Alt and arrows resize it.`,
  },
  campo: {
    remetente: 'you',
    descricao: (tipo, rotulo, quem, pagina) => `${tipo}${rotulo ? ` “${rotulo}”` : ''}, of ${quem}, page ${pagina}`,
  },
  propriedades: {
    titulo: 'Field',
    varios: (count) => `${count} fields`,
    nada: 'Choose a field on the page to see what can be changed.',
    dono: 'Who fills it in',
    misto: 'Several',
    rotulo: 'Label',
    rotuloDica: 'A hint for whoever fills it in.',
    obrigatorio: 'Must be filled in',
    leitura: 'Read-only, filled in by you',
    valor: 'Initial value',
    valorFixo: 'Value',
    marcado: 'Ticked at first',
    pagina: 'Page',
    posicao: 'Position and size, in millimetres',
    x: 'From the left',
    y: 'From the top',
    largura: 'Width',
    altura: 'Height',
    duplicar: 'Duplicate',
    apagar: 'Delete',
    copiar: 'Copy to every page',
    copiarSeguintes: 'Copy to the following pages',
    alinhar: 'Align',
    alinhamentos: {
      esquerda: 'Align left',
      centro: 'Centre horizontally',
      direita: 'Align right',
      topo: 'Align to the top',
      meio: 'Centre vertically',
      base: 'Align to the bottom',
    },
    distribuirX: 'Distribute horizontally',
    distribuirY: 'Distribute vertically',
    data: 'The date of the signature is filled in by itself.',
  },
  paginas: {
    titulo: 'Pages',
    ir: (number, campos) => `Page ${number}${campos > 0 ? `, ${plural(campos, 'field', 'fields')}` : ''}`,
  },
  anuncio: {
    mudouDePagina: (pagina) => `Now on page ${pagina}`,
    apagados: (count) => `${plural(count, 'field', 'fields')} deleted. Ctrl Z undoes it.`,
    copiados: (count) => `${plural(count, 'copy', 'copies')} placed. Ctrl Z undoes it.`,
    naoCabem: (room) => `Too many: ${plural(room, 'field is', 'fields are')} left up to the limit.`,
    desfeito: 'Undone',
    refeito: 'Redone',
    escolhidos: (count) => `${plural(count, 'field', 'fields')} chosen`,
  },
  regras: {
    titulo: 'Rules of the document',
    nome: 'Title',
    mensagem: 'Message in the invitation',
    nivel: 'Level of the signature',
    niveis: { ELETRONICA: 'Electronic', SEGURA: 'Secure, with a code' },
    fatores: 'How everybody proves who they are',
    prazo: 'Deadline for signing',
    lembrete: 'Reminder to who has not signed',
    lembretes: { nenhum: 'No reminder', DIARIO: 'Every day', SEMANAL: 'Every week' },
    recusavel: 'Signers may refuse, with a reason',
    parar: 'One refusal ends the document',
    pronto: 'Done',
  },
  revisao: {
    titulo: 'Review and send',
    tituloModelo: 'Check the template',
    impedem: (count) => plural(count, 'problem keeps it from being sent', 'problems keep it from being sent'),
    impedemModelo: (count) => plural(count, 'problem to solve', 'problems to solve'),
    avisos: (count) => plural(count, 'point to check', 'points to check'),
    ir: 'Go there',
    pronto: 'Everything is ready to be sent.',
    prontoModelo: 'The template is ready to be used.',
    acontece: 'What happens on sending',
    recebe: {
      EMAIL: (nome, onde) => `${nome} gets the invitation by e-mail at ${onde}`,
      SMS: (nome, onde) => `${nome} gets the invitation by SMS at ${onde}`,
      LINK: (nome) => `${nome} gets no message: you copy the link on the page of the document and hand it over`,
    },
    comprova: (fatores) => `proves who they are by: ${fatores.join(', ')}`,
    preenche: (count) =>
      count === 0 ? 'reads and agrees, with no fields to fill in' : `fills in ${plural(count, 'field', 'fields')}`,
    vez: (number) => (number === 1 ? 'Now' : `Once turn ${number - 1} is over`),
    todos: 'Everybody at the same time',
    prazo: (quando) => `The deadline for signing is ${quando}.`,
    semPrazo: 'There is no deadline for signing.',
    lembrete: {
      DIARIO: 'Who has not signed is reminded every day.',
      SEMANAL: 'Who has not signed is reminded every week.',
    },
    imutavel: 'After sending, file, fields and rules do not change any more.',
    franquia: 'Sending uses one envelope of your plan.',
    teste: 'Test environment: messages go to the test mailbox, and nothing is charged.',
    irAoEnvelope: 'Go to the envelope',
    envelope: 'This document is part of an envelope and is sent with it.',
    enviar: 'Send now',
    voltar: 'Go on editing',
    naoSalvo: 'There are changes still to be saved; check the connection and try again.',
    servico: 'The service did not accept it:',
    enviado: 'Document sent.',
  },
  previa: {
    titulo: 'What each person sees',
    quem: 'See as',
    passos: 'The way of this person',
    recebe: {
      EMAIL: 'Gets the invitation by e-mail',
      SMS: 'Gets the invitation by SMS',
      LINK: 'Opens the link you hand over',
    },
    espera: (vez) => `Waits for turn ${vez}`,
    comprova: 'Proves who they are',
    le: (paginas) => `Reads ${plural(paginas, 'page', 'pages')} and agrees with the text`,
    preenche: (campos) =>
      campos.length === 0 ? 'Finishes, with no fields to fill in' : `Fills in: ${campos.join(', ')}`,
    assineAqui: 'Sign here',
    rubriqueAqui: 'Initial here',
    ninguem: 'Add a person to see what they will see.',
  },
  avisos: {
    outraAba: 'This document is open for editing in another tab. Here you only look on.',
    editarAqui: 'Edit in this tab',
    assumindo: 'Waiting for the other tab to save…',
    imutavel: 'The document was sent already; its content does not change any more.',
    sumiu: 'The document does not exist any more.',
    semPermissao: 'Your role does not allow changing this document.',
    verDocumento: 'See the document',
    mudou: 'This document was changed elsewhere while you were editing.',
    manter: 'Keep what is here',
    carregar: 'Load what was saved there',
    recuperado: 'We brought back what had not been saved last time.',
    atualizado: 'The document was changed elsewhere; this is its new version.',
    recusado: 'The service did not accept part of the changes:',
  },
  atalhos: {
    titulo: 'Keyboard shortcuts',
    lista: [
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
  painel: { pessoas: 'People', campos: 'Fields', propriedades: 'Properties', paginas: 'Pages', papeis: 'Roles' },
};
