import type { Workers } from '../../core/job.ts';
import { type ConfirmationDeps, createConfirmationSender } from './deliver.ts';
import type { QUEUES } from './queues.ts';
import { createFormWarner, type FormWarningDeps } from './warn.ts';

export const jobs = (deps: ConfirmationDeps & FormWarningDeps): Workers<typeof QUEUES> => ({
  SEND_FORM_CONFIRMATION: { concurrency: 4, perOrganization: 2, handle: createConfirmationSender(deps) },
  WARN_OF_FORM: { concurrency: 2, handle: createFormWarner(deps) },
});
