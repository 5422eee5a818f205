import type { ModeloEmail, Organizacao, SolicitacaoLgpd, TipoMedicao } from '@rubrica/contract';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { allItems } from '../api/all-pages.ts';
import { useIsAllowed, usePanel } from '../context.tsx';

const PAGE = 50;

/** The organization as it is now. */
export function useDetails() {
  const { client } = usePanel();
  return useQuery({ queryKey: ['organizacao'], queryFn: ({ signal }) => client.obterOrganizacao({ signal }) });
}

/** Key of the list of e-mail templates. */
export const EMAIL_TEMPLATES_KEY = ['modelos-email'] as const;

/** Subject and text of an e-mail template. */
export type EmailWords = Pick<ModeloEmail, 'assunto' | 'corpo'>;

/** Every e-mail template that can be chosen: the organization's own first, then the service's. */
export function useEmailTemplates(enabled = true) {
  const { client } = usePanel();
  return useQuery({
    queryKey: EMAIL_TEMPLATES_KEY,
    enabled,
    staleTime: 30_000,
    queryFn: () => allItems(client.listarModelosEmail),
  });
}

/** Every member, the invited included. */
export function useMembers() {
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

interface StatementOptions {
  readonly limite?: number;
  readonly enabled?: boolean;
  /** Whether the lines of another kind stay until those of this one are there. */
  readonly keeping?: boolean;
}

/** The extract, page after page, newest first. @param tipo of one kind alone */
export function useStatement(
  tipo: TipoMedicao | null,
  { limite = PAGE, enabled = true, keeping = false }: StatementOptions = {},
) {
  const { client } = usePanel();
  const { isAllowed } = useIsAllowed();
  return useInfiniteQuery({
    queryKey: ['extrato', tipo, limite],
    ...(keeping ? { placeholderData: keepPreviousData } : {}),
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
export function useInvoices() {
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
