import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLateness, createLogStates, createQuorumWatch, readStates } from '../../../src/compose/open-log-state.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { type Metrics, NO_METRICS } from '../../../src/core/metrics/index.ts';
import { hiddenLeaf, newNonce } from '../../../src/core/open-log/leaf.ts';
import { newLogKey, openLogKey } from '../../../src/core/open-log/note.ts';
import { scopeOf } from '../../../src/core/scope.ts';
import { createLogStore, queueLeaves } from '../../../src/modules/registro/index.ts';
import { sequence } from '../../../src/modules/registro/sequence.ts';
import { createCosigner } from '../../../src/modules/registro/witnesses.ts';
import { call, type Service, startService, testLog, until } from '../../harness.ts';
import { startPeerWitness } from './peer.ts';

/** What the open log tells of itself: metrics, and what is worse than it should be. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Nobody orders leaves. */
let service: Service;
let peer: Awaited<ReturnType<typeof startPeerWitness>>;
beforeAll(async () => {
  peer = await startPeerWitness('testemunha.exemplo/w1');
  service = await startService({ ROLES: 'http', WITNESSES: peer.setting });
});
afterAll(async () => {
  await service?.stop();
  await peer?.stop();
});

const organizacaoId = randomUUID();
const log = testLog('silent');
const later = (ms: number) => new Date(Date.now() + ms);
const statesAt = async (now: Date) => {
  const [own, test] = await readStates(service.app.db.sql, now);
  if (!own || !test) throw new Error('a log is missing');
  return { own, test };
};
/** Queues a leaf as an act does. @param says what it commits to */
const tell = (nonce: Buffer, says: string) =>
  service.app.db.write(scopeOf(organizacaoId, 'TESTE'), (tx) =>
    queueLeaves(tx, [hiddenLeaf(nonce, { type: 'ATO', about: ['a', '1'], says: [says], at: new Date(0) })]),
  );
/** Gives what waits its index, under a key of the test's own. */
async function order(metrics: Metrics = NO_METRICS): Promise<string> {
  const { sql } = service.app.db;
  const store = createLogStore(sql, 'TESTE');
  const key = openLogKey((await store.head()).origem, newLogKey());
  await service.owner`update registro_aberto set vkey = ${key.vkey} where ambiente = 'TESTE'`;
  while (await sequence({ key, store, log, metrics }, [], systemClock.now()));
  return key.vkey;
}

function counted(): Metrics & { readonly lines: string[] } {
  const lines: string[] = [];
  return {
    ...NO_METRICS,
    lines,
    count: (name, labels) => void lines.push(`${name} ${Object.values(labels).join(' ')}`.trim()),
  };
}

const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${service.origin}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.split(' ')
      .at(-1),
  );
};

describe('a log that nobody extends', () => {
  it('says for how long the oldest leaf has waited, and is late after five minutes', async () => {
    expect((await statesAt(later(0))).test).toMatchObject({ leaves: 0, waitingMs: 0 });
    await tell(newNonce(), 'x');
    const { own, test } = await statesAt(later(4 * MINUTE));
    expect([own.waitingMs, test.waitingMs > 3 * MINUTE]).toEqual([0, true]);
    const late = (ms: number) =>
      createLateness(createLogStates(service.app.db.sql, { ...systemClock, now: () => later(ms) }), log);
    const [early, overdue] = [late(4 * MINUTE), late(6 * MINUTE)];
    early();
    await until(async () => overdue());
    expect(early()).toBe(false);
  });

  it('is asked for how it stands once, however long the database takes', async () => {
    const { sql } = service.app.db;
    let [asked, answered] = [0, (): void => {}];
    const gate = new Promise<void>((open) => {
      answered = open;
    });
    const slow = (async (...statement: Parameters<typeof sql>) => {
      asked += 1;
      await gate;
      return sql(...statement);
    }) as unknown as typeof sql;
    const states = createLogStates(slow, systemClock, -1);
    const first = states();
    const once = asked;
    expect(states()).toBe(first);
    answered();
    expect([(await first).length, asked]).toEqual([2, once]);
    expect(states()).not.toBe(first);
  });

  it('is told by /readyz, which stays ready, and by /metrics', async () => {
    service.clock.advance(6 * MINUTE);
    const answer = await until(async () => {
      const { status, body } = await call(`${service.origin}/readyz`);
      return body.dependencias.registro === 'degradado' && { status, whole: body.status };
    });
    expect(answer).toEqual({ status: 200, whole: 'degradado' });
    await until(async () => (await metric('rubrica_open_log_oldest_leaf_age_seconds{environment="TESTE"}')) > 300);
    expect(await metric('rubrica_degraded{what="registro"}')).toBe(1);
    expect(await metric('rubrica_open_log_leaves{environment="PRODUCAO"}')).toBe(0);
  });
});

describe('what is read of a log', () => {
  it('is its size, and the age of what is shown while there is something newer', async () => {
    await order();
    const store = createLogStore(service.app.db.sql, 'TESTE');
    const { tamanho, nota } = await store.head();
    expect(tamanho).toBe(2);
    await store.publish(tamanho, nota ?? '', later(0));
    expect((await statesAt(later(DAY))).test).toMatchObject({ leaves: 2, waitingMs: 0, unshownMs: 0, shown: nota });
    await tell(newNonce(), 'y');
    expect((await statesAt(later(DAY))).test.unshownMs).toBeGreaterThan(DAY - MINUTE);
  });

  it('is since when a day has no time stamp', async () => {
    const today = new Date().toISOString().slice(0, 10);
    expect((await statesAt(later(0))).own.unstampedMs).toBe(0);
    await service.owner`
      insert into registro_dia (ambiente, geracao, dia, nota)
      values ('PRODUCAO', '', ${today}::date - 3, 'x'), ('PRODUCAO', '', ${today}::date - 1, 'x')`;
    const { own, test } = await statesAt(new Date(`${today}T00:00:00Z`));
    expect([own.unstampedMs, test.unstampedMs]).toEqual([2 * DAY, 0]);
  });
});

it('an act that is told twice, differently, is counted once, and is not added', async () => {
  const [nonce, metrics] = [newNonce(), counted()];
  await tell(nonce, 'one');
  await order(metrics);
  await tell(nonce, 'one');
  await order(metrics);
  const before = (await statesAt(later(0))).test.leaves;
  expect(metrics.lines).toEqual([]);
  await tell(nonce, 'other');
  await order(metrics);
  expect(metrics.lines).toEqual(['rubrica_open_log_contradictions_total']);
  expect((await statesAt(later(0))).test).toMatchObject({ leaves: before, waitingMs: 0 });
});

describe('a witness', () => {
  it('is counted by name, with what came of asking it', async () => {
    const store = createLogStore(service.app.db.sql, 'TESTE');
    await tell(newNonce(), 'z');
    const vkey = await order();
    const { nota, tamanho } = await store.head();
    const metrics = counted();
    const cosign = createCosigner(store, log, metrics);
    expect(await cosign([peer.client], nota ?? '', tamanho)).toEqual([]);
    peer.vouchFor(vkey);
    expect(await cosign([peer.client], nota ?? '', tamanho)).toHaveLength(1);
    expect(metrics.lines).toEqual(
      ['failed', 'obtained'].map((outcome) => `rubrica_open_log_cosignatures_total testemunha.exemplo/w1 ${outcome}`),
    );
  });

  it('that is missing in the quorum is missing since the first checkpoint without it that was looked at', () => {
    const watch = createQuorumWatch([peer.client], 1);
    const at = (minute: number) => new Date(minute * MINUTE);
    const id = `— ${peer.client.witness.name} ${peer.client.witness.id.toString('base64')}`;
    expect(watch({ shown: null, shownAt: null }, at(1))).toBe(0);
    expect(watch({ shown: 'a\n1\n\n', shownAt: at(2) }, at(5))).toBe(3 * MINUTE);
    expect(watch({ shown: 'a\n2\n\n', shownAt: at(8) }, at(9))).toBe(7 * MINUTE);
    expect(watch({ shown: `a\n3\n\n${id}\n`, shownAt: at(10) }, at(11))).toBe(0);
    expect(watch({ shown: 'a\n4\n\n', shownAt: at(12) }, at(12))).toBe(0);
    expect(createQuorumWatch([], 0)({ shown: 'a\n1\n\n', shownAt: at(0) }, at(9))).toBe(0);
  });
});
