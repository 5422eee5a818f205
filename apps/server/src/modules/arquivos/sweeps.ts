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
  /** Files that live only while a request or a job does. */
  readonly temporary: { removeOlderThan(ageMs: number): Promise<void> };
}

const HOURLY_MS = 3600_000;
/** No upload and no completion lasts this long; what is older belongs to a process that died. */
const ORPHAN_AGE_MS = 2 * 3600_000;

/** What requests leave: answers remembered past their time, addresses of downloads, and files nobody came back for. */
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

/** Removes the stored files that no row names, once they are so old that whoever was to name one has given up. */
export async function removeOrphans(sql: Sql, files: FileStore, ageMs: number): Promise<void> {
  for await (const key of files.list('', ageMs)) {
    const [row] = await sql<{ wanted: boolean }[]>`select acesso.arquivo_existe(${keyOfOrigin(key)}) as wanted`;
    if (row?.wanted === false) await files.delete(key);
  }
}
