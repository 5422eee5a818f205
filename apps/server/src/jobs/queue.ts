import { createHash, randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { getConstructionPlans, PgBoss } from 'pg-boss';
import type { JobHandler, WaitingJobs } from '../core/job.ts';
import type { Logger } from '../core/log.ts';
import {
  type Enqueue,
  type JobDefinition,
  run,
  SEARCH_PATH,
  type Sql,
  STATEMENT_MS,
  type TransactionSql,
  takesNoWrites,
} from '../core/sql.ts';
import { UNWATCHED, type Watch } from '../core/watch.ts';
import { remembering } from './frame.ts';
import { prepareStatements } from './prepared.ts';
import { QueueWorker } from './worker.ts';

/** Where the queue's own pool connects: the same database as everything else. */
export interface QueueConnection {
  readonly host: string;
  readonly port?: number;
  readonly database: string;
  readonly user: string;
  readonly password?: string;
  readonly ssl?: boolean | object;
  /** Default 10,000. */
  readonly connectionTimeoutMillis?: number;
  /** Creates the sockets of its connections. */
  readonly stream?: () => Socket;
}

export { handler, type JobContext, type JobHandler } from '../core/job.ts';

export interface JobQueue extends WaitingJobs {
  readonly enqueue: Enqueue;
  /** Of each queue named: jobs that could start now, up to 100,000, and for how long the oldest of them could have. */
  backlog(queues: readonly string[]): Promise<readonly Backlog[]>;
  /** Starts sending (in every process); with handlers, starts running jobs too. */
  start(handlers: readonly JobHandler[]): Promise<void>;
  /** Waits for running jobs for up to `graceMs`, then leaves them to another process. */
  stop(graceMs: number): Promise<void>;
}

export interface Backlog {
  readonly queue: string;
  readonly due: number;
  readonly oldestAgeS: number;
}

export const QUEUE_SCHEMA = 'fila';
/** Distinguishes the queue's schema from that of another version of the library. */
export const QUEUE_VERSION = createHash('sha256').update(getConstructionPlans(QUEUE_SCHEMA)).digest('hex');
const FOREVER = 1_000_000;
/** A worker silent for this long is considered dead and its job runs elsewhere. */
const HEARTBEAT_SECONDS = 10;
/** How late a deferred job may be. */
const POLL_MS = 500;

/**
 * A job that is done is read by nobody: log lines have its id, and what it did is in the tables of its module. pg-boss counts
 * every job there is, done or not, each time it looks for dead workers: half a second of a processor a million, every five
 * seconds. Kept for the day or two that pg-boss would by itself, 20 documents a second make 8 to 15 million.
 */
const DONE_KEPT_SECONDS = 600;
const DELETION_EVERY_SECONDS = 60;

/** Jobs of an organization's test data that are not done, by the id in their payload: its clock moves them (ADR 0057). */
export const indexTestJobs = (sql: Sql): Promise<unknown> =>
  sql.unsafe(`
    create index if not exists rubrica_de_teste on ${QUEUE_SCHEMA}.job ((data ->> 'organizacaoId'))
     where data ->> 'ambiente' = 'TESTE' and state <= 'active'`);

const ONE_PLAN = 'plan_cache_mode=force_generic_plan';

/**
 * Its statements are short; one that is not answered long after the server's own timeout never will be. What is
 * prepared has one plan for all values, see `prepareStatements`.
 */
const workingAs = (role: string) => ({
  options: [
    `role=${role}`,
    `search_path=${SEARCH_PATH.replaceAll(' ', '')}`,
    `statement_timeout=${STATEMENT_MS}`,
    ONE_PLAN,
  ]
    .map((setting) => `-c ${setting}`)
    .join(' '),
  query_timeout: STATEMENT_MS + 10_000,
});

/** Refuses a connection whose server takes no writes, as `core/driver` does. */
async function refuseReadOnly(client: { query(text: string): Promise<{ rows: object[] }> }): Promise<void> {
  const { rows } = await client.query('show transaction_read_only');
  if ((rows[0] as { transaction_read_only: string }).transaction_read_only === 'on') throw takesNoWrites();
}

/** An option of pg's own pool, which pg-boss passes on and does not declare. */
const CHECKED = { onConnect: refuseReadOnly };

function boss(connection: QueueConnection, role: string | null, migrate: boolean): PgBoss {
  return new PgBoss({
    ...connection,
    ...(role === null ? {} : workingAs(role)),
    ...CHECKED,
    application_name: 'rubrica-fila',
    schema: QUEUE_SCHEMA,
    max: 6,
    migrate,
    createSchema: migrate,
    useListenNotify: !migrate,
    schedule: false,
    supervise: !migrate,
    monitorIntervalSeconds: 5,
    superviseIntervalSeconds: 5,
    maintenanceIntervalSeconds: DELETION_EVERY_SECONDS,
  });
}

/** Creates or upgrades the queue's schema and its queues, as the owner of the database. */
export async function migrateQueue(connection: QueueConnection, jobs: readonly JobDefinition<object>[]): Promise<void> {
  const admin = boss(connection, null, true);
  // A failing statement rejects. Anything else reported here (a connection closed between two statements, as all are
  // when the server is stopped right after; an index built concurrently, which the next start retries) is harmless, but
  // without a listener would end the process.
  admin.on('error', () => {});
  await admin.start();
  for (const job of jobs) {
    const options = {
      // At most one job per singletonKey waits or runs; `enqueue` gives every job without a key its own.
      policy: 'exclusive' as const,
      notify: true,
      retryLimit: job.retry.limit === 'forever' ? FOREVER : job.retry.limit,
      retryDelay: job.retry.delay,
      retryBackoff: true,
      retryDelayMax: job.retry.maxDelay,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      retentionSeconds: 30 * 86_400,
      deleteAfterSeconds: DONE_KEPT_SECONDS,
    };
    if (await admin.getQueue(job.name)) {
      const { policy: _, ...changes } = options;
      await admin.updateQueue(job.name, changes);
    } else {
      await admin.createQueue(job.name, options);
    }
  }
  await admin.stop({ graceful: false });
}

/** Of the queues named, those with a job that could start now. */
const DUE = `
  select asked.name
    from unnest($1::text[]) as asked (name)
   where exists (select from ${QUEUE_SCHEMA}.job
                  where job.name = asked.name
                    and job.state < 'active'
                    and not job.blocked
                    and job.start_after <= ${QUEUE_SCHEMA}.job_now())`;

/** Reads an index only, and no more of it than the limit. */
const BACKLOG = `
  select asked.name as queue, found.due::int as due,
         coalesce(extract(epoch from ${QUEUE_SCHEMA}.job_now() - found.since), 0)::float8 as "oldestAgeS"
    from unnest($1::text[]) as asked (name)
   cross join lateral (
         select count(*) as due, min(start_after) as since
           from (select start_after
                   from ${QUEUE_SCHEMA}.job
                  where job.name = asked.name
                    and job.state < 'active'
                    and not job.blocked
                    and job.start_after <= ${QUEUE_SCHEMA}.job_now()
                  limit 100000) one) found`;

/** Has workers, which are not the library's, wake when it is told of jobs, or may not have been told of some. */
function tell(queue: PgBoss, workers: ReadonlyMap<string, QueueWorker>): void {
  const db = queue.getDb();
  const listen = db.listen?.bind(db);
  if (listen === undefined) return;
  db.listen = (channel, told, missed) =>
    listen(
      channel,
      (name) => {
        told(name);
        workers.get(name)?.wake();
      },
      () => {
        missed();
        for (const worker of workers.values()) worker.wake();
      },
    );
}

interface Polling {
  /** Asks once more, at once. */
  look(): Promise<void>;
  stop(): void;
}

/**
 * Nobody is told of deferred jobs that fall due, of retries, and of what waited before this process: one question for all of
 * its queues, at once and again and again, wakes the worker of each that has something to do.
 */
function poll(queue: PgBoss, workers: ReadonlyMap<string, QueueWorker>, log: Logger): Polling {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    try {
      const { rows } = await queue.getDb().executeSql(DUE, [[...workers.keys()]]);
      for (const { name } of rows) workers.get(name)?.wake();
    } catch (error) {
      if (!stopped) log.error({ err: error }, 'job queue');
    }
  };
  // One question at a time: a silent database would otherwise soon have every connection of the pool.
  const again = async () => {
    await look();
    if (!stopped) timer = setTimeout(again, POLL_MS);
  };
  void again();
  return {
    look,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

export function createJobQueue(
  connection: QueueConnection,
  role: string,
  log: Logger,
  watch: Watch = UNWATCHED,
): JobQueue {
  const queue = boss(connection, role, false);
  queue.on('error', (error) => log.error({ err: error }, 'job queue'));
  prepareStatements(queue);

  const inTransaction = (sql: TransactionSql) => ({
    executeSql: async (text: string, values?: unknown[]) => ({
      rows: await run(sql, text, values ?? []),
    }),
  });

  let polling: Polling | undefined;
  const workers = new Map<string, QueueWorker>();
  tell(queue, workers);
  return {
    bringForward: async (sql, { organizacaoId }, seconds) => {
      await sql`
        update fila.job
           set start_after = start_after - make_interval(secs => ${seconds}),
               keep_until = keep_until - make_interval(secs => ${seconds})
         where data ->> 'organizacaoId' = ${organizacaoId} and data ->> 'ambiente' = 'TESTE'
           and state < 'active'`;
    },
    async waiting(sql, { organizacaoId }, except) {
      const [row] = await sql<{ busy: boolean; nextInS: number | null }[]>`
        select coalesce(bool_or(state = 'active' or start_after <= now()), false) as busy,
               ceil(extract(epoch from min(start_after) filter (where start_after > now()) - now()))::int as "nextInS"
          from fila.job
         where data ->> 'organizacaoId' = ${organizacaoId} and data ->> 'ambiente' = 'TESTE'
           and state <= 'active'
           and name <> ${except}`;
      return { busy: row?.busy ?? false, nextInS: row?.nextInS ?? null };
    },
    wake: () => void polling?.look(),
    async backlog(queues) {
      const { rows } = await queue.getDb().executeSql(BACKLOG, [queues]);
      return rows as Backlog[];
    },
    async enqueue(sql, job, several) {
      const jobs = several.map(({ payload, options = {} }) => ({
        data: remembering(payload),
        ...(options.delayMs === undefined ? {} : { startAfter: options.delayMs / 1000 }),
        singletonKey: options.singletonKey ?? randomUUID(),
        ...(options.group ? { group: { id: options.group } } : {}),
      }));
      await queue.insert(job.name, jobs, { db: inTransaction(sql) });
    },
    async start(handlers) {
      await queue.start();
      for (const one of handlers) {
        workers.set(one.job.name, new QueueWorker(queue, one, log, watch, HEARTBEAT_SECONDS));
      }
      if (workers.size > 0) polling = poll(queue, workers, log);
    },
    async stop(graceMs) {
      polling?.stop();
      await Promise.all([...workers.values()].map((worker) => worker.stop(graceMs)));
      workers.clear();
      await queue.stop({ graceful: true, timeout: graceMs, close: true });
    },
  };
}
