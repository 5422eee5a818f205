import type { Workers } from '../../core/job.ts';
import { scopeOf } from '../../core/scope.ts';
import type { Database } from '../../core/sql.ts';
import { findFile } from './arquivos.ts';
import type { InkMaps } from './ink.ts';
import type { QUEUES } from './queues.ts';

export interface JobDeps {
  readonly db: Database;
  readonly ink: InkMaps;
}

/** Computes data about a stored file before somebody waits for it. */
export function jobs({ db, ink }: JobDeps): Workers<typeof QUEUES> {
  return {
    MAP_INK: {
      concurrency: 1,
      handle: async ({ organizacaoId, ambiente, id }) => {
        await ink.read(await db.read(scopeOf(organizacaoId, ambiente), (tx) => findFile(tx, id)));
      },
    },
  };
}
