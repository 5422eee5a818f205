import { CODIGOS_ERRO, type CodigoErro, ERROR_CODES } from './errors.ts';
import { OUTRO_ID } from './schemas/example-values.ts';

/** What the page's stylesheet is served as. */
export const DOCS_STYLESHEET_PATH = '/docs/estilo.css';

/** The stylesheet of the documentation pages; they use no inline style, so `style-src 'self'` is enough. */
export const DOCS_STYLESHEET = `:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 2rem 1.25rem 4rem; font: 1rem/1.6 system-ui, sans-serif; }
h1 { line-height: 1.2; }
h2 { margin: 0 0 0.25rem; font-size: 1.15rem; overflow-wrap: anywhere; }
a { color: inherit; }
nav ul { columns: 16rem; padding: 0; list-style: none; }
section { border-top: 1px solid var(--line); padding: 1.5rem 0; }
section:target { border-left: 0.25rem solid currentColor; padding-left: 1rem; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { overflow-x: auto; border: 1px solid var(--line); border-radius: 0.4rem; padding: 0.75rem; }
dt { font-weight: 600; }
dd { margin: 0 0 0.75rem; }
`;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

const anchorOf = (codigo: CodigoErro) => codigo.toLowerCase();

function exampleOfProblem(codigo: CodigoErro): string {
  const { statuses, title, meaning } = ERROR_CODES[codigo];
  const problem = {
    type: `/docs/erros.html#${anchorOf(codigo)}`,
    title,
    status: statuses[0],
    detail: meaning,
    instance: '/v1/documentos',
    codigo,
    requestId: OUTRO_ID,
    ...(codigo === 'ENTRADA_INVALIDA'
      ? { erros: [{ campo: 'titulo', mensagem: 'Informe de 1 a 300 caracteres.' }] }
      : {}),
    ...(codigo === 'MFA_OBRIGATORIO' ? { desafioId: OUTRO_ID } : {}),
  };
  return JSON.stringify(problem, null, 2);
}

function section(codigo: CodigoErro): string {
  const { statuses, title, meaning, remedy } = ERROR_CODES[codigo];
  const anchor = anchorOf(codigo);
  return `<section id="${anchor}" aria-labelledby="${anchor}-titulo">
<h2 id="${anchor}-titulo"><a href="#${anchor}"><code>${codigo}</code></a></h2>
<p>${escapeHtml(title)}</p>
<dl>
<dt>Status HTTP</dt>
<dd>${statuses.join(', ')}</dd>
<dt>Quando acontece</dt>
<dd>${escapeHtml(meaning)}</dd>
<dt>O que fazer</dt>
<dd>${escapeHtml(remedy)}</dd>
</dl>
<pre><code>${escapeHtml(exampleOfProblem(codigo))}</code></pre>
</section>`;
}

/** The page that `type` of every problem points at: one anchor per code, without script or inline style. */
export function renderErrorPage(): string {
  const index = CODIGOS_ERRO.map((codigo) => `<li><a href="#${anchorOf(codigo)}"><code>${codigo}</code></a></li>`);
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Códigos de erro — Rubrica</title>
<link rel="stylesheet" href="${DOCS_STYLESHEET_PATH}">
</head>
<body>
<header>
<h1>Códigos de erro</h1>
<p>Toda recusa chega como <code>application/problem+json</code>. Decida pelo campo <code>codigo</code>, que é estável,
e registre <code>requestId</code>: é por ele que o suporte encontra a chamada.</p>
</header>
<nav aria-label="Códigos">
<ul>
${index.join('\n')}
</ul>
</nav>
<main>
${CODIGOS_ERRO.map(section).join('\n')}
</main>
</body>
</html>
`;
}
