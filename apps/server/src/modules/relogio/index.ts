import { defineModule } from '../../core/module.ts';
import { jobs } from './jobs.ts';
import { QUEUES } from './queues.ts';
import { relogioHandlers } from './routes.ts';

export const relogio = defineModule({ handlers: relogioHandlers, queues: QUEUES, jobs });
