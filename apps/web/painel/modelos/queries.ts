import type { Modelo } from '@rubrica/contract';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { usePanel } from '../context.tsx';

const PAGE = 100;

/** Templates visible to the person, page after page, newest first. @param enabled whether to ask at all */
export function useModeloList(enabled = true) {
  const { client } = usePanel();
  return useInfiniteQuery({
    queryKey: ['modelos'],
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.listarModelos({ query: { limite: PAGE, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    getNextPageParam: ({ proximoCursor }) => proximoCursor ?? undefined,
  });
}

export function useModelo(modeloId: string) {
  const { client } = usePanel();
  return useQuery({
    queryKey: ['modelo', modeloId],
    queryFn: ({ signal }) => client.obterModelo({ params: { modeloId }, signal }),
  });
}

const linksOf = (modeloId: string) => ['modelo', modeloId, 'links'];

/** Public links of a template, page after page, newest first. */
export function useLinks(modeloId: string) {
  const { client } = usePanel();
  return useInfiniteQuery({
    queryKey: linksOf(modeloId),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.listarLinksDeModelo({
        params: { modeloId },
        query: { limite: PAGE, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    getNextPageParam: ({ proximoCursor }) => proximoCursor ?? undefined,
  });
}

/** What to call after one was made, changed or ended. */
export function useLinksChanged(modeloId: string) {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: linksOf(modeloId) });
}

/** What to call after a change, so that every screen shows it. */
export function useModeloChanged() {
  const queries = useQueryClient();
  return {
    /** A template's new state, as its write answered it. */
    modelo(modelo: Modelo) {
      queries.setQueryData(['modelo', modelo.id], modelo);
      void queries.invalidateQueries({ queryKey: ['modelos'] });
    },
    /** It was used or deleted. */
    modelos() {
      void queries.invalidateQueries({ queryKey: ['modelos'] });
      void queries.invalidateQueries({ queryKey: ['modelo'] });
    },
  };
}
