import { Text } from '@mantine/core';
import { useEnvelopes } from '../textos/envelopes.ts';
import type { Andamento } from './usar-gente.ts';

/** How far an act over the documents is; nothing while none is under way. */
export function Passos({ andamento }: { readonly andamento: Andamento | null }) {
  const t = useEnvelopes();
  if (andamento === null) return null;
  const { feitos, total, pausa } = andamento;
  return (
    <Text size="sm" role="status">
      {t.gente.salvando(feitos, total)}
      {pausa !== null && ` ${t.gente.espera(pausa)}`}
    </Text>
  );
}
