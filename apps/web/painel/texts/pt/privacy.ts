import type { CategoriaRetencao, EstadoSolicitacao, TipoSolicitacao } from '@rubrica/contract';

/** How long things are kept, and what people ask about their data. */

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const CATEGORIES: Record<CategoriaRetencao, string> = {
  CONCLUIDO: 'Documentos concluídos',
  RASCUNHO: 'Rascunhos parados',
  CANCELADO_OU_EXPIRADO: 'Cancelados, expirados e recusados',
  ENTREGA_WEBHOOK: 'Entregas de webhook',
  REGISTRO_CHAMADA: 'Registros de chamadas',
};
const ABOUT: Record<CategoriaRetencao, string> = {
  CONCLUIDO: 'Com o arquivo assinado, o certificado e a trilha. Ao menos 1.825 dias (cinco anos).',
  RASCUNHO: 'Contados da última alteração.',
  CANCELADO_OU_EXPIRADO: 'Contados do encerramento. Não passa do prazo dos concluídos.',
  ENTREGA_WEBHOOK: 'O corpo enviado, as respostas e as tentativas.',
  REGISTRO_CHAMADA: 'As chamadas à API, em Uso da API. Ali aparecem por 90 dias, ou por menos se o prazo for menor.',
};
const TYPES: Record<TipoSolicitacao, string> = {
  ACESSO: 'Acesso aos dados',
  CORRECAO: 'Correção de dados',
  EXPORTACAO: 'Exportação dos dados',
  ELIMINACAO: 'Eliminação de dados',
};
const EXPLAINS: Record<TipoSolicitacao, string> = {
  ACESSO: 'Reúne em um arquivo tudo o que a organização guarda da pessoa. Fica pronto sozinho.',
  CORRECAO: 'Algo está errado ou incompleto. Corrija e depois marque o pedido como atendido.',
  EXPORTACAO: 'Os dados da pessoa em um formato que outro sistema lê. Fica pronto sozinho.',
  ELIMINACAO: 'Apaga o que nenhum dever legal manda guardar. Espera sete dias e pede confirmação de um administrador.',
};
const STATES: Record<EstadoSolicitacao, string> = {
  ABERTA: 'Aberto',
  EM_CARENCIA: 'Em carência',
  ATENDIDA: 'Atendido',
  RECUSADA: 'Recusado',
};
const DADOS: Record<string, string> = {
  SIGNATARIO: 'Dados de signatário',
  CAMPO_PREENCHIDO: 'Campos preenchidos',
  IMAGEM_DE_ASSINATURA: 'Imagens de assinatura',
  LINK: 'Links pessoais',
  MENSAGEM: 'Mensagens',
  EVENTO_WEBHOOK: 'Eventos de webhook',
  CLIENTE: 'Contato guardado',
  AUTENTICADOR: 'Aplicativo autenticador',
  CADASTRO_DE_EX_MEMBRO: 'Cadastro de ex-membro',
  LINK_DE_MODELO: 'Links públicos de modelos',
  PEDIDO_DE_FORMULARIO: 'Pedidos por links públicos',
  DOCUMENTO_CONCLUIDO: 'Documentos concluídos',
  DOCUMENTO_EM_ANDAMENTO: 'Documentos em andamento',
  TRILHA_DE_AUDITORIA: 'Trilhas de auditoria',
  VINCULO_DE_MEMBRO: 'Participação na organização',
};

export const textos = {
  retencao: {
    titulo: 'Prazos de guarda',
    texto:
      'Por quanto tempo cada coisa é guardada neste ambiente. O que passa do prazo é expurgado, se quem opera o serviço ligou o expurgo. Não há volta.',
    categoria: CATEGORIES,
    about: ABOUT,
    noDeadline: 'Sem prazo: nunca é expurgado',
    dias: (dias: number) => plural(dias, 'dia', 'dias'),
    daysOf: (categoria: string) => `Dias: ${categoria}`,
    noDeadlineOf: (categoria: string) => `${categoria}: sem prazo`,
    whole: 'Informe um número de dias, de 1 a 36.525.',
    fiveYears:
      'Documentos concluídos se guardam por ao menos 1.825 dias (cinco anos, a prescrição do art. 206 do Código Civil e do art. 27 do CDC).',
    beyondCompleted: 'Não pode passar do prazo dos documentos concluídos.',
    ownerOnly: 'Quem define os prazos é um proprietário.',
    confirmar: 'Rever e salvar',
    savedOnes: 'Prazos salvos.',
    dialog: {
      titulo: 'Salvar os prazos de guarda?',
      shorten: 'Estes prazos encurtam. O que já passou deles pode ser apagado no próximo expurgo, sem volta:',
      changing: 'Mudanças:',
      de: (categoria: string, before: string, after: string) => `${categoria}: de ${before} para ${after}`,
      noDeadline: 'sem prazo',
      ambiente: { PRODUCAO: 'Valem para o ambiente de produção.', TESTE: 'Valem só para o ambiente de teste.' },
      save: 'Salvar os prazos',
    },
    otherEnvironment: 'Cada ambiente tem os seus prazos.',
  },
  dataSubjects: {
    titulo: 'Pedidos de titulares',
    texto: 'Pedidos de pessoas sobre os próprios dados (LGPD, art. 18). A lei dá quinze dias para responder a cada um.',
    openOnlyText:
      'Registre aqui o que uma pessoa pediu sobre os próprios dados (LGPD, art. 18). Um administrador acompanha e decide.',
    fresh: 'Registrar pedido',
    tipo: TYPES,
    explains: EXPLAINS,
    estado: STATES,
    filter: 'Situação',
    outstanding: 'Em aberto',
    total: (total: number) => plural(total, 'pedido', 'pedidos'),
    blank: 'Nenhum pedido em aberto',
    blankText:
      'Quando alguém pedir para ver, corrigir, levar ou apagar os próprios dados, registre aqui. O prazo legal começa a contar na hora.',
    blankByFilter: 'Nenhum pedido nesta situação',
    blankByFilterText: 'Escolha outra situação para ver os demais.',
    more: 'Mostrar mais',
    list: 'Pedidos de titulares',
    allRequests: 'Todos os pedidos',
    requestOf: (tipo: string, nome: string) => `${tipo} — ${nome}`,
    none: 'Não há pedido neste endereço',
    noneText: 'Ele não existe ou é de outra organização ou do outro ambiente.',
    titular: 'Titular',
    email: 'E-mail',
    cpf: 'CPF',
    descricao: 'O que foi pedido',
    criado: 'Registrado em',
    prazo: 'Prazo legal',
    overdue: 'Prazo vencido',
    leftOver: (dias: number) => (dias === 0 ? 'vence hoje' : `faltam ${plural(dias, 'dia', 'dias')}`),
    passed: (dias: number) => (dias === 0 ? 'venceu hoje' : `venceu há ${plural(dias, 'dia', 'dias')}`),
    encerrado: 'Encerrado em',
    carencia: 'Carência até',
    confirmado: 'Confirmado em',
    motivo: 'Motivo da recusa',
    gathering: 'Os dados estão sendo reunidos. O arquivo aparece aqui em instantes.',
    baixar: 'Baixar os dados',
    downloadUntil: 'Disponível até',
    unavailable: 'O arquivo não está mais disponível. Registre outro pedido para reunir os dados de novo.',
    arquivo: 'dados-do-titular',
    toConfirm: 'Falta confirmar: sem isso nada é apagado.',
    confirmada: (when: string) =>
      `Confirmada. O que a lei permite é apagado depois de ${when}; até lá, ainda dá para recusar.`,
    confirmErasure: 'Confirmar a eliminação',
    markDone: 'Marcar como atendido',
    recusar: 'Recusar',
    erasureConfirmed: 'Eliminação confirmada.',
    atendida: 'Pedido marcado como atendido.',
    recusada: 'Pedido recusado.',
    registered: 'Pedido registrado. O prazo legal é de quinze dias.',
    resultado: 'Resultado da eliminação',
    eliminados: 'Apagado',
    mantidos: 'Mantido',
    nothingErased: 'Nada havia que pudesse ser apagado.',
    dado: DADOS,
    dados: 'Dado',
    quantidade: 'Quantidade',
    because: 'Por quê',
    form: {
      titulo: 'Registrar pedido de titular',
      tipo: 'O que a pessoa pede',
      nome: 'Nome da pessoa',
      email: 'E-mail da pessoa',
      mailHint: 'É por ele que os dados são encontrados.',
      cpf: 'CPF (se souber)',
      cpfHint: 'Com ele se encontram também os dados que a pessoa deu com outro e-mail.',
      cpfInvalido: 'Confira os números do CPF.',
      descricao: 'O que ela pediu, com as palavras dela (se quiser)',
      registrar: 'Registrar o pedido',
      identity: 'Confira antes se quem pede é mesmo a pessoa: os dados só podem ser entregues a ela.',
    },
    refusalDialog: {
      titulo: 'Recusar o pedido?',
      texto: 'A recusa encerra o pedido. A pessoa tem direito de saber o motivo.',
      motivo: 'Motivo',
      missing: 'Escreva o motivo.',
      recusar: 'Recusar o pedido',
    },
    erasureDialog: {
      titulo: 'Confirmar a eliminação?',
      erases:
        'Depois da carência, são apagados os dados da pessoa em rascunhos e em documentos cancelados, expirados ou recusados, o que ela preencheu e desenhou neles e as mensagens a ela. Não há volta.',
      keeps:
        'Documentos concluídos ou em andamento e as trilhas ficam: a lei permite guardá-los (LGPD, art. 7º, VI, e art. 16, I).',
      when: (when: string) => `A carência vai até ${when}. Até lá, o pedido ainda pode ser recusado.`,
      confirmar: 'Confirmar a eliminação',
    },
  },
};

export type Textos = typeof textos;
