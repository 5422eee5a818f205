import { useQuery } from '@tanstack/react-query';
import { useIsAllowed, usePanel } from '../context.tsx';

/** What waits for this person and what changed lately. It is looked at again from time to time. */
export function useHome() {
  const { client } = usePanel();
  return useQuery({
    queryKey: ['inicio'],
    queryFn: ({ signal }) => client.obterInicio({ signal }),
    refetchInterval: 30_000,
  });
}

/** Documents after which somebody is at work, and needs no first steps. */
const AT_WORK = 20;

/** What has been done by now, as the service knows it; null is beyond the person's role. */
export interface Done {
  readonly send: boolean;
  readonly sign: boolean;
  readonly brand: boolean | null;
  readonly invite: boolean | null;
  readonly key: boolean | null;
}

/**
 * Which first steps are done. @param enabled whether they are of any interest
 * @returns null where there is nothing to tell of any more: somebody is at work
 */
export function useFirstSteps(enabled: boolean) {
  const { client } = usePanel();
  const { isAllowed } = useIsAllowed();
  return useQuery({
    queryKey: ['inicio', 'passos'],
    enabled,
    queryFn: async ({ signal }): Promise<Done | null> => {
      const total = (query: { status?: 'RASCUNHO' | 'ASSINADO' }) =>
        client.listarDocumentos({ query: { ...query, limite: 1 }, signal }).then((page) => page.total);
      const [all, drafts, signed] = await Promise.all([
        total({}),
        total({ status: 'RASCUNHO' }),
        total({ status: 'ASSINADO' }),
      ]);
      if (all > AT_WORK) return null;
      const [brand, invite, key] = await Promise.all([
        isAllowed('alterarOrganizacao')
          ? client
              .obterOrganizacao({ signal })
              .then(({ marca }) => Object.values(marca).some((value) => value !== null))
          : null,
        isAllowed('convidarMembro')
          ? client.listarMembros({ query: { limite: 1 }, signal }).then((page) => page.total > 1)
          : null,
        isAllowed('criarChaveApi')
          ? client.listarChavesApi({ query: { limite: 1 }, signal }).then((page) => page.total > 0)
          : null,
      ]);
      return { send: all > drafts, sign: signed > 0, brand, invite, key };
    },
  });
}
