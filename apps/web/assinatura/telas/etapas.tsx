import { lazy, Suspense } from 'react';
import { loadReader, useAhead } from '../antecipar.ts';
import { useRoad } from '../contexto.tsx';
import type { Step } from '../etapas.ts';
import { Consent } from './aceite.tsx';
import { Factors } from './fatores.tsx';
import { StepSheet } from './folha.tsx';
import { Intro } from './inicio.tsx';
import { Review } from './revisao.tsx';

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
          <StepSheet title={t.passos[step]}>
            <p className="loading" role="status">
              <span className="spinner" aria-hidden="true" /> {t.abrindo}
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
    revisao: Review,
  };
  const Screen = SCREENS[step];
  return <Screen />;
}
