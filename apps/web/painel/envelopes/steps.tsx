import { Text } from '@mantine/core';
import { useEnvelopes } from '../texts/envelopes.ts';
import type { Andamento } from './use-everyone.ts';

/** How far an act over the documents is; nothing while none is under way. */
export function Steps({ andamento }: { readonly andamento: Andamento | null }) {
  const t = useEnvelopes();
  if (andamento === null) return null;
  const { doneOnes, total, pause } = andamento;
  return (
    <Text size="sm" role="status">
      {t.everyone.saving(doneOnes, total)}
      {pause !== null && ` ${t.everyone.waiting(pause)}`}
    </Text>
  );
}
