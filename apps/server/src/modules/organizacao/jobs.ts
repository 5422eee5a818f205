import type { Workers } from '../../core/job.ts';
import type { MailedTokens } from '../../core/mailed-tokens.ts';
import type { Database } from '../../core/sql.ts';
import type { Messenger } from '../mensagens/index.ts';
import { createMemberInvitationSender } from './membros-convites.ts';
import type { QUEUES } from './queues.ts';

export interface JobDeps {
  readonly db: Database;
  readonly messenger: Messenger;
  readonly invitations: MailedTokens;
}

export const jobs = ({ db, messenger, invitations }: JobDeps): Workers<typeof QUEUES> => ({
  SEND_MEMBER_INVITATION: {
    concurrency: 2,
    handle: createMemberInvitationSender({ db, messenger, tokens: invitations }),
  },
});
