import { ENVIRONMENTS } from '@rubrica/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answer, type Receiver, silence, startReceiver } from './receiver.ts';
import { startWorld, type World } from './support.ts';

/** As many as an environment takes; and enough events for all first attempts and all jobs of these webhooks. */
const [WEBHOOKS, EVENTS] = [20, 4];
/** Five with a quarter of the room each would have all of it. */
const ORGANIZATIONS = 5;
/** Longer than anybody waits here: whoever needs the room of a silent receiver never gets it. */
const NEVER_MS = 600_000;

let world: World;
let silent: Receiver;
let quick: Receiver;
beforeAll(async () => {
  world = await startWorld();
  silent = await startReceiver(silence);
  quick = await startReceiver(answer(200));
  await world.work({ timeoutMs: NEVER_MS });
});
afterAll(async () => {
  await silent?.close();
  await quick?.close();
  await world?.stop();
});

it('organizations whose receivers are all silent, in both environments, leave room for the others', async () => {
  for (let organization = 0; organization < ORGANIZATIONS; organization += 1) {
    const { organizacaoId } = await world.newScope();
    for (const ambiente of ENVIRONMENTS) {
      const scope = await world.newScope(ambiente, organizacaoId);
      for (let n = 0; n < WEBHOOKS; n += 1) {
        await world.api.criar(scope, { url: silent.url, eventos: ['document.sent'] });
      }
      for (let n = 0; n < EVENTS; n += 1) await world.emit(scope, 'document.sent');
    }
  }
  // Whatever the others leave, they take half of: a little stays, of the first attempts and of the jobs.
  await silent.received(2 * 100);
  const scope = await world.newScope();
  for (let n = 0; n < 3; n += 1) await world.api.criar(scope, { url: quick.url, eventos: ['document.sent'] });
  for (let n = 0; n < 10; n += 1) await world.emit(scope, 'document.sent');
  await quick.received(30);
  expect(silent.requests.length).toBeLessThan(2 * 128);
});
