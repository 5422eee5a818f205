import { fieldMessage, type Sentence } from '@rubrica/contract';
import { conflict, found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { countSubpastas, deletePasta, lockPasta, lockTree } from './store.ts';

function notEmpty(inside: number, folders: number): Sentence {
  const documentos = fieldMessage(inside === 1 ? 'oneDocument' : 'documents', { n: inside });
  const subpastas = fieldMessage(folders === 1 ? 'oneSubfolder' : 'subfolders', { n: folders });
  return inside > 0 && folders > 0
    ? fieldMessage('folderFullBoth', { documentos, subpastas })
    : fieldMessage('folderFull', { conteudo: inside > 0 ? documentos : subpastas });
}

/**
 * Removes a folder nothing is in; never what is in it.
 * @param authorize checks the role, once the folder was found in the scope
 * @throws 404 NAO_ENCONTRADO, 409 CONFLITO with the documents and folders directly inside
 */
export async function excluirPasta(tx: Tx, pastaId: string, authorize: () => void): Promise<void> {
  await lockTree(tx);
  const pasta = found(await lockPasta(tx, pastaId));
  authorize();
  const documentos = pasta.quantidade_documentos;
  const subpastas = await countSubpastas(tx, pasta.id);
  if (documentos > 0 || subpastas > 0) {
    throw conflict(notEmpty(documentos, subpastas));
  }
  await deletePasta(tx, pasta.id);
}
