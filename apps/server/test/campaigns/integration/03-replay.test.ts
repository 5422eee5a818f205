import { randomUUID } from 'node:crypto';
import { WEBHOOK_EVENTS } from '@rubrica/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  about,
  call,
  draft,
  newSender,
  refusal,
  type Sender,
  sent,
  sharedService,
  until,
} from '../../modules/support.ts';
import { answer, type Receiver, startReceiver, statuses } from '../../modules/webhooks/receiver.ts';

/** Line 3: one webhook read by its id, tests of any event, and what occurred in a period delivered again. */

const service = sharedService();
/** For a machine with other things to do. */
const PATIENCE_MS = 40_000;

describe.each(['PRODUCAO', 'TESTE'] as const)('in %s', (ambiente) => {
  let sender: Sender;
  const api = (path: string, method = 'GET', body?: unknown) => call(`${sender.base}${path}`, method, body, sender.as);
  const moment = () => service().clock.now().toISOString();
  const subscribe = async (receiver: Receiver, eventos = ['document.created', 'document.sent']) =>
    (await api('/webhooks', 'POST', { url: receiver.url, eventos })).body;
  const told = (receiver: Receiver) => receiver.requests.map(({ body }) => JSON.parse(body.toString()));
  const repeat = (id: string, body: object) => api(`/webhooks/${id}/repetir`, 'POST', body);
  beforeAll(async () => {
    sender = await newSender(service(), ambiente);
  });

  it('a webhook is read as the listing shows it, without its secret', async () => {
    const receiver = await startReceiver(answer(200));
    const { segredo: _, ...webhook } = await subscribe(receiver);
    expect(await api(`/webhooks/${webhook.id}`)).toMatchObject({ status: 200, body: webhook });
    expect((await api(`/webhooks/${webhook.id}`)).body).not.toHaveProperty('segredo');
    expect((await api(`/webhooks/${randomUUID()}`)).status).toBe(404);
    expect((await api(`/webhooks/${webhook.id}`, 'DELETE')).status).toBe(204);
    expect((await api(`/webhooks/${webhook.id}`)).status).toBe(404);
    await receiver.close();
  });

  it('a test is of the event that is asked for, subscribed or not, and tells its environment', async () => {
    const receiver = await startReceiver(answer(200));
    const { id } = await subscribe(receiver, ['document.sent']);
    expect((await api(`/webhooks/${id}/teste`, 'POST', { evento: 'document.refused' })).status).toBe(202);
    expect((await api(`/webhooks/${id}/teste`, 'POST', {})).status).toBe(202);
    await receiver.received(2, PATIENCE_MS);
    const events = told(receiver).map(({ evento, dados }) => [evento, dados.teste, dados.ambiente]);
    expect(events.sort()).toEqual([
      ['document.refused', true, ambiente],
      ['document.sent', true, ambiente],
    ]);
    const wrong = await api(`/webhooks/${id}/teste`, 'POST', { evento: 'document.deleted' });
    expect(refusal(wrong)).toEqual([400, 'ENTRADA_INVALIDA', ['evento']]);
    await api(`/webhooks/${id}`, 'DELETE');
    await receiver.close();
  });

  it('a test tells document and signer as they stand after what its event tells of', async () => {
    const receiver = await startReceiver(answer(200));
    const { id } = await subscribe(receiver);
    for (const evento of WEBHOOK_EVENTS) await api(`/webhooks/${id}/teste`, 'POST', { evento });
    await receiver.received(WEBHOOK_EVENTS.length, PATIENCE_MS);
    const states = told(receiver).map(({ evento, dados: { documento, signatario, signatarios } }) => {
      const one = signatario ?? signatarios?.[0];
      return [evento, documento.status, one && `${one.status} ${one.assinadoEm ? 'signed' : 'unsigned'}`];
    });
    expect(states.sort()).toEqual([
      ['document.cancelled', 'CANCELADO', undefined],
      ['document.completed', 'ASSINADO', 'ASSINADO signed'],
      ['document.created', 'RASCUNHO', undefined],
      ['document.expired', 'EXPIRADO', undefined],
      ['document.refused', 'RECUSADO', 'RECUSADO unsigned'],
      ['document.sent', 'AGUARDANDO_ASSINATURAS', undefined],
      ['document.signed', 'PARCIALMENTE_ASSINADO', 'ASSINADO signed'],
      ['document.viewed', 'AGUARDANDO_ASSINATURAS', 'VISUALIZADO unsigned'],
      ['signer.authenticated', 'AGUARDANDO_ASSINATURAS', 'VISUALIZADO unsigned'],
      ['signer.delegated', 'AGUARDANDO_ASSINATURAS', 'ENVIADO unsigned'],
    ]);
    await api(`/webhooks/${id}`, 'DELETE');
    await receiver.close();
  });

  it('a period is delivered again: what arrived, what was given up and what nobody heard, by the same ids and bytes', async () => {
    const since = moment();
    await draft(sender);
    const receiver = await startReceiver(statuses(200, 200, 410, 200));
    const { id } = await subscribe(receiver);
    await sent(sender);
    await receiver.received(2, PATIENCE_MS);
    await draft(sender);
    await until(async () => (await api(`/webhooks/${id}`)).body.ativo === false);
    const before = receiver.requests.map(({ body }) => body.toString());

    expect(refusal(await repeat(id, { desde: since }))).toEqual([409, 'CONFLITO']);
    await api(`/webhooks/${id}`, 'PATCH', { ativo: true });
    expect(await repeat(id, { desde: since })).toMatchObject({ status: 202, body: { quantidade: 4 } });
    await receiver.received(3 + 4, PATIENCE_MS);
    const again = receiver.requests.slice(3).map(({ body }) => body.toString());
    expect(again.filter((body) => before.includes(body)).sort()).toEqual(before.sort());
    expect(new Set(again).size).toBe(4);
    await until(async () => {
      const { itens } = (await api(`/webhooks/${id}/entregas`)).body;
      return itens.length === 4 && itens.every(({ status }: { status: string }) => status === 'ENTREGUE');
    });

    // Only the events that are asked for, and none of the period's end.
    const cut = again.map((body) => JSON.parse(body).ocorridoEm as string).sort()[3];
    expect((await repeat(id, { desde: since, ate: cut, eventos: ['document.created'] })).body).toEqual({
      quantidade: 2,
    });
    await receiver.received(3 + 4 + 2, PATIENCE_MS);
    expect(
      told(receiver)
        .slice(7)
        .map(({ evento }) => evento),
    ).toEqual(['document.created', 'document.created']);
    expect((await repeat(id, { desde: moment(), ate: '2999-01-01T00:00:00Z' })).body).toEqual({ quantidade: 0 });
    await api(`/webhooks/${id}`, 'DELETE');
    await receiver.close();
  });

  it('more than one transaction takes comes whole, each event once', async () => {
    const since = moment();
    const { id: documentoId } = await draft(sender);
    const many = 210;
    await service().owner`
      insert into evento_saida (id, organizacao_id, ambiente, evento, documento_id, ocorrido_em, dados, ouvintes)
      select gen_random_uuid(), organizacao_id, ambiente, evento, documento_id, ocorrido_em, dados, '{}'
        from evento_saida, generate_series(2, ${many})
       where documento_id = ${documentoId}`;
    const receiver = await startReceiver(answer(200));
    const { id } = await subscribe(receiver, ['document.created']);
    expect((await repeat(id, { desde: since })).body).toEqual({ quantidade: many });
    // One for each event, whatever becomes of it.
    await until(async () => (await api(`/webhooks/${id}/entregas?limite=1`)).body.total === many);
    await api(`/webhooks/${id}`, 'DELETE');
    await receiver.close();
  });

  it('refuses a period that ends before it begins, an event that is none, and a webhook of nobody', async () => {
    const receiver = await startReceiver(answer(200));
    const { id } = await subscribe(receiver);
    const wrong = (body: object) => repeat(id, body).then(refusal);
    const later = moment();
    expect(await wrong({ desde: later, ate: later })).toEqual([400, 'ENTRADA_INVALIDA', ['ate']]);
    expect(await wrong({ desde: '2999-01-01T00:00:00Z' })).toEqual([400, 'ENTRADA_INVALIDA', ['desde']]);
    expect(await wrong({})).toEqual([400, 'ENTRADA_INVALIDA', ['desde']]);
    expect(await wrong({ desde: later, eventos: ['x'] })).toEqual([400, 'ENTRADA_INVALIDA', ['eventos[0]']]);
    expect((await repeat(randomUUID(), { desde: later })).status).toBe(404);
    const { id: documentoId } = await draft(sender);
    expect((await about(sender, documentoId)).status).toBe(200);
    await receiver.close();
  });
});
