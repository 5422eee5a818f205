/** A worker that dies the instant a receiver has answered, before anything of the attempt is recorded. */
import { createWebhookHttp } from '../../src/adapters/webhook-http.ts';
import { webhooksJobs } from '../../src/modules/webhooks/index.ts';
import { application, delivery, LOOPBACK } from './support.ts';

const { connection, queueConnection } = JSON.parse(process.argv[2] ?? '');
const real = createWebhookHttp({ allowNetworks: LOOPBACK });
const { db, queue } = application(connection, queueConnection);
const deadly = {
  ...real,
  post: async (...request: Parameters<typeof real.post>) => {
    await real.post(...request);
    process.kill(process.pid, 'SIGKILL');
    return new Promise<never>(() => {});
  },
};
await queue.start(webhooksJobs(delivery(db, deadly, {})));
