import { Checkbox, Stack, Text } from '@mantine/core';
import type { ChaveApi, Membro } from '@rubrica/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allItems } from '../api/all-pages.ts';
import { useIsAllowed, usePanel } from '../context.tsx';
import { useOrganizacao } from '../texts/organizacao.ts';

/** Living keys that a member created; none where the caller does not see keys. */
export function useLiveKeys() {
  const { client } = usePanel();
  const { isAllowed } = useIsAllowed();
  return async ({ id: membroId }: Membro): Promise<readonly ChaveApi[]> => {
    if (!isAllowed('listarChavesApi')) return [];
    const keys = await allItems(client.listarChavesApi, { membroId });
    return keys.filter(({ revogadaEm }) => revogadaEm === null);
  };
}

/** The keys of who leaves, and the offer to revoke them. `revogar` does what was chosen, before the person goes. */
export function useLeaverKeys(membro: Membro) {
  const { client } = usePanel();
  const living = useLiveKeys();
  const [chosen, setChosen] = useState(true);
  const keys = useQuery({ queryKey: ['chaves-de', membro.id], queryFn: () => living(membro), gcTime: 0 });
  const found = keys.data ?? [];
  return {
    revogar: async () => {
      if (!chosen) return;
      for (const { id } of found) await client.revogarChaveApi({ params: { chaveId: id } });
    },
    offer: found.length > 0 && <Offer keys={found} chosen={chosen} onChoose={setChosen} />,
  };
}

function Offer(props: {
  readonly keys: readonly ChaveApi[];
  readonly chosen: boolean;
  readonly onChoose: (chosen: boolean) => void;
}) {
  const t = useOrganizacao();
  return (
    <Stack gap="xs">
      <Checkbox
        checked={props.chosen}
        onChange={(event) => props.onChoose(event.currentTarget.checked)}
        label={t.membros.chaves(props.keys.length)}
        description={t.membros.keysText}
      />
      <ul className="plain-list">
        {props.keys.map((one) => (
          <Text key={one.id} component="li" size="sm" className="break-anywhere">
            {one.nome} · <code>{one.prefixo}…</code>
          </Text>
        ))}
      </ul>
    </Stack>
  );
}
