import { CODIGOS_ERRO, type CodigoErro, ERROR_CODES } from '@rubrica/contract';
import { type Html, html } from '../../core/html.ts';

const EXAMPLE_ID = 'd8b2f7c4-0e9a-4561-a3d7-5c1e8f60b942';

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
    requestId: EXAMPLE_ID,
    ...(codigo === 'ENTRADA_INVALIDA'
      ? { erros: [{ campo: 'titulo', mensagem: 'Informe de 1 a 300 caracteres.' }] }
      : {}),
    ...(codigo === 'MFA_OBRIGATORIO' ? { desafioId: EXAMPLE_ID } : {}),
  };
  return JSON.stringify(problem, null, 2);
}

function section(codigo: CodigoErro): Html {
  const { statuses, title, meaning, remedy } = ERROR_CODES[codigo];
  const anchor = anchorOf(codigo);
  return html`<section id="${anchor}" aria-labelledby="${anchor}-titulo">
<h2 id="${anchor}-titulo"><a href="#${anchor}"><code>${codigo}</code></a></h2>
<p>${title}</p>
<dl>
<dt>Status HTTP</dt>
<dd>${statuses.join(', ')}</dd>
<dt>Quando acontece</dt>
<dd>${meaning}</dd>
<dt>O que fazer</dt>
<dd>${remedy}</dd>
</dl>
<pre tabindex="0" aria-label="Exemplo de ${codigo}"><code>${exampleOfProblem(codigo)}</code></pre>
</section>
`;
}

/** What the page that `type` of every problem points at holds: one anchor per code, without script or inline style. */
export function errorCodes(): Html {
  const index = CODIGOS_ERRO.map(
    (codigo) => html`<li><a href="#${anchorOf(codigo)}"><code>${codigo}</code></a></li>\n`,
  );
  return html`<h1>Códigos de erro</h1>
<p>Toda recusa chega como <code>application/problem+json</code>. Decida pelo campo <code>codigo</code>, que é estável,
e registre <code>requestId</code>: por ele você encontra a chamada por 90 dias, no painel em Uso da API ou em
<code>GET /chamadas</code>, e o suporte também.</p>
<nav class="contents" aria-label="Códigos">
<ul>
${index}</ul>
</nav>
<div class="codes">
${CODIGOS_ERRO.map(section)}</div>
`;
}
