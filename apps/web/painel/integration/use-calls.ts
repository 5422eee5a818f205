import type { Chamada, ChamadasQuery, PaginaDeChamada } from '@rubrica/contract';
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { usePanel } from '../context.tsx';

const PAGE = 25;
const AGAIN_MS = 5_000;

export type FilterFields = Omit<ChamadasQuery, 'limite' | 'cursor'>;

/**
 * Calls under a filter, newest first. What came since they were read is looked for every few seconds and kept apart, so
 * that nothing moves under whoever reads; `mostrar` puts it on top.
 */
export function useCalls(filters: FilterFields) {
  const { client } = usePanel();
  const queries = useQueryClient();
  const queryKey = ['chamadas', filters];
  const read = (signal: AbortSignal, cursor?: string) =>
    client.listarChamadas({ query: { ...filters, limite: PAGE, ...(cursor ? { cursor } : {}) }, signal });
  const list = useInfiniteQuery({
    queryKey,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // Read again when somebody comes back: what was missed meanwhile may be more than a page.
    gcTime: 0,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => read(signal, pageParam),
    getNextPageParam: ({ proximoCursor }) => proximoCursor ?? undefined,
  });
  const isThere = list.isSuccess && !list.isPlaceholderData;
  const top = useQuery({
    queryKey: ['chamadas', 'top', filters],
    gcTime: 0,
    enabled: isThere,
    refetchInterval: AGAIN_MS,
    queryFn: ({ signal }) => read(signal),
  });
  const chamadas = list.data?.pages.flatMap(({ itens }) => itens) ?? [];
  const known = new Set(chamadas.map(({ requestId }) => requestId));
  const freshOnes = isThere ? (top.data?.itens.filter(({ requestId }) => !known.has(requestId)) ?? []) : [];
  return {
    list,
    chamadas,
    total: top.data?.total ?? list.data?.pages[0]?.total,
    freshOnes,
    /** When it was last looked for new ones. */
    checkedOnes: top.dataUpdatedAt,
    show() {
      // More than a page came: what lies between is not known.
      if (freshOnes.length >= PAGE) void queries.resetQueries({ queryKey, exact: true });
      else {
        queries.setQueryData<InfiniteData<PaginaDeChamada>>(queryKey, (data) => data && withOnTop(data, freshOnes));
      }
    },
  };
}

function withOnTop(data: InfiniteData<PaginaDeChamada>, freshOnes: readonly Chamada[]): InfiniteData<PaginaDeChamada> {
  const [first, ...rest] = data.pages;
  if (!first) return data;
  const known = new Set(first.itens.map(({ requestId }) => requestId));
  const added = freshOnes.filter(({ requestId }) => !known.has(requestId));
  const itens = [...added, ...first.itens].toSorted((a, b) => b.ocorridoEm.localeCompare(a.ocorridoEm));
  return { ...data, pages: [{ ...first, itens }, ...rest] };
}
