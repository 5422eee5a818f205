import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../../src/core/log.ts';
import { scopeOf } from '../../../src/core/scope.ts';
import { createCallRecorder, type RecordedCall } from '../../../src/modules/chamadas/index.ts';
import { openDatabase, startDatabase } from '../../database.ts';

/** The recorder alone, on a real database: what a burst and a database that does not answer cost. */

let database: Awaited<ReturnType<typeof startDatabase>>;
let opened: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  database = await startDatabase([]);
  opened = openDatabase(database.address);
});
afterAll(async () => {
  await opened?.db.close();
  await database?.stop();
});

function callOf(organizacaoId: string, startedAt = new Date()): RecordedCall {
  return {
    requestId: randomUUID(),
    scope: scopeOf(organizacaoId, 'TESTE'),
    actor: {
      tipo: 'USUARIO',
      credencialId: randomUUID(),
      nome: 'Ana Lima',
      membroId: randomUUID(),
      usuarioId: randomUUID(),
      papel: 'PROPRIETARIO',
      escopos: null,
    },
    operacao: 'obterOrganizacao',
    metodo: 'GET',
    rota: '/organizacao',
    status: 200,
    codigo: null,
    startedAt,
    duracaoMs: 1.4,
    ip: '203.0.113.1',
  };
}
const written = async (organizacaoId: string) => {
  const rows = await database.owner<{ requisicao_id: string }[]>`
    select requisicao_id from registro_chamada where organizacao_id = ${organizacaoId} order by ocorrido_em`;
  return rows.map(({ requisicao_id }) => requisicao_id);
};
const newRecorder = (limits: object) => createCallRecorder(opened.db, createLog('silent'), limits);

it('the calls of an organization in a burst are cut off, and those of another are not', async () => {
  const [loud, quiet] = [randomUUID(), randomUUID()];
  const recorder = newRecorder({ perSecond: 100 });
  const second = () => Math.floor(performance.now() / 1000);
  const begun = second();
  for (let n = 0; n < 10_000; n += 1) recorder.record(callOf(loud));
  const seconds = second() - begun + 1;
  const one = callOf(quiet);
  recorder.record(one);
  await recorder.stop();
  const kept = (await written(loud)).length;
  // A hundred in each second that the burst touched, and maybe fewer in the last.
  expect(kept).toBeGreaterThanOrEqual(100);
  expect(kept).toBeLessThanOrEqual(100 * seconds);
  expect(recorder.dropped()).toBe(10_000 - kept);
  expect(await written(quiet)).toEqual([one.requestId]);
});

it('while calls cannot be written the oldest are dropped, and the rest is written once', async () => {
  const organizacaoId = randomUUID();
  const recorder = newRecorder({ perSecond: 10_000, waiting: 1_000, batch: 400, flushEveryMs: 60_000 });
  const calls = Array.from({ length: 2_500 }, (_, n) => callOf(organizacaoId, new Date(Date.now() + n)));
  let flushed: Promise<void> | undefined;
  await database.owner.begin(async (tx) => {
    await tx`lock table registro_chamada in access exclusive mode`;
    for (const call of calls.slice(0, 500)) recorder.record(call);
    flushed = recorder.flush();
    for (const call of calls.slice(500)) recorder.record(call);
  });
  await flushed;
  await recorder.stop();
  const kept = await written(organizacaoId);
  // What was on its way when the lock held is there too.
  expect(kept.length).toBe(calls.length - recorder.dropped());
  expect(kept.length).toBeLessThanOrEqual(1_400);
  expect(kept.at(-1)).toBe(calls.at(-1)?.requestId);
  expect(new Set(kept).size).toBe(kept.length);
});

it('calls that could not be written are written later, and calls written twice count once', async () => {
  const organizacaoId = randomUUID();
  let failures = 0;
  const { sql } = opened.db;
  const failing = new Proxy(sql, {
    apply: (target, self, given) => {
      const answer = Reflect.apply(target as never, self, given) as Promise<unknown>;
      if (failures === 0) return answer;
      failures -= 1;
      // It reached the database; its answer did not come back.
      return answer.then(() => Promise.reject(new Error('the connection was lost')));
    },
  });
  const recorder = createCallRecorder({ ...opened.db, sql: failing }, createLog('silent'), { flushEveryMs: 60_000 });
  const call = callOf(organizacaoId);
  recorder.record(call);
  failures = 1;
  await recorder.flush();
  recorder.record(callOf(organizacaoId, new Date(Date.now() + 1_000)));
  await recorder.stop();
  expect((await written(organizacaoId)).length).toBe(2);
  expect(recorder.dropped()).toBe(0);
});

it('recording a call costs it microseconds', () => {
  const organizacaoId = randomUUID();
  const recorder = newRecorder({ perSecond: 1_000_000, waiting: 20_000, flushEveryMs: 60_000 });
  const calls = Array.from({ length: 20_000 }, () => callOf(organizacaoId));
  const before = process.threadCpuUsage();
  for (let round = 0; round < 5; round += 1) for (const call of calls) recorder.record(call);
  // Of this thread's time on a processor: others may have it meanwhile.
  const { user, system } = process.threadCpuUsage(before);
  const each = (user + system) / (5 * calls.length);
  expect(each).toBeLessThan(20);
});
