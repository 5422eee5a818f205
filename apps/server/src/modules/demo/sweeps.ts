import { DEMO_KEPT_MS } from '@rubrica/contract';
import type { Sweep } from '../../core/sweep.ts';
import { type CleaningDeps, emptySandbox } from '../lgpd/index.ts';
import { DEMO_SCOPE, ownerExists } from './owner.ts';

const EVERY_MS = 30_000;

/** Erases what has been kept for its time, also where no new one is lent any more. */
export const sweeps = (deps: CleaningDeps): Sweep[] => [
  {
    name: 'apagar-exemplos',
    everyMs: EVERY_MS,
    async run() {
      if (!(await deps.db.read(DEMO_SCOPE, ownerExists))) return;
      const { now } = await deps.db.time(DEMO_SCOPE);
      await emptySandbox(deps, DEMO_SCOPE, new Date(now.getTime() - DEMO_KEPT_MS).toISOString());
    },
  },
];
