import { IDEMPOTENCY_TTL_MS } from '@rubrica/contract';
import type { Clock } from '../../core/clock.ts';
import type { FileStore } from '../../core/ports.ts';
import type { Database, Sql } from '../../core/sql.ts';
import type { Sweep } from '../../core/sweep.ts';
import { keyOfOrigin } from './derived-files.ts';

export interface SweepDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly files: FileStore;
  /** Files that exist only for the duration of a request or a job. */
  readonly temporary: { removeOlderThan(ageMs: number): Promise<void> };
}

const HOURLY_MS = 3600_000;
/** No upload and no completion takes this long; anything older belongs to a dead process. */
const ORPHAN_AGE_MS = 2 * 3600_000;

/** Cleans up after requests: expired idempotency responses, download URLs, and orphaned files. */
export function sweeps({ db, clock, files, temporary }: SweepDeps): Sweep[] {
  return [
    {
      name: 'limpar',
      everyMs: HOURLY_MS,
      async run() {
        const now = clock.now();
        await db.sql`select acesso.limpar(${new Date(now.getTime() - IDEMPOTENCY_TTL_MS)}, ${now})`;
        await temporary.removeOlderThan(ORPHAN_AGE_MS);
        await removeOrphans(db.sql, files, ORPHAN_AGE_MS);
      },
    },
  ];
}

/**
 * Removes stored files that no row references, once they are so old that any process about to reference them has given
 * up.
 */
export async function removeOrphans(sql: Sql, files: FileStore, ageMs: number): Promise<void> {
  for await (const key of files.list('', ageMs)) {
    const [row] = await sql<{ wanted: boolean }[]>`select acesso.arquivo_existe(${keyOfOrigin(key)}) as wanted`;
    if (row?.wanted === false) await files.delete(key);
  }
}
