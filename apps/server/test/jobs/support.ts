import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { handler, type JobHandler } from '../../src/core/job.ts';
import { scopeOf } from '../../src/core/scope.ts';
import type { JobDefinition, Tx } from '../../src/core/sql.ts';
import { openDatabase, startDatabase } from '../database.ts';
import { until } from '../harness.ts';

interface Payload {
  readonly n: number;
  readonly group?: string;
  readonly organizacaoId?: string;
}
const retry = { limit: 'forever', delay: 1, maxDelay: 1 } as const;

/** A database with these queues, a process that enqueues, and processes that work until the end of a test. */
export function queuesOf(names: readonly string[]) {
  const jobs = names.map((name): JobDefinition<Payload> => ({ name, retry }));
  const scope = scopeOf(randomUUID(), 'TESTE');
  const workers: ReturnType<typeof openDatabase>[] = [];
  let database: Awaited<ReturnType<typeof startDatabase>>;
  let application: ReturnType<typeof openDatabase>;

  beforeAll(async () => {
    database = await startDatabase(jobs);
    application = openDatabase(database.address);
    await application.queue.start([]);
  });
  afterEach(async () => {
    for (const { queue, db } of workers.splice(0)) {
      await queue.stop(500);
      await db.close();
    }
  });
  afterAll(async () => {
    await application?.queue.stop(500);
    await application?.db.close();
    await database?.stop();
  });

  return {
    job: (name: string) => jobs.find((one) => one.name === name) as JobDefinition<Payload>,
    owner: () => database.owner,
    write: (work: (tx: Tx) => Promise<void>) => application.db.write(scope, work),
    async startWorker(one: JobHandler<Payload>) {
      const process = openDatabase(database.address);
      workers.push(process);
      await process.queue.start([handler(one)]);
      return process;
    },
    /** Dates the jobs of a queue a second apart, in the order of `n`: a test is faster than a time has digits. */
    apart: (one: JobDefinition<Payload>) =>
      database.owner`
        update fila.job set created_on = now() - interval '1 hour' + make_interval(secs => (data ->> 'n')::int)
         where name = ${one.name}`,
    /** Waits until nothing of a queue waits or runs any more. */
    idle: (one: JobDefinition<Payload>) =>
      until(async () => {
        const rows = await database.owner`select from fila.job where name = ${one.name} and state < 'completed'`;
        return rows.length === 0;
      }),
  };
}
