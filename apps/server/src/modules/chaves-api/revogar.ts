import { found } from '../../core/problem.ts';
import { recordSecurityEvent } from '../../core/security-events.ts';
import type { Tx } from '../../core/sql.ts';
import type { Caller } from './criar.ts';
import { lockChave, revokeChave } from './store.ts';

/**
 * Revokes a key without a grace period. Revoking it again changes nothing and succeeds.
 * @param authorize checks the role, once the key was found in the organization
 * @throws 404 NAO_ENCONTRADO for a key that does not exist or is another organization's
 */
export async function revogarChave(tx: Tx, chaveId: string, caller: Caller, authorize: () => void): Promise<void> {
  const chave = found(await lockChave(tx, chaveId));
  authorize();
  if (chave.revogada_em !== null) return;
  await revokeChave(tx, chave.id);
  await recordSecurityEvent(
    tx.sql,
    {
      tipo: 'CHAVE_API_REVOGADA',
      organizacaoId: tx.scope.organizacaoId,
      requisicaoId: caller.requestId,
      ip: caller.ip,
      detalhe: { chaveId: chave.id, prefixo: chave.prefixo, membroId: caller.membroId },
    },
    tx.realNow,
  );
}
