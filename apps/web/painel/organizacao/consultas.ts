import type { Organizacao, SolicitacaoLgpd, TipoMedicao } from '@rubrica/contract';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { todas } from '../api/todas.ts';
import { usePanel, usePode } from '../contexto.tsx';

const PAGE = 50;

/** The organization as it is now. */
export function useDados() {
  const { client } = usePanel();
  return useQuery({ queryKey: ['organizacao'], queryFn: ({ signal }) => client.obterOrganizacao({ signal }) });
}

/** Every member, the invited included. */
export function useMembros() {
  const { client } = usePanel();
  const { pode } = usePode();
  return useQuery({
    queryKey: ['membros'],
    queryFn: () => todas(client.listarMembros),
    enabled: pode('listarMembros'),
  });
}

export function useConsumoDoMes() {
  const { client } = usePanel();
  const { pode } = usePode();
  return useQuery({
    queryKey: ['consumo'],
    queryFn: ({ signal }) => client.obterConsumo({ signal }),
    enabled: pode('obterConsumo'),
  });
}

/** The extract, page after page, newest first. @param tipo of one kind alone */
export function useExtrato(tipo: TipoMedicao | null, limite = PAGE, enabled = true) {
  const { client } = usePanel();
  const { pode } = usePode();
  return useInfiniteQuery({
    queryKey: ['extrato', tipo, limite],
    enabled: enabled && pode('listarExtrato'),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.listarExtrato({
        query: { limite, ...(tipo ? { tipo } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    getNextPageParam: ({ proximoCursor }) => proximoCursor ?? undefined,
  });
}

export function usePlano() {
  const { client } = usePanel();
  const { pode } = usePode();
  return useQuery({
    queryKey: ['plano'],
    queryFn: ({ signal }) => client.obterPlano({ signal }),
    enabled: pode('obterPlano'),
  });
}

/** Every invoice: there is at most one a month. */
export function useFaturas() {
  const { client } = usePanel();
  const { pode } = usePode();
  return useQuery({
    queryKey: ['faturas'],
    queryFn: () => todas(client.listarFaturas),
    enabled: pode('listarFaturas'),
  });
}

/** What to call after a change, so that every screen shows it. */
export function useMudouOrganizacao() {
  const queries = useQueryClient();
  return {
    /** The organization's new state, as its write answered it. */
    dados(organizacao: Organizacao) {
      queries.setQueryData(['organizacao'], organizacao);
      void queries.invalidateQueries({ queryKey: ['eu'] });
    },
    /** Somebody's membership. @param proprio it was the person's own */
    async membros(proprio = false) {
      if (proprio) await queries.invalidateQueries({ queryKey: ['eu'] });
      await queries.invalidateQueries({ queryKey: ['membros'] });
    },
    pedidos: () => queries.invalidateQueries({ queryKey: ['titulares'] }),
    /** One request's new state. */
    pedido(solicitacao: SolicitacaoLgpd) {
      queries.setQueryData(['titulares', 'um', solicitacao.id], solicitacao);
      return queries.invalidateQueries({ queryKey: ['titulares', 'lista'] });
    },
  };
}
