import { ENVIRONMENTS } from '@rubrica/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answer, type Receiver, silence, startReceiver } from './receiver.ts';
import { startWorld, type World } from './support.ts';

/** As many as an environment takes; and enough events for all first attempts and all jobs of these webhooks. */
const [WEBHOOKS, EVENTS] = [20, 4];
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

it('two organizations whose receivers are all silent, in both environments, leave room for the others', async () => {
  for (let organization = 0; organization < 2; organization += 1) {
    const { organizacaoId } = await world.newScope();
    for (const ambiente of ENVIRONMENTS) {
      const scope = await world.newScope(ambiente, organizacaoId);
      for (let n = 0; n < WEBHOOKS; n += 1) {
        await world.api.criar(scope, { url: silent.url, eventos: ['document.sent'] });
      }
      for (let n = 0; n < EVENTS; n += 1) await world.emit(scope, 'document.sent');
    }
  }
  // A quarter of the first attempts and a quarter of the jobs, each.
  await silent.received(2 * (32 + 32));
  const scope = await world.newScope();
  for (let n = 0; n < 3; n += 1) await world.api.criar(scope, { url: quick.url, eventos: ['document.sent'] });
  for (let n = 0; n < 10; n += 1) await world.emit(scope, 'document.sent');
  await quick.received(30);
  expect(silent.requests.length).toBe(2 * (32 + 32));
});
