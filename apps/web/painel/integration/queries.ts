import type { EntregaWebhook, StatusEntrega, Webhook } from '@rubrica/contract';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { allItems } from '../api/all-pages.ts';
import { keptWhere } from '../api/queries.ts';
import { usePanel } from '../context.tsx';

const PAGE = 50;
/** How many pages are turned by the screen itself to find what an address names. */
const PAGES_AHEAD = 10;
const SOON_MS = 1_500;
const NOW_AND_THEN_MS = 30_000;
/** Somebody waits for a message here. */
const MAILBOX_MS = 5_000;

/** Every key of the organization, of both environments, revoked ones too. */
export function useKeys() {
  const { client } = usePanel();
  return useQuery({ queryKey: ['chaves'], queryFn: () => allItems(client.listarChavesApi) });
}

/** Every webhook of the environment; looked at again from time to time, because the service deactivates them too. */
export function useWebhooks() {
  const { client } = usePanel();
  return useQuery({
    queryKey: ['webhooks'],
    queryFn: () => allItems(client.listarWebhooks),
    refetchInterval: NOW_AND_THEN_MS,
  });
}

/** Ids of the webhooks whose deletion can still be taken back. */
const LEAVING = ['webhooks', 'saindo'];

export function useLeaving(): readonly string[] {
  const { data } = useQuery<readonly string[]>({
    queryKey: LEAVING,
    queryFn: () => [],
    staleTime: Number.POSITIVE_INFINITY,
    initialData: [],
  });
  return data;
}

/** What to call after a change of a webhook, so that every screen shows it. */
export function useWebhookChanged() {
  const queries = useQueryClient();
  return {
    webhook(after: Webhook) {
      queries.setQueryData<Webhook[]>(['webhooks'], (list) => list?.map((one) => (one.id === after.id ? after : one)));
      void queries.invalidateQueries({ queryKey: ['entregas', after.id] });
    },
    criado: (webhook: Webhook) => queries.setQueryData<Webhook[]>(['webhooks'], (list) => list && [webhook, ...list]),
    entrega: (entrega: EntregaWebhook) => queries.invalidateQueries({ queryKey: ['entregas', entrega.webhookId] }),
    leaving: (id: string, leaving: boolean) =>
      queries.setQueryData<readonly string[]>(LEAVING, (ids = []) =>
        leaving ? [...ids, id] : ids.filter((one) => one !== id),
      ),
    excluido: (id: string) =>
      queries.setQueryData<Webhook[]>(['webhooks'], (list) => list?.filter((one) => one.id !== id)),
  };
}

/**
 * Deliveries of a webhook, newest first, page after page. While one is in the queue they are looked at often; those of
 * another state stay until these are there.
 */
export function useDeliveries(webhookId: string, status: StatusEntrega | null) {
  const { client } = usePanel();
  return useInfiniteQuery({
    queryKey: ['entregas', webhookId, status],
    placeholderData: keptWhere(([, id]) => id === webhookId),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.listarEntregas({
        params: { webhookId },
        query: { limite: PAGE, ...(status ? { status } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    getNextPageParam: ({ proximoCursor }) => proximoCursor ?? undefined,
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? [];
      const waiting = pages.some(({ itens }) =>
        itens.some(({ status, proximaTentativaEm }) => status === 'PENDENTE' && proximaTentativaEm !== null),
      );
      return waiting && pages.length <= 2 ? SOON_MS : NOW_AND_THEN_MS;
    },
  });
}

/** Messages the sandbox kept, newest first, page after page. */
export function useMailbox(enabled: boolean) {
  const { client } = usePanel();
  return useInfiniteQuery({
    queryKey: ['caixa'],
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.listarCaixa({ query: { limite: PAGE, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    getNextPageParam: ({ proximoCursor }) => proximoCursor ?? undefined,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= 2 ? MAILBOX_MS : NOW_AND_THEN_MS),
  });
}

interface Turning {
  readonly data?: { readonly pages: readonly unknown[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly error: unknown;
  readonly fetchNextPage: () => unknown;
}

/**
 * Turns pages until what is looked for is among them, the listing ends or enough were turned: the contract has no
 * operation that reads one of these alone.
 * @returns whether it is still looking
 */
export function useUntilFound(list: Turning, found: boolean): boolean {
  const { hasNextPage, isFetching, fetchNextPage, error } = list;
  const pages = list.data?.pages.length ?? 0;
  const goOn = !found && hasNextPage && error === null && pages > 0 && pages < PAGES_AHEAD;
  const turn = goOn && !isFetching;
  useEffect(() => {
    if (turn) void fetchNextPage();
  }, [turn, fetchNextPage]);
  return goOn;
}
