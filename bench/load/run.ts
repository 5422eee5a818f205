import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from '../../apps/server/src/core/driver/tag.ts';
import { processorSeconds } from '../http/processes.ts';
import { startServiceOver } from '../http/service.ts';
import { cloneDocuments, createOrganizations, type Organization } from './clone.ts';
import { type LoadDatabase, startDatabase } from './database.ts';
import { quantiles, type Received, startReceiver } from './receiver.ts';
import { type Known, type Taken, Traffic } from './traffic.ts';

export interface LoadOptions {
  readonly organizations: number;
  readonly documents: number;
  /** Seconds of measured load. */
  readonly seconds: number;
}

/** What the load found. */
export interface LoadResult extends LoadOptions {
  readonly callers: number;
  readonly perSecond: number;
  readonly operations: readonly OperationTimes[];
  /** Deliveries that arrived while the load ran, and milliseconds from the event to its arrival. */
  readonly webhooks: Received;
  /** Processors used, of `processors`: by our processes and by PostgreSQL's. */
  readonly processors: number;
  readonly ours: number;
  readonly postgres: number;
  /** Runnable processes of the whole machine when the load ended: more than processors means it was shared. */
  readonly runnable: number;
  readonly statements: readonly StatementTime[];
  readonly tables: readonly TableSize[];
  readonly indexes: readonly IndexSize[];
  readonly fillSeconds: number;
  /** Of all tables and indexes, for each document filled in. */
  readonly bytesPerDocument: number;
}

export interface OperationTimes {
  readonly name: string;
  readonly requests: number;
  readonly p50: number;
  readonly p99: number;
  readonly refused: number;
  readonly failed: number;
}

export interface StatementTime {
  /** The beginning of its text. */
  readonly text: string;
  readonly calls: number;
  readonly meanMs: number;
  /** Of the time of all statements, 0 to 1. */
  readonly share: number;
}

export interface TableSize {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  readonly indexBytes: number;
}

export interface IndexSize {
  readonly name: string;
  readonly bytes: number;
  /** Times it was used since the database began. */
  readonly scans: number;
}

const CALLERS = 16;
const WARM_SECONDS = 10;
const PROCESSES = 2;
/** Organizations that hear of their events. */
const LISTENING = 20;
const SAMPLE = 20_000;

/**
 * A million documents of ten thousand organizations, two processes of the service over a PostgreSQL of its own, and a mix
 * of everything callers do.
 */
export async function runLoadBench(options: LoadOptions): Promise<LoadResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rubrica-bench-'));
  const closing: (() => Promise<unknown> | unknown)[] = [() => rm(dataDir, { recursive: true, force: true })];
  try {
    const database = await startDatabase();
    closing.push(() => database.stop());
    const services = [];
    for (let n = 0; n < PROCESSES; n++) {
      // Signers come from addresses of their own, which the load says in a header.
      const service = await startServiceOver(database.url, dataDir, { TRUST_PROXY: '127.0.0.1/32' });
      closing.push(() => service.stop());
      services.push(service);
    }
    const origins = services.map(({ origin }) => origin);
    const pids = services.map(({ pid }) => pid);
    const { organizations, fillSeconds, sizes } = await fill(database, origins, options);
    const receiver = await startReceiver();
    closing.push(() => receiver.close());
    const traffic = await prepare(database.sql, origins, organizations, receiver.url);
    closing.push(() => traffic.close());
    await traffic.run(CALLERS, WARM_SECONDS);
    await database.sql`select pg_stat_statements_reset()`;
    const before = await processors(database, pids);
    receiver.restart();
    const began = performance.now();
    const perSecond = await traffic.run(CALLERS, options.seconds);
    const elapsed = (performance.now() - began) / 1000;
    const after = await processors(database, pids);
    return {
      ...options,
      callers: CALLERS,
      perSecond,
      operations: operationsOf(traffic.taken),
      webhooks: receiver.told(),
      processors: availableParallelism(),
      ours: (after.ours - before.ours) / elapsed,
      postgres: (after.postgres - before.postgres) / elapsed,
      runnable: loadavg()[0] ?? 0,
      statements: await statementsOf(database.sql),
      indexes: await indexesOf(database.sql),
      fillSeconds,
      ...sizes,
    };
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

function answered<T>(value: T | null): T {
  if (value === null) throw new Error('what is filled in could not be made: a request was refused or failed');
  return value;
}

/** Makes one document of each kind by the service, and the rest after their rows. */
async function fill({ sql }: LoadDatabase, origins: readonly string[], { organizations, documents }: LoadOptions) {
  const began = performance.now();
  const made = await createOrganizations(sql, organizations);
  const maker = new Traffic(origins, made, [], []);
  try {
    const key = () => maker.keyOf(0);
    const draft = answered(await maker.draft(key()));
    const sent = answered(await maker.draft(key()));
    answered(await maker.sendOne(sent, key()));
    const completed = answered(await maker.draft(key()));
    await maker.signAt(answered(await maker.sendOne(completed, key())));
    const before = await bytesOf(sql);
    await cloneDocuments(
      sql,
      made,
      [
        { id: completed, share: 60 },
        { id: sent, share: 25 },
        { id: draft, share: 15 },
      ],
      documents,
    );
    const bytesPerDocument = ((await bytesOf(sql)) - before) / documents;
    return {
      organizations: made,
      fillSeconds: (performance.now() - began) / 1000,
      sizes: { bytesPerDocument, tables: await tablesOf(sql) },
    };
  } finally {
    maker.close();
  }
}

async function prepare(
  sql: Sql,
  origins: readonly string[],
  organizations: readonly Organization[],
  webhookUrl: string,
): Promise<Traffic> {
  const indexOf = new Map(organizations.map(({ id }, index) => [id, index]));
  const rows = await sql<{ id: string; organizacaoId: string; codigo: string | null }[]>`
    select id, organizacao_id as "organizacaoId", codigo_validacao as codigo
      from documento
     order by md5(id::text)
     limit ${SAMPLE}`;
  const known: Known[] = rows.flatMap(({ id, organizacaoId }) => {
    const organization = indexOf.get(organizacaoId);
    return organization === undefined ? [] : [{ id, organization }];
  });
  const codes = rows.flatMap(({ codigo }) => (codigo === null ? [] : [codigo]));
  const traffic = new Traffic(origins, organizations, known, codes);
  await traffic.listen(Math.min(LISTENING, organizations.length), webhookUrl);
  return traffic;
}

const operationsOf = (taken: ReadonlyMap<string, Taken>): OperationTimes[] =>
  [...taken]
    .map(([name, { times, refused, failed }]) => ({
      name,
      requests: times.length,
      ...quantiles(times),
      refused,
      failed,
    }))
    .sort((a, b) => a.name.localeCompare(b.name));

async function processors(database: LoadDatabase, pids: readonly number[]) {
  return { ours: processorSeconds(pids), postgres: await database.processor() };
}

/** The dearest statements of our processes; what the load itself asks is left out. */
async function statementsOf(sql: Sql): Promise<StatementTime[]> {
  return sql<StatementTime[]>`
    with told as (
      select regexp_replace(query, '\\s+', ' ', 'g') as text, sum(calls)::float8 as calls, sum(total_exec_time) as ms
        from pg_stat_statements
       group by 1
    )
    select left(text, 110) as text, calls, ms / calls as "meanMs", ms / sum(ms) over () as share
      from told
     order by ms desc
     limit 15`;
}

async function bytesOf(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select sum(pg_total_relation_size(oid))::float8 as bytes
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
  return row?.bytes ?? 0;
}

const tablesOf = (sql: Sql): PromiseLike<TableSize[]> => sql<TableSize[]>`
  select relname as name, reltuples::float8 as rows, pg_table_size(oid)::float8 as bytes,
         pg_indexes_size(oid)::float8 as "indexBytes"
    from pg_class
   where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_total_relation_size(oid) > 1000000
   order by pg_total_relation_size(oid) desc`;

const indexesOf = (sql: Sql): PromiseLike<IndexSize[]> => sql<IndexSize[]>`
  select indexrelname as name, pg_relation_size(indexrelid)::float8 as bytes, idx_scan::float8 as scans
    from pg_stat_user_indexes
   where schemaname = 'public'
   order by pg_relation_size(indexrelid) desc
   limit 20`;

if (import.meta.main) {
  const [documents = '1000000', organizations = '10000', seconds = '120'] = process.argv.slice(2);
  const options = { documents: Number(documents), organizations: Number(organizations), seconds: Number(seconds) };
  console.log(JSON.stringify(await runLoadBench(options), null, 1));
}
