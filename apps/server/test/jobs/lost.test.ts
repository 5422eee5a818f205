import { describe, expect, it } from 'vitest';
import { until } from '../harness.ts';
import { queuesOf } from './support.ts';

const { job, write, owner, startWorker, idle, apart } = queuesOf([
  'parada',
  'buscada',
  'perdida',
  'tardia',
  'esperada',
]);

describe('a job that a process holds and may lose', () => {
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
    await owner().begin(async (sql) => {
      // Whoever fetches waits for this; whoever asks whether there is anything to fetch does not.
      await sql`lock table fila.job in share mode`;
      const { queue } = await startWorker({
        job: buscada,
        concurrency: 1,
        handle: async ({ n }) => void begun.push(n),
      });
      await until(async () => {
        const fetching = await owner()`
          select from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query ilike '%skip locked%'`;
        return fetching.length > 0;
      });
      stopped.resolve(queue.stop(60_000));
    });
    await stopped.promise;
    const [row] = await owner()<{ state: string }[]>`select state from fila.job where name = ${buscada.name}`;
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
    await owner()`
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
    await owner()`update fila.job set state = 'retry' where name = ${tardia.name}`;
    worker.queue.wake();
    await until(() => signals.length === 2);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    gates[0]?.resolve();
    const beat = async () => {
      const [row] = await owner()<{ state: string; at: string }[]>`
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

  it('never begins what waited in a process that lost it', async () => {
    const esperada = job('esperada');
    const gate = Promise.withResolvers<void>();
    const lost = Promise.withResolvers<void>();
    const begun: number[] = [];
    for (const [n, group] of ['um', 'um', 'dois'].entries())
      await write((tx) => tx.enqueue(esperada, { n }, { group }));
    await apart(esperada);
    const { queue } = await startWorker({
      job: esperada,
      concurrency: 3,
      perGroup: 1,
      async handle({ n }, { signal }) {
        begun.push(n);
        if (n === 2) signal.addEventListener('abort', () => lost.resolve());
        await gate.promise;
      },
    });
    await until(() => begun.length === 2);
    // Others have done what runs here alone, and what waits for the first.
    await owner()`
      update fila.job set state = 'completed', completed_on = now()
       where name = ${esperada.name} and (data ->> 'n')::int > 0`;
    await lost.promise;
    gate.resolve();
    await idle(esperada);
    await queue.stop(60_000);
    expect(begun).toEqual([0, 2]);
  });
});
