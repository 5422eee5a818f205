export const SANDBOX = {
  /** The clock of the sandbox. */
  clockOneOfTwo: 'Informe segundos ou ate: um, e só um dos dois.',
  clockNeverBack: 'O relógio já passou dessa hora; para voltar, só reiniciando.',
  clockTooFar: 'O relógio pode estar no máximo {n} dias à frente da hora real.',
  clockStillMoving: 'O relógio ainda está a caminho: o que vence até lá continua a ser feito. Consulte-o em instantes.',
  clockStillBusy: 'O sandbox ainda faz o que foi pedido antes, e o relógio não voltou. Repita em instantes.',
  clockHoldsDocuments:
    'Há documentos de teste com eventos depois da hora real ({n}): exclua-os, ou esvazie o sandbox, e o relógio volta.',
} as const;
