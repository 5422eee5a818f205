import { Checkbox, Stack, Text } from '@mantine/core';
import type { ChaveApi, Membro } from '@rubrica/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { todas } from '../api/todas.ts';
import { usePanel, usePode } from '../contexto.tsx';
import { useOrganizacao } from '../textos/organizacao.ts';

/** Living keys that a member created; none where the caller does not see keys. */
export function useChavesVivas() {
  const { client } = usePanel();
  const { pode } = usePode();
  return async ({ id: membroId }: Membro): Promise<readonly ChaveApi[]> => {
    if (!pode('listarChavesApi')) return [];
    const keys = await todas(client.listarChavesApi, { membroId });
    return keys.filter(({ revogadaEm }) => revogadaEm === null);
  };
}

/** The keys of who leaves, and the offer to revoke them. `revogar` does what was chosen, before the person goes. */
export function useChavesDeQuemSai(membro: Membro) {
  const { client } = usePanel();
  const living = useChavesVivas();
  const [chosen, setChosen] = useState(true);
  const keys = useQuery({ queryKey: ['chaves-de', membro.id], queryFn: () => living(membro), gcTime: 0 });
  const found = keys.data ?? [];
  return {
    revogar: async () => {
      if (!chosen) return;
      for (const { id } of found) await client.revogarChaveApi({ params: { chaveId: id } });
    },
    oferta: found.length > 0 && <Oferta keys={found} chosen={chosen} onChoose={setChosen} />,
  };
}

function Oferta(props: {
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
        description={t.membros.chavesTexto}
      />
      <ul className="lista-solta">
        {props.keys.map((one) => (
          <Text key={one.id} component="li" size="sm" className="titulo-quebra">
            {one.nome} · <code className="codigo">{one.prefixo}…</code>
          </Text>
        ))}
      </ul>
    </Stack>
  );
}
