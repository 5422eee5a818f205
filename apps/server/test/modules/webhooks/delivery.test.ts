import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { emit } from '../../../src/core/outbox.ts';
import { publishEvents } from '../../../src/modules/webhooks/publish.ts';
import { sealSecret } from '../../../src/modules/webhooks/sign.ts';
import { answer, type Reaction, type Receiver, startReceiver, until, verifies } from './receiver.ts';
import { deliverWith, delivery, secrets, startWorld, type World } from './support.ts';

let world: World;
const receivers: Receiver[] = [];
beforeAll(async () => {
  world = await startWorld();
  await world.work();
});
afterAll(() => world?.stop());
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});

async function receiver(react: Reaction = answer(200)): Promise<Receiver> {
  const started = await startReceiver(react);
  receivers.push(started);
  return started;
}

const SETTLE_MS = 400;
const settle = () => new Promise((done) => setTimeout(done, SETTLE_MS));

describe('delivery', () => {
  it('posts the envelope, signed, and shows what was sent and answered', async () => {
    const client = await receiver(answer(204));
    const scope = await world.newScope();
    const webhook = await world.api.criar(scope, { url: client.url, eventos: ['document.completed'] });
    const dados = { documento: { id: randomUUID(), titulo: 'Contrato de locação — “nº 7” 🖋' } };
    await world.emit(scope, 'document.completed', dados);

    const [request] = await client.received(1);
    if (!request) throw new Error('nothing received');
    expect(request.headers['content-type']).toBe('application/json');
    expect(verifies(request, webhook.segredo)).toBe(true);
    expect(verifies({ ...request, body: Buffer.concat([request.body, Buffer.from(' ')]) }, webhook.segredo)).toBe(
      false,
    );
    expect(verifies(request, `${webhook.segredo}x`)).toBe(false);
    expect(verifies(request, webhook.segredo, Date.now() + 301_000)).toBe(false);

    const envelope = JSON.parse(request.body.toString());
    expect(Object.keys(envelope).sort()).toEqual(['dados', 'evento', 'eventoId', 'ocorridoEm']);
    expect(envelope).toMatchObject({ evento: 'document.completed', dados });
    expect(new Date(envelope.ocorridoEm).toISOString()).toBe(envelope.ocorridoEm);
    const whole = JSON.stringify([request.headers, request.path]) + request.body.toString();
    expect(whole).not.toContain(scope.organizacaoId);
    expect(whole).not.toMatch(/organiza|tenant/i);

    await until(async () => (await world.api.entregas(scope, webhook.id)).itens[0]?.status === 'ENTREGUE');
    const { itens, total } = await world.api.entregas(scope, webhook.id);
    expect(total).toBe(1);
    expect(itens[0]).toMatchObject({
      eventoId: envelope.eventoId,
      webhookId: webhook.id,
      evento: 'document.completed',
      tentativas: 1,
      ocorridaEm: envelope.ocorridoEm,
      proximaTentativaEm: null,
      respostaHttp: 204,
      erro: null,
      corpo: request.body.toString(),
      tentativasRealizadas: [{ numero: 1, respostaHttp: 204, erro: null }],
    });
    expect(itens[0]?.duracaoMs).toBe(itens[0]?.tentativasRealizadas[0]?.duracaoMs);
    const [listed] = (await world.api.listar(scope)).itens;
    expect(listed).toMatchObject({ ativo: true, ultimaEntregaStatus: 'ENTREGUE' });
    expect(listed?.ultimaEntregaEm).not.toBeNull();
  });

  it('goes to the webhooks of the scope that subscribe, are active and existed, and to nobody else', async () => {
    const client = await receiver();
    const scope = await world.newScope('PRODUCAO');
    const at = (path: string) => client.url.replace('/eventos', path);
    const create = (in_: typeof scope, path: string, eventos: ('document.sent' | 'document.signed')[], ativo = true) =>
      world.api.criar(in_, { url: at(path), eventos, ativo });
    await create(scope, '/sent', ['document.sent']);
    await create(scope, '/both', ['document.sent', 'document.signed']);
    await create(scope, '/inactive', ['document.sent'], false);
    await create(await world.newScope('TESTE', scope.organizacaoId), '/other-environment', ['document.sent']);
    await create(await world.newScope('PRODUCAO'), '/other-organization', ['document.sent']);
    const removed = await create(scope, '/removed', ['document.sent']);
    await world.api.excluir(scope, removed.id);

    await world.emit(scope, 'document.sent');
    await world.emit(scope, 'document.signed');
    await client.received(3);
    await settle();
    expect(client.requests.map((request) => request.path).sort()).toEqual(['/both', '/both', '/sent']);
    const sent = client.requests.filter((request) => JSON.parse(request.body.toString()).evento === 'document.sent');
    expect(sent.map((request) => request.path).sort()).toEqual(['/both', '/sent']);
    expect(sent[0]?.body.equals(sent[1]?.body as Buffer)).toBe(true);
  });

  it('is made once though the event is published again, and not to a webhook newer than the event', async () => {
    const client = await receiver();
    const scope = await world.newScope();
    const webhook = await world.api.criar(scope, { url: client.url, eventos: ['document.viewed'] });
    await world.emit(scope, 'document.viewed');
    // Received is not yet recorded, and what nobody recorded is tried by whoever publishes again.
    await until(async () => (await world.api.entregas(scope, webhook.id)).itens[0]?.status === 'ENTREGUE');
    await world.api.criar(scope, { url: client.url.replace('/eventos', '/newer'), eventos: ['document.viewed'] });
    const [event] = await world.owner`select id from evento_saida where organizacao_id = ${scope.organizacaoId}`;
    await world.db.write(scope, (tx) => publishEvents(tx, [event?.id as string], [event?.id as string], () => false));
    await settle();
    expect(client.requests.map((request) => request.path)).toEqual(['/eventos']);
  });

  it('needs no job of its own where it goes through at once', async () => {
    const client = await receiver();
    const scope = await world.newScope();
    const webhook = await world.api.criar(scope, { url: client.url, eventos: ['document.viewed'] });
    await world.emit(scope, 'document.viewed');
    await until(async () => (await world.api.entregas(scope, webhook.id)).itens[0]?.status === 'ENTREGUE');
    const jobs = await world.owner`select name from fila.job where data ->> 'organizacaoId' = ${scope.organizacaoId}`;
    expect(jobs.map(({ name }) => name)).toEqual(['divulgar-evento']);
  });

  it('has one job though its event is published again before it was tried', async () => {
    const client = await receiver();
    const scope = await world.newScope();
    await world.api.criar(scope, { url: client.url, eventos: ['document.viewed'] });
    await world.db.write(scope, async (tx) => {
      await emit(tx, 'document.viewed', randomUUID(), {});
      const [event] = await tx.sql<{ id: string }[]>`select id from evento_saida where ${tx.here()}`;
      const id = event?.id as string;
      for (const again of [[], [id], [id]]) expect(await publishEvents(tx, [id], again, () => false)).toEqual([]);
      const [jobs] = await tx.sql<{ count: number }[]>`
        select count(*)::int as count from fila.job
         where name = 'entregar-webhook' and data ->> 'organizacaoId' = ${scope.organizacaoId}`;
      expect(jobs?.count).toBe(1);
    });
    await client.received(1);
    await settle();
    expect(client.requests.length).toBe(1);
  });

  it('of an event told by a process of the version before has a job, which such a process finds done', async () => {
    const client = await receiver();
    const scope = await world.newScope();
    const webhook = await world.api.criar(scope, { url: client.url, eventos: ['document.viewed'] });
    await world.db.write(scope, async (tx) => {
      await emit(tx, 'document.viewed', randomUUID(), {});
      await tx.sql`update fila.job set name = 'publicar-evento' where data ->> 'organizacaoId' = ${scope.organizacaoId}`;
    });
    await until(async () => (await world.api.entregas(scope, webhook.id)).itens[0]?.status === 'ENTREGUE');
    const jobs = await world.owner`select name from fila.job where data ->> 'organizacaoId' = ${scope.organizacaoId}`;
    expect(jobs.map(({ name }) => name).sort()).toEqual(['entregar-webhook', 'publicar-evento']);
  });

  it('records an attempt once though its job runs twice at the same time', async () => {
    const gates: (() => void)[] = [];
    const client = await receiver((request, response, index) => {
      gates.push(() => answer(500)(request, response, index));
    });
    const scope = await world.newScope();
    const webhook = await world.api.criar(scope, { url: client.url, eventos: ['document.sent'] });
    const entrega = async () => (await world.api.entregas(scope, webhook.id)).itens[0];
    await world.emit(scope, 'document.sent');
    await client.received(1);
    const second = deliverWith(delivery(world.db, world.webhookHttp, {}))(scope, (await entrega())?.id as string, 0);
    await client.received(2);
    gates.shift()?.();
    await until(async () => (await entrega())?.tentativas === 1);
    gates.shift()?.();
    await second;
    expect(await entrega()).toMatchObject({ status: 'FALHOU', tentativas: 1, tentativasRealizadas: [{ numero: 1 }] });
    // The retry that follows is one, not two.
    await client.received(3);
    gates.shift()?.();
    await settle();
    expect(client.requests.length).toBe(3);
  });

  it('counts as made once a 2xx came in time, though the rest of the answer did not', async () => {
    const client = await receiver((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('meia resposta');
      setTimeout(() => response.destroy(), 50);
    });
    const scope = await world.newScope();
    const webhook = await world.api.criar(scope, { url: client.url, eventos: ['document.sent'] });
    await world.emit(scope, 'document.sent');
    await until(async () => (await world.api.entregas(scope, webhook.id)).itens[0]?.tentativas === 1);
    const [entrega] = (await world.api.entregas(scope, webhook.id)).itens;
    expect(entrega).toMatchObject({ status: 'ENTREGUE', respostaHttp: 200, erro: null });
  });

  it('signs with both secrets while the previous one is still good', async () => {
    const client = await receiver();
    const scope = await world.newScope();
    const { id, segredo } = await world.api.criar(scope, { url: client.url, eventos: ['document.sent'] });
    const previous = async (earlierSecret: string, ate: string) => {
      await world.owner`
        update webhook
           set segredo_anterior = ${sealSecret(secrets, id, earlierSecret)},
               segredo_anterior_ate = now() + ${ate}::interval
         where id = ${id}`;
    };
    await previous('whsec_anterior', '1 hour');
    await world.emit(scope, 'document.sent');
    const [both] = await client.received(1);
    if (!both) throw new Error('nothing received');
    expect(both.headers['x-service-signature']?.match(/v1=/g)?.length).toBe(2);
    expect(verifies(both, segredo)).toBe(true);
    expect(verifies(both, 'whsec_anterior')).toBe(true);

    await previous('whsec_anterior', '-1 second');
    await world.emit(scope, 'document.sent');
    const [, one] = await client.received(2);
    if (!one) throw new Error('nothing received');
    expect(verifies(one, segredo)).toBe(true);
    expect(verifies(one, 'whsec_anterior')).toBe(false);
  });

  it('leaves room for others while a receiver lets everything time out', async () => {
    const open = new Set<ServerResponse>();
    let most = 0;
    const slow = await receiver((_request, response) => {
      open.add(response);
      most = Math.max(most, open.size);
      response.once('close', () => open.delete(response));
    });
    const quick = await receiver();
    const scope = await world.newScope();
    await world.api.criar(scope, { url: slow.url, eventos: ['document.sent'] });
    for (let i = 0; i < 30; i++) await world.emit(scope, 'document.sent');
    await slow.received(2);
    await world.api.criar(scope, { url: quick.url, eventos: ['document.signed'] });
    for (let i = 0; i < 20; i++) await world.emit(scope, 'document.signed');
    await quick.received(20, 60_000);
    // Two at a time as events are published and two from their jobs, each given up after ten seconds: others wait for minutes.
    expect(slow.requests.length).toBeLessThan(30);
    expect(most).toBe(4);
  });
});
