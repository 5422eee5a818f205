import type { ConcessaoOAuth } from '@rubrica/contract';
import type { MemberActor } from '../../core/actor.ts';
import { found } from '../../core/problem.ts';
import { recordSecurityEvent } from '../../core/security-events.ts';
import type { Tx } from '../../core/sql.ts';
import { type ListedConcessao, lockConcessao, revokeConcessao } from './store.ts';

/** Who revokes a grant, as recorded in the security log. */
export interface Closer {
  readonly actor: MemberActor;
  readonly requestId: string;
  readonly ip: string;
}

/**
 * Revokes a grant with all its tokens, effective with this transaction, because authentication and renewal read the
 * row. Revoking it again changes nothing and succeeds.
 * @param authorize checks the role, once the grant was found in the scope
 * @throws 404 NAO_ENCONTRADO
 */
export async function encerrarConcessao(
  tx: Tx,
  concessaoId: string,
  { actor, requestId, ip }: Closer,
  authorize: () => void,
): Promise<void> {
  const concessao = found(await lockConcessao(tx, concessaoId));
  authorize();
  if (concessao.revogada_em !== null) return;
  await revokeConcessao(tx, concessaoId, 'PEDIDO');
  await recordSecurityEvent(
    tx.sql,
    {
      tipo: 'OAUTH_REVOGADO',
      organizacaoId: tx.scope.organizacaoId,
      requisicaoId: requestId,
      ip,
      detalhe: { concessaoId, membroId: actor.membroId },
    },
    tx.realNow,
  );
}

/** A grant as shown to its organization; if the application was revoked, so is the grant. */
export function presentConcessao(row: ListedConcessao): ConcessaoOAuth {
  const ended = row.revogada_em ?? row.aplicativo_revogado_em;
  return {
    id: row.id,
    aplicativo: { nome: row.nome, clientId: row.client_id },
    ambiente: row.ambiente,
    escopos: row.escopos,
    membroId: row.membro_id,
    criadaEm: row.criada_em.toISOString(),
    ultimoUsoEm: row.ultimo_uso_em?.toISOString() ?? null,
    ultimoIp: row.ultimo_ip,
    encerradaEm: ended?.toISOString() ?? null,
  };
}
