import type { ConcessaoOAuth } from '@rubrica/contract';
import type { MemberActor } from '../../core/actor.ts';
import { found } from '../../core/problem.ts';
import { recordSecurityEvent } from '../../core/security-events.ts';
import type { Tx } from '../../core/sql.ts';
import { type ListedConcessao, lockConcessao, revokeConcessao } from './store.ts';

/** Who ends a grant, as far as the security log keeps it. */
export interface Closer {
  readonly actor: MemberActor;
  readonly requestId: string;
  readonly ip: string;
}

/**
 * Ends a grant with all its tokens, in the transaction: authentication and renewal read the row. Ending it again changes
 * nothing and succeeds: what was asked for holds.
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
    tx.now,
  );
}

/** A grant as its organization sees it; one of an application that was revoked is over too. */
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
