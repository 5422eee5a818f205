import { lazy, Suspense } from 'react';
import { useRoad } from '../context.tsx';
import { loadReader, useAhead } from '../prefetch.ts';
import type { Step } from '../steps.ts';
import { Consent } from './acceptance.tsx';
import { Factors } from './factors.tsx';
import { Review } from './review.tsx';
import { StepSheet } from './sheet.tsx';
import { Intro } from './start.tsx';

const Reading = lazy(async () => ({ default: (await loadReader()).Reading }));
const Filling = lazy(async () => ({ default: (await loadReader()).Filling }));

/** The steps of the road, one at a time. */
export function Steps() {
  const { state, t } = useRoad();
  const { step } = state;
  useAhead();
  if (step === 'leitura' || step === 'campos') {
    const Shown = step === 'leitura' ? Reading : Filling;
    return (
      <Suspense
        fallback={
          <StepSheet title={t.steps[step]}>
            <p className="loading" role="status">
              <span className="spinner" aria-hidden="true" /> {t.opening}
            </p>
          </StepSheet>
        }
      >
        <Shown />
      </Suspense>
    );
  }
  const SCREENS: Record<Exclude<Step, 'leitura' | 'campos'>, () => ReturnType<typeof Intro>> = {
    inicio: Intro,
    fatores: Factors,
    aceite: Consent,
    review: Review,
  };
  const Screen = SCREENS[step];
  return <Screen />;
}
