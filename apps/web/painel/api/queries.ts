import { isWorthRepeating, waitBefore } from '@rubrica/sdk/client';
import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query';

const FRESH_MS = 5_000;
const TRIES = 3;

/**
 * What is read for the first time while something changes is read again: its answer may be of before the change. The
 * library does so only where it has an answer already.
 */
class Queries extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const shown = this.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' });
    for (const query of shown) {
      if (query.state.data === undefined && !query.isDisabled()) void query.cancel({ silent: true });
    }
    return super.invalidateQueries(filters, options);
  }
}

/** How reads are kept and repeated: a broken connection or a service that is down, yes; a refusal, never. */
export function createQueries(): QueryClient {
  return new Queries({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        networkMode: 'always',
        retry: (failures, error) => failures < TRIES && isWorthRepeating(error, true),
        retryDelay: (failures, error) => 1000 * waitBefore(failures, error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/**
 * For `placeholderData` of a listing: what was listed before stays until the new rows are there, so that nothing is taken
 * away from under a hand, and an open menu stays open.
 * @param isSame whether the listing of a key is one of the same things
 */
export const keptWhere =
  (isSame: (queryKey: readonly unknown[]) => boolean) =>
  <T>(before: T | undefined, query?: { readonly queryKey: readonly unknown[] }): T | undefined =>
    query && isSame(query.queryKey) ? before : undefined;
