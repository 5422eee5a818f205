import { type ResultadoValidacao, sentenceOf } from '@rubrica/contract';
import { type Html, html } from '../../core/html.ts';
import { Problem } from '../../core/problem.ts';

/** Validation by code for browsers without JavaScript: a form, and its result as a page. */

const SITUATIONS = {
  EM_ANDAMENTO: 'Ainda em andamento: nem todos assinaram. Não é um documento concluído.',
  CONCLUIDO: 'Concluído: todas as assinaturas foram colhidas.',
  RECUSADO: 'Recusado por um signatário. Não é um documento concluído.',
  CANCELADO: 'Cancelado por quem enviou. Não é um documento concluído.',
  EXPIRADO: 'O prazo terminou antes de todos assinarem. Não é um documento concluído.',
} as const;

const moment = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
});

const form = (
  path: string,
) => html`<form action="${path}" method="get" class="code-form"><label for="codigo">Código impresso no rodapé do documento</label>
<p><input id="codigo" name="codigo" type="text" placeholder="SVC-XXXX-XXXX-XXXX" maxlength="200" autocomplete="off" required> <button class="button primary">Conferir</button></p></form>`;

const SANDBOX = html`<div class="notice danger"><div><p><strong>SEM VALIDADE JURÍDICA</strong></p><p>Este endereço mostra documentos do ambiente de testes. Nada aqui foi assinado de verdade.</p></div></div>`;

/**
 * The page's content after a lookup.
 * @param path where the form is submitted: `/validar`, or `/validar/teste` for the sandbox
 * @param consult returns the result, or throws a Problem, for example when over the limit, whose text is shown
 */
export async function validationContent(path: string, consult: () => Promise<ResultadoValidacao>): Promise<Html> {
  const outcome = await consult()
    .then(told)
    .catch((error) => {
      if (!(error instanceof Problem) || error.status !== 429) throw error;
      return html`<div class="notice warn"><div><p>${sentenceOf(error.rule)}</p></div></div>`;
    });
  const sandbox = path === '/validar/teste' ? SANDBOX : null;
  return html`<div class="prose alone">${sandbox}<h1>Validar um documento</h1>${outcome}${form(path)}</div>`;
}

function told(result: ResultadoValidacao): Html {
  const { documento, signatarios, manifesto, situacao } = result;
  if (result.resultado === 'NAO_ENCONTRADO' || !documento) {
    return html`<h2>Nenhum registro com este código</h2><p>Confira se o código foi digitado como está no rodapé. Não encontrar o registro não quer dizer que o documento seja falso.</p>`;
  }
  const people = signatarios.map(
    (person) =>
      html`<li>${person.nome ?? 'Signatário'}${person.emailMascarado ? ` (${person.emailMascarado})` : ''}: ${
        person.assinadoEm
          ? `assinou em ${moment.format(new Date(person.assinadoEm))} (horário de Brasília), com ${person.fatores.toLowerCase()}`
          : 'não assinou'
      }</li>`,
  );
  return html`<h2>O código está registrado</h2>
<p><strong>${situacao ? SITUATIONS[situacao] : ''}</strong></p>
<dl class="facts"><dt>Documento</dt><dd>${documento.nome}, ${documento.paginas} página(s)</dd><dt>Código</dt><dd>${result.codigo ?? ''}</dd>
<dt>SHA-256 do arquivo</dt><dd><code class="long">${documento.hashArquivo}</code></dd>
${manifesto ? html`<dt>Certificado</dt><dd>${manifesto.codigoCertificado}, versão ${manifesto.versao}</dd>` : null}</dl>
<h3>Signatários</h3><ul>${people}</ul>
<p>O código mostra que o registro existe. Para saber se um arquivo é o mesmo que foi registrado, compare o SHA-256 dele com o de cima.</p>`;
}
