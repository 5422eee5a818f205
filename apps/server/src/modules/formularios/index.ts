import { defineModule } from '../../core/module.ts';
import { jobs } from './jobs.ts';
import { QUEUES } from './queues.ts';
import { formulariosHandlers } from './routes.ts';
import { sweeps } from './sweeps.ts';

export const formularios = defineModule({ handlers: formulariosHandlers, queues: QUEUES, jobs, sweeps });

export { createFormRequestTokens } from './request-tokens.ts';
