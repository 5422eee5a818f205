import { defineModule } from '../../core/module.ts';
import { jobs } from './jobs.ts';
import { QUEUES } from './queues.ts';
import { contatosHandlers } from './routes.ts';

export const contatos = defineModule({ handlers: contatosHandlers, queues: QUEUES, jobs });
