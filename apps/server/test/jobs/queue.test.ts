import { describe, expect, it } from 'vitest';
import { until } from '../harness.ts';
import { queuesOf } from './support.ts';

const { job, write, owner, startWorker, idle } = queuesOf(['commit', 'unica', 'volume', 'falha', 'feita']);

describe('a queue', () => {
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
    const jobs = await owner()<{ n: number }[]>`
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
    await owner()`
      update fila.job set completed_on = now() - make_interval(mins => case data ->> 'n' when '1' then 11 else 9 end)
       where name = ${feita.name}`;
    await owner()`update fila.queue set maintain_on = now() - interval '61 seconds'`;
    const left = () => owner()<{ n: number }[]>`
      select (data ->> 'n')::int as n from fila.job where name = ${feita.name}`;
    await until(async () => (await left()).length < 2);
    expect(await left()).toEqual([{ n: 2 }]);
  });
});
