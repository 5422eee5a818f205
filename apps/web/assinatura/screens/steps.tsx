import { type ComponentType, lazy, Suspense } from 'react';
import { useRoad } from '../context.tsx';
import { loadFactors, loadReader, useAhead } from '../prefetch.ts';
import type { Step } from '../steps.ts';
import partStyles from './parts.module.css';
import { StepSheet } from './sheet.tsx';
import { Intro } from './start.tsx';

const Factors = lazy(async () => ({ default: (await loadFactors()).Factors }));
const Guided = lazy(async () => ({ default: (await loadReader()).Guided }));
const Review = lazy(async () => ({ default: (await loadReader()).Review }));

const SCREENS: Record<Step, ComponentType> = { inicio: Intro, fatores: Factors, documento: Guided, review: Review };

/** The steps of the road, one at a time. */
export function Steps() {
  const { state } = useRoad();
  const { step } = state;
  useAhead();
  const Screen = SCREENS[step];
  return (
    <Suspense key={step} fallback={<Coming step={step} />}>
      <Screen />
    </Suspense>
  );
}

/** Shown until a step has been downloaded. */
function Coming({ step }: { readonly step: Step }) {
  const { t } = useRoad();
  return (
    <StepSheet title={t.steps[step]}>
      <p className={partStyles.loading} role="status">
        <span className="spinner" aria-hidden="true" /> {t.opening}
      </p>
    </StepSheet>
  );
}
