import type { Workers } from '../../core/job.ts';
import { scopeOf } from '../../core/scope.ts';
import { type AdvanceDeps, advance } from './advance.ts';
import type { QUEUES } from './queues.ts';

/** An advance mostly waits for other jobs. */
const ADVANCES = 4;

export const jobs = (deps: AdvanceDeps): Workers<typeof QUEUES> => ({
  ADVANCE: {
    concurrency: ADVANCES,
    perGroup: 1,
    handle: ({ organizacaoId, ambiente }, { signal }) => advance(deps, scopeOf(organizacaoId, ambiente), signal),
  },
});
