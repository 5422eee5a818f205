import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** What is to stand in the address under each name, or null for nothing; names left out stay as they are. */
export type Wanted = Readonly<Record<string, string | null | undefined>>;

/**
 * What stands in the address after the question mark, and how to change some of it. The rest stays as it is by then: a
 * change of address is rendered when there is time for it, and another may be made before that.
 */
export function useAddress(): readonly [query: URLSearchParams, put: (wanted: Wanted) => void] {
  const [query, setQuery] = useSearchParams();
  const put = useCallback(
    (wanted: Wanted) => {
      const next = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(wanted)) {
        if (value) next.set(name, value);
        else if (value !== undefined) next.delete(name);
      }
      setQuery(next, { replace: true });
    },
    [setQuery],
  );
  return [query, put];
}
