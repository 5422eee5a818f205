export type { NoticeDeps } from './desativar.ts';
export type { DeliveryDeps } from './entregar.ts';
export { WEBHOOKS_JOBS, webhooksJobs } from './jobs.ts';
export { type WebhooksDeps, webhooksHandlers } from './routes.ts';
export { secretContext } from './sign.ts';
