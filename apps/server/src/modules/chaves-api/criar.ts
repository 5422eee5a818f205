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

/** Whose key it will be, and where the wish came from. */
export interface Caller {
  readonly membroId: string;
  readonly requestId: string;
  readonly ip: string;
}

/**
 * Creates a key that acts with the role its creator has at each call. The answer holds the value, once.
 * @throws 400 ENTRADA_INVALIDA when the name, which the trail of a document shows, cannot be drawn on its certificate;
 *   422 LIMITE_EXCEDIDO beyond a hundred living keys of the environment
 */
export async function criarChave(
  tx: Tx,
  entrada: ChaveApiEntrada,
  caller: Caller,
  undrawable: Undrawable,
): Promise<ChaveApiCriada> {
  const nome = entrada.nome.trim();
  refuseInvalid(checkDrawable([['nome', nome]], undrawable));
  // Two at the same time count each other.
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
    tx.now,
  );
  return { ...presentChave(row), chave };
}
