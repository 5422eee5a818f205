import { describe, expect, it } from 'vitest';
import { until } from '../harness.ts';
import { queuesOf } from './support.ts';

const { job, write, owner, startWorker, idle, apart } = queuesOf(['grupo', 'calada', 'ordem', 'adiada']);

describe('the workers of a queue', () => {
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
    const deliveries = job('calada');
    const running = new Map<string, number>();
    let most = 0;
    let silent = 0;
    const others: number[] = [];
    const gate = Promise.withResolvers<void>();
    const enqueue = (organizacaoId: string, several: { n: number; group: string }[]) =>
      write((tx) =>
        tx.enqueueAll(
          deliveries,
          several.map(({ n, group }) => ({ payload: { n, organizacaoId, group }, options: { group } })),
        ),
      );
    // Twenty receivers of one organization that do not answer: with two jobs each they would hold every worker.
    const jobs = Array.from({ length: 100 }, (_, n) => ({ n, group: `calado${n % 20}` }));
    await enqueue('calada', jobs);
    await startWorker({
      job: deliveries,
      concurrency: 18,
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
    await apart(ordem);
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
    const [times] = await owner()<{ delayed: boolean; due: boolean }[]>`
      select start_after > created_on as delayed, started_on >= start_after as due
        from fila.job where name = ${job('adiada').name} and (data ->> 'n')::int = 2`;
    expect(times).toEqual({ delayed: true, due: true });
  });
});
