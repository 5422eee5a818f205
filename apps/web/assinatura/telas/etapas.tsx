import { lazy, Suspense, useEffect } from 'react';
import { useRoad } from '../contexto.tsx';
import type { Step } from '../etapas.ts';
import { Consent } from './aceite.tsx';
import { Factors } from './fatores.tsx';
import { StepSheet } from './folha.tsx';
import { Intro } from './inicio.tsx';
import { Review } from './revisao.tsx';

/** What shows a document is loaded when one is to be shown. */
const loadReader = () => import('../leitor/leitura.tsx');
const Reading = lazy(async () => ({ default: (await loadReader()).Reading }));
const Filling = lazy(async () => ({ default: (await loadReader()).Filling }));

/** Not before the first screen is there, and not on a line that its owner saves. */
const WARM_UP_AFTER_MS = 400;
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** The steps of the road, one at a time. */
export function Steps() {
  const { state, t } = useRoad();
  const { step } = state;
  useEffect(() => {
    if (savesData()) return;
    const timer = setTimeout(() => {
      // Failing here is no matter: it is loaded again when it is needed, and then told.
      void loadReader()
        .then(({ warmUp }) => warmUp())
        .catch(() => {});
    }, WARM_UP_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
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
