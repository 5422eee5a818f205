import { randomUUID } from 'node:crypto';
import type { PastaEntrada } from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import { conflict, found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { findPasta, insertPasta, lockTree, type PastaRow, siblingHasName } from './store.ts';

/** One form for what looks the same: no blanks around it, composed letters (Unicode NFC). */
export const folderName = (nome: string) => nome.normalize('NFC').trim();

/** @throws 409 CONFLITO when a folder of the same place has the name already */
export async function refuseTakenName(tx: Tx, paiId: string | null, nome: string, exceptId: string): Promise<void> {
  if (await siblingHasName(tx, paiId, nome, exceptId)) {
    throw conflict(rule('folderTaken', { nome }));
  }
}

/**
 * Creates a folder at the root or in another.
 * @throws 404 NAO_ENCONTRADO (the folder it should be in), 409 CONFLITO (the name is taken there)
 */
export async function criarPasta(tx: Tx, entrada: PastaEntrada): Promise<PastaRow> {
  const id = randomUUID();
  const nome = folderName(entrada.nome);
  const paiId = entrada.paiId ?? null;
  await lockTree(tx);
  if (paiId !== null) found(await findPasta(tx, paiId));
  await refuseTakenName(tx, paiId, nome, id);
  return insertPasta(tx, { id, nome, paiId });
}
