import type { Documento, DocumentoResumo, EventoAuditoria } from '@rubrica/contract';
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { allItems } from '../api/all-pages.ts';
import { usePanel } from '../context.tsx';
import { askedFor, type Filters } from './filters.ts';

const PAGE = 50;

/**
 * The listing under filters, page after page, the newest first by what it goes by. What was listed before stays until it is
 * there.
 * @param which for those deleted within the grace, and no others
 */
export function useList(wanted: Filters, which: { readonly excluidos?: true } = {}) {
  const { client } = usePanel();
  const filters = { ...askedFor(wanted), ...which };
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

/** Why a document was cancelled, which its trail has; empty where nothing says so. Not asked for of any other. */
export function useCancellationReason({ id, status }: Pick<DocumentoResumo, 'id' | 'status'>) {
  const { client } = usePanel();
  return useQuery({
    queryKey: ['documento', id, 'auditoria', 'motivo'],
    enabled: status === 'CANCELADO',
    queryFn: async ({ signal }) => {
      const events = await allItems<object, EventoAuditoria>(({ query }) =>
        client.listarAuditoria({ params: { documentoId: id }, query, signal }),
      );
      const motivo = events.findLast(({ acao }) => acao === 'DOCUMENTO_CANCELADO')?.detalhe.motivo;
      return typeof motivo === 'string' ? motivo : '';
    },
  });
}

/** What to call after a change, so that every screen shows it. */
export function useChanged() {
  const queries = useQueryClient();
  const listings = () => {
    for (const part of ['documentos', 'pastas', 'envelopes', 'inicio'])
      void queries.invalidateQueries({ queryKey: [part] });
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
