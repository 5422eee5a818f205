import type { FatorAutenticacao, FuncaoSignatario, MetodoEntrega, TipoCampo } from '@rubrica/contract';
import type { Fault, Why } from '../state/rules.ts';
import type { Party } from '../state/types.ts';

/** What the editor says. Other languages have the same shape. */

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const TYPES: Record<TipoCampo, string> = {
  ASSINATURA: 'Assinatura',
  RUBRICA: 'Rubrica',
  NOME: 'Nome',
  DATA: 'Data',
  CPF: 'CPF',
  CNPJ: 'CNPJ',
  EMAIL: 'E-mail',
  TEXTO: 'Texto',
  CHECKBOX: 'Caixa de seleção',
  IMAGEM: 'Imagem',
};

const FUNCTIONS: Record<FuncaoSignatario, string> = {
  ASSINAR: 'Assina',
  APROVAR: 'Aprova',
  RECONHECER: 'Reconhece',
  TESTEMUNHAR: 'Testemunha',
  ACUSAR_RECEBIMENTO: 'Acusa o recebimento',
  ENDOSSAR: 'Endossa',
};

const DELIVERIES: Record<MetodoEntrega, string> = {
  EMAIL: 'E-mail',
  SMS: 'SMS',
  LINK: 'Link entregue por você',
  WHATSAPP: 'WhatsApp',
};

const FACTORS: Record<FatorAutenticacao, string> = {
  EMAIL: 'E-mail',
  SMS_OTP: 'Código por SMS',
  TOTP: 'Aplicativo autenticador',
  DADOS_PESSOAIS: 'CPF e data de nascimento',
  WHATSAPP_OTP: 'Código por WhatsApp',
  SELFIE: 'Selfie',
  BIOMETRIA_FACIAL: 'Biometria facial',
  DOCUMENTO_FOTO: 'Documento com foto',
  CERTIFICADO_ICP: 'Certificado ICP-Brasil',
};

const REASONS: Partial<Record<Why, string>> = {
  EMAIL: 'para a confirmação por e-mail',
  ENTREGA_EMAIL: 'porque o convite vai por e-mail',
  SMS_OTP: 'para o código por SMS',
  ENTREGA_SMS: 'porque o convite vai por SMS',
  DADOS_PESSOAIS: 'para a confirmação de dados pessoais',
};

const DADOS: Partial<Record<keyof Party, string>> = {
  nome: 'o nome',
  email: 'o e-mail',
  telefone: 'o celular',
  cpf: 'o CPF',
  dataNascimento: 'a data de nascimento',
};

const INVALID: Partial<Record<keyof Party, string>> = {
  email: 'O e-mail não está completo.',
  telefone: 'Use DDI e DDD, como +55 11 98765-4321.',
  cpf: 'Os dígitos do CPF não conferem.',
  dataNascimento: 'Esta data não existe.',
};

/** What is wrong, in a sentence. @param name the datum, where it is about one */
function issue(fault: Fault, name: string): string {
  switch (fault.kind) {
    case 'no-parts':
      return 'Inclua ao menos uma pessoa.';
    case 'no-signature':
      return 'Posicione ao menos um campo de assinatura.';
    case 'kept-without-code':
      return 'O nível Segura exige um código: por SMS ou do aplicativo autenticador.';
    case 'deadline-passed':
      return 'O prazo já passou; escolha um momento futuro.';
    case 'titulo':
      return 'Dê um título ao documento.';
    case 'missing':
      return `Falta ${DADOS[name as keyof Party] ?? name}, ${REASONS[fault.why] ?? ''}.`;
    case 'invalid':
      return INVALID[name as keyof Party] ?? 'O valor não é válido.';
    case 'long':
      return 'O texto é longo demais.';
    case 'no-name':
      return 'Falta o nome.';
    case 'no-field':
      return 'Não tem campo de assinatura: só vai ler e concordar.';
    case 'no-value':
      return 'É só de leitura e está vazio.';
    case 'valor':
      return 'O valor inicial não é válido para este tipo de campo.';
    case 'pagina':
      return 'O arquivo não tem esta página.';
    case 'no-owner':
      return 'Escolha quem preenche.';
    case 'refused':
      return fault.message;
  }
}

export const textos = {
  prepare: 'Preparar documento',
  prepareModelo: 'Preparar modelo',
  documento: 'Documento',
  opening: 'Abrindo o documento…',
  downloading: 'Baixando o arquivo…',
  failed: 'O documento não pôde ser aberto.',
  noLine: 'Sem conexão. Tentamos de novo assim que ela voltar.',
  pageFailed: 'Esta página não pôde ser desenhada.',
  pagina: (number: number, total: number) => `Página ${number} de ${total}`,
  types: TYPES,
  functions: FUNCTIONS,
  entregas: DELIVERIES,
  fatores: FACTORS,
  issue,
  save: {
    saved: 'Salvo',
    pending: 'Salvando…',
    saving: 'Salvando…',
    'no-connection': 'Sem conexão — salvaremos assim que voltar',
    withheld: 'Salvo, menos o que está incompleto',
    refused: 'Não foi possível salvar tudo',
    closed: 'Não é mais possível editar',
    withheldDetail: 'Pessoas a quem falta algum dado, e os campos delas, ficam só nesta aba até você completar.',
  },
  bar: {
    back: 'Voltar ao documento',
    backToEnvelope: 'Voltar ao envelope',
    tools: 'Ferramentas do editor',
    undo: 'Desfazer (Ctrl Z)',
    redo: 'Refazer (Ctrl Shift Z)',
    zoomOut: 'Diminuir o zoom',
    zoomIn: 'Aumentar o zoom',
    zoom: (percent: number) => `Zoom de ${percent}%`,
    magnet: 'Atrair para linhas e grade',
    preview: 'Ver como cada pessoa vê',
    previewModelo: 'Ver como cada papel vê',
    rules: 'Regras',
    review: 'Revisar e enviar',
    reviewModelo: 'Conferir',
    issues: (count: number) => plural(count, 'problema', 'problemas'),
    shortcuts: 'Atalhos do teclado',
  },
  persons: {
    titulo: 'Quem assina',
    tituloModelo: 'Papéis',
    include: 'Incluir pessoa',
    includeModelo: 'Incluir papel',
    blank: 'Inclua quem vai assinar; cada pessoa recebe uma cor para os seus campos.',
    blankModelo: 'Inclua os papéis que o documento terá, como Locador e Locatário.',
    inOrder: 'Assinam em ordem',
    inOrderHint: 'Cada vez começa quando a anterior termina; na mesma vez, assinam juntos.',
    turn: (number: number) => `${number}ª vez`,
    mover: (nome: string) => `Mover ${nome}: arraste, ou use as setas para cima e para baixo`,
    noName: 'Sem nome',
    close: 'Fechar',
    remover: 'Remover',
    campos: (count: number) => (count === 0 ? 'sem campos' : plural(count, 'campo', 'campos')),
    nome: 'Nome completo',
    contact: 'E-mail ou celular',
    more: 'Mais opções',
    me: 'Eu assino',
    meIncluded: 'Você está entre quem assina.',
    papel: 'Nome do papel',
    email: 'E-mail',
    telefone: 'Celular',
    examplePhone: '+55 11 98765-4321',
    cpf: 'CPF',
    nascimento: 'Nascimento',
    funcao: 'O que faz',
    entrega: 'Como recebe o convite',
    fatores: 'Como comprova quem é',
    fromDocument: 'exigido de todos',
    lock: 'Não pode corrigir nome e CPF ao assinar',
    inPerson: 'Assina presencialmente, neste ou em outro aparelho seu',
    inPersonHint: 'É o que você declara, e a trilha diz. Não prova nada nem dispensa fator.',
    passOn: 'Pode passar a assinatura a outra pessoa',
    moved: (nome: string, vez: number, total: number) => `${nome}: ${vez}ª vez de ${total}`,
    removed: (nome: string) => `${nome} saiu, com os seus campos. Ctrl Z desfaz.`,
  },
  palette: {
    titulo: 'Campos',
    hint: 'Arraste para a página, ou escolha e pressione Enter.',
    touchHint: 'Toque para pôr no meio da página.',
    holder: 'Preenchido por',
    noPeople: 'Inclua uma pessoa para posicionar os campos dela.',
    noRoles: 'Inclua um papel para posicionar os campos dele.',
    remetente: 'Por você, só de leitura',
    full: (most: number) => `O limite é de ${most} campos.`,
    put: (tipo: string, pagina: number) => `${tipo} na página ${pagina}. Setas movem, Alt e setas mudam o tamanho.`,
  },
  campo: {
    remetente: 'você',
    descricao: (tipo: string, rotulo: string, whom: string, pagina: number) =>
      `${tipo}${rotulo ? ` “${rotulo}”` : ''}, de ${whom}, página ${pagina}`,
  },
  properties: {
    titulo: 'Campo',
    several: (count: number) => `${count} campos`,
    nothing: 'Escolha um campo na página para ver o que pode mudar nele.',
    holder: 'Quem preenche',
    mixed: 'Vários',
    rotulo: 'Rótulo',
    labelHint: 'Ajuda mostrada a quem preenche.',
    obrigatorio: 'Preenchimento obrigatório',
    leitura: 'Só de leitura, preenchido por você',
    valor: 'Valor inicial',
    fixedValue: 'Valor',
    checkedBox: 'Começa marcada',
    pagina: 'Página',
    position: 'Posição e tamanho, em milímetros',
    x: 'Da esquerda',
    y: 'Do topo',
    largura: 'Largura',
    altura: 'Altura',
    duplicate: 'Duplicar',
    erase: 'Apagar',
    copy: 'Copiar para todas as páginas',
    copyToFollowing: 'Copiar para as páginas seguintes',
    align: 'Alinhar',
    alignments: {
      left: 'Alinhar à esquerda',
      center: 'Centralizar na horizontal',
      right: 'Alinhar à direita',
      top: 'Alinhar ao topo',
      middle: 'Centralizar na vertical',
      bottom: 'Alinhar à base',
    },
    distributeX: 'Distribuir na horizontal',
    distributeY: 'Distribuir na vertical',
    data: 'A data da assinatura entra sozinha.',
  },
  paginas: {
    titulo: 'Páginas',
    go: (number: number, campos: number) =>
      `Página ${number}${campos > 0 ? `, ${plural(campos, 'campo', 'campos')}` : ''}`,
  },
  announcement: {
    pageChanged: (pagina: number) => `Agora na página ${pagina}`,
    erased: (count: number) => `${plural(count, 'campo apagado', 'campos apagados')}. Ctrl Z desfaz.`,
    copiedOnes: (count: number) => `${plural(count, 'cópia posta', 'cópias postas')}. Ctrl Z desfaz.`,
    doNotFit: (room: number) => `Não cabem: restam ${plural(room, 'campo', 'campos')} até o limite.`,
    undone: 'Desfeito',
    redone: 'Refeito',
    chosen: (count: number) => plural(count, 'campo escolhido', 'campos escolhidos'),
  },
  rules: {
    titulo: 'Regras do documento',
    nome: 'Título',
    mensagem: 'Mensagem no convite',
    nivel: 'Nível da assinatura',
    levels: { ELETRONICA: 'Eletrônica', SEGURA: 'Segura, com código' } as Record<string, string>,
    fatores: 'Como todos comprovam quem são',
    prazo: 'Prazo para assinar',
    lembrete: 'Lembrete a quem não assinou',
    reminders: { none: 'Não lembrar', DIARIO: 'Todo dia', SEMANAL: 'Toda semana' } as Record<string, string>,
    recusavel: 'Quem assina pode recusar, com motivo',
    stop: 'Uma recusa encerra o documento',
    ready: 'Pronto',
  },
  send: {
    titulo: 'O envio',
    days: (count: number) => `${count} dias`,
    noDeadline: 'Sem prazo',
    modeloEmail: 'Texto do convite',
    ofService: 'O do serviço',
    gone: 'Modelo excluído',
    responderPara: 'Respostas para',
    replyHint: 'Quem responder ao convite escreve para este e-mail. Em branco, vale o da organização.',
  },
  review: {
    titulo: 'Revisar e enviar',
    tituloModelo: 'Conferir o modelo',
    prevent: (count: number) => plural(count, 'problema impede o envio', 'problemas impedem o envio'),
    preventModelo: (count: number) => plural(count, 'problema a resolver', 'problemas a resolver'),
    notices: (count: number) => plural(count, 'ponto a conferir', 'pontos a conferir'),
    go: 'Ir até lá',
    ready: 'Tudo pronto para enviar.',
    readyModelo: 'O modelo está pronto para usar.',
    happens: 'O que acontece ao enviar',
    receives: {
      EMAIL: (nome: string, where: string) => `${nome} recebe o convite por e-mail em ${where}`,
      SMS: (nome: string, where: string) => `${nome} recebe o convite por SMS em ${where}`,
      LINK: (nome: string) => `${nome} não recebe mensagem: você copia o link na página do documento e o entrega`,
      handedOver: (nome: string) => `${nome} não recebe mensagem: o link é entregue pelo sistema de onde você veio`,
    },
    proves: (fatores: readonly string[]) => `comprova quem é por: ${fatores.join(', ').toLowerCase()}`,
    fillsIn: (count: number) =>
      count === 0 ? 'lê e concorda, sem campos a preencher' : `preenche ${plural(count, 'campo', 'campos')}`,
    turn: (number: number) => (number === 1 ? 'Agora' : `Depois que a ${number - 1}ª vez terminar`),
    all: 'Todos ao mesmo tempo',
    prazo: (when: string) => `O prazo para assinar é ${when}.`,
    noDeadline: 'Não há prazo para assinar.',
    lembrete: { DIARIO: 'Quem não assinar é lembrado todo dia.', SEMANAL: 'Quem não assinar é lembrado toda semana.' },
    immutable: 'Depois do envio, o arquivo, os campos e as regras não mudam mais.',
    franquia: 'O envio consome um envelope do seu plano.',
    teste: 'Ambiente de teste: as mensagens vão para a caixa de teste, e nada é cobrado.',
    goToEnvelope: 'Ir para o envelope',
    envelope: 'Este documento faz parte de um envelope e é enviado com ele.',
    send: 'Enviar agora',
    back: 'Continuar editando',
    notSaved: 'Ainda há mudanças por salvar; verifique a conexão e tente de novo.',
    service: 'O serviço não aceitou o envio:',
    sent: 'Documento enviado.',
  },
  preview: {
    titulo: 'Como cada pessoa vê',
    tituloModelo: 'Como cada papel vê',
    whom: 'Ver como',
    steps: 'O caminho desta pessoa',
    stepsModelo: 'O caminho deste papel',
    receives: {
      EMAIL: 'Recebe o convite por e-mail',
      SMS: 'Recebe o convite por SMS',
      LINK: 'Abre o link que você entrega',
    } as Record<string, string>,
    waiting: (vez: number) => `Espera a vez: é a ${vez}ª`,
    proves: 'Comprova quem é',
    le: (paginas: number) => `Lê ${plural(paginas, 'página', 'páginas')} e concorda com o texto`,
    fillsIn: (campos: readonly string[]) =>
      campos.length === 0 ? 'Conclui, sem campos a preencher' : `Preenche: ${campos.join(', ')}`,
    signHere: 'Assine aqui',
    initialHere: 'Rubrique aqui',
    nobody: 'Inclua uma pessoa para ver o que ela verá.',
    nobodyModelo: 'Inclua um papel para ver o que ele verá.',
  },
  notices: {
    otherTab: 'Este documento está aberto para edição em outra aba. Aqui você só acompanha.',
    editHere: 'Editar nesta aba',
    takingOver: 'Aguardando a outra aba salvar…',
    immutable: 'O documento já foi enviado; o conteúdo não muda mais.',
    gone: 'O documento não existe mais.',
    noPermission: 'Seu papel não permite alterar este documento.',
    seeDocumento: 'Ver o documento',
    hasChanged: 'Este documento foi alterado em outro lugar enquanto você editava.',
    keep: 'Manter o que está aqui',
    load: 'Carregar o que foi salvo lá',
    recovered: 'Recuperamos o que não tinha sido salvo da última vez.',
    updated: 'O documento foi alterado em outro lugar; mostramos a versão nova.',
    refused: 'O serviço não aceitou parte das mudanças:',
  },
  inside: {
    sent: 'Enviado para assinatura',
    sentText: 'O documento seguiu para quem assina. Você já pode continuar na página de onde veio.',
    over: 'Este editor foi encerrado',
    overText: 'Ele já foi aberto em outra aba, ou o prazo passou. Volte à página de onde veio e comece de novo.',
    perhapsSent: 'A sessão terminou. Confira, na página de onde veio, se o documento já foi enviado.',
  },
  shortcuts: {
    titulo: 'Atalhos do teclado',
    list: [
      ['Tab', 'Vai de campo em campo'],
      ['Enter', 'Na paleta, põe o campo no meio da página; num campo, abre o que pode mudar nele'],
      ['Espaço', 'Escolhe o campo; com Shift, junta à escolha'],
      ['Setas', 'Movem 1 ponto; com Shift, 10'],
      ['Alt + setas', 'Mudam o tamanho; com Shift, em passos de 10'],
      ['Alt + Page Up, Page Down', 'Leva o campo para a página anterior ou seguinte'],
      ['Ctrl A', 'Escolhe todos os campos da página'],
      ['Ctrl C, Ctrl V', 'Copia os campos e põe na página à vista'],
      ['Ctrl D', 'Duplica'],
      ['Delete', 'Apaga'],
      ['Ctrl Z, Ctrl Shift Z', 'Desfaz e refaz'],
      ['+, −, 0', 'Zoom'],
      ['Alt ao arrastar', 'Solta das linhas e da grade'],
      ['Esc', 'Larga o que está sendo arrastado, ou desfaz a escolha'],
    ] as readonly (readonly [string, string])[],
  },
  painel: { persons: 'Pessoas', campos: 'Campos', properties: 'Propriedades', paginas: 'Páginas', papeis: 'Papéis' },
};
export type Texts = typeof textos;
