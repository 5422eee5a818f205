import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answer, type Receiver, startReceiver, until, verifies } from './receiver.ts';
import { startWorld, type World } from './support.ts';

let world: World;
let receiver: Receiver;
beforeAll(async () => {
  world = await startWorld();
  receiver = await startReceiver(answer(200));
});
afterAll(async () => {
  await receiver?.close();
  await world?.stop();
});

it('a delivery is made again, with the same eventoId, when the process dies before the attempt is settled', async () => {
  const scope = await world.newScope();
  const webhook = await world.api.criar(scope, { url: receiver.url, eventos: ['document.signed'] });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'crash-child.ts'), JSON.stringify(world.address)], {
    stdio: 'inherit',
  });
  await world.emit(scope, 'document.signed');
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  expect(receiver.requests.length).toBe(1);
  expect((await world.api.entregas(scope, webhook.id)).itens[0]).toMatchObject({ status: 'PENDENTE', tentativas: 0 });

  await world.work();
  await until(
    async () => (await world.api.entregas(scope, webhook.id)).itens[0]?.status === 'ENTREGUE',
    60_000,
    'delivered by the next process',
  );
  const [first, second] = receiver.requests;
  if (!first || !second) throw new Error('two deliveries expected');
  expect(JSON.parse(second.body.toString()).eventoId).toBe(JSON.parse(first.body.toString()).eventoId);
  expect(second.body.equals(first.body)).toBe(true);
  expect(verifies(second, webhook.segredo)).toBe(true);
  expect((await world.api.entregas(scope, webhook.id)).itens[0]).toMatchObject({ tentativas: 1 });
});
