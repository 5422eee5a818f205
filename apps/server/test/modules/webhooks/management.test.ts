import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Account, call, documentForm, newAccount, type Service, startService, until } from '../../harness.ts';
import { answer, type Reaction, type Receiver, startReceiver, statuses, verifies } from './receiver.ts';

const DAY_MS = 24 * 3600_000;

let service: Service;
const receivers: Receiver[] = [];
beforeAll(async () => {
  // The first retry waits long enough for a test to do something before it on a machine that is busy.
  service = await startService({ WEBHOOK_RETRY_SECONDS: '6,1' });
});
afterAll(() => service?.stop());
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});

const base = () => `${service.origin}/v1/sandbox`;

/** An organization with a webhook for `document.created`, and a receiver that reacts as told. */
async function subscribed(react: Reaction = answer(200)) {
  const receiver = await startReceiver(react);
  receivers.push(receiver);
  const account = await newAccount(service.origin);
  const created = await call(
    `${base()}/webhooks`,
    'POST',
    { url: receiver.url, eventos: ['document.created'], descricao: 'ERP' },
    account.test,
  );
  expect(created.status).toBe(201);
  return { receiver, account, webhook: created.body, at: `${base()}/webhooks/${created.body.id}` };
}

const createDocument = async (account: Account, titulo = 'Contrato') => {
  const created = await call(`${base()}/documentos`, 'POST', documentForm(tinyPdf(), { titulo }), account.test);
  expect(created.status).toBe(201);
};

interface Shown {
  id: string;
  status: string;
  eventoId: string;
  tentativas: number;
  corpo: string;
  proximaTentativaEm: string | null;
  tentativasRealizadas: { numero: number; respostaHttp: number | null }[];
}
// Asked again and again, so by the session, which may call ten times as often as a key.
const entregas = async (at: string, account: Account): Promise<Shown[]> =>
  (await call(`${at}/entregas`, 'GET', undefined, account.panel)).body.itens;
const inState = (at: string, account: Account, status: string) =>
  until(async () => (await entregas(at, account)).find((entrega) => entrega.status === status));
const isActive = async (account: Account) =>
  (await call(`${base()}/webhooks`, 'GET', undefined, account.panel)).body.itens[0].ativo as boolean;
const titleIn = (corpo: string) => JSON.parse(corpo).dados.documento.titulo;

describe('PATCH /webhooks/{webhookId}', () => {
  it('changes what it names and nothing else; null erases the description', async () => {
    const { account, webhook, at } = await subscribed();
    const eventos = ['document.sent', 'document.signed'];
    const changed = await call(at, 'PATCH', { eventos }, account.test);
    const { segredo: _, ...before } = webhook;
    expect([changed.status, changed.body]).toEqual([200, { ...before, eventos }]);
    expect((await call(at, 'PATCH', { descricao: null }, account.test)).body.descricao).toBeNull();
    expect((await call(at, 'PATCH', {}, account.test)).body).toEqual({ ...before, eventos, descricao: null });
  });

  it.each([
    'http://10.0.0.1/eventos',
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:10.0.0.1]/',
    'http://[fd00:ec2::254]/',
    'http://2130706433/',
    'http://usuario:senha@127.0.0.1/',
  ])('refuses the address %s and changes nothing', async (url) => {
    const { account, webhook, at } = await subscribed();
    const refused = await call(at, 'PATCH', { url, descricao: 'outro' }, account.test);
    expect([refused.status, refused.body.codigo, refused.body.erros[0].campo]).toEqual([
      400,
      'ENTRADA_INVALIDA',
      'url',
    ]);
    const [listed] = (await call(`${base()}/webhooks`, 'GET', undefined, account.test)).body.itens;
    expect([listed.url, listed.descricao]).toEqual([webhook.url, 'ERP']);
  });

  it('sends what follows to the new address', async () => {
    const { receiver, account, at } = await subscribed();
    const next = await startReceiver(answer(200));
    receivers.push(next);
    await call(at, 'PATCH', { url: next.url }, account.test);
    await createDocument(account);
    await next.received(1);
    expect(receiver.requests).toEqual([]);
  });

  it('with ativo false holds deliveries back, with ativo true resumes those that waited', async () => {
    const { receiver, account, at } = await subscribed(statuses(500, 200));
    await createDocument(account);
    await inState(at, account, 'FALHOU');
    expect((await call(at, 'PATCH', { ativo: false }, account.test)).body.ativo).toBe(false);
    expect((await entregas(at, account))[0]?.proximaTentativaEm).toBeNull();
    await createDocument(account, 'Enquanto inativo');

    expect((await call(at, 'PATCH', { ativo: true }, account.test)).body.ativo).toBe(true);
    const delivered = await inState(at, account, 'ENTREGUE');
    expect(delivered.tentativasRealizadas.map(({ respostaHttp }) => respostaHttp)).toEqual([500, 200]);
    expect(receiver.requests.length).toBe(2);
    expect((await entregas(at, account)).length).toBe(1);
  });

  it('reactivates after a deactivation: the waiting deliveries go out, the given-up one stays as it is', async () => {
    // By what is delivered: on a slow machine the first may be tried again before the second is tried.
    let tries = 0;
    const { account, at } = await subscribed((request, response, index) => {
      if (request.body.includes('desistida')) return answer(410)(request, response, index);
      tries += 1;
      return answer(tries === 1 ? 500 : 200)(request, response, index);
    });
    await createDocument(account, 'espera');
    await inState(at, account, 'FALHOU');
    await createDocument(account, 'desistida');
    await until(async () => !(await isActive(account)));

    await call(at, 'PATCH', { ativo: true }, account.test);
    expect(titleIn((await inState(at, account, 'ENTREGUE')).corpo)).toBe('espera');
    const byTitle = new Map((await entregas(at, account)).map(({ corpo, status }) => [titleIn(corpo), status]));
    expect(byTitle.get('desistida')).toBe('DESISTIU');
    expect(await isActive(account)).toBe(true);
  });

  it('gives a resumed delivery the whole calendar again', async () => {
    const { account, at } = await subscribed(statuses(500, 500, 500, 500, 200));
    await createDocument(account);
    await inState(at, account, 'DESISTIU');
    await call(at, 'PATCH', { ativo: true }, account.test);
    const [given] = await entregas(at, account);
    await call(`${at}/entregas/${given?.id}/reenviar`, 'POST', undefined, account.test);
    expect((await inState(at, account, 'ENTREGUE')).tentativas).toBe(5);
  });
});

describe('a deactivated webhook', () => {
  const inbox = async (account: Account) =>
    (await call(`${base()}/caixa?limite=100`, 'GET', undefined, account.panel)).body.itens as {
      destino: string;
      assunto: string;
      texto: string;
      html: string;
    }[];
  const notices = async (account: Account) =>
    (await inbox(account)).filter(({ assunto }) => assunto.includes('Webhook desativado'));

  it('is told by e-mail to every owner and administrator who wants it, once each, and to nobody else', async () => {
    const { receiver, account, at } = await subscribed(answer(410));
    const admin = await account.member('ADMINISTRADOR');
    const operator = await account.member('OPERADOR');
    const without = await account.member('ADMINISTRADOR');
    const conta = await call(
      new URL('/v1/conta', at).href,
      'PATCH',
      { avisos: { webhookDesativado: false } },
      without.panel,
    );
    expect(conta.status).toBe(200);
    await call(at, 'PATCH', { url: `${receiver.url}?token=segredo` }, account.test);
    await createDocument(account);
    await until(async () => (await notices(account)).length >= 2);
    const told = await notices(account);
    expect(told.map(({ destino }) => destino).sort()).toEqual([account.email, admin.email].sort());
    expect(told.map(({ destino }) => destino)).not.toContain(operator.email);
    const [message] = told;
    expect(message?.assunto).toMatch(/^\[TESTE\] /);
    for (const text of [message?.texto, message?.html]) {
      expect(text).toContain(receiver.url);
      expect(text).toContain('410');
      expect(text).not.toContain('token=segredo');
      expect(text).not.toContain('nada acontece sem a sua assinatura');
    }
  });

  it('by failures is told too, with another reason', async () => {
    const { account } = await subscribed(answer(500));
    await createDocument(account);
    const [message] = await until(async () => {
      const found = await notices(account);
      return found.length > 0 && found;
    });
    expect(message?.texto).toContain('tentada até o fim do prazo');
    expect(await isActive(account)).toBe(false);
  });

  it('switched off by a person is told to nobody', async () => {
    const { account, at } = await subscribed();
    await call(at, 'PATCH', { ativo: false }, account.test);
    await call(`${at}/teste`, 'POST', undefined, account.test);
    await inState(at, account, 'ENTREGUE');
    expect(await notices(account)).toEqual([]);
  });
});

describe('POST /webhooks/{webhookId}/segredo', () => {
  it('makes both secrets sign for 24 h, then the new one alone', async () => {
    const { receiver, account, webhook, at } = await subscribed();
    const before = service.clock.now().getTime();
    const rotated = await call(`${at}/segredo`, 'POST', undefined, account.test);
    const after = service.clock.now().getTime();
    expect(rotated.status).toBe(200);
    const { segredo, anteriorValeAte } = rotated.body;
    expect(segredo).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(segredo).not.toBe(webhook.segredo);
    expect(Date.parse(anteriorValeAte) - DAY_MS).toBeGreaterThanOrEqual(before);
    expect(Date.parse(anteriorValeAte) - DAY_MS).toBeLessThanOrEqual(after);

    await createDocument(account);
    const [both] = await receiver.received(1);
    if (!both) throw new Error('nothing received');
    expect(both.headers['x-service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    const now = service.clock.now().getTime();
    expect([verifies(both, segredo, now), verifies(both, webhook.segredo, now)]).toEqual([true, true]);

    service.clock.advance(DAY_MS + 1_000);
    await createDocument(account);
    const [, one] = await receiver.received(2);
    if (!one) throw new Error('nothing received');
    const later = service.clock.now().getTime();
    expect([verifies(one, segredo, later), verifies(one, webhook.segredo, later)]).toEqual([true, false]);
  });

  it('with the same Idempotency-Key rotates once and answers the same secret', async () => {
    const { account, at } = await subscribed();
    const rotate = () => call(`${at}/segredo`, 'POST', undefined, { ...account.test, 'idempotency-key': 'troca-1' });
    const first = await rotate();
    expect((await rotate()).body).toEqual(first.body);
  });
});

describe('the signature header', () => {
  it('is accepted by the verifier of the stripe package, also during a rotation, and refused when altered', async () => {
    const { receiver, account, webhook, at } = await subscribed();
    await createDocument(account);
    await receiver.received(1);
    const { segredo } = (await call(`${at}/segredo`, 'POST', undefined, account.test)).body;
    await createDocument(account);
    const [plain, rotated] = await receiver.received(2);
    if (!plain || !rotated) throw new Error('two deliveries expected');
    const { webhooks } = new Stripe('sk_test_nenhuma');
    const verify = (request: typeof plain, secret: string, body: Buffer | string = request.body) =>
      webhooks.constructEvent(
        body,
        request.headers['x-service-signature'] ?? '',
        secret,
        300,
        undefined,
        service.clock.now().getTime() / 1000,
      );
    expect(verify(plain, webhook.segredo)).toMatchObject({ evento: 'document.created' });
    for (const secret of [webhook.segredo, segredo]) {
      expect(verify(rotated, secret)).toMatchObject({ evento: 'document.created' });
    }
    expect(() => verify(plain, segredo)).toThrow(/signature/i);
    expect(() => verify(plain, webhook.segredo, `${plain.body} `)).toThrow(/signature/i);
  });
});

describe('POST /webhooks/{webhookId}/teste', () => {
  it('delivers a marked example of a subscribed event to this webhook alone and records it', async () => {
    const { receiver, account, webhook, at } = await subscribed();
    const other = await startReceiver(answer(200));
    receivers.push(other);
    await call(`${base()}/webhooks`, 'POST', { url: other.url, eventos: ['document.created'] }, account.test);
    const asked = await call(`${at}/teste`, 'POST', undefined, account.test);
    expect(asked.status).toBe(202);
    expect(asked.body).toMatchObject({ status: 'PENDENTE', evento: 'document.created', webhookId: webhook.id });
    const [request] = await receiver.received(1);
    if (!request) throw new Error('nothing received');
    expect(verifies(request, webhook.segredo, service.clock.now().getTime())).toBe(true);
    const body = JSON.parse(request.body.toString());
    expect(body).toMatchObject({ eventoId: asked.body.eventoId, evento: 'document.created', dados: { teste: true } });
    expect(body.dados.documento.titulo).toEqual(expect.any(String));
    const [entrega] = [await inState(at, account, 'ENTREGUE')];
    expect([entrega.id, entrega.corpo]).toEqual([asked.body.id, request.body.toString()]);
    expect(other.requests).toEqual([]);
  });

  it('is one attempt, and even a 410 leaves the webhook active', async () => {
    const { receiver, account, at } = await subscribed(answer(410));
    await call(`${at}/teste`, 'POST', undefined, account.test);
    const given = await inState(at, account, 'DESISTIU');
    expect([given.tentativas, given.proximaTentativaEm]).toEqual([1, null]);
    expect(await isActive(account)).toBe(true);
    await createDocument(account);
    await receiver.received(2);
  });
});

describe('POST /webhooks/{webhookId}/entregas/{entregaId}/reenviar', () => {
  it('repeats a given-up delivery with the same eventoId and bytes', async () => {
    const { receiver, account, at } = await subscribed(statuses(410, 200));
    await createDocument(account);
    const given = await inState(at, account, 'DESISTIU');
    await call(at, 'PATCH', { ativo: true }, account.test);
    const again = await call(`${at}/entregas/${given.id}/reenviar`, 'POST', undefined, account.test);
    expect(again.status).toBe(202);
    expect(again.body).toMatchObject({ id: given.id, eventoId: given.eventoId, status: 'PENDENTE', tentativas: 1 });
    const delivered = await inState(at, account, 'ENTREGUE');
    expect(delivered.tentativasRealizadas.map(({ numero, respostaHttp }) => [numero, respostaHttp])).toEqual([
      [1, 410],
      [2, 200],
    ]);
    const [first, second] = receiver.requests;
    expect(second?.body.equals(first?.body as Buffer)).toBe(true);
  });

  it('repeats what was delivered too', async () => {
    const { receiver, account, at } = await subscribed();
    await createDocument(account);
    const delivered = await inState(at, account, 'ENTREGUE');
    await call(`${at}/entregas/${delivered.id}/reenviar`, 'POST', undefined, account.test);
    await receiver.received(2);
    await until(async () => (await entregas(at, account))[0]?.tentativas === 2);
    expect((await entregas(at, account))[0]?.status).toBe('ENTREGUE');
  });

  it('is 409 while the delivery is in the queue, and while the webhook is inactive', async () => {
    let release = () => {};
    const { receiver, account, at } = await subscribed((_request, response) => {
      release = () => void response.writeHead(500).end();
    });
    await createDocument(account);
    await receiver.received(1);
    const [waiting] = await entregas(at, account);
    if (waiting?.status !== 'PENDENTE') throw new Error('a delivery under way expected');
    const queued = await call(`${at}/entregas/${waiting.id}/reenviar`, 'POST', undefined, account.test);
    expect([queued.status, queued.body.codigo]).toEqual([409, 'CONFLITO']);
    release();
    await inState(at, account, 'FALHOU');
    await call(at, 'PATCH', { ativo: false }, account.test);
    const inactive = await call(`${at}/entregas/${waiting.id}/reenviar`, 'POST', undefined, account.test);
    expect([inactive.status, inactive.body.codigo]).toEqual([409, 'CONFLITO']);
  });

  it('answers 404 alike for another organization, another webhook and an id nobody has', async () => {
    const mine = await subscribed();
    const other = await subscribed();
    await createDocument(mine.account);
    const { id } = await inState(mine.at, mine.account, 'ENTREGUE');
    const second = await call(
      `${base()}/webhooks`,
      'POST',
      { url: mine.receiver.url, eventos: ['document.sent'] },
      mine.account.test,
    );
    const asked = [
      await call(`${mine.at}/entregas/${id}/reenviar`, 'POST', undefined, other.account.test),
      await call(`${other.at}/entregas/${id}/reenviar`, 'POST', undefined, other.account.test),
      await call(`${base()}/webhooks/${second.body.id}/entregas/${id}/reenviar`, 'POST', undefined, mine.account.test),
      await call(`${mine.at}/entregas/${randomUUID()}/reenviar`, 'POST', undefined, mine.account.test),
    ];
    const seen = asked.map(({ status, body: { instance: _, requestId: __, ...rest } }) =>
      JSON.stringify([status, rest]),
    );
    expect(new Set(seen).size).toBe(1);
    expect(asked[0]?.status).toBe(404);
  });
});
