import type { Workers } from '../../core/job.ts';
import { type ContactSenderDeps, createContactSender } from './deliver.ts';
import type { QUEUES } from './queues.ts';

export const jobs = (deps: ContactSenderDeps): Workers<typeof QUEUES> => ({
  SEND_CONTACT: { concurrency: 1, handle: createContactSender(deps) },
});
