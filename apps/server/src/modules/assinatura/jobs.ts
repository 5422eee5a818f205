import type { Workers } from '../../core/job.ts';
import type { Database } from '../../core/sql.ts';
import type { Messenger } from '../mensagens/index.ts';
import type { Codes } from './factors/code-digits.ts';
import { createCodeSender } from './factors/send-code.ts';
import { createForgottenSender } from './forget-authenticator.ts';
import type { QUEUES } from './queues.ts';
import { createTestPeople, type TestPeopleDeps } from './test-people.ts';

export interface JobDeps extends TestPeopleDeps {
  readonly db: Database;
  readonly messenger: Messenger;
  readonly codes: Codes;
}

/** The messages of signing, and people of test. */
export const jobs = (deps: JobDeps): Workers<typeof QUEUES> => ({
  ACT: { concurrency: 2, handle: createTestPeople(deps) },
  SEND_CODE: { concurrency: 4, handle: createCodeSender(deps) },
  SEND_FORGOTTEN: { concurrency: 1, handle: createForgottenSender(deps) },
});
