import type { Documento } from '@rubrica/contract';
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { allItems } from '../api/all-pages.ts';
import { usePanel } from '../context.tsx';
import type { Filters } from './state.ts';

const PAGE = 50;

/** The listing under filters, page after page, newest first. */
export function useList({ status, pastaId, busca, excluidos }: Filters) {
  const { client } = usePanel();
  const text = busca.trim();
  const filters = {
    ...(status ? { status } : {}),
    ...(pastaId ? { pastaId } : {}),
    ...(text ? { busca: text } : {}),
    ...(excluidos ? { excluidos } : {}),
  };
  return useInfiniteQuery({
    queryKey: ['documentos', filters],
    initialPageParam: undefined as string | undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      client.listarDocumentos({
        query: { ...filters, limite: PAGE, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    getNextPageParam: ({ proximoCursor }) => proximoCursor ?? undefined,
  });
}

export type ListData = NonNullable<ReturnType<typeof useList>['data']> & InfiniteData<unknown>;

/** Every folder of the organization. */
export function usePastas() {
  const { client } = usePanel();
  return useQuery({ queryKey: ['pastas'], queryFn: () => allItems(client.listarPastas), staleTime: 30_000 });
}

/** One document, whole. While it is in progress it is looked at again from time to time. */
export function useDocumento(documentoId: string) {
  const { client } = usePanel();
  return useQuery({
    queryKey: ['documento', documentoId],
    queryFn: ({ signal }) => client.obterDocumento({ params: { documentoId }, signal }),
    refetchInterval: ({ state }) =>
      state.data && ['AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO'].includes(state.data.status) ? 20_000 : false,
  });
}

/** What to call after a change, so that every screen shows it. */
export function useChanged() {
  const queries = useQueryClient();
  const listings = () => {
    for (const part of ['documentos', 'pastas', 'envelopes']) void queries.invalidateQueries({ queryKey: [part] });
  };
  return {
    /** A document's new state, as its write answered it. */
    documento(documento: Documento) {
      queries.setQueryData(['documento', documento.id], documento);
      for (const part of ['auditoria', 'certificado', 'versoes']) {
        void queries.invalidateQueries({ queryKey: ['documento', documento.id, part] });
      }
      listings();
    },
    /** Something of a document, whose new state is not at hand. */
    de(documentoId: string) {
      void queries.invalidateQueries({ queryKey: ['documento', documentoId] });
      listings();
    },
    documentos: listings,
  };
}
