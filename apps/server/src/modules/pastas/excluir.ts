import { conflict, found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { countSubpastas, deletePasta, lockPasta, lockTree } from './store.ts';

const counted = (total: number, one: string, many: string) => (total === 1 ? `1 ${one}` : `${total} ${many}`);

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
    const inside = [
      ...(documentos > 0 ? [counted(documentos, 'documento', 'documentos')] : []),
      ...(subpastas > 0 ? [counted(subpastas, 'subpasta', 'subpastas')] : []),
    ].join(' e ');
    throw conflict(`A pasta não está vazia: contém ${inside}. Mova ou exclua o que há nela antes.`);
  }
  await deletePasta(tx, pasta.id);
}
