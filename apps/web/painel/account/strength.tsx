import { Text } from '@mantine/core';
import { PASSWORD_MIN_CHARS, PASSWORD_MIN_STRENGTH } from '@rubrica/contract/limits';
import { useDeferredValue, useEffect, useId, useState } from 'react';
import { useAccountTexts } from '../texts/account.ts';
import type { Estimate } from './estimate.ts';
import styles from './strength.module.css';

/** Steps of the meter: too short, then the estimate's 0 to 4 in four steps. */
export const STEPS = 4;

/**
 * How strong a password is, by the service's own estimate. Its dictionaries come with the first character typed; until
 * they are there, and where they cannot be had, only the length is judged, and the service decides anyway.
 */
export function Strength({ senha, known }: { readonly senha: string; readonly known: readonly string[] }) {
  const t = useAccountTexts();
  const id = useId();
  const estimate = useEstimate(senha !== '');
  const typed = useDeferredValue(senha);
  if (senha === '') return null;
  const step = stepOf(typed, known, estimate);
  const word = step === null ? null : t.strength.words[step];
  return (
    <div className={styles.strength} data-step={step ?? undefined}>
      <meter
        className={styles.meter}
        min={0}
        max={STEPS}
        value={step ?? 0}
        aria-labelledby={id}
        aria-valuetext={word ?? undefined}
      />
      <Text size="sm" id={id} role="status">
        {t.strength.is(word ?? '…')}
      </Text>
    </div>
  );
}

/** 1 too short or easy to guess, 2 nearly, 3 enough, 4 strong; null while nothing is known. */
function stepOf(senha: string, known: readonly string[], estimate: Estimate | null): 1 | 2 | 3 | 4 | null {
  if ([...senha].length < PASSWORD_MIN_CHARS) return 1;
  if (!estimate) return null;
  const score = estimate(senha, known);
  if (score >= PASSWORD_MIN_STRENGTH) return score > PASSWORD_MIN_STRENGTH ? 4 : 3;
  return score === PASSWORD_MIN_STRENGTH - 1 ? 2 : 1;
}

function useEstimate(wanted: boolean): Estimate | null {
  const [estimate, setEstimate] = useState<Estimate | null>(null);
  useEffect(() => {
    if (!wanted || estimate) return;
    let gone = false;
    void import('./estimate.ts').then(
      (loaded) => gone || setEstimate(() => loaded.estimate),
      // Without a connection there is no estimate; sending will say more.
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [wanted, estimate]);
  return estimate;
}
