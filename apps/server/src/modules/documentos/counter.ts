import type { Tx } from '../../core/sql.ts';
import {
  type CountAsOf,
  countFound,
  countListed,
  countNarrow,
  countSince,
  type DocumentoFilters,
  isNarrow,
} from './store-listar.ts';

/** The least time for which the database keeps a variation after it happened. */
export const VARIATIONS_KEPT_MS = 15 * 60_000;
/**
 * A count is reused only as long as no later variation can have been forgotten, with some margin for clock differences.
 */
const CARRIED_ON_MS = 10 * 60_000;
/** The number of cached search counts; the least recently used are evicted. */
const KEPT = 2_000;

export type CountDocumentos = (tx: Tx, filters: DocumentoFilters) => Promise<number>;

/**
 * Exact totals of the listing. Without a text they come from kept counts, and of a narrow filter from looking at what
 * passes it. The count of a search is made once and then carried on by what has varied since, as following its pages and
 * repeating it need: a text that a million documents hold costs a second the first time and a millisecond after.
 */
export function createDocumentoCounter(): CountDocumentos {
  const known = new Map<string, CountAsOf & { at: number }>();
  return async (tx, filters) => {
    if (isNarrow(filters)) return countNarrow(tx, filters);
    if (filters.busca === null) return countListed(tx, filters);
    const key = JSON.stringify([tx.scope.organizacaoId, tx.scope.ambiente, filters]);
    // Elapsed time, independent of clock changes: it limits what the database may have forgotten.
    const at = performance.now();
    const last = known.get(key);
    const usable = last !== undefined && at - last.at < CARRIED_ON_MS;
    const count = (usable ? await countSince(tx, filters, last) : null) ?? (await countFound(tx, filters));
    known.delete(key);
    known.set(key, { ...count, at });
    for (const oldest of known.keys()) {
      if (known.size <= KEPT) break;
      known.delete(oldest);
    }
    return count.total;
  };
}
