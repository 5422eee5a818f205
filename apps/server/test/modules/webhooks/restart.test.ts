import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { newDatabase } from '../../database.ts';
import { call, documentForm, newAccount, startService, until } from '../../harness.ts';
import { answer, type Receiver, startReceiver } from './receiver.ts';

let dataDir: string;
let database: Awaited<ReturnType<typeof newDatabase>>;
let receiver: Receiver;
let healthy = false;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rubrica-reinicio-'));
  database = await newDatabase();
  receiver = await startReceiver((request, response, index) => answer(healthy ? 200 : 503)(request, response, index));
});
afterAll(async () => {
  await receiver?.close();
  await database?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

it('a delivery that failed goes on after the service was stopped and started, with the same eventoId', async () => {
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.url, WEBHOOK_RETRY_SECONDS: '2,2,2,2,2,2' };
  const before = await startService(env);
  const { test } = await newAccount(before.origin);
  const created = await call(
    `${before.origin}/v1/sandbox/webhooks`,
    'POST',
    { url: receiver.url, eventos: ['document.created'] },
    test,
  );
  await call(`${before.origin}/v1/sandbox/documentos`, 'POST', documentForm(tinyPdf(), { titulo: 'x' }), test);
  const history = async (origin: string) =>
    (await call(`${origin}/v1/sandbox/webhooks/${created.body.id}/entregas`, 'GET', undefined, test)).body.itens[0];
  await until(async () => (await history(before.origin))?.status === 'FALHOU');
  await before.stop();

  healthy = true;
  const after = await startService(env);
  try {
    await until(async () => (await history(after.origin))?.status === 'ENTREGUE');
    const ids = receiver.requests.map(({ body }) => JSON.parse(body.toString()).eventoId);
    expect(ids.length).toBeGreaterThanOrEqual(2);
    expect(new Set(ids).size).toBe(1);
  } finally {
    await after.stop();
  }
});
