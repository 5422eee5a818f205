import type { Workers } from '../../core/job.ts';
import { scopeOf } from '../../core/scope.ts';
import { type ExportDeps, exportData } from './export.ts';
import type { QUEUES } from './queues.ts';

export const jobs = (deps: ExportDeps): Workers<typeof QUEUES> => ({
  GATHER_DATA: {
    concurrency: 1,
    handle: ({ organizacaoId, ambiente, id }) => exportData(deps, scopeOf(organizacaoId, ambiente), id),
  },
});
