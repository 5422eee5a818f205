/** A worker that dies the instant a receiver has answered, before anything of the attempt is recorded. */
import { createWebhookHttp } from '../../../src/adapters/webhook-http.ts';
import { openDatabase } from '../../database.ts';
import { delivery, LOOPBACK, webhooksJobs } from './support.ts';

const real = createWebhookHttp({ production: false, allowNetworks: LOOPBACK });
const { db, queue } = openDatabase(JSON.parse(process.argv[2] ?? ''));
const deadly = {
  ...real,
  post: async (...request: Parameters<typeof real.post>) => {
    await real.post(...request);
    process.kill(process.pid, 'SIGKILL');
    return new Promise<never>(() => {});
  },
};
await queue.start(webhooksJobs(delivery(db, deadly, {})));
