import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { allItems } from '../api/all-pages.ts';
import { useIsAllowed, useMember, usePanel } from '../context.tsx';

const KEPT_MS = 5 * 60_000;

/** How it is said that somebody did something, and that the person at work did. */
interface Words {
  readonly by: (name: string) => string;
  readonly byYou: string;
}

/**
 * Tells who did something, by the membership it names: the person at work as such, and nobody where the role does not
 * reach the members, or where whoever it was is no longer one.
 */
export function useWhose({ by, byYou }: Words): (membroId: string) => string | null {
  const { client } = usePanel();
  const { isAllowed } = useIsAllowed();
  const { membroId } = useMember().organizacao;
  const members = useQuery({
    queryKey: ['membros', 'nomes'],
    staleTime: KEPT_MS,
    enabled: isAllowed('listarMembros'),
    queryFn: () => allItems(client.listarMembros),
  });
  const names = useMemo(() => new Map(members.data?.map(({ id, nome, email }) => [id, nome ?? email])), [members.data]);
  return useCallback(
    (who) => {
      if (who === membroId) return byYou;
      const name = names.get(who);
      return name ? by(name) : null;
    },
    [names, membroId, by, byYou],
  );
}
