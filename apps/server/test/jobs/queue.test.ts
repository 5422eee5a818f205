import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { handler, type JobHandler } from '../../src/core/job.ts';
import { scopeOf } from '../../src/core/scope.ts';
import type { JobDefinition, Tx } from '../../src/core/sql.ts';
import { openDatabase, startDatabase } from '../database.ts';

interface Payload {
  readonly n: number;
  readonly group?: string;
}
const retry = { limit: 'forever', delay: 1, maxDelay: 1 } as const;
const define = (name: string): JobDefinition<Payload> => ({ name, retry });
const JOBS = ['commit', 'unica', 'volume', 'grupo', 'adiada', 'falha'].map(define);
const job = (name: string) => JOBS.find((one) => one.name === name) as JobDefinition<Payload>;

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

async function work(one: JobHandler<Payload>): Promise<void> {
  const process = openDatabase(database.address);
  workers.push(process);
  await process.queue.start([handler(one)]);
}

async function until(condition: () => boolean, withinMs = 30_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms`);
    await delay(10);
  }
}

describe('job queue', () => {
  it('runs what a transaction enqueued once it commits, and nothing of one that failed', async () => {
    const seen: number[] = [];
    await work({ job: job('commit'), concurrency: 2, handle: async ({ n }) => void seen.push(n) });
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
    await work({ job: job('unica'), concurrency: 2, handle: async ({ n }) => void seen.push(n) });
    await until(() => seen.length === 2);
    await write((tx) => tx.enqueue(job('unica'), { n: 5 }, { singletonKey: 'a' }));
    await until(() => seen.length === 3);
    expect(seen.sort()).toEqual([1, 4, 5]);
  });

  it('does not rest between short jobs', async () => {
    let done = 0;
    await write(async (tx) => {
      for (let n = 0; n < 300; n++) await tx.enqueue(job('volume'), { n });
    });
    await work({ job: job('volume'), concurrency: 4, handle: async () => void done++ });
    // With rests of half a second it would take almost forty.
    await until(() => done === 300, 20_000);
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
    await work({
      job: job('grupo'),
      concurrency: 6,
      perGroup: 2,
      async handle({ group = '' }) {
        running.set(group, (running.get(group) ?? 0) + 1);
        most = Math.max(most, running.get(group) ?? 0);
        if (group === 'lento') {
          await gate.promise;
          await delay(50);
          slow++;
        } else others++;
        running.set(group, (running.get(group) ?? 0) - 1);
      },
    });
    await until(() => others === 5);
    expect(slow).toBe(0);
    gate.resolve();
    await until(() => slow === 12);
    expect(most).toBe(2);
  });

  it('starts a deferred job when it falls due, though other workers are stuck', async () => {
    const started = new Map<number, number>();
    const gate = Promise.withResolvers<void>();
    await work({
      job: job('adiada'),
      concurrency: 3,
      async handle({ n }) {
        started.set(n, Date.now());
        if (n < 2) await gate.promise;
      },
    });
    let due = 0;
    await write(async (tx) => {
      await tx.enqueue(job('adiada'), { n: 0 });
      await tx.enqueue(job('adiada'), { n: 1 });
      due = Date.now() + 1_200;
      await tx.enqueue(job('adiada'), { n: 2 }, { delayMs: 1_200 });
    });
    await until(() => started.has(2));
    gate.resolve();
    const late = (started.get(2) ?? 0) - due;
    expect(late).toBeGreaterThanOrEqual(-20);
    // Left to the library it would wait for the next poll of an idle worker, a minute apart.
    expect(late).toBeLessThan(6_000);
  });

  it('runs a failed job again', async () => {
    const retries: number[] = [];
    await work({
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
});
