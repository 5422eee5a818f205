import type { Documento, DocumentoResumo, Signatario, StatusDocumento } from '@rubrica/contract';
import { type DocumentAct, isInProgress as isOpen, outcomeOf } from '@rubrica/contract/transitions';
import { groupBy } from '../../kit/list.ts';

/** What can be said of a document without asking the service. */

export { isOpen };

/** Those who still have to sign; nobody while it is a draft or once it is over. */
export function missing({ status, signatarios }: Pick<DocumentoResumo, 'status' | 'signatarios'>): Signatario[] {
  if (!isOpen(status)) return [];
  return signatarios.filter((one) => !['ASSINADO', 'RECUSADO', 'CANCELADO'].includes(one.status));
}

/** Whether a document ended without being signed. */
export const stoppedShort = (status: StatusDocumento): boolean =>
  status === 'RECUSADO' || status === 'EXPIRADO' || status === 'CANCELADO';

/** Whether the service would take an operation on a document in its status, as far as one knows here. */
export function allows(act: DocumentAct, documento: Pick<DocumentoResumo, 'status' | 'signatarios'>): boolean {
  const outcome = outcomeOf(documento.status, act, missing(documento).length === 0);
  return outcome !== 'CONFLITO' && outcome !== 'DOCUMENTO_IMUTAVEL';
}

/** Those whose turn it is, who were therefore invited: in an ordered document the lowest order, a missing one coming last. */
export function invited(documento: Pick<DocumentoResumo, 'status' | 'signatarios' | 'ordenado'>): Signatario[] {
  const left = missing(documento);
  if (!documento.ordenado) return left;
  const orderOf = ({ ordem }: Signatario) => ordem ?? Number.POSITIVE_INFINITY;
  const lowest = Math.min(...left.map(orderOf));
  return left.filter((one) => orderOf(one) === lowest);
}

/** Whom an adjustment of a document reaches by itself. */
export function reachedBy(documento: DocumentoResumo) {
  const within = invited(documento).filter(({ status }) => status !== 'FALHA_ENTREGA');
  const mailed = within.filter(({ metodoEntrega }) => metodoEntrega === 'EMAIL');
  return {
    /** Get a new deadline by e-mail. */
    prazo: mailed,
    /** See a new deadline when they open their link, and are not told of it before. */
    withoutNotice: missing(documento).filter((one) => !mailed.includes(one)),
    /** Are reminded; those whose turn comes later, from then on. */
    lembrete: within.filter(({ metodoEntrega }) => metodoEntrega !== 'LINK'),
  };
}

/** A folder and those in it, by name. */
export interface Branch<F> {
  readonly folder: F;
  readonly below: readonly Branch<F>[];
}

/** The folders as a tree. One whose parent is not among them stands at the root. */
export function treeOf<F extends { readonly id: string; readonly paiId: string | null; readonly nome: string }>(
  folders: readonly F[],
): Branch<F>[] {
  const ids = new Set(folders.map(({ id }) => id));
  const byParent = groupBy(folders, ({ paiId }) => (paiId && ids.has(paiId) ? paiId : null));
  const grow = (parent: string | null): Branch<F>[] =>
    (byParent.get(parent) ?? [])
      .toSorted((a, b) => a.nome.localeCompare(b.nome))
      .map((folder) => ({ folder, below: grow(folder.id) }));
  return grow(null);
}

/** Every folder with its depth, in the tree's order: for a plain list to choose from. */
export function flattened<F>(branches: readonly Branch<F>[], depth = 0): { folder: F; depth: number }[] {
  return branches.flatMap(({ folder, below }) => [{ folder, depth }, ...flattened(below, depth + 1)]);
}

/** A title from a file's name: its ending off, no control characters, no longer than a title may be. */
export function titleOf(fileName: string, max: number): string {
  const plain = fileName
    .replace(/\.pdf$/i, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim();
  return [...plain].slice(0, max).join('') || 'PDF';
}

/** What a signer is called: the name, else the contact. */
export const nameOf = (one: Signatario, fallback: string): string => one.nome ?? one.email ?? one.telefone ?? fallback;

/** Whether a document can join an envelope. */
export const fitsIn = ({ status, envelopeId }: DocumentoResumo): boolean =>
  status === 'RASCUNHO' && envelopeId === null;

/** Something a signer did, or that reached them. */
export interface SignerAct {
  readonly act: 'assinadoEm' | 'visualizadoEm' | 'enviadoEm';
  readonly who: Signatario;
  /** RFC 3339 */
  readonly when: string;
}

/** What happened last with the signers of a document; null if nothing did. */
export function lastAct({ signatarios }: Pick<Documento, 'signatarios'>): SignerAct | null {
  const acts = signatarios.flatMap((who) =>
    (['assinadoEm', 'visualizadoEm', 'enviadoEm'] as const).flatMap((act) => {
      const when = who[act];
      return when ? [{ act, who, when }] : [];
    }),
  );
  return acts.reduce<SignerAct | null>(
    (last, one) => (last === null || Date.parse(one.when) > Date.parse(last.when) ? one : last),
    null,
  );
}
