import type { Workers } from '../../core/job.ts';
import { type ConfirmationDeps, createConfirmationSender } from './deliver.ts';
import type { QUEUES } from './queues.ts';

export const jobs = (deps: ConfirmationDeps): Workers<typeof QUEUES> => ({
  SEND_FORM_CONFIRMATION: { concurrency: 4, perOrganization: 2, handle: createConfirmationSender(deps) },
});
