import type { Textos } from '../pt/spreadsheet.ts';

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

export const textos: Textos = {
  titulo: (nome) => `${nome}: many from a spreadsheet`,
  dado: {
    nome: 'name',
    email: 'e-mail',
    telefone: 'mobile',
    cpf: 'CPF',
    dataNascimento: 'date of birth',
    metodoEntrega: 'invitation by',
  },
  encoding: { 'utf-8': 'UTF-8', 'windows-1252': 'Windows (ANSI)', 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16 (BE)' },
  recusa: {
    tooLarge: 'The file is over 5 MB. Split the spreadsheet.',
    excel:
      'This Excel file could not be read: it has a password, is from before 2007 (.xls) or is damaged. Save it again as .xlsx or as “CSV UTF-8”.',
    binary: 'This file is neither an .xlsx spreadsheet nor a CSV.',
    blank: 'The file is empty.',
  },
  separator: { ';': 'Semicolon', ',': 'Comma', '\t': 'Tab', '|': 'Vertical bar' },
  workbook: {
    sheet: (nome: string, outras: number) =>
      outras === 0
        ? `Sheet read: “${nome}”.`
        : `Sheet read: “${nome}”, the first. ${outras === 1 ? 'The other one was not read' : `The other ${outras} were not read`}.`,
    numbers: (colunas: string) =>
      `There are numbers in ${colunas}. Where one begins with a zero, Excel has taken it off: check them, or format the column as text and save again.`,
    without: (celulas: number) =>
      `${celulas === 1 ? 'A cell has a formula without a result and was read as blank' : `${celulas} cells have formulas without a result and were read as blank`}. Open the file in Excel, mend and save it.`,
  },
  arquivo: {
    titulo: 'The spreadsheet',
    texto:
      'Each line of the spreadsheet makes a document. The first line has the names of the columns. Drop the Excel (.xlsx) or CSV file on this page, or choose it.',
    choose: 'Choose the spreadsheet',
    exchange: 'Choose another file',
    example: 'Download a sample',
    dropIt: 'Drop the spreadsheet',
    exampleName: 'sample',
    secure: 'Running it again is safe',
    secureText:
      'A row that has already created its document does not create another, even if you close the page halfway, run the file twice or correct other rows: only what is missing is created.',
    secureForADay:
      'For 24 hours, a row that has already created its document does not create another, even if you run the file twice. After that, only a template with roles ensures the same.',
    readItem: (lines) => plural(lines, 'row', 'rows'),
    encoding: 'Encoding',
    separator: 'Separator',
    cut: (limite) =>
      `The spreadsheet has more than fits at once: only the first ${limite.toLocaleString('en')} rows were read.`,
    noLines: 'There is no row besides the names of the columns.',
  },
  columns: {
    titulo: 'What each column fills in',
    documento: 'Document',
    variaveis: 'Variables',
    documentoTitle: 'Document title',
    titleHint: 'Without a column: the name of the template and that of the first person.',
    doNotUse: 'Do not use',
    fixed: 'The same on every row…',
    fixedValue: (destino) => `${destino}: the same on every row`,
    leftOver: (total) => `${plural(total, 'required item', 'required items')} without a column`,
    moreData: 'Other details of the person',
  },
  options: {
    titulo: 'What to do with each row',
    rascunho: 'Create drafts',
    draftHint: 'You check and send them later.',
    enviar: 'Create and send',
    sendHint: 'Each document is sent as soon as it is created, and uses one envelope of your plan.',
    sendTest: 'Test environment: messages go to the test mailbox, and nothing is charged.',
    batch: 'Name of the batch',
    batchHint:
      'Only needed to repeat on purpose: under another name, such as “March 2027”, the same rows create new documents.',
    blankOnes: 'Accept blank variables',
    repeatedOnes: 'Also create the repeated rows',
    passOn: 'Whoever signs may pass the signature on to another person',
    inPerson: 'Whoever gets the link from your hands signs in person',
    inPersonHint:
      'In rows whose invitation is by link. That is what you declare, and the trail says so; it proves nothing and replaces no factor.',
  },
  check: {
    titulo: 'Check',
    readyOnes: (total) => plural(total, 'row ready', 'rows ready'),
    withIssue: (total) => plural(total, 'row with a problem', 'rows with problems'),
    stayOut: 'Rows with problems are left out. Correct the file and choose it again, whenever you like.',
    doubtful: (total) => plural(total, 'row to check', 'rows to check'),
    show: 'Show',
    allItems: 'All',
    issuesOnly: 'With problems',
    doubtsOnly: 'To check',
    linha: 'Row',
    ready: 'Ready',
    more: (total) => `Show ${total.toLocaleString('en')} more`,
    noneYet: 'No row here.',
    criar: (total) => `Create ${plural(total, 'draft', 'drafts')}`,
    enviar: (total) => `Create and send ${plural(total, 'document', 'documents')}`,
    quotes: 'A quotation mark in this row is never closed.',
    columns: (has, expectedOnes) => `The row has ${plural(has, 'column', 'columns')}; there are ${expectedOnes} names.`,
    repeated: (linha) => `Says the same as row ${linha}.`,
    entrega: (papel) => `${papel}: the invitation goes by e-mail, SMS or link.`,
    blankVariable: (nome) => `${nome} is blank.`,
    longVariable: (nome) => `${nome} is too long.`,
    doubtfulVariable: (nome, doubt) => `${nome}: ${doubt}`,
    longTitle: 'The title is too long.',
  },
  round: {
    titulo: 'Progress',
    progress: (doneOnes, total) => `${doneOnes.toLocaleString('en')} of ${plural(total, 'row', 'rows')}`,
    pause: 'Pause',
    goOn: 'Continue',
    stop: 'Stop',
    tryAgain: 'Retry what failed',
    baixar: 'Download the result',
    fresh: 'Run another spreadsheet',
    paused: 'Paused. Nothing is lost: continue whenever you like.',
    pausedBy: 'Paused:',
    stopped: 'Stopped. The remaining rows can be created by running the same file.',
    fim: 'Finished.',
    waiting: (segundos) =>
      `The service asked for a pause. We continue automatically in ${plural(segundos, 'second', 'seconds')}.`,
    doNotClose: 'Leave this page open. If it closes, run the same file: only what is missing is created.',
    estado: {
      waiting: 'Waiting',
      doing: 'In progress',
      criado: 'Draft created',
      enviado: 'Sent',
      existed: 'Already existed',
      excluido: 'Already existed, and was deleted',
      naoEnviado: 'Created, not sent',
      recusado: 'Refused',
    },
    outside: 'Left out: has a problem',
    open: (titulo) => `Open ${titulo}`,
    deletedLater: 'To create it again, give the batch another name.',
    onceMore: 'This row has already created a document with other options, or is being created in another tab.',
    columns: ['Row', 'Result', 'Reason', 'Document'],
    resultName: 'result',
    sair: {
      titulo: 'Leave while the spreadsheet is running?',
      texto: 'What was created stays. To create what is missing, run the same file later.',
      stay: 'Stay here',
      sair: 'Leave',
    },
  },
};
