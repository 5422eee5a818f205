import type { PastaAlteracao } from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import { conflict, found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { folderName, refuseTakenName } from './criar.ts';
import { isWithin, lockPasta, lockTree, type PastaRow, updatePasta } from './store.ts';

/**
 * Renames a folder, moves it with its contents, or both; `paiId: null` moves it to the root.
 * @param authorize checks the role, once the folder was found in the scope
 * @throws 404 NAO_ENCONTRADO (the folder or its new parent), 409 CONFLITO (into itself or a folder below it, or the
 * name is taken there)
 */
export async function alterarPasta(
  tx: Tx,
  pastaId: string,
  alteracao: PastaAlteracao,
  authorize: () => void,
): Promise<PastaRow> {
  await lockTree(tx);
  const pasta = found(await lockPasta(tx, pastaId));
  authorize();
  const nome = alteracao.nome === undefined ? pasta.nome : folderName(alteracao.nome);
  const paiId = alteracao.paiId === undefined ? pasta.pai_id : alteracao.paiId;
  if (paiId !== null && paiId !== pasta.pai_id) {
    found(await lockPasta(tx, paiId));
    if (await isWithin(tx, paiId, pasta.id)) {
      throw conflict(rule('folderInside'));
    }
  }
  await refuseTakenName(tx, paiId, nome, pasta.id);
  return updatePasta(tx, pasta.id, nome, paiId);
}
