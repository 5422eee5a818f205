import { defineModule } from '../../core/module.ts';
import { jobs } from './jobs.ts';
import { QUEUES } from './queues.ts';
import { certificadosHandlers } from './routes.ts';
import { sweeps } from './sweeps.ts';

export const certificados = defineModule({ handlers: certificadosHandlers, queues: QUEUES, jobs, sweeps });

export { CURRENT_TEXT } from './acceptance-texts.ts';
export {
  COMPLETION_JOB_DELAY_MS,
  type CompletionDeps,
  createCompletion,
  TimestampPending,
} from './complete.ts';
export { findCertificado } from './emitir.ts';
export type { Operator, SealIdentity } from './package.ts';
export { signedItems } from './signed-values.ts';
export { FACTOR_WORDS, factorsInWords, moment } from './words.ts';
