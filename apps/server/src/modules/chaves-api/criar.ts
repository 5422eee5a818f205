import { randomUUID } from 'node:crypto';
import { type ChaveApiCriada, type ChaveApiEntrada, KEYS_MAX, rule } from '@rubrica/contract';
import { checkDrawable, type Undrawable } from '../../core/drawable.ts';
import { Problem, refuseInvalid } from '../../core/problem.ts';
import { recordSecurityEvent } from '../../core/security-events.ts';
import type { Tx } from '../../core/sql.ts';
import { lockOrganizacao } from '../organizacao/index.ts';
import { presentChave } from './present.ts';
import { countLive, insertChave } from './store.ts';
import { newKey } from './valor.ts';

/** Whose key it will be, and where the request came from. */
export interface Caller {
  readonly membroId: string;
  readonly requestId: string;
  readonly ip: string;
}

/**
 * Creates a key that acts with its creator's role at the time of each call. The response contains the value, only this
 * once.
 * @throws 400 ENTRADA_INVALIDA if the name, which appears in document trails, cannot be drawn on a certificate; 422
 * LIMITE_EXCEDIDO beyond a hundred unrevoked keys in the environment
 */
export async function criarChave(
  tx: Tx,
  entrada: ChaveApiEntrada,
  caller: Caller,
  undrawable: Undrawable,
): Promise<ChaveApiCriada> {
  const nome = entrada.nome.trim();
  refuseInvalid(checkDrawable([['nome', nome]], undrawable));
  // Two concurrent creations count each other.
  await lockOrganizacao(tx);
  if ((await countLive(tx, entrada.ambiente)) >= KEYS_MAX) {
    throw new Problem('422 LIMITE_EXCEDIDO', rule('keysLimit', { n: KEYS_MAX }));
  }
  const { chave, prefixo, segredoHash } = newKey(entrada.ambiente);
  const row = await insertChave(tx, {
    id: randomUUID(),
    nome,
    ambiente: entrada.ambiente,
    prefixo,
    segredoHash,
    escopos: entrada.escopos,
    membroId: caller.membroId,
  });
  await recordSecurityEvent(
    tx.sql,
    {
      tipo: 'CHAVE_API_CRIADA',
      organizacaoId: tx.scope.organizacaoId,
      requisicaoId: caller.requestId,
      ip: caller.ip,
      detalhe: { chaveId: row.id, prefixo, escopos: row.escopos, membroId: caller.membroId },
    },
    tx.realNow,
  );
  return { ...presentChave(row), chave };
}
