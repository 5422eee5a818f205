import { randomUUID } from 'node:crypto';
import { WEBHOOK_EVENTS } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, newAccount, until } from '../../harness.ts';
import { draft, newSender, ownService, type Sender } from '../support.ts';
import { answer, type Receiver, startReceiver } from './receiver.ts';

/** Events that are asked for, and failures: a webhook of the sandbox can be driven through everything that may happen. */

const service = ownService(async () => ({ WEBHOOK_RETRY_SECONDS: '0,0', SANDBOX_RATE_LIMIT: '90' }));
let sandbox: Sender;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver(answer(200));
  sandbox = await newSender(service());
});
afterAll(() => receiver?.close());

const post = (path: string, body?: unknown) => call(`${sandbox.base}${path}`, 'POST', body, sandbox.as);
const newWebhook = async (eventos: readonly string[] = ['document.completed']): Promise<string> =>
  (await post('/webhooks', { url: receiver.url, eventos })).body.id;
const remove = (id: string) => call(`${sandbox.base}/webhooks/${id}`, 'DELETE', undefined, sandbox.as);
const webhook = async (id: string) => (await call(`${sandbox.base}/webhooks/${id}`, 'GET', undefined, sandbox.as)).body;
const entregas = async (id: string) =>
  (await call(`${sandbox.base}/webhooks/${id}/entregas`, 'GET', undefined, sandbox.as)).body.itens;
const settled = (id: string, status: string) => until(async () => (await entregas(id))[0]?.status === status);

describe('an event that is asked for', () => {
  it.each(WEBHOOK_EVENTS)('%s comes in the form of the contract, said to be a test', async (evento) => {
    const id = await newWebhook([evento]);
    const { status, body } = await post('/eventos/disparar', { evento, webhookId: id });
    expect([status, body.entregas]).toEqual([202, 1]);
    await settled(id, 'ENTREGUE');
    const [{ corpo, eventoId }] = await entregas(id);
    expect(JSON.parse(corpo)).toMatchObject({
      eventoId: body.eventoId,
      evento,
      dados: { teste: true, ambiente: 'TESTE' },
    });
    expect(eventoId).toBe(body.eventoId);
    await remove(id);
  });

  it('goes to all that subscribe to it, or to the one that is named, whatever it subscribes to', async () => {
    const [a, b] = [await newWebhook(['document.viewed']), await newWebhook(['document.expired'])];
    expect((await post('/eventos/disparar', { evento: 'document.viewed' })).body.entregas).toBe(1);
    await settled(a, 'ENTREGUE');
    expect((await post('/eventos/disparar', { evento: 'document.viewed', webhookId: b })).body.entregas).toBe(1);
    await settled(b, 'ENTREGUE');
    expect((await entregas(a)).length).toBe(1);
  });

  it.each(WEBHOOK_EVENTS)('%s of a document tells its environment and its envelope', async (evento) => {
    const envelope = (await post('/envelopes', { titulo: 'Conjunto' })).body;
    const { id } = await draft(sandbox, { envelopeId: envelope.id });
    const { eventoId } = (await post('/eventos/disparar', { evento, documentoId: id })).body;
    const told = (await call(`${sandbox.base}/eventos/${eventoId}`, 'GET', undefined, sandbox.as)).body;
    expect(told.dados).toMatchObject({ ambiente: 'TESTE', envelopeId: envelope.id, documento: { id } });
  });

  it('of a document tells that one, and is in the feed; without one it is in no feed', async () => {
    const { id } = await draft(sandbox);
    const { eventoId } = (await post('/eventos/disparar', { evento: 'document.completed', documentoId: id })).body;
    const { itens } = (await call(`${sandbox.base}/eventos?documentoId=${id}`, 'GET', undefined, sandbox.as)).body;
    expect(itens.at(-1)).toMatchObject({ eventoId, dados: { teste: true, documento: { id, titulo: 'Contrato' } } });
    const other = (await post('/eventos/disparar', { evento: 'document.completed' })).body;
    const { status } = await call(`${sandbox.base}/eventos/${other.eventoId}`, 'GET', undefined, sandbox.as);
    expect(status).toBe(404);
  });

  it('is refused for what is not there, or takes nothing', async () => {
    const id = await newWebhook();
    await call(`${sandbox.base}/webhooks/${id}`, 'PATCH', { ativo: false }, sandbox.as);
    const evento = 'document.completed';
    const statuses = [];
    for (const more of [{ webhookId: randomUUID() }, { documentoId: randomUUID() }, { webhookId: id }])
      statuses.push((await post('/eventos/disparar', { evento, ...more })).status);
    expect(statuses).toEqual([404, 404, 409]);
  });
});

describe('a failure that is asked for', () => {
  const trigger = (webhookId: string) => post('/eventos/disparar', { evento: 'document.completed', webhookId });

  it.each([
    ['TIMEOUT', null, 'tooSlow', 10_000],
    ['500', 500, 'answered', 0],
    ['TLS', null, 'tlsUnknown', 0],
  ])('%s is an attempt like any other, and sends nothing', async (como, respostaHttp, regra, duracaoMs) => {
    const id = await newWebhook();
    const already = receiver.requests.length;
    const asked = await post(`/webhooks/${id}/falhar`, { vezes: 2, como });
    expect([asked.status, asked.body]).toEqual([200, { vezes: 2, como }]);
    await trigger(id);
    await settled(id, 'ENTREGUE');
    const [{ tentativasRealizadas }] = await entregas(id);
    expect(tentativasRealizadas).toMatchObject([
      { numero: 1, respostaHttp, regra, duracaoMs },
      { numero: 2, respostaHttp, regra, duracaoMs },
      { numero: 3, respostaHttp: 200 },
    ]);
    expect(receiver.requests.length - already).toBe(1);
  });

  it('410 deactivates at once, and so do failures until the delivery is given up', async () => {
    const gone = await newWebhook();
    await post(`/webhooks/${gone}/falhar`, { vezes: 1, como: '410' });
    await trigger(gone);
    await until(async () => (await webhook(gone)).ativo === false);
    expect((await entregas(gone))[0].status).toBe('DESISTIU');

    const tired = await newWebhook();
    await post(`/webhooks/${tired}/falhar`, { vezes: 100, como: '500' });
    await trigger(tired);
    await until(async () => (await webhook(tired)).ativo === false);
    expect((await entregas(tired))[0].tentativas).toBe(3);
  });

  it('is undone by 0, and is of that webhook alone', async () => {
    const [a, b] = [await newWebhook(), await newWebhook()];
    await post(`/webhooks/${a}/falhar`, { vezes: 5, como: '500' });
    await trigger(b);
    await settled(b, 'ENTREGUE');
    await post(`/webhooks/${a}/falhar`, { vezes: 0, como: '500' });
    await trigger(a);
    await settled(a, 'ENTREGUE');
    expect((await entregas(a))[0].tentativas).toBe(1);
  });

  it('is refused for more than there may be, and for a webhook that is not there', async () => {
    const id = await newWebhook();
    expect((await post(`/webhooks/${id}/falhar`, { vezes: 101, como: '500' })).status).toBe(400);
    expect((await post(`/webhooks/${id}/falhar`, { vezes: 1, como: '404' })).status).toBe(400);
    expect((await post(`/webhooks/${randomUUID()}/falhar`, { vezes: 1, como: '500' })).status).toBe(404);
  });
});

it('a key of the sandbox makes as many requests as the operator says, one of production 60', async () => {
  const { origin } = service();
  const { live, test } = await newAccount(origin);
  const limitOf = async (base: string, as: Record<string, string>) =>
    (await call(`${base}/documentos`, 'GET', undefined, as)).headers.get('x-ratelimit-limit');
  expect([await limitOf(`${origin}/v1`, live), await limitOf(`${origin}/v1/sandbox`, test)]).toEqual(['60', '90']);
});
