import type { Workers } from '../../core/job.ts';
import { type Scope, scopeOf } from '../../core/scope.ts';
import type { QUEUES } from './queues.ts';

export interface JobDeps {
  readonly complete: (scope: Scope, documentoId: string) => Promise<void>;
}

/** Completes what the process that recorded the last signature could not finish. */
export const jobs = ({ complete }: JobDeps): Workers<typeof QUEUES> => ({
  COMPLETE_DOCUMENT: {
    concurrency: 2,
    handle: ({ organizacaoId, ambiente, id }) => complete(scopeOf(organizacaoId, ambiente), id),
  },
});
