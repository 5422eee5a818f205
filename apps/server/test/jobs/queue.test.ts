import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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
const define = (name: string): JobDefinition<Payload> => ({ name, retry });
const NAMES = [
  'commit',
  'unica',
  'volume',
  'grupo',
  'adiada',
  'falha',
  'feita',
  'parada',
  'perdida',
  'tardia',
  'calada',
  'ordem',
  'buscada',
];
const JOBS = NAMES.map(define);

let database: Awaited<ReturnType<typeof startDatabase>>;
let application: ReturnType<typeof openDatabase>;
const workers: ReturnType<typeof openDatabase>[] = [];
const scope = scopeOf(randomUUID(), 'TESTE');

beforeAll(async () => {
  database = await startDatabase(JOBS);
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

const write = (work: (tx: Tx) => Promise<void>) => application.db.write(scope, work);

async function startWorker(one: JobHandler<Payload>): Promise<ReturnType<typeof openDatabase>> {
  const process = openDatabase(database.address);
  workers.push(process);
  await process.queue.start([handler(one)]);
  return process;
}

/** Waits until nothing of a queue waits or runs any more. */
const idle = (one: JobDefinition<Payload>) =>
  until(async () => {
    const rows = await database.owner`select from fila.job where name = ${one.name} and state < 'completed'`;
    return rows.length === 0;
  });

describe('a queue', () => {
  const job = (name: string) => JOBS.find((one) => one.name === name) as JobDefinition<Payload>;

  it('runs what a transaction enqueued once it commits, and nothing of one that failed', async () => {
    const seen: number[] = [];
    await startWorker({ job: job('commit'), concurrency: 2, handle: async ({ n }) => void seen.push(n) });
    await write((tx) => tx.enqueue(job('commit'), { n: 1 }));
    const failed = write(async (tx) => {
      await tx.enqueue(job('commit'), { n: 2 });
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    await until(() => seen.length > 0);
    expect(seen).toEqual([1]);
    const jobs = await database.owner<{ n: number }[]>`
      select (data ->> 'n')::int as n from fila.job where name = ${job('commit').name}`;
    expect(jobs.map(({ n }) => n)).toEqual([1]);
  });

  it('holds one job per singleton key while it waits or runs', async () => {
    const seen: number[] = [];
    for (const n of [1, 2, 3]) await write((tx) => tx.enqueue(job('unica'), { n }, { singletonKey: 'a' }));
    await write((tx) => tx.enqueue(job('unica'), { n: 4 }, { singletonKey: 'b' }));
    await startWorker({ job: job('unica'), concurrency: 2, handle: async ({ n }) => void seen.push(n) });
    await until(() => seen.length === 2);
    // Who handles a job has done so a little before it counts as done.
    await idle(job('unica'));
    await write((tx) => tx.enqueue(job('unica'), { n: 5 }, { singletonKey: 'a' }));
    await until(() => seen.length === 3);
    expect(seen.sort()).toEqual([1, 4, 5]);
  });

  it('does not rest between short jobs', async () => {
    const begun: number[] = [];
    const [workers, jobs, rest] = [4, 300, 500];
    await write(async (tx) => {
      for (let n = 0; n < jobs; n++) await tx.enqueue(job('volume'), { n });
    });
    await startWorker({
      job: job('volume'),
      concurrency: workers,
      handle: async () => void begun.push(performance.now()),
    });
    await until(() => begun.length === jobs, 100_000);
    // Of as many jobs in a row as there are workers, and one, one worker had two: those between which it rested would be
    // so far apart, however fast the machine is. A slow one is not slow between most of them.
    const apart = begun.slice(workers).map((at, index) => at - (begun[index] ?? 0));
    expect(apart.filter((ms) => ms < rest).length).toBeGreaterThan(apart.length / 2);
  });

  it('runs at most perGroup jobs of a group at once, and others beside them', async () => {
    const running = new Map<string, number>();
    let most = 0;
    let others = 0;
    let slow = 0;
    const gate = Promise.withResolvers<void>();
    await write(async (tx) => {
      for (let n = 0; n < 12; n++) await tx.enqueue(job('grupo'), { n, group: 'lento' }, { group: 'lento' });
      for (let n = 0; n < 5; n++) await tx.enqueue(job('grupo'), { n, group: `outro${n}` }, { group: `outro${n}` });
    });
    await startWorker({
      job: job('grupo'),
      concurrency: 6,
      perGroup: 2,
      async handle({ group = '' }) {
        running.set(group, (running.get(group) ?? 0) + 1);
        most = Math.max(most, running.get(group) ?? 0);
        if (group === 'lento') {
          await gate.promise;
          slow++;
        } else others++;
        running.set(group, (running.get(group) ?? 0) - 1);
      },
    });
    await until(() => others === 5 && running.get('lento') === 2);
    expect(slow).toBe(0);
    gate.resolve();
    await until(() => slow === 12);
    expect(most).toBe(2);
  });

  it('runs at most perOrganization jobs of one at once, whatever their groups, and others beside them', async () => {
    const calada = job('calada');
    const running = new Map<string, number>();
    let most = 0;
    let silent = 0;
    const others: number[] = [];
    const gate = Promise.withResolvers<void>();
    const enqueue = (organizacaoId: string, several: { n: number; group: string }[]) =>
      write((tx) =>
        tx.enqueueAll(
          calada,
          several.map(({ n, group }) => ({ payload: { n, organizacaoId, group }, options: { group } })),
        ),
      );
    // Twenty receivers of one organization that do not answer: with two jobs each they would hold every worker.
    const jobs = Array.from({ length: 100 }, (_, n) => ({ n, group: `calado${n % 20}` }));
    await enqueue('calada', jobs);
    await startWorker({
      job: calada,
      concurrency: 12,
      perGroup: 2,
      perOrganization: 6,
      async handle({ n, organizacaoId = '' }) {
        if (organizacaoId === 'outra') {
          others.push(n);
          return;
        }
        running.set(organizacaoId, (running.get(organizacaoId) ?? 0) + 1);
        most = Math.max(most, running.get(organizacaoId) ?? 0);
        await gate.promise;
        silent += 1;
        running.set(organizacaoId, (running.get(organizacaoId) ?? 0) - 1);
      },
    });
    await until(() => running.get('calada') === 6);
    await enqueue(
      'outra',
      [0, 1, 2, 3, 4].map((n) => ({ n, group: 'outro' })),
    );
    await until(() => others.length === 5);
    expect(silent).toBe(0);
    gate.resolve();
    await until(() => silent === jobs.length);
    expect(most).toBe(6);
  });

  it('gives the room of a job that ended to who has waited longest of those that may have it', async () => {
    const ordem = job('ordem');
    const gates = new Map<number, () => void>();
    const begun: number[] = [];
    const groups = ['a', 'b', 'a', 'c', 'b'];
    for (const [n, group] of groups.entries()) {
      await write((tx) => tx.enqueue(ordem, { n, organizacaoId: 'uma', group }, { group }));
    }
    await startWorker({
      job: ordem,
      concurrency: 5,
      perGroup: 1,
      perOrganization: 2,
      handle({ n }) {
        begun.push(n);
        return new Promise((done) => gates.set(n, done));
      },
    });
    await until(() => begun.length === 2);
    const next = async (ended: number) => {
      const before = begun.length;
      gates.get(ended)?.();
      await until(() => begun.length > before);
      return begun.at(-1);
    };
    expect(begun).toEqual([0, 1]);
    // The third waits for the first, which runs: the fourth is before the fifth.
    expect(await next(1)).toBe(3);
    expect(await next(0)).toBe(2);
    expect(await next(2)).toBe(4);
    for (const end of gates.values()) end();
    await idle(ordem);
  });

  it('starts a deferred job when it falls due, though other workers are stuck', async () => {
    const started = new Set<number>();
    const gate = Promise.withResolvers<void>();
    await startWorker({
      job: job('adiada'),
      concurrency: 3,
      async handle({ n }) {
        started.add(n);
        if (n < 2) await gate.promise;
      },
    });
    await write(async (tx) => {
      await tx.enqueue(job('adiada'), { n: 0 });
      await tx.enqueue(job('adiada'), { n: 1 });
      await tx.enqueue(job('adiada'), { n: 2 }, { delayMs: 1_200 });
    });
    // Left to the library it would wait for the next poll of an idle worker, a minute apart.
    await until(() => started.has(2));
    gate.resolve();
    // By the queue's own clock, which says when a job is due.
    const [times] = await database.owner<{ delayed: boolean; due: boolean }[]>`
      select start_after > created_on as delayed, started_on >= start_after as due
        from fila.job where name = ${job('adiada').name} and (data ->> 'n')::int = 2`;
    expect(times).toEqual({ delayed: true, due: true });
  });

  it('runs a failed job again', async () => {
    const retries: number[] = [];
    await startWorker({
      job: job('falha'),
      concurrency: 1,
      async handle(_payload, context) {
        retries.push(context.retries);
        if (retries.length === 1) throw new Error('at first');
      },
    });
    await write((tx) => tx.enqueue(job('falha'), { n: 1 }));
    await until(() => retries.length === 2);
    expect(retries).toEqual([0, 1]);
  });

  it('deletes a job ten minutes after it was done', async () => {
    const feita = job('feita');
    await startWorker({ job: feita, concurrency: 1, handle: async () => {} });
    for (const n of [1, 2]) await write((tx) => tx.enqueue(feita, { n }));
    await idle(feita);
    await database.owner`
      update fila.job set completed_on = now() - make_interval(mins => case data ->> 'n' when '1' then 11 else 9 end)
       where name = ${feita.name}`;
    await database.owner`update fila.queue set maintain_on = now() - interval '61 seconds'`;
    const left = () => database.owner<{ n: number }[]>`
      select (data ->> 'n')::int as n from fila.job where name = ${feita.name}`;
    await until(async () => (await left()).length < 2);
    expect(await left()).toEqual([{ n: 2 }]);
  });

  it('leaves what it has not begun when it is stopped to another process', async () => {
    const begun: number[] = [];
    const gate = Promise.withResolvers<void>();
    const own = { job: job('parada'), concurrency: 6, perGroup: 1 };
    // More than there is room for: the rest of their group waits beside the one that runs.
    const jobs = [0, 1, 2, 3, 4, 5, 6, 7];
    const first = await startWorker({
      ...own,
      async handle({ n }) {
        begun.push(n);
        await gate.promise;
      },
    });
    await write((tx) =>
      tx.enqueueAll(
        own.job,
        jobs.map((n) => ({ payload: { n }, options: { group: 'um' } })),
      ),
    );
    await until(() => begun.length > 0);
    const stopped = first.queue.stop(60_000);
    const ended: number[] = [];
    await startWorker({ ...own, handle: async ({ n }) => void ended.push(n) });
    await until(() => begun.length + ended.length === jobs.length);
    gate.resolve();
    await stopped;
    await idle(own.job);
    expect([...begun, ...ended].sort()).toEqual(jobs);
  });

  it('leaves what it is fetching when it is stopped to another process', async () => {
    const buscada = job('buscada');
    const begun: number[] = [];
    await write((tx) => tx.enqueue(buscada, { n: 1 }));
    const stopped = Promise.withResolvers<void>();
    await database.owner.begin(async (sql) => {
      // Whoever fetches waits for this; whoever asks whether there is anything to fetch does not.
      await sql`lock table fila.job in share mode`;
      const { queue } = await startWorker({
        job: buscada,
        concurrency: 1,
        handle: async ({ n }) => void begun.push(n),
      });
      await until(async () => {
        const fetching = await database.owner`
          select from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query ilike '%skip locked%'`;
        return fetching.length > 0;
      });
      stopped.resolve(queue.stop(60_000));
    });
    await stopped.promise;
    const [row] = await database.owner<{ state: string }[]>`select state from fila.job where name = ${buscada.name}`;
    expect([begun, row?.state]).toEqual([[], 'retry']);
  });

  it('tells who works on a job that it was given to another', async () => {
    const told = Promise.withResolvers<void>();
    let runs = 0;
    await startWorker({
      job: job('perdida'),
      concurrency: 1,
      async handle(_payload, { signal }) {
        runs += 1;
        if (runs > 1) return;
        signal.addEventListener('abort', () => told.resolve());
        await told.promise;
      },
    });
    await write((tx) => tx.enqueue(job('perdida'), { n: 1 }));
    await until(() => runs === 1);
    // As the library does with a job whose heartbeat was not seen in time.
    await database.owner`
      update fila.job set state = 'retry', retry_count = retry_count + 1 where name = ${job('perdida').name}`;
    await told.promise;
    await until(() => runs === 2);
  });

  it('keeps the heartbeat of a later run of a job when an earlier one ends, and tells the earlier one at once', async () => {
    const tardia = job('tardia');
    const gates = [0, 1].map(() => Promise.withResolvers<void>());
    const signals: AbortSignal[] = [];
    const worker = await startWorker({
      job: tardia,
      concurrency: 2,
      async handle(_payload, { signal }) {
        await gates[signals.push(signal) - 1]?.promise;
      },
    });
    await write((tx) => tx.enqueue(tardia, { n: 1 }));
    await until(() => signals.length === 1);
    // As the library does with a job whose heartbeat was not seen in time; here the process that had it takes it again.
    await database.owner`update fila.job set state = 'retry' where name = ${tardia.name}`;
    worker.queue.wake();
    await until(() => signals.length === 2);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    gates[0]?.resolve();
    const beat = async () => {
      const [row] = await database.owner<{ state: string; at: string }[]>`
        select state, heartbeat_on::text as at from fila.job where name = ${tardia.name}`;
      return row;
    };
    const before = await beat();
    await until(async () => (await beat())?.at !== before?.at);
    expect((await beat())?.state).toBe('active');
    gates[1]?.resolve();
    await idle(tardia);
    expect(signals[1]?.aborted).toBe(false);
  });
});
