import { ALL_ERROR_CODES, type CodigoErro, ERROR_CODES, type ErrorKey, problemExample } from '@rubrica/contract';
import { type Html, html } from '../../core/html.ts';

const anchorOf = (codigo: CodigoErro) => codigo.toLowerCase();

function section(codigo: CodigoErro): Html {
  const { statuses, title, meaning, remedy } = ERROR_CODES[codigo];
  const anchor = anchorOf(codigo);
  const example = JSON.stringify(problemExample(`${statuses[0]} ${codigo}` as ErrorKey, '/docs'), null, 2);
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
<pre tabindex="0" aria-label="Exemplo de ${codigo}"><code>${example}</code></pre>
</section>
`;
}

/**
 * The content of the page to which the `type` of every problem points: one anchor per code, without script or inline
 * style.
 */
export function errorCodes(): Html {
  const index = ALL_ERROR_CODES.map(
    (codigo) => html`<li><a href="#${anchorOf(codigo)}"><code>${codigo}</code></a></li>\n`,
  );
  return html`<h1>Códigos de erro</h1>
<p>Toda recusa chega como <code>application/problem+json</code>. Decida pelo campo <code>codigo</code>, que é estável,
e registre <code>requestId</code>: por ele você encontra a chamada por 90 dias, no painel em Uso da API ou em
<code>GET /chamadas</code>, e o suporte também.</p>
<p><code>detail</code>, e <code>mensagem</code> de cada campo, são frases em português. Para dizê-las em outra língua, ou
decidir por mais do que o código, use <code>regra</code>, que é o nome estável da frase, e <code>valores</code>, que é o que
está nas lacunas dela. Regras novas aparecem sem aviso: para uma que não conhece, mostre a frase.</p>
<nav class="contents" aria-label="Códigos">
<ul>
${index}</ul>
</nav>
<div class="codes">
${ALL_ERROR_CODES.map(section)}</div>
`;
}
