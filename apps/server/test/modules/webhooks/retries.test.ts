import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebhookHttp } from '../../../src/adapters/webhook-http.ts';
import type { Scope } from '../../../src/core/scope.ts';
import { deliver } from '../../../src/modules/webhooks/deliver.ts';
import { answer, type Reaction, type Receiver, silence, startReceiver, statuses, until } from './receiver.ts';
import { delivery, startWorld, type World } from './support.ts';

const TIMEOUT_MS = 300;
let world: World;
const receivers: Receiver[] = [];
beforeAll(async () => {
  world = await startWorld();
  await world.work({ retrySeconds: [1, 1], timeoutMs: TIMEOUT_MS });
});
afterAll(async () => {
  for (const receiver of receivers) await receiver.close();
  await world?.stop();
});

async function subscribed(react: Reaction) {
  const receiver = await startReceiver(react);
  receivers.push(receiver);
  const scope = await world.newScope();
  const webhook = await world.api.criar(scope, { url: receiver.url, eventos: ['document.sent'] });
  return { receiver, scope, webhook };
}

const entregas = async (scope: Scope, webhookId: string) => (await world.api.entregas(scope, webhookId)).itens;
const settled = (scope: Scope, webhookId: string, status: string, count = 1) =>
  until(
    async () => (await entregas(scope, webhookId)).filter((entrega) => entrega.status === status).length >= count,
    40_000,
    `${count} × ${status}`,
  );
const ativo = async (scope: Scope) => (await world.api.listar(scope)).itens[0]?.ativo;

// Each test has an organization, a webhook and a receiver of its own, and mostly waits.
describe.concurrent('retries', () => {
  it('come after the waits of the list with the same bytes, then the delivery and the webhook are given up', async () => {
    const { receiver, scope, webhook } = await subscribed(statuses(500, 503, 404));
    await world.emit(scope, 'document.sent');
    await settled(scope, webhook.id, 'FALHOU');
    const [waiting] = await entregas(scope, webhook.id);
    const dueIn =
      Date.parse(waiting?.proximaTentativaEm ?? '') - Date.parse(waiting?.tentativasRealizadas[0]?.ocorridaEm ?? '');
    expect(dueIn).toBeGreaterThanOrEqual(1_000);
    expect(dueIn).toBeLessThan(5_000);
    expect(await ativo(scope)).toBe(true);

    await settled(scope, webhook.id, 'DESISTIU');
    const [a, b, c, ...rest] = receiver.requests;
    expect(rest).toEqual([]);
    expect(a?.body.equals(b?.body as Buffer) && a?.body.equals(c?.body as Buffer)).toBe(true);
    for (const [before, after] of [
      [a, b],
      [b, c],
    ]) {
      const waited = (after?.at ?? 0) - (before?.at ?? 0);
      expect(waited).toBeGreaterThanOrEqual(990);
      expect(waited).toBeLessThan(10_000);
    }
    const [given] = await entregas(scope, webhook.id);
    expect(given).toMatchObject({ tentativas: 3, proximaTentativaEm: null, respostaHttp: 404 });
    expect(given?.tentativasRealizadas.map((attempt) => attempt.respostaHttp)).toEqual([500, 503, 404]);
    expect(given?.tentativasRealizadas.map((attempt) => attempt.numero)).toEqual([1, 2, 3]);
    const [listed] = (await world.api.listar(scope)).itens;
    expect(listed).toMatchObject({ ativo: false, ultimaEntregaStatus: 'DESISTIU' });
    const [row] = await world.owner`select desativado_em from webhook where id = ${webhook.id}`;
    expect(row?.desativado_em).toBeInstanceOf(Date);
  });

  it('end with the first 2xx', async () => {
    const { receiver, scope, webhook } = await subscribed(statuses(500, 299));
    await world.emit(scope, 'document.sent');
    await settled(scope, webhook.id, 'ENTREGUE');
    expect(receiver.requests.length).toBe(2);
    expect(await ativo(scope)).toBe(true);
  });

  it('given up, leave the webhook active when another delivery to it succeeded meanwhile', async () => {
    const { scope, webhook } = await subscribed((request, response, index) =>
      answer(request.body.includes('ruim') ? 500 : 200)(request, response, index),
    );
    await world.emit(scope, 'document.sent', { documento: 'ruim' });
    await settled(scope, webhook.id, 'FALHOU');
    await world.emit(scope, 'document.sent', { documento: 'bom' });
    await settled(scope, webhook.id, 'DESISTIU');
    expect(await ativo(scope)).toBe(true);
  });

  it('given up after an earlier success only, deactivate', async () => {
    const { scope, webhook } = await subscribed(statuses(200, 500));
    await world.emit(scope, 'document.sent');
    await settled(scope, webhook.id, 'ENTREGUE');
    await world.emit(scope, 'document.sent');
    await settled(scope, webhook.id, 'DESISTIU');
    expect(await ativo(scope)).toBe(false);
  });

  it('stop 24 h after the first attempt though the list goes on', async () => {
    const { receiver, scope, webhook } = await subscribed(answer(500));
    await world.emit(scope, 'document.sent');
    await receiver.received(1);
    await settled(scope, webhook.id, 'FALHOU');
    await world.owner`update entrega_webhook set primeira_tentativa_em = now() - interval '24 hours'
                       where webhook_id = ${webhook.id}`;
    await settled(scope, webhook.id, 'DESISTIU');
    expect((await entregas(scope, webhook.id))[0]?.tentativas).toBe(2);
  });

  it('stop when the webhook is removed or deactivated', async () => {
    const { receiver, scope, webhook } = await subscribed(answer(500));
    await world.emit(scope, 'document.sent');
    await settled(scope, webhook.id, 'FALHOU');
    await world.api.excluir(scope, webhook.id);
    await new Promise((done) => setTimeout(done, 2_000));
    expect(receiver.requests.length).toBe(1);
  });
});

describe.concurrent('what counts as a failure', () => {
  it('a redirection, which is not followed', async () => {
    const elsewhere = await startReceiver(answer(200));
    receivers.push(elsewhere);
    const { scope, webhook } = await subscribed(answer(302, { location: elsewhere.url }));
    await world.emit(scope, 'document.sent');
    await settled(scope, webhook.id, 'FALHOU');
    expect((await entregas(scope, webhook.id))[0]).toMatchObject({
      respostaHttp: 302,
      erro: expect.stringContaining('redirecionamento'),
      regra: 'redirected',
      valores: {},
    });
    await settled(scope, webhook.id, 'DESISTIU');
    expect(elsewhere.requests).toEqual([]);
  });

  it('silence past the time limit', async () => {
    const { scope, webhook } = await subscribed(silence);
    await world.emit(scope, 'document.sent');
    await settled(scope, webhook.id, 'FALHOU');
    const [entrega] = await entregas(scope, webhook.id);
    expect(entrega).toMatchObject({ respostaHttp: null, erro: expect.any(String) });
    expect(entrega?.duracaoMs).toBeGreaterThanOrEqual(TIMEOUT_MS - 20);
    expect(entrega?.duracaoMs).toBeLessThan(TIMEOUT_MS + 500);
  });

  it('a refused connection', async () => {
    const { receiver, scope, webhook } = await subscribed(answer(200));
    await receiver.close();
    await world.emit(scope, 'document.sent');
    await settled(scope, webhook.id, 'FALHOU');
    expect((await entregas(scope, webhook.id))[0]).toMatchObject({ respostaHttp: null, erro: expect.any(String) });
  });

  it('an address that may not be reached any more at the time of the attempt', async () => {
    const { receiver, scope, webhook } = await subscribed(answer(500));
    await world.emit(scope, 'document.sent');
    await settled(scope, webhook.id, 'FALHOU');
    const [entrega] = await entregas(scope, webhook.id);
    const strict = createWebhookHttp({ production: false, allowNetworks: [] });
    await deliver(delivery(world.db, strict, {}), scope, entrega?.id as string, 1);
    await strict.close();
    expect((await entregas(scope, webhook.id))[0]?.tentativasRealizadas[1]).toMatchObject({
      respostaHttp: null,
      erro: expect.any(String),
    });
    expect(receiver.requests.length).toBe(1);
  });

  it('410, which deactivates at once; other waiting deliveries stop', async () => {
    const { receiver, scope, webhook } = await subscribed(statuses(500, 410));
    await world.emit(scope, 'document.sent');
    await settled(scope, webhook.id, 'FALHOU');
    await world.emit(scope, 'document.sent');
    await settled(scope, webhook.id, 'DESISTIU');
    expect(await ativo(scope)).toBe(false);
    await new Promise((done) => setTimeout(done, 2_000));
    expect(receiver.requests.length).toBe(2);
    const waiting = (await entregas(scope, webhook.id)).find((entrega) => entrega.status === 'FALHOU');
    expect(waiting).toMatchObject({ tentativas: 1, proximaTentativaEm: null });
  });
});
