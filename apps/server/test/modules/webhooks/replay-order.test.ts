import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emitAll } from '../../../src/core/outbox.ts';
import { publishEvents } from '../../../src/modules/webhooks/publish.ts';
import { lockWebhook } from '../../../src/modules/webhooks/store.ts';
import { eventsIn, putOrRestart } from '../../../src/modules/webhooks/store-replays.ts';
import { until } from './receiver.ts';
import { startWorld, type World } from './support.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

it('a period is delivered again beside the publication of its events, which waits for it', async () => {
  const scope = await world.newScope();
  const { id } = await world.api.criar(scope, { url: 'http://127.0.0.1:9/', eventos: ['document.sent'] });
  const told = Array.from({ length: 50 }, () => ({ documentoId: randomUUID(), dados: {} }));
  await world.db.write(scope, (tx) => emitAll(tx, 'document.sent', told));
  // The later an event, the smaller its id: however they are read, they come in another order than that of their time.
  await world.owner`
    update evento_saida e
       set ocorrido_em = ocorrido_em - make_interval(secs => later.n)
      from (select id, row_number() over (order by id) as n
              from evento_saida
             where organizacao_id = ${scope.organizacaoId}) later
     where later.id = e.id`;
  const period = { eventos: ['document.sent' as const], desde: '2000-01-01', ate: '3000-01-01', depois: null };
  const events = await world.db.read(scope, (tx) => eventsIn(tx, period, 100));
  const put = async (tx: Parameters<typeof putOrRestart>[0], event: (typeof events)[number] | undefined) =>
    event && putOrRestart(tx, id, event, Buffer.from('{}'));

  let published: Promise<unknown> = Promise.resolve();
  await world.db.write(scope, async (tx) => {
    await lockWebhook(tx, id);
    await put(tx, events[0]);
    const ids = events.map((event) => event.id);
    published = world.db.write(scope, (other) => publishEvents(other, ids, [], () => false));
    published.catch(() => {});
    await until(async () => {
      const waiting = await world.owner`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return waiting.length > 0;
    });
    for (const event of events.slice(1)) await put(tx, event);
  });
  await published;
  const { total } = await world.api.entregas(scope, id);
  expect(total).toBe(events.length);
});
