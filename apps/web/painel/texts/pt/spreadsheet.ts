import type { Encoding, Refusal } from '../../modelos/spreadsheet/read.ts';
import type { Outcome } from '../../modelos/spreadsheet/round.ts';
import type { Detail } from '../../modelos/spreadsheet/targets.ts';

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`;

const dado: Record<Detail, string> = {
  nome: 'nome',
  email: 'e-mail',
  telefone: 'celular',
  cpf: 'CPF',
  dataNascimento: 'nascimento',
  metodoEntrega: 'convite por',
};

const encoding: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows (ANSI)',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (BE)',
};

const recusa: Record<Refusal, string> = {
  tooLarge: 'O arquivo passa de 5 MB. Divida a planilha em partes.',
  excel:
    'Este arquivo do Excel não pôde ser lido: tem senha, é de antes de 2007 (.xls) ou está danificado. Salve-o de novo como .xlsx ou como “CSV UTF-8”.',
  binary: 'Este arquivo não é uma planilha .xlsx nem um CSV.',
  blank: 'O arquivo está vazio.',
};

const estado: Record<Outcome['estado'], string> = {
  waiting: 'Na fila',
  doing: 'Em andamento',
  criado: 'Rascunho criado',
  enviado: 'Enviado',
  existed: 'Já existia',
  excluido: 'Já existia, e foi excluído',
  naoEnviado: 'Criado, não enviado',
  recusado: 'Recusado',
};

export const textos = {
  titulo: (nome: string) => `${nome}: vários por planilha`,
  dado,
  encoding,
  recusa,
  separator: { ';': 'Ponto e vírgula', ',': 'Vírgula', '\t': 'Tabulação', '|': 'Barra vertical' } as Record<
    string,
    string
  >,
  workbook: {
    sheet: (nome: string, outras: number) =>
      outras === 0
        ? `Planilha lida: “${nome}”.`
        : `Planilha lida: “${nome}”, a primeira. ${outras === 1 ? 'A outra não foi lida' : `As outras ${outras} não foram lidas`}.`,
    numbers: (colunas: string) =>
      `Há números em ${colunas}. Se algum começa com zero, o Excel já o tirou: confira, ou formate a coluna como texto e salve de novo.`,
    without: (celulas: number) =>
      `${celulas === 1 ? 'Uma célula tem fórmula sem resultado e foi lida' : `${celulas} células têm fórmula sem resultado e foram lidas`} como vazia${celulas === 1 ? '' : 's'}. Abra no Excel, corrija e salve.`,
  },
  arquivo: {
    titulo: 'A planilha',
    texto:
      'Cada linha da planilha cria um documento. A primeira linha traz os nomes das colunas. Solte o arquivo do Excel (.xlsx) ou CSV nesta página, ou escolha-o.',
    choose: 'Escolher a planilha',
    exchange: 'Trocar o arquivo',
    example: 'Baixar um exemplo',
    dropIt: 'Solte a planilha',
    exampleName: 'exemplo',
    secure: 'Rodar de novo é seguro',
    secureText:
      'Uma linha que já criou o seu documento não cria outro, mesmo que você feche a página no meio, rode o arquivo duas vezes ou corrija outras linhas: só o que falta é criado.',
    secureForADay:
      'Por 24 horas, uma linha que já criou o seu documento não cria outro, mesmo que você rode o arquivo duas vezes. Depois disso, só um modelo com papéis garante o mesmo.',
    readItem: (lines: number) => plural(lines, 'linha', 'linhas'),
    encoding: 'Codificação',
    separator: 'Separador',
    cut: (limite: number) =>
      `A planilha tem mais do que cabe de uma vez: só as primeiras ${limite.toLocaleString('pt-BR')} linhas foram lidas.`,
    noLines: 'Não há nenhuma linha além dos nomes das colunas.',
  },
  columns: {
    titulo: 'O que cada coluna preenche',
    documento: 'Documento',
    variaveis: 'Variáveis',
    documentoTitle: 'Título do documento',
    titleHint: 'Sem coluna, o nome do modelo e o da primeira pessoa.',
    doNotUse: 'Não usar',
    fixed: 'O mesmo em todas as linhas…',
    fixedValue: (destino: string) => `${destino}: o mesmo em todas`,
    leftOver: (total: number) => `${plural(total, 'dado necessário', 'dados necessários')} sem coluna`,
    moreData: 'Outros dados da pessoa',
  },
  options: {
    titulo: 'O que fazer com cada linha',
    rascunho: 'Criar rascunhos',
    draftHint: 'Você confere e envia depois.',
    enviar: 'Criar e enviar',
    sendHint: 'Cada documento é enviado assim que é criado, e consome um envelope do plano.',
    sendTest: 'Ambiente de teste: as mensagens vão para a caixa de teste, e nada é cobrado.',
    batch: 'Nome do lote',
    batchHint:
      'Só é preciso para repetir de propósito: com outro nome, como “Março de 2027”, as mesmas linhas criam documentos novos.',
    blankOnes: 'Aceitar variáveis em branco',
    repeatedOnes: 'Criar também as linhas repetidas',
    passOn: 'Quem assina pode passar a assinatura a outra pessoa',
    inPerson: 'Quem recebe o link das suas mãos assina presencialmente',
    inPersonHint:
      'Vale nas linhas em que o convite é por link. É o que você declara, e a trilha diz; não prova nada nem dispensa fator.',
  },
  check: {
    titulo: 'Conferência',
    readyOnes: (total: number) => plural(total, 'linha pronta', 'linhas prontas'),
    withIssue: (total: number) => plural(total, 'linha com problema', 'linhas com problema'),
    stayOut: 'Linhas com problema ficam de fora. Corrija o arquivo e escolha-o de novo, a qualquer momento.',
    doubtful: (total: number) => plural(total, 'linha a conferir', 'linhas a conferir'),
    show: 'Mostrar',
    allItems: 'Todas',
    issuesOnly: 'Com problema',
    doubtsOnly: 'A conferir',
    linha: 'Linha',
    ready: 'Pronta',
    more: (total: number) => `Mostrar mais ${total.toLocaleString('pt-BR')}`,
    noneYet: 'Nenhuma linha aqui.',
    criar: (total: number) => `Criar ${plural(total, 'rascunho', 'rascunhos')}`,
    enviar: (total: number) => `Criar e enviar ${plural(total, 'documento', 'documentos')}`,
    quotes: 'As aspas desta linha não fecham.',
    columns: (has: number, expectedOnes: number) =>
      `A linha tem ${plural(has, 'coluna', 'colunas')}; os nomes são ${expectedOnes}.`,
    repeated: (linha: number) => `Diz o mesmo que a linha ${linha}.`,
    entrega: (papel: string) => `${papel}: o convite vai por e-mail, SMS ou link.`,
    blankVariable: (nome: string) => `${nome} está em branco.`,
    longVariable: (nome: string) => `${nome} é longo demais.`,
    doubtfulVariable: (nome: string, doubt: string) => `${nome}: ${doubt}`,
    longTitle: 'O título é longo demais.',
  },
  round: {
    titulo: 'Andamento',
    progress: (doneOnes: number, total: number) =>
      `${doneOnes.toLocaleString('pt-BR')} de ${plural(total, 'linha', 'linhas')}`,
    pause: 'Pausar',
    goOn: 'Continuar',
    stop: 'Parar',
    tryAgain: 'Tentar de novo o que não foi',
    baixar: 'Baixar o resultado',
    fresh: 'Rodar outra planilha',
    paused: 'Pausado. Nada se perde: continue quando quiser.',
    pausedBy: 'Pausado:',
    stopped: 'Parado. As linhas que faltam podem ser criadas rodando o mesmo arquivo.',
    fim: 'Terminado.',
    waiting: (segundos: number) =>
      `O serviço pediu uma pausa. Continuamos sozinhos em ${plural(segundos, 'segundo', 'segundos')}.`,
    doNotClose: 'Deixe esta página aberta. Se ela se fechar, rode o mesmo arquivo: só o que falta é criado.',
    estado,
    outside: 'Fora: tem problema',
    open: (titulo: string) => `Abrir ${titulo}`,
    deletedLater: 'Para criar de novo, dê outro nome ao lote.',
    onceMore: 'Esta linha já criou um documento com outras opções, ou está sendo criada em outra aba.',
    columns: ['Linha', 'Resultado', 'Motivo', 'Documento'] as readonly [string, string, string, string],
    resultName: 'resultado',
    sair: {
      titulo: 'Sair com a planilha em andamento?',
      texto: 'O que já foi criado fica. Para criar o que falta, rode o mesmo arquivo depois.',
      stay: 'Continuar aqui',
      sair: 'Sair',
    },
  },
};

export type Textos = typeof textos;
