import type { ResultadoValidacao } from '@rubrica/contract';
import { type Html, html } from '../modules/mensagens/index.ts';

const SITUACOES = {
  EM_ANDAMENTO: 'Ainda em andamento: nem todos assinaram. Não é um documento concluído.',
  CONCLUIDO: 'Concluído: todas as assinaturas foram colhidas.',
  RECUSADO: 'Recusado por um signatário. Não há documento assinado.',
  CANCELADO: 'Cancelado por quem enviou. Não há documento assinado.',
  EXPIRADO: 'Expirou antes de todos assinarem. Não há documento assinado.',
} as const;

const date = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
});

/** A consultation's answer for a person: first whether there is a record, then where the process stands. */
export function validationResult(result: ResultadoValidacao): Html {
  if (result.resultado === 'NAO_ENCONTRADO' || !result.documento) {
    return html`<section><h2>Nenhum registro com este código</h2><p>Confira se o código foi digitado como está no rodapé. Não encontrar o registro não quer dizer que o documento seja falso.</p></section>`;
  }
  const { documento, signatarios, manifesto } = result;
  const people = signatarios.map(
    (person) =>
      html`<li>${person.nome ?? 'Signatário'}${person.emailMascarado ? ` (${person.emailMascarado})` : ''}: ${
        person.assinadoEm
          ? `assinou em ${date.format(new Date(person.assinadoEm))} (horário de Brasília), com ${person.fatores.toLowerCase()}`
          : 'não assinou'
      }</li>`,
  );
  return html`<section><h2>Registro autêntico</h2>
<p><strong>${result.situacao ? SITUACOES[result.situacao] : ''}</strong></p>
<dl><dt>Documento</dt><dd>${documento.nome}, ${documento.paginas} página(s)</dd><dt>Código</dt><dd>${result.codigo ?? ''}</dd>
<dt>SHA-256 do arquivo</dt><dd><code>${documento.hashArquivo}</code></dd>
${manifesto ? html`<dt>Certificado</dt><dd>${manifesto.codigoCertificado}, versão ${manifesto.versao}</dd>` : null}</dl>
<h3>Signatários</h3><ul>${people}</ul>
<p>O código mostra que o registro existe. Para saber se um arquivo é o mesmo que foi assinado, compare o SHA-256 dele com o de cima.</p></section>`;
}
