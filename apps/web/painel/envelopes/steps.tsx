import { Text } from '@mantine/core';
import { useEnvelopes } from '../texts/envelopes.ts';
import type { Walk } from './use-everyone.ts';

/** How far an act over the documents is; nothing while none is under way. */
export function Steps({ walk }: { readonly walk: Walk | null }) {
  const t = useEnvelopes();
  if (walk === null) return null;
  const { doneOnes, total, pause } = walk;
  return (
    <Text size="sm" role="status">
      {t.everyone.saving(doneOnes, total)}
      {pause !== null && ` ${t.everyone.waiting(pause)}`}
    </Text>
  );
}
