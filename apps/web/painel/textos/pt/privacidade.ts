import type { CategoriaRetencao, EstadoSolicitacao, TipoSolicitacao } from '@rubrica/contract';

/** How long things are kept, and what people ask about their data. */

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const CATEGORIAS: Record<CategoriaRetencao, string> = {
  CONCLUIDO: 'Documentos concluídos',
  RASCUNHO: 'Rascunhos parados',
  CANCELADO_OU_EXPIRADO: 'Cancelados, expirados e recusados',
  ENTREGA_WEBHOOK: 'Entregas de webhook',
  REGISTRO_CHAMADA: 'Registros de chamadas',
};
const SOBRE: Record<CategoriaRetencao, string> = {
  CONCLUIDO: 'Com o arquivo assinado, o certificado e a trilha. Ao menos 1.825 dias (cinco anos).',
  RASCUNHO: 'Contados da última alteração.',
  CANCELADO_OU_EXPIRADO: 'Contados do encerramento. Não passa do prazo dos concluídos.',
  ENTREGA_WEBHOOK: 'O corpo enviado, as respostas e as tentativas.',
  REGISTRO_CHAMADA: 'As chamadas à API, em Uso da API. Ali aparecem por 90 dias, ou por menos se o prazo for menor.',
};
const TIPOS: Record<TipoSolicitacao, string> = {
  ACESSO: 'Acesso aos dados',
  CORRECAO: 'Correção de dados',
  EXPORTACAO: 'Exportação dos dados',
  ELIMINACAO: 'Eliminação de dados',
};
const EXPLICA: Record<TipoSolicitacao, string> = {
  ACESSO: 'Reúne em um arquivo tudo o que a organização guarda da pessoa. Fica pronto sozinho.',
  CORRECAO: 'Algo está errado ou incompleto. Corrija e depois marque o pedido como atendido.',
  EXPORTACAO: 'Os dados da pessoa em um formato que outro sistema lê. Fica pronto sozinho.',
  ELIMINACAO: 'Apaga o que nenhum dever legal manda guardar. Espera sete dias e pede confirmação de um administrador.',
};
const ESTADOS: Record<EstadoSolicitacao, string> = {
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
  AUTENTICADOR: 'Aplicativo autenticador',
  CADASTRO_DE_EX_MEMBRO: 'Cadastro de ex-membro',
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
    categoria: CATEGORIAS,
    sobre: SOBRE,
    semPrazo: 'Sem prazo: nunca é expurgado',
    dias: (dias: number) => plural(dias, 'dia', 'dias'),
    diasDe: (categoria: string) => `Dias: ${categoria}`,
    semPrazoDe: (categoria: string) => `${categoria}: sem prazo`,
    inteiro: 'Informe um número de dias, de 1 a 36.525.',
    cincoAnos:
      'Documentos concluídos se guardam por ao menos 1.825 dias (cinco anos, a prescrição do art. 206 do Código Civil e do art. 27 do CDC).',
    passaDosConcluidos: 'Não pode passar do prazo dos documentos concluídos.',
    soProprietario: 'Quem define os prazos é um proprietário.',
    confirmar: 'Rever e salvar',
    salvos: 'Prazos salvos.',
    dialogo: {
      titulo: 'Salvar os prazos de guarda?',
      encurtam: 'Estes prazos encurtam. O que já passou deles pode ser apagado no próximo expurgo, sem volta:',
      mudam: 'Mudanças:',
      de: (categoria: string, antes: string, depois: string) => `${categoria}: de ${antes} para ${depois}`,
      semPrazo: 'sem prazo',
      ambiente: { PRODUCAO: 'Valem para o ambiente de produção.', TESTE: 'Valem só para o ambiente de teste.' },
      salvar: 'Salvar os prazos',
    },
    outroAmbiente: 'Cada ambiente tem os seus prazos.',
  },
  titulares: {
    titulo: 'Pedidos de titulares',
    texto: 'Pedidos de pessoas sobre os próprios dados (LGPD, art. 18). A lei dá quinze dias para responder a cada um.',
    textoSoAbrir:
      'Registre aqui o que uma pessoa pediu sobre os próprios dados (LGPD, art. 18). Um administrador acompanha e decide.',
    novo: 'Registrar pedido',
    tipo: TIPOS,
    explica: EXPLICA,
    estado: ESTADOS,
    filtro: 'Situação',
    emAberto: 'Em aberto',
    total: (total: number) => plural(total, 'pedido', 'pedidos'),
    vazio: 'Nenhum pedido em aberto',
    vazioTexto:
      'Quando alguém pedir para ver, corrigir, levar ou apagar os próprios dados, registre aqui. O prazo legal começa a contar na hora.',
    vazioDoFiltro: 'Nenhum pedido nesta situação',
    vazioDoFiltroTexto: 'Escolha outra situação para ver os demais.',
    mais: 'Mostrar mais',
    lista: 'Pedidos de titulares',
    todosOsPedidos: 'Todos os pedidos',
    pedidoDe: (tipo: string, nome: string) => `${tipo} — ${nome}`,
    nao: 'Não há pedido neste endereço',
    naoTexto: 'Ele não existe ou é de outra organização ou do outro ambiente.',
    titular: 'Titular',
    email: 'E-mail',
    cpf: 'CPF',
    descricao: 'O que foi pedido',
    criado: 'Registrado em',
    prazo: 'Prazo legal',
    vencido: 'Prazo vencido',
    faltam: (dias: number) => (dias === 0 ? 'vence hoje' : `faltam ${plural(dias, 'dia', 'dias')}`),
    passou: (dias: number) => (dias === 0 ? 'venceu hoje' : `venceu há ${plural(dias, 'dia', 'dias')}`),
    encerrado: 'Encerrado em',
    carencia: 'Carência até',
    confirmado: 'Confirmado em',
    motivo: 'Motivo da recusa',
    reunindo: 'Os dados estão sendo reunidos. O arquivo aparece aqui em instantes.',
    baixar: 'Baixar os dados',
    baixarAte: 'Disponível até',
    naoDisponivel: 'O arquivo não está mais disponível. Registre outro pedido para reunir os dados de novo.',
    arquivo: 'dados-do-titular',
    aConfirmar: 'Falta confirmar: sem isso nada é apagado.',
    confirmada: (quando: string) =>
      `Confirmada. O que a lei permite é apagado depois de ${quando}; até lá, ainda dá para recusar.`,
    confirmarEliminacao: 'Confirmar a eliminação',
    marcarAtendida: 'Marcar como atendido',
    recusar: 'Recusar',
    eliminacaoConfirmada: 'Eliminação confirmada.',
    atendida: 'Pedido marcado como atendido.',
    recusada: 'Pedido recusado.',
    registrado: 'Pedido registrado. O prazo legal é de quinze dias.',
    resultado: 'Resultado da eliminação',
    eliminados: 'Apagado',
    mantidos: 'Mantido',
    nadaEliminado: 'Nada havia que pudesse ser apagado.',
    dado: DADOS,
    dados: 'Dado',
    quantidade: 'Quantidade',
    porque: 'Por quê',
    form: {
      titulo: 'Registrar pedido de titular',
      tipo: 'O que a pessoa pede',
      nome: 'Nome da pessoa',
      email: 'E-mail da pessoa',
      emailDica: 'É por ele que os dados são encontrados.',
      cpf: 'CPF (se souber)',
      cpfDica: 'Com ele se encontram também os dados que a pessoa deu com outro e-mail.',
      cpfInvalido: 'Confira os números do CPF.',
      descricao: 'O que ela pediu, com as palavras dela (se quiser)',
      registrar: 'Registrar o pedido',
      identidade: 'Confira antes se quem pede é mesmo a pessoa: os dados só podem ser entregues a ela.',
    },
    dialogoRecusa: {
      titulo: 'Recusar o pedido?',
      texto: 'A recusa encerra o pedido. A pessoa tem direito de saber o motivo.',
      motivo: 'Motivo',
      falta: 'Escreva o motivo.',
      recusar: 'Recusar o pedido',
    },
    dialogoEliminacao: {
      titulo: 'Confirmar a eliminação?',
      apaga:
        'Depois da carência, são apagados os dados da pessoa em rascunhos e em documentos cancelados, expirados ou recusados, o que ela preencheu e desenhou neles e as mensagens a ela. Não há volta.',
      mantem:
        'Documentos concluídos ou em andamento e as trilhas ficam: a lei permite guardá-los (LGPD, art. 7º, VI, e art. 16, I).',
      quando: (quando: string) => `A carência vai até ${quando}. Até lá, o pedido ainda pode ser recusado.`,
      confirmar: 'Confirmar a eliminação',
    },
  },
};

export type Textos = typeof textos;
