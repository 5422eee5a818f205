import type { DocumentoResumo, Envelope } from '@rubrica/contract';
import { useInfiniteQuery, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { usePanel } from '../context.tsx';

const PAGE = 25;
const LOOK_AGAIN_MS = 20_000;

/** The envelopes, page after page, newest first. */
export function useEnvelopeList() {
  const { client } = usePanel();
  return useInfiniteQuery({
    queryKey: ['envelopes', 'lista'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.listarEnvelopes({ query: { limite: PAGE, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    getNextPageParam: ({ proximoCursor }) => proximoCursor ?? undefined,
  });
}

/** One envelope with its documents. While it is on its way it is looked at again from time to time. */
export function useEnvelope(envelopeId: string) {
  const { client } = usePanel();
  return useQuery({
    queryKey: ['envelopes', envelopeId],
    // The editor, which one comes back from, writes without telling.
    staleTime: 0,
    queryFn: ({ signal }) => client.obterEnvelope({ params: { envelopeId }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'ENVIADO' ? LOOK_AGAIN_MS : false),
  });
}

/** Documents with their fields, each read once for every state it was in; null where it is not there yet, and why. */
export function useWholeOnes(documentos: readonly DocumentoResumo[]) {
  const { client } = usePanel();
  return useQueries({
    queries: documentos.map(({ id: documentoId, atualizadoEm }) => ({
      queryKey: ['documento', documentoId, 'whole', atualizadoEm],
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: ({ signal }: { signal: AbortSignal }) => client.obterDocumento({ params: { documentoId }, signal }),
    })),
    combine: (results) => ({
      wholeOnes: results.map(({ data }) => data ?? null),
      erro: results.find(({ error }) => error)?.error ?? null,
      repeat() {
        for (const { error, refetch } of results) if (error) void refetch();
      },
    }),
  });
}

/** What to call after a change, so that every screen shows it. */
export function useEnvelopeChanged() {
  const queries = useQueryClient();
  return {
    /** An envelope's new state, as its write answered it. */
    envelope(envelope: Envelope) {
      queries.setQueryData(['envelopes', envelope.id], envelope);
      for (const key of [['envelopes', 'lista'], ['documentos']]) void queries.invalidateQueries({ queryKey: key });
    },
    /** Documents of an envelope; resolves once its new state is there. */
    async documentos(envelopeId: string, documentos: readonly { readonly id: string }[]) {
      for (const { id } of documentos) void queries.invalidateQueries({ queryKey: ['documento', id], exact: true });
      void queries.invalidateQueries({ queryKey: ['documentos'] });
      void queries.invalidateQueries({ queryKey: ['envelopes', 'lista'] });
      await queries.invalidateQueries({ queryKey: ['envelopes', envelopeId] });
    },
  };
}
