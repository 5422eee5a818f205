import { randomUUID } from 'node:crypto';
import type { PastaEntrada } from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import { conflict, found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { insertPasta, lockPasta, lockTree, type PastaRow, siblingHasName } from './store.ts';

/** Normalizes names that look the same: trimmed, with composed letters (Unicode NFC). */
export const folderName = (nome: string) => nome.normalize('NFC').trim();

/** @throws 409 CONFLITO if a sibling already has the name */
export async function refuseTakenName(tx: Tx, paiId: string | null, nome: string, exceptId: string): Promise<void> {
  if (await siblingHasName(tx, paiId, nome, exceptId)) {
    throw conflict(rule('folderTaken', { nome }));
  }
}

/**
 * Creates a folder at the root or in another.
 * @throws 404 NAO_ENCONTRADO (its parent), 409 CONFLITO (the name is taken there)
 */
export async function criarPasta(tx: Tx, entrada: PastaEntrada): Promise<PastaRow> {
  const id = randomUUID();
  const nome = folderName(entrada.nome);
  const paiId = entrada.paiId ?? null;
  await lockTree(tx);
  if (paiId !== null) found(await lockPasta(tx, paiId));
  await refuseTakenName(tx, paiId, nome, id);
  return insertPasta(tx, { id, nome, paiId });
}
