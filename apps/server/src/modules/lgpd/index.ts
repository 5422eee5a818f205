import { defineModule } from '../../core/module.ts';
import { jobs } from './jobs.ts';
import { QUEUES } from './queues.ts';
import { lgpdHandlers } from './routes.ts';
import { sweeps } from './sweeps.ts';

export const lgpd = defineModule({ handlers: lgpdHandlers, queues: QUEUES, jobs, sweeps });

export { type CleaningDeps, emptySandbox } from './limpar.ts';
export { type Forecast, forecastPurge, type PurgeDeps, type Purged, purgeExpired } from './purge.ts';
