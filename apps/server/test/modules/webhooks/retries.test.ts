import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebhookHttp } from '../../../src/adapters/webhook-http.ts';
import type { Scope } from '../../../src/core/scope.ts';
import { answer, type Reaction, type Receiver, silence, startReceiver, statuses, until } from './receiver.ts';
import { deliverWith, delivery, startWorld, type World } from './support.ts';

/** Of the one attempt that nobody answers; every other one has the product's. */
const TIMEOUT_MS = 300;
/** Ten minutes: no retry comes by itself before a test has done what it does before it. */
const FAR_S = [600, 600];
let world: World;
/** Whose retries are far off, and made by hand where a test wants them. */
let patient: World;
const receivers: Receiver[] = [];
beforeAll(async () => {
  world = await startWorld();
  patient = await startWorld();
  await world.work({ retrySeconds: [1, 1] });
  await patient.work({ retrySeconds: FAR_S });
});
afterAll(async () => {
  for (const receiver of receivers) await receiver.close();
  await world?.stop();
  await patient?.stop();
});

async function subscribed(react: Reaction, { newScope, api }: World = world) {
  const receiver = await startReceiver(react);
  receivers.push(receiver);
  const scope = await newScope();
  const webhook = await api.criar(scope, { url: receiver.url, eventos: ['document.sent'] });
  return { receiver, scope, webhook };
}

const entregas = async (scope: Scope, webhookId: string, of = world) => (await of.api.entregas(scope, webhookId)).itens;
const settled = (scope: Scope, webhookId: string, status: string, of = world) =>
  until(
    async () => (await entregas(scope, webhookId, of)).some((entrega) => entrega.status === status),
    40_000,
    status,
  );
const ativo = async (scope: Scope, { api }: World = world) => (await api.listar(scope)).itens[0]?.ativo;
/** The next attempt of a delivery, as its job makes it when it falls due. @param made attempts before it */
const attempt = (scope: Scope, id: string | undefined, made: number, http = patient.webhookHttp, policy = {}) =>
  deliverWith(delivery(patient.db, http, { retrySeconds: FAR_S, ...policy }))(scope, id ?? '', made);

// Each test has an organization, a webhook and a receiver of its own, and mostly waits.
describe.concurrent('retries', () => {
  it('come after the waits of the list with the same bytes, then the delivery and the webhook are given up', async () => {
    const { receiver, scope, webhook } = await subscribed(statuses(500, 503, 404));
    await world.emit(scope, 'document.sent');
    await settled(scope, webhook.id, 'DESISTIU');
    const [a, b, c, ...rest] = receiver.requests;
    expect(rest).toEqual([]);
    expect(a?.body.equals(b?.body as Buffer) && a?.body.equals(c?.body as Buffer)).toBe(true);
    for (const [before, after] of [
      [a, b],
      [b, c],
    ]) {
      expect((after?.at ?? 0) - (before?.at ?? 0)).toBeGreaterThanOrEqual(990);
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

  it('are told beforehand, and the webhook stays active until they are used up', async () => {
    const { scope, webhook } = await subscribed(answer(500), patient);
    await patient.emit(scope, 'document.sent');
    await settled(scope, webhook.id, 'FALHOU', patient);
    const [waiting] = await entregas(scope, webhook.id, patient);
    const due = Date.parse(waiting?.proximaTentativaEm ?? '') - 600_000;
    expect(due).toBeGreaterThanOrEqual(Date.parse(waiting?.tentativasRealizadas[0]?.ocorridaEm ?? ''));
    expect(due).toBeLessThanOrEqual(Date.now());
    expect(await ativo(scope, patient)).toBe(true);
  });

  it('end with the first 2xx', async () => {
    const { receiver, scope, webhook } = await subscribed(statuses(500, 299));
    await world.emit(scope, 'document.sent');
    await settled(scope, webhook.id, 'ENTREGUE');
    expect(receiver.requests.length).toBe(2);
    expect(await ativo(scope)).toBe(true);
  });

  it('given up, leave the webhook active when another delivery to it succeeded meanwhile', async () => {
    const { scope, webhook } = await subscribed(
      (request, response, index) => answer(request.body.includes('ruim') ? 500 : 200)(request, response, index),
      patient,
    );
    await patient.emit(scope, 'document.sent', { documento: 'ruim' });
    await settled(scope, webhook.id, 'FALHOU', patient);
    const [bad] = await entregas(scope, webhook.id, patient);
    await patient.emit(scope, 'document.sent', { documento: 'bom' });
    await settled(scope, webhook.id, 'ENTREGUE', patient);
    for (const made of [1, 2]) await attempt(scope, bad?.id, made);
    await settled(scope, webhook.id, 'DESISTIU', patient);
    expect(await ativo(scope, patient)).toBe(true);
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
    const { scope, webhook } = await subscribed(answer(500), patient);
    await patient.emit(scope, 'document.sent');
    await settled(scope, webhook.id, 'FALHOU', patient);
    await patient.owner`update entrega_webhook set primeira_tentativa_em = now() - interval '24 hours'
                         where webhook_id = ${webhook.id}`;
    await attempt(scope, (await entregas(scope, webhook.id, patient))[0]?.id, 1);
    expect((await entregas(scope, webhook.id, patient))[0]).toMatchObject({ status: 'DESISTIU', tentativas: 2 });
  });

  it('stop when the webhook is removed', async () => {
    const { receiver, scope, webhook } = await subscribed(answer(500), patient);
    await patient.emit(scope, 'document.sent');
    await settled(scope, webhook.id, 'FALHOU', patient);
    const [waiting] = await entregas(scope, webhook.id, patient);
    await patient.api.excluir(scope, webhook.id);
    await attempt(scope, waiting?.id, 1);
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
    const { scope, webhook } = await subscribed(
      (request, response, index) => (index === 0 ? answer(500) : silence)(request, response, index),
      patient,
    );
    await patient.emit(scope, 'document.sent');
    await settled(scope, webhook.id, 'FALHOU', patient);
    const [waiting] = await entregas(scope, webhook.id, patient);
    await attempt(scope, waiting?.id, 1, patient.webhookHttp, { timeoutMs: TIMEOUT_MS });
    const [entrega] = await entregas(scope, webhook.id, patient);
    expect(entrega).toMatchObject({ tentativas: 2, respostaHttp: null, erro: expect.any(String), regra: 'tooSlow' });
    expect(entrega?.duracaoMs).toBeGreaterThanOrEqual(TIMEOUT_MS - 20);
  });

  it('a refused connection', async () => {
    const { receiver, scope, webhook } = await subscribed(answer(200));
    await receiver.close();
    await world.emit(scope, 'document.sent');
    await settled(scope, webhook.id, 'FALHOU');
    expect((await entregas(scope, webhook.id))[0]).toMatchObject({ respostaHttp: null, erro: expect.any(String) });
  });

  it('an address that may not be reached any more at the time of the attempt', async () => {
    const { receiver, scope, webhook } = await subscribed(answer(500), patient);
    await patient.emit(scope, 'document.sent');
    await settled(scope, webhook.id, 'FALHOU', patient);
    const [entrega] = await entregas(scope, webhook.id, patient);
    const strict = createWebhookHttp({ production: false, allowNetworks: [] });
    await attempt(scope, entrega?.id, 1, strict);
    await strict.close();
    expect((await entregas(scope, webhook.id, patient))[0]?.tentativasRealizadas[1]).toMatchObject({
      respostaHttp: null,
      erro: expect.any(String),
    });
    expect(receiver.requests.length).toBe(1);
  });

  it('410, which deactivates at once; other waiting deliveries stop', async () => {
    const { receiver, scope, webhook } = await subscribed(statuses(500, 410), patient);
    await patient.emit(scope, 'document.sent');
    await settled(scope, webhook.id, 'FALHOU', patient);
    await patient.emit(scope, 'document.sent');
    await settled(scope, webhook.id, 'DESISTIU', patient);
    expect(await ativo(scope, patient)).toBe(false);
    const waiting = (await entregas(scope, webhook.id, patient)).find((entrega) => entrega.status === 'FALHOU');
    expect(waiting).toMatchObject({ tentativas: 1, proximaTentativaEm: null });
    await attempt(scope, waiting?.id, 1);
    expect(receiver.requests.length).toBe(2);
  });
});
