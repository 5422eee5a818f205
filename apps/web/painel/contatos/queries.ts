import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { usePanel } from '../context.tsx';

const PAGE = 50;

/** People of the registry that hold a text, page after page, the newest first; those of before until they are there. */
export function useContactList(busca: string) {
  const { client } = usePanel();
  return useInfiniteQuery({
    queryKey: ['clientes', 'list', busca],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.listarClientes({
        query: { limite: PAGE, ...(busca ? { busca } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    getNextPageParam: ({ proximoCursor }) => proximoCursor ?? undefined,
  });
}

/** What to call after a change, so that every screen shows it. */
export function useContactsChanged(): () => void {
  const queries = useQueryClient();
  return useCallback(() => void queries.invalidateQueries({ queryKey: ['clientes'] }), [queries]);
}
