import { createHash, randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { getConstructionPlans, PgBoss, type WorkOptions } from 'pg-boss';
import type { JobHandler } from '../core/job.ts';
import type { Logger } from '../core/log.ts';
import { type Enqueue, type JobDefinition, run, SEARCH_PATH, STATEMENT_MS, type TransactionSql } from '../core/sql.ts';

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

export interface JobQueue {
  readonly enqueue: Enqueue;
  /** Starts sending (in every process); with handlers, starts running jobs too. */
  start(handlers: readonly JobHandler[]): Promise<void>;
  /** Waits for running jobs for up to `graceMs`, then leaves them to another process. */
  stop(graceMs: number): Promise<void>;
}

export const QUEUE_SCHEMA = 'fila';
/** Distinguishes the queue's schema from that of another version of the library. */
export const QUEUE_VERSION = createHash('sha256').update(getConstructionPlans(QUEUE_SCHEMA)).digest('hex');
const FOREVER = 1_000_000;
/** A worker silent for this long is considered dead and its job runs elsewhere. */
const HEARTBEAT_SECONDS = 10;
/** How late a deferred job may be. */
const POLL_MS = 500;
const IDLE_POLL_SECONDS = 10;

/** Its statements are short; one that is not answered long after the server's own timeout never will be. */
const workingAs = (role: string) => ({
  options: `-c role=${role} -c search_path=${SEARCH_PATH.replaceAll(' ', '')} -c statement_timeout=${STATEMENT_MS}`,
  query_timeout: STATEMENT_MS + 10_000,
});

function boss(connection: QueueConnection, role: string | null, migrate: boolean): PgBoss {
  return new PgBoss({
    ...connection,
    ...(role === null ? {} : workingAs(role)),
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
      deleteAfterSeconds: 86_400,
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

/**
 * After every job shorter than the poll interval, a pg-boss worker waits for the rest of the interval; and pg-boss
 * sends no notification for deferred jobs that fall due or for a backlog. So polling is done here, by one idle worker
 * at a time. A worker that finds a job looks again right after it and wakes an idle one: a backlog wakes them all, an
 * idle queue costs two queries a second (8 workers, 200 empty jobs: 12.3 s without this, 0.2 s with it).
 * @returns the polling timer, to be cleared
 */
async function work(
  queue: PgBoss,
  { job, concurrency, perGroup, handle }: JobHandler,
  log: Logger,
): Promise<NodeJS.Timeout> {
  const workers: string[] = [];
  const busy = new Set<string>();
  const wakeIdle = () => {
    const id = workers.find((worker) => !busy.has(worker));
    if (id !== undefined) queue.notifyWorker(id);
  };
  // Only the first worker of a call can be woken, so each call starts one. pg-boss keeps a single group limit per
  // queue, that of the last call, and requires it not to exceed the number of workers started by that call.
  const last = perGroup ?? 1;
  const sizes = [...new Array<number>(concurrency - last).fill(1), last];
  for (const size of sizes) {
    const options: WorkOptions = {
      batchSize: 1,
      localConcurrency: size,
      pollingIntervalSeconds: IDLE_POLL_SECONDS,
      notifyPollingIntervalSeconds: IDLE_POLL_SECONDS,
      ...(perGroup === undefined ? {} : { localGroupConcurrency: size }),
    };
    const id = await queue.work(job.name, { ...options, includeMetadata: true }, async ([taken]) => {
      if (!taken) return;
      busy.add(id);
      queue.notifyWorker(id);
      wakeIdle();
      try {
        await handle(taken.data as object, { retries: taken.retryCount, signal: taken.signal });
      } catch (error) {
        log.warn({ err: error, job: job.name, id: taken.id, retries: taken.retryCount }, 'job failed');
        throw error;
      } finally {
        busy.delete(id);
      }
    });
    workers.push(id);
  }
  return setInterval(wakeIdle, POLL_MS);
}

export function createJobQueue(connection: QueueConnection, role: string, log: Logger): JobQueue {
  const queue = boss(connection, role, false);
  queue.on('error', (error) => log.error({ err: error }, 'job queue'));

  const inTransaction = (sql: TransactionSql) => ({
    executeSql: async (text: string, values?: unknown[]) => ({
      rows: await run(sql, text, values ?? []),
    }),
  });

  const polls: NodeJS.Timeout[] = [];
  return {
    async enqueue(sql, job, payload, options = {}) {
      await queue.send(job.name, payload, {
        db: inTransaction(sql),
        ...(options.delayMs === undefined ? {} : { startAfter: options.delayMs / 1000 }),
        singletonKey: options.singletonKey ?? randomUUID(),
        ...(options.group ? { group: { id: options.group } } : {}),
      });
    },
    async start(handlers) {
      await queue.start();
      for (const one of handlers) polls.push(await work(queue, one, log));
    },
    stop(graceMs) {
      for (const poll of polls.splice(0)) clearInterval(poll);
      return queue.stop({ graceful: true, timeout: graceMs, close: true });
    },
  };
}
