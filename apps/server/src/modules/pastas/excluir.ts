import { type Rule, rule } from '@rubrica/contract';
import { conflict, found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { countSubfolders, deletePasta, lockPasta, lockTree } from './store.ts';

/** The rule for a folder's direct contents: documents, then subfolders, each as none, one or several. */
const FULL = [
  [null, 'folderHasSubfolder', 'folderHasSubfolders'],
  ['folderHasDocument', 'folderHasDocumentAndSubfolder', 'folderHasDocumentAndSubfolders'],
  ['folderHasDocuments', 'folderHasDocumentsAndSubfolder', 'folderHasDocumentsAndSubfolders'],
] as const;

/** Why a folder is not empty, or null if it is. */
function whatIsInside(documentos: number, subfolders: number): Rule | null {
  const said = FULL[Math.min(documentos, 2)]?.[Math.min(subfolders, 2)] ?? null;
  return said && rule(said, { documentos, subpastas: subfolders });
}

/**
 * Deletes an empty folder; never its contents.
 * @param authorize checks the role, once the folder was found in the scope
 * @throws 404 NAO_ENCONTRADO, 409 CONFLITO with the number of documents and folders directly inside
 */
export async function excluirPasta(tx: Tx, pastaId: string, authorize: () => void): Promise<void> {
  await lockTree(tx);
  const pasta = found(await lockPasta(tx, pastaId));
  authorize();
  const documentos = pasta.quantidade_documentos;
  const subfolders = await countSubfolders(tx, pasta.id);
  const inside = whatIsInside(documentos, subfolders);
  if (inside) throw conflict(inside);
  await deletePasta(tx, pasta.id);
}
