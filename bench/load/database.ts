import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../apps/server/src/adapters/embedded-postgres.ts';
import { createPool } from '../../apps/server/src/core/driver/pool.ts';
import type { Sql } from '../../apps/server/src/core/driver/tag.ts';
import { processorSeconds } from '../http/processes.ts';

/** A PostgreSQL of its own, as an operator has one: it syncs to disk and counts what each statement takes. */
export interface LoadDatabase {
  readonly url: string;
  readonly sql: Sql;
  /** Processor seconds its processes have used so far. */
  processor(): Promise<number>;
  stop(): Promise<void>;
}

/** Memory of a small server: a quarter of 8 GB for shared buffers, the rest as the manual recommends. */
const SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '2000',
  shared_buffers: '2GB',
  effective_cache_size: '6GB',
  maintenance_work_mem: '1GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
  max_connections: '200',
} as const;

/** @param more settings of this run alone */
export async function startDatabase(more: Readonly<Record<string, string>> = {}): Promise<LoadDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rubrica-bench-'));
  const server = await startEmbeddedPostgres({ dataDir, settings: { ...SETTINGS, ...more } });
  const { host, port, database, username: user } = server.connection;
  const client = { host, port, user, database, ssl: false, pipeline: true };
  const sql = createPool({ max: 4, idleMs: 0, writes: true, client }, null);
  await sql`create extension if not exists pg_stat_statements`;
  return {
    url: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    sql,
    processor: () => processorOf(server, sql),
    async stop() {
      await sql.end();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function processorOf(server: EmbeddedPostgres, sql: Sql): Promise<number> {
  const backends = await sql<{ pid: number }[]>`select pid from pg_stat_activity`;
  return processorSeconds([server.pid, ...backends.map(({ pid }) => pid)]);
}
