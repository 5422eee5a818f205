import type { Documento, DocumentoResumo, Signatario, StatusDocumento } from '@rubrica/contract';
import { STATUS_DOCUMENTO } from '@rubrica/contract/enums';

/** What can be said of a document without asking the service. */

export interface Filters {
  readonly status: StatusDocumento | null;
  readonly pastaId: string | null;
  readonly busca: string;
  /** Those deleted within the grace, and no others. */
  readonly excluidos: boolean;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The filters an address names; what it names wrongly is no filter. */
export function filtersOf(query: URLSearchParams): Filters {
  const status = query.get('estado');
  const folder = query.get('pasta');
  return {
    status: STATUS_DOCUMENTO.find((one) => one === status) ?? null,
    pastaId: folder && UUID.test(folder) ? folder : null,
    busca: (query.get('busca') ?? '').slice(0, 200),
    excluidos: query.get('excluidos') === 'true',
  };
}

/** What some filters are in the address; null is nothing, undefined is not said. */
export const wantedOf = ({ status, pastaId, busca, excluidos }: Partial<Filters>) => ({
  estado: status,
  pasta: pastaId,
  busca: busca?.trim() === '' ? null : busca,
  excluidos: excluidos === false ? null : excluidos && 'true',
});

/** The address of filters, empty ones left out. */
export const queryOf = (filters: Filters): URLSearchParams =>
  new URLSearchParams(Object.entries(wantedOf(filters)).filter((pair): pair is [string, string] => Boolean(pair[1])));

export const isOpen = (status: StatusDocumento): boolean =>
  status === 'AGUARDANDO_ASSINATURAS' || status === 'PARCIALMENTE_ASSINADO';

/** Those who still have to sign; nobody while it is a draft or once it is over. */
export function missing({ status, signatarios }: Pick<DocumentoResumo, 'status' | 'signatarios'>): Signatario[] {
  if (!isOpen(status)) return [];
  return signatarios.filter((one) => !['ASSINADO', 'RECUSADO', 'CANCELADO'].includes(one.status));
}

/** Those whose turn it is, who were therefore invited: in an ordered document the lowest order, a missing one coming last. */
function invited(documento: Pick<Documento, 'status' | 'signatarios' | 'ordenado'>): Signatario[] {
  const left = missing(documento);
  if (!documento.ordenado) return left;
  const orderOf = ({ ordem }: Signatario) => ordem ?? Number.POSITIVE_INFINITY;
  const lowest = Math.min(...left.map(orderOf));
  return left.filter((one) => orderOf(one) === lowest);
}

/** Whom an adjustment of a document reaches by itself. */
export function reachedBy(documento: Documento) {
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

/** Acts on several documents. Each says in which states it does something. */
export const ACTS = {
  reenviar: { operacao: 'reenviarDocumento', applies: isOpen },
  cancelar: { operacao: 'cancelarDocumento', applies: isOpen },
  mover: { operacao: 'moverDocumento', applies: () => true },
} as const;
export type Act = keyof typeof ACTS;

/** A document that may be deleted: neither in progress nor completed. */
export const isDeletable = (status: StatusDocumento): boolean => !isOpen(status) && status !== 'ASSINADO';

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
  const byParent = Map.groupBy(folders, ({ paiId }) => (paiId && ids.has(paiId) ? paiId : null));
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
