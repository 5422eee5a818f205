import { type Item, isBelow, type Level, type Report, type Resultado } from './report.ts';

/** How each result is shown to a person. */
export const RESULT_WORDS: Readonly<Record<Resultado, string>> = {
  CONFERE: 'TUDO CONFERE',
  SELO_NAO_IDENTIFICADO: 'SELO NÃO IDENTIFICADO',
  TESTE: 'DOCUMENTO DE TESTE',
  NAO_CONFERE: 'NÃO CONFERE',
  ILEGIVEL: 'NÃO FOI POSSÍVEL LER',
};

const isTrusted = (itens: readonly Item[]): boolean =>
  itens.filter(({ codigo }) => codigo.endsWith('.CONFIANCA')).every(({ confere }) => confere === true);

/** One sentence to accompany the result. */
export function summary({ resultado, itens }: Report): string {
  const failed = itens.filter(({ confere }) => confere === false).length;
  const open = itens.filter(({ confere }) => confere === null).length;
  const rest = open === 0 ? '' : open === 1 ? ' Um ponto ficou em aberto.' : ` ${open} pontos ficaram em aberto.`;
  const held = `${itens.length - open} pontos conferidos se confirmaram.${rest}`;
  const one = failed === 1;
  switch (resultado) {
    case 'CONFERE':
      return `O selo é um dos que você informou, e os ${held}`;
    case 'SELO_NAO_IDENTIFICADO':
      if (isTrusted(itens))
        return `Os ${held} O selo é dos que você informou, mas de antes de os selos dizerem de que são.`;
      return `Os ${held} Falta saber de quem é o selo: qualquer um pode fazer um parecido. Confira de novo com a impressão digital que a instituição publica.`;
    case 'TESTE':
      return `Os ${held} Mas é um documento do ambiente de teste, sem validade jurídica.`;
    case 'ILEGIVEL':
      return 'Os arquivos não são um arquivo assinado e o seu certificado, foram trocados um pelo outro, ou estão danificados.';
    case 'NAO_CONFERE':
      return `${failed} de ${itens.length} pontos não se ${one ? 'confirma' : 'confirmam'}: algum dos arquivos foi alterado ou forjado, ou não são um do outro.`;
  }
}

/** Shown before anything else for documents of the test environment. */
export const NO_LEGAL_VALUE = 'SEM VALIDADE JURÍDICA: documento do ambiente de teste.';

/** What identifies the document, in one line. */
export function heading({ documento }: Report): string {
  if (!documento) return '';
  const { titulo, codigoValidacao, certificado, versao } = documento;
  return `“${titulo}” — ${codigoValidacao} — certificado ${certificado}, versão ${versao}`;
}

/** How each level is shown, and what it says. */
const LEVEL_WORDS: Readonly<Record<Level, readonly [name: string, meaning: string]>> = {
  INTEGRO: ['ÍNTEGRO', 'pelos próprios arquivos, sem o registro aberto'],
  ANCORADO: ['ANCORADO', 'uma folha destes arquivos está no registro aberto'],
  ANCORADO_COM_HORA_EXTERNA: [
    'ANCORADO COM HORA EXTERNA',
    'uma folha destes arquivos já estava no registro aberto na hora que uma autoridade de tempo atesta',
  ],
};

/** The level in one line; empty if there is none. */
export function levelLine({ nivel }: Report): string {
  if (!nivel) return '';
  const [name, meaning] = LEVEL_WORDS[nivel];
  return `Nível ${name}: ${meaning}.`;
}

/** The mark before a finding: holds, does not hold, or open. */
export const markOf = ({ confere }: Item): string => (confere === null ? '?' : confere ? '✓' : '✗');

const RANK = (confere: boolean | null): number => (confere === false ? 0 : confere === null ? 1 : 2);

/** The findings: first those that do not hold, then open ones. */
export const inOrder = ({ itens }: Report): Item[] => itens.toSorted((a, b) => RANK(a.confere) - RANK(b.confere));

/**
 * The whole report as text for a terminal.
 * @param demanded the level below which it is not enough
 */
export function renderText(report: Report, demanded: Level | null = null): string {
  const lines = [heading(report), report.documento?.semValidade ? NO_LEGAL_VALUE : ''].filter((line) => line !== '');
  if (lines.length > 0) lines.push('');
  for (const item of inOrder(report)) lines.push(`${markOf(item)} ${item.afirmacao}: ${item.motivo}.`);
  if (report.semComoConferir.length > 0) {
    lines.push('', 'Sem rede não se confere:', ...report.semComoConferir.map((text) => `– ${text}`));
  }
  const level = levelLine(report);
  if (level !== '') lines.push('', level);
  lines.push('', `${RESULT_WORDS[report.resultado]}. ${summary(report)}`);
  if (demanded && isBelow(report, demanded)) {
    lines.push(`NÍVEL INSUFICIENTE. Foi exigido o nível ${LEVEL_WORDS[demanded][0]}.`);
  }
  return `${lines.join('\n')}\n`;
}
