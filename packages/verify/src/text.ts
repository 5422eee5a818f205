import type { Item, Relatorio } from './report.ts';

/** How each result is said to a person. */
export const RESULTADOS: Readonly<Record<Relatorio['resultado'], string>> = {
  CONFERE: 'TUDO CONFERE',
  NAO_CONFERE: 'NÃO CONFERE',
  ILEGIVEL: 'NÃO FOI POSSÍVEL LER',
};

/** One sentence that goes with the result. */
export function summary({ resultado, itens }: Relatorio): string {
  const failed = itens.filter(({ confere }) => !confere).length;
  if (resultado === 'CONFERE') return `Os ${itens.length} pontos conferidos se confirmaram.`;
  if (resultado === 'ILEGIVEL') {
    return 'Os arquivos não são um arquivo assinado e o seu certificado, foram trocados um pelo outro, ou estão danificados.';
  }
  const one = failed === 1;
  return `${failed} de ${itens.length} pontos não se ${one ? 'confirma' : 'confirmam'}: algum dos arquivos foi alterado, ou não são um do outro.`;
}

/** Said before anything else where the document was made in the test environment. */
export const SEM_VALIDADE = 'SEM VALIDADE JURÍDICA: documento do ambiente de teste.';

/** What identifies the document, in one line. */
export function heading({ documento }: Relatorio): string {
  if (!documento) return '';
  const { titulo, codigoValidacao, certificado, versao } = documento;
  return `${titulo} — ${codigoValidacao} — certificado ${certificado}, versão ${versao}`;
}

/** The findings, what does not hold first. */
export const inOrder = ({ itens }: Relatorio): Item[] =>
  itens.toSorted((a, b) => Number(a.confere) - Number(b.confere));

/** The whole report as text for a terminal. */
export function renderText(report: Relatorio): string {
  const lines = [heading(report), report.documento?.semValidade ? SEM_VALIDADE : ''].filter((line) => line !== '');
  if (lines.length > 0) lines.push('');
  for (const { confere, afirmacao, motivo } of inOrder(report)) {
    lines.push(`${confere ? '✓' : '✗'} ${afirmacao}: ${motivo}.`);
  }
  if (report.semComoConferir.length > 0) {
    lines.push('', 'Sem rede não se confere:', ...report.semComoConferir.map((text) => `– ${text}`));
  }
  return `${[...lines, '', `${RESULTADOS[report.resultado]}. ${summary(report)}`].join('\n')}\n`;
}
