import type { Workers } from '../../core/job.ts';
import { scopeOf } from '../../core/scope.ts';
import { type ExportDeps, exportData } from './export.ts';
import { type CleaningDeps, emptySandbox } from './limpar.ts';
import type { QUEUES } from './queues.ts';

export const jobs = (deps: ExportDeps & CleaningDeps): Workers<typeof QUEUES> => ({
  CLEAN: {
    concurrency: 1,
    handle: ({ organizacaoId, ambiente, ate }) => emptySandbox(deps, scopeOf(organizacaoId, ambiente), ate),
  },
  GATHER_DATA: {
    concurrency: 1,
    handle: ({ organizacaoId, ambiente, id }) => exportData(deps, scopeOf(organizacaoId, ambiente), id),
  },
});
