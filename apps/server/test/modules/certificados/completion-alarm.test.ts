import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { COMPLETION_ALARM_MS } from '@rubrica/contract';
import { expect, it, vi } from 'vitest';
import { about, newSender, ownService, readyToSign, sent, until } from '../support.ts';

const service = ownService();

/** The alarm as Prometheus reads it. */
async function gauge(): Promise<number> {
  const metrics = await (await fetch(`${service().origin}/metrics`)).text();
  return Number(/^rubrica_documents_fully_signed_not_complete (\d+)$/m.exec(metrics)?.[1]);
}

it('a document fully signed for over six minutes and not complete is an alarm in /metrics and in the log, until it is', async () => {
  const logged = vi.spyOn(service().app.log, 'error');
  const alarms = () => logged.mock.calls.filter(([, text]) => String(text).startsWith('ALARM'));
  const sender = await newSender(service());
  const email = 'so@exemplo.com.br';
  const document = await sent(sender, {
    signatarios: [{ funcao: 'ASSINAR', nome: 'Só', email, metodoEntrega: 'LINK' }],
  });
  const one = await readyToSign(sender, document.signatarios[0]);

  // The file to be stamped is out of reach, as when a volume is not mounted.
  const store = join(service().app.config.dataDir, 'files');
  await rename(store, `${store}.away`);
  expect((await one.sign()).status).toBe(200);
  expect((await about(sender, document.id)).body.status).not.toBe('ASSINADO');
  expect(await gauge()).toBe(0);
  expect(alarms()).toEqual([]);

  service().clock.advance(COMPLETION_ALARM_MS + 1_000);
  expect(await gauge()).toBe(1);
  await until(async () => alarms().length > 0);
  expect(alarms()[0]?.[0]).toEqual({ total: 1 });

  await rename(`${store}.away`, store);
  await until(async () => (await about(sender, document.id)).body.status === 'ASSINADO');
  expect(await gauge()).toBe(0);
});
