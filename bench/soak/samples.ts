import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '../../apps/server/src/core/driver/tag.ts';
import { allProcesses, below, type Process } from '../http/processes.ts';
import type { BenchService } from '../http/service.ts';

/** What an installation holds at one moment; memory in bytes. */
export interface Sample {
  /** Since the load began. */
  readonly second: number;
  /** Proportional set sizes: what processes share is divided among them (proc_pid_smaps_rollup). */
  readonly memory: {
    readonly service: number;
    readonly workers: number;
    /** What its processes have of their own; what they share is bounded by PostgreSQL's settings and told apart. */
    readonly postgres: number;
    readonly shared: number;
  };
  readonly heap: number;
  /** What V8 refers to and does not hold: buffers. */
  readonly external: number;
  readonly workers: number;
  /** Connections to PostgreSQL that are not the bench's own. */
  readonly connections: number;
  readonly files: number;
  /** 99 of a hundred delays of the event loop of the main process since the sample before, in milliseconds. */
  readonly delayP99: number;
  /** Files in the folder of temporary files, at any depth. */
  readonly temporary: number;
  readonly tables: readonly Table[];
}

export interface Table {
  /** With its schema, if that is not `public`; what is divided into parts is one. */
  readonly name: string;
  /** As PostgreSQL's statistics have them, but for the first and the last sample, which count. */
  readonly rows: number;
  /** With indexes and what is stored apart. */
  readonly bytes: number;
}

/** Tells `pg_stat_activity` which connections are the bench's. */
const OURS = 'rubrica-bench';
/** What `/metrics` asks for; the service is started with it. */
export const METRICS_TOKEN = 'a-token-of-the-bench';

/** Looks at a running installation. */
export class Observer {
  readonly #service: BenchService;
  readonly #sql: Sql;
  #began = performance.now();

  /** @param sql a pool of one connection, which it names as the bench's */
  constructor(service: BenchService, sql: Sql) {
    this.#service = service;
    this.#sql = sql;
  }

  async begin(): Promise<void> {
    await this.#sql.unsafe(`set application_name = '${OURS}'`);
    this.#began = performance.now();
  }

  /** @param exact whether rows are counted */
  async sample(exact: boolean): Promise<Sample> {
    const { pid, dataDir } = this.#service;
    const second = (performance.now() - this.#began) / 1000;
    const postmaster = Number((await readFile(join(dataDir, 'pg/postmaster.pid'), 'utf8')).split('\n', 1)[0]);
    const all = allProcesses();
    const pids = (found: readonly Process[]) => found.map((one) => one.pid);
    const postgres = [postmaster, ...pids(below(postmaster, all))];
    const workers = pids(below(pid, all)).filter((one) => !postgres.includes(one));
    const [own, theirs, database] = await Promise.all([[pid], workers, postgres].map(memoryOf));
    const metrics = await this.#metrics();
    const [activity] = await this.#sql<{ connections: number }[]>`
      select count(*)::int as connections
        from pg_stat_activity
       where backend_type = 'client backend' and application_name <> ${OURS}`;
    return {
      second,
      memory: {
        service: own?.all ?? Number.NaN,
        workers: theirs?.all ?? Number.NaN,
        postgres: (database?.all ?? Number.NaN) - (database?.shared ?? Number.NaN),
        shared: database?.shared ?? Number.NaN,
      },
      heap: metrics('nodejs_heap_size_used_bytes'),
      external: metrics('nodejs_external_memory_bytes'),
      workers: workers.length,
      connections: activity?.connections ?? Number.NaN,
      files: metrics('process_open_fds'),
      delayP99: metrics('nodejs_eventloop_lag_p99_seconds') * 1000,
      temporary: (await this.temporary()).length,
      tables: await (exact ? this.#counted() : this.#tables()),
    };
  }

  /** Paths of what stands in the folder of temporary files, but for the process's sign of life. */
  async temporary(): Promise<string[]> {
    const found = await readdir(join(this.#service.dataDir, 'tmp'), { recursive: true, withFileTypes: true });
    return found
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.vive-'))
      .map(({ parentPath, name }) => join(parentPath, name));
  }

  async #metrics(): Promise<(name: string) => number> {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const answer = await fetch(`${this.#service.origin}/metrics`, { headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`/metrics answered ${answer.status}: ${text}`);
    return (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  }

  #tables(): PromiseLike<Table[]> {
    return this.#sql<Table[]>`
      with part as (
        select coalesce(pg_partition_root(c.oid), c.oid) as root, c.oid, c.relkind
          from pg_class c
          join pg_namespace n on n.oid = c.relnamespace
         where c.relkind in ('r', 'p')
           and n.nspname !~ '^pg_'
           and n.nspname <> 'information_schema'
      )
      select case when n.nspname = 'public' then r.relname else n.nspname || '.' || r.relname end as name,
             sum(coalesce(s.n_live_tup, 0))::float8 as rows,
             sum(pg_total_relation_size(p.oid))::float8 as bytes
        from part p
        join pg_class r on r.oid = p.root
        join pg_namespace n on n.oid = r.relnamespace
        left join pg_stat_user_tables s on s.relid = p.oid
       group by 1
       order by 1`;
  }

  async #counted(): Promise<Table[]> {
    const counted: Table[] = [];
    for (const table of await this.#tables()) {
      const name = table.name
        .split('.')
        .map((part) => `"${part}"`)
        .join('.');
      const [row] = await this.#sql.unsafe<{ rows: number }[]>(`select count(*)::float8 as rows from ${name}`);
      counted.push({ ...table, rows: row?.rows ?? Number.NaN });
    }
    return counted;
  }
}

/** Bytes of their proportional set sizes, and of shared memory among them. Of processes that are there no more: nothing. */
export async function memoryOf(pids: readonly number[]): Promise<{ all: number; shared: number }> {
  const read = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')));
  const sum = (field: string) =>
    read.reduce(
      (bytes, text) => bytes + 1024 * Number(new RegExp(`^${field}: +(\\d+) kB`, 'm').exec(text)?.[1] ?? 0),
      0,
    );
  return { all: sum('Pss'), shared: sum('Pss_Shmem') };
}
