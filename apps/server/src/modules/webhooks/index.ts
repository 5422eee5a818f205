import { defineModule } from '../../core/module.ts';
import { jobs } from './jobs.ts';
import { QUEUES } from './queues.ts';
import { webhooksHandlers } from './routes.ts';
import { secretContext } from './sign.ts';

export const webhooks = defineModule({
  handlers: webhooksHandlers,
  queues: QUEUES,
  jobs,
  encrypted: { 'webhook.segredo': secretContext, 'webhook.segredo_anterior': secretContext },
});
