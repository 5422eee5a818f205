import type { ScopedPart } from '../../core/call.ts';
import { notFound } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { type ClienteRow, findRows, holdRows, noteUse } from './store.ts';

/** The members of an entry that the registry knows; null where the request may say so. */
export interface RegistryEntry {
  readonly clienteId?: string | null;
  readonly nome?: string;
  readonly email?: string;
  readonly telefone?: string;
  readonly cpf?: string;
  readonly dataNascimento?: string;
  readonly referenciaExterna?: string;
  readonly metadados?: Record<string, string>;
}

const idsOf = (clienteIds: readonly (string | null | undefined)[]): string[] => [
  ...new Set(clienteIds.flatMap((id) => id ?? [])),
];

/**
 * Entries with what they leave out taken from the people of the registry that they name. Without any such name nothing is
 * read.
 * @throws 404 NAO_ENCONTRADO for somebody who is not in the scope's registry
 */
export async function fillFromRegistry<E extends RegistryEntry>(
  call: Pick<ScopedPart, 'read'>,
  entries: readonly E[],
): Promise<E[]> {
  const ids = idsOf(entries.map(({ clienteId }) => clienteId));
  if (ids.length === 0) return [...entries];
  const rows = new Map((await call.read((tx) => findRows(tx, ids))).map((row) => [row.id, row]));
  return entries.map((entry) => {
    if (!entry.clienteId) return entry;
    const row = rows.get(entry.clienteId);
    if (!row) throw notFound();
    return { ...entriesOf(row), ...entry };
  });
}

/** What the registry knows, as a request would say it. */
function entriesOf(row: ClienteRow): RegistryEntry {
  const known = {
    nome: row.nome,
    email: row.email,
    telefone: row.telefone,
    cpf: row.cpf,
    dataNascimento: row.data_nascimento,
    referenciaExterna: row.referencia_externa,
    metadados: row.metadados,
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null));
}

/**
 * Keeps the people that signers name in the registry until the transaction ends, and notes that they were used.
 * @throws 404 NAO_ENCONTRADO for somebody who is not in the scope's registry, or no longer
 */
export async function holdClientes(tx: Tx, clienteIds: readonly (string | null)[]): Promise<void> {
  const held = await heldClientes(tx, clienteIds);
  if (held.size < idsOf(clienteIds).length) throw notFound();
  if (held.size > 0) await noteUse(tx, [...held]);
}

/** Those of these people who are in the scope's registry; they stay there until the transaction ends. */
export async function heldClientes(tx: Tx, clienteIds: readonly (string | null)[]): Promise<ReadonlySet<string>> {
  const ids = idsOf(clienteIds);
  if (ids.length === 0) return new Set();
  return new Set((await holdRows(tx, ids)).map(({ id }) => id));
}
