import type { Organizacao, SolicitacaoLgpd, TipoMedicao } from '@rubrica/contract';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { allItems } from '../api/all-pages.ts';
import { useIsAllowed, usePanel } from '../context.tsx';

const PAGE = 50;

/** The organization as it is now. */
export function useDados() {
  const { client } = usePanel();
  return useQuery({ queryKey: ['organizacao'], queryFn: ({ signal }) => client.obterOrganizacao({ signal }) });
}

/** Every member, the invited included. */
export function useMembros() {
  const { client } = usePanel();
  const { isAllowed } = useIsAllowed();
  return useQuery({
    queryKey: ['membros'],
    queryFn: () => allItems(client.listarMembros),
    enabled: isAllowed('listarMembros'),
  });
}

export function useMonthlyConsumo() {
  const { client } = usePanel();
  const { isAllowed } = useIsAllowed();
  return useQuery({
    queryKey: ['consumo'],
    queryFn: ({ signal }) => client.obterConsumo({ signal }),
    enabled: isAllowed('obterConsumo'),
  });
}

/** The extract, page after page, newest first. @param tipo of one kind alone */
export function useExtrato(tipo: TipoMedicao | null, limite = PAGE, enabled = true) {
  const { client } = usePanel();
  const { isAllowed } = useIsAllowed();
  return useInfiniteQuery({
    queryKey: ['extrato', tipo, limite],
    enabled: enabled && isAllowed('listarExtrato'),
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
  const { isAllowed } = useIsAllowed();
  return useQuery({
    queryKey: ['plano'],
    queryFn: ({ signal }) => client.obterPlano({ signal }),
    enabled: isAllowed('obterPlano'),
  });
}

/** Every invoice: there is at most one a month. */
export function useFaturas() {
  const { client } = usePanel();
  const { isAllowed } = useIsAllowed();
  return useQuery({
    queryKey: ['faturas'],
    queryFn: () => allItems(client.listarFaturas),
    enabled: isAllowed('listarFaturas'),
  });
}

/** What to call after a change, so that every screen shows it. */
export function useOrganizacaoChanged() {
  const queries = useQueryClient();
  return {
    /** The organization's new state, as its write answered it. */
    dados(organizacao: Organizacao) {
      queries.setQueryData(['organizacao'], organizacao);
      void queries.invalidateQueries({ queryKey: ['eu'] });
    },
    /** Somebody's membership. @param proprio it was the person's own */
    async membros(own = false) {
      if (own) await queries.invalidateQueries({ queryKey: ['eu'] });
      await queries.invalidateQueries({ queryKey: ['membros'] });
    },
    requests: () => queries.invalidateQueries({ queryKey: ['titulares'] }),
    /** One request's new state. */
    request(solicitacao: SolicitacaoLgpd) {
      queries.setQueryData(['titulares', 'um', solicitacao.id], solicitacao);
      return queries.invalidateQueries({ queryKey: ['titulares', 'lista'] });
    },
  };
}
