import { EMBEDDED_LINK_TTL_MS, rule } from '@rubrica/contract';
import { EDITING_SCOPES, type MemberActor } from '../../core/actor.ts';
import type { Handlers } from '../../core/call.ts';
import { sha256 } from '../../core/chain.ts';
import { found, Problem } from '../../core/problem.ts';
import { newToken } from '../../core/random.ts';
import type { Columns } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import type { DocumentosDeps } from './deps.ts';
import type { EditingTokens } from './editing-tokens.ts';
import { allowedOrigin } from './embedding.ts';
import { transition } from './estado.ts';
import { isListed } from './origins.ts';
import { insertInto, lockDocumento } from './store.ts';
import { sessionOf } from './tickets.ts';

/** The field editor of one draft, inside a page of the sender's own system (docs/adr/0084). */
export function editingHandlers(deps: DocumentosDeps): Handlers<'criarEdicao' | 'iniciarEdicao'> {
  return {
    criarEdicao: (call) =>
      call.write(async (tx) => {
        const documento = found(await lockDocumento(tx, call.params.documentoId));
        call.authorize(documento.criado_por);
        refuseLesser(call.actor);
        const origem = await allowedOrigin(tx, call.body);
        transition(documento, 'CHANGE', tx.now);
        const id = deps.editing.newId();
        const ticket = newToken();
        const expiraEm = new Date(tx.realNow.getTime() + EMBEDDED_LINK_TTL_MS);
        await forgetOver(tx, documento.id);
        await insertInto(tx, 'edicao', [
          {
            id,
            documento_id: documento.id,
            bilhete_hash: sha256(ticket),
            token_hash: sha256(deps.editing.tokenOf(id)),
            origem,
            nome: call.actor.nome,
            credencial_id: call.actor.credencialId,
            membro_id: call.actor.membroId,
            expira_em: expiraEm,
          },
        ]);
        return { body: { url: `${deps.publicUrl}/incorporar/edicao/${ticket}`, expiraEm: expiraEm.toISOString() } };
      }),

    iniciarEdicao: (call) =>
      call.write(async (tx) => ({ body: await begin(tx, deps.editing, call.link.id, call.body.chave) })),
  };
}

/** @throws 403 for a credential that could not do itself what its editor does */
function refuseLesser({ escopos }: MemberActor): void {
  const missing = EDITING_SCOPES.find((scope) => escopos !== null && !escopos.includes(scope));
  if (missing) throw new Problem('403 ESCOPO_INSUFICIENTE', rule('scopeMissing', { escopo: missing }));
}

/** Sessions of the document that are over: nobody asks for them again. */
const forgetOver = ({ sql, realNow, here }: Tx, documentoId: string) => sql`
  delete from edicao where documento_id = ${documentoId} and expira_em <= ${realNow} and ${here()}`;

const over = () =>
  new Problem('410 LINK_INDISPONIVEL', rule('editorOver'), { extra: { situacaoLink: 'SESSAO_ENCERRADA' } });

/**
 * Begins the one session of a ticket; with the same key it is answered again.
 * @throws 410 once it is used by another, too old, of an origin that is listed no longer, or of what is no draft any more
 */
async function begin(tx: Tx, tokens: EditingTokens, id: string, chave: string) {
  const [row] = await tx.sql<
    (Columns<'edicao', 'documento_id' | 'origem' | 'expira_em' | 'chave_hash'> & {
      readonly listed: boolean;
      readonly draft: boolean;
    })[]
  >`
    select i.documento_id, i.origem, i.expira_em, i.chave_hash, ${isListed(tx)} as listed,
           d.status = 'RASCUNHO' and d.excluido_em is null as draft
      from edicao i
      join documento d on d.id = i.documento_id
     where i.id = ${id} and ${tx.here('i')}
       for update of i`;
  const session = row && sessionOf(row, chave, tx.realNow);
  if (!session || !row.listed || !row.draft || !tokens.knows(id)) throw over();
  if (session.begins) {
    await tx.sql`
      update edicao
         set chave_hash = ${session.chave_hash}, expira_em = ${session.expira_em}
       where id = ${id} and ${tx.here()}`;
  }
  return {
    token: tokens.tokenOf(id),
    documentoId: row.documento_id,
    ambiente: tx.scope.ambiente,
    origem: row.origem,
    expiraEm: session.expira_em.toISOString(),
  };
}
