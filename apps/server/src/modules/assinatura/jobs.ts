import type { Workers } from '../../core/job.ts';
import type { Database } from '../../core/sql.ts';
import type { Messenger } from '../mensagens/index.ts';
import type { Codes } from './factors/code-digits.ts';
import { createCodeSender } from './factors/send-code.ts';
import { createForgottenSender } from './forget-authenticator.ts';
import type { QUEUES } from './queues.ts';

export interface JobDeps {
  readonly db: Database;
  readonly messenger: Messenger;
  readonly codes: Codes;
}

/** The messages of signing. */
export const jobs = (deps: JobDeps): Workers<typeof QUEUES> => ({
  SEND_CODE: { concurrency: 4, handle: createCodeSender(deps) },
  SEND_FORGOTTEN: { concurrency: 1, handle: createForgottenSender(deps) },
});
