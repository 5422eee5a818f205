import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, call, elsewhere, newAccount, newKey, type Service, startService } from '../harness.ts';
import { outcome, urlOf } from './world.ts';

/** Requests a minute, to the request and to the second. */

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());
// What is told to the request is told of so many within a minute, however long they take here.
beforeEach(() => service.clock.slow());

const MINUTE_MS = 60_000;
const now = () => service.clock.now().getTime();
const limitHeaders = ({ headers }: Answer) => ({
  limit: Number(headers.get('x-ratelimit-limit')),
  remaining: Number(headers.get('x-ratelimit-remaining')),
  reset: Number(headers.get('x-ratelimit-reset')),
});
const times = async <T>(count: number, act: () => Promise<T>): Promise<T[]> => {
  const done: T[] = [];
  for (let round = 0; round < count; round += 1) done.push(await act());
  return done;
};

describe('an API key', () => {
  it('makes 60 requests in any 60 seconds; the 61st is told when to come back', async () => {
    const account = await newAccount(service.origin);
    const ask = () => call(`${service.origin}/v1/organizacao`, 'GET', undefined, account.live);
    const before = now();
    const first = await ask();
    const after = now();
    // When the first one leaves the window there is room again.
    const reset = limitHeaders(first).reset;
    expect(reset).toBeGreaterThanOrEqual(Math.ceil((before + MINUTE_MS) / 1000));
    expect(reset).toBeLessThanOrEqual(Math.ceil((after + MINUTE_MS) / 1000));
    expect(limitHeaders(first)).toEqual({ limit: 60, remaining: 59, reset });

    service.clock.advance(30_000);
    const rest = await times(58, ask);
    expect(rest.map(({ status }) => status)).toEqual(Array(58).fill(200));
    expect(rest.map((answer) => limitHeaders(answer))).toEqual(
      Array.from({ length: 58 }, (_, index) => ({ limit: 60, remaining: 58 - index, reset })),
    );
    const sixtieth = await ask();
    expect([sixtieth.status, limitHeaders(sixtieth)]).toEqual([200, { limit: 60, remaining: 0, reset }]);

    const refused = await ask();
    expect(outcome(refused)).toBe('429 LIMITE_EXCEDIDO');
    expect(limitHeaders(refused)).toEqual({ limit: 60, remaining: 0, reset });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeLessThanOrEqual(30);
    expect(wait).toBeGreaterThanOrEqual(Math.ceil(reset - now() / 1000 - 1));
    expect(refused.headers.get('x-request-id')).toBe(refused.body.requestId);

    // The refused ones do not count: after the wait there is room for exactly the one that left.
    await times(5, ask);
    service.clock.advance(wait * 1000);
    expect((await ask()).status).toBe(200);
    expect(outcome(await ask())).toBe('429 LIMITE_EXCEDIDO');
    service.clock.advance(MINUTE_MS);
    expect((await ask()).status).toBe(200);
  });

  it('is counted apart from every other key, of the same organization too', async () => {
    const account = await newAccount(service.origin);
    const second = await newKey(service.origin, account.panel, 'PRODUCAO');
    const ask = (headers: { authorization: string }) =>
      call(`${service.origin}/v1/organizacao`, 'GET', undefined, { authorization: headers.authorization });
    await times(60, () => ask(account.live));
    expect((await ask(account.live)).status).toBe(429);
    expect((await ask(second)).status).toBe(200);
    service.clock.advance(MINUTE_MS);
  });

  it('is counted by refusals too, and told the limit on each', async () => {
    const { live } = await newAccount(service.origin);
    const missing = `${service.origin}/v1/documentos/3f0a1c52-9b0e-4c7a-8f64-2a5e91c0d3b8`;
    const answers = await times(60, () => call(missing, 'GET', undefined, live));
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(404));
    expect(answers.map((answer) => limitHeaders(answer).remaining)).toEqual(
      Array.from({ length: 60 }, (_, index) => 59 - index),
    );
    expect(outcome(await call(missing, 'GET', undefined, live))).toBe('429 LIMITE_EXCEDIDO');
    service.clock.advance(MINUTE_MS);
  });

  it('is held to its limit when the requests come at once', async () => {
    const { live } = await newAccount(service.origin);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => call(`${service.origin}/v1/organizacao`, 'GET', undefined, live)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
    service.clock.advance(MINUTE_MS);
  });
});

describe('the session routes', () => {
  it('share ten requests a minute of an address, whichever they are', async () => {
    const { panel } = await newAccount(service.origin);
    const address = elsewhere();
    const anonymous = ['entrar', 'cadastrar', 'recuperarSenha', 'redefinirSenha', 'responderDesafio'] as const;
    const answers: Answer[] = [];
    for (let index = 0; index < 9; index += 1) {
      const id = anonymous[index % anonymous.length] ?? 'entrar';
      answers.push(await call(urlOf(service.origin, id, 'live', {}), 'POST', { x: 1 }, address));
    }
    const tenth = await call(`${service.origin}/v1/sessoes`, 'GET', undefined, { cookie: panel.cookie, ...address });
    answers.push(tenth);
    expect(answers.map(({ status }) => status)).toEqual([...Array(9).fill(400), 200]);
    expect(answers.map((answer) => limitHeaders(answer).remaining)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(limitHeaders(tenth).limit).toBe(10);

    const listing = `${service.origin}/v1/sessoes`;
    const eleventh = await call(listing, 'GET', undefined, { cookie: panel.cookie, ...address });
    expect(outcome(eleventh)).toBe('429 LIMITE_EXCEDIDO');
    expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(0);
    // Neither the right password nor the sandbox's address opens a second door.
    for (const path of ['/v1/sessoes', '/v1/sandbox/sessoes']) {
      const entering = await call(service.origin + path, 'POST', { email: 'a@b.co', senha: 'x' }, address);
      expect(outcome(entering)).toBe('429 LIMITE_EXCEDIDO');
    }
    const other = await call(listing, 'GET', undefined, { cookie: panel.cookie, ...elsewhere() });
    expect(other.status).toBe(200);
    service.clock.advance(MINUTE_MS);
    expect((await call(listing, 'GET', undefined, { cookie: panel.cookie, ...address })).status).toBe(200);
  });

  it('count by the right-most untrusted address, whatever stands left of it', async () => {
    const { 'x-forwarded-for': address } = elsewhere();
    const ask = (forged: string) =>
      call(`${service.origin}/v1/sessoes`, 'POST', { x: 1 }, { 'x-forwarded-for': `${forged}, ${address}` });
    for (let index = 0; index < 10; index += 1) expect((await ask(`203.0.113.${index}`)).status).toBe(400);
    expect(outcome(await ask('203.0.113.99'))).toBe('429 LIMITE_EXCEDIDO');
  });
});

describe('public validation', () => {
  const consult = (headers: Record<string, string>) =>
    call(`${service.origin}/api/v1/validacao/consultar`, 'POST', { codigo: 'SVC-0000-0000-0000' }, headers);

  it('takes ten at once and then one every two seconds: thirty a minute', async () => {
    const address = elsewhere();
    expect((await times(10, () => consult(address))).map(({ status }) => status)).toEqual(Array(10).fill(200));
    const refused = await consult(address);
    expect(outcome(refused)).toBe('429 LIMITE_EXCEDIDO');
    expect([1, 2]).toContain(Number(refused.headers.get('retry-after')));
    let taken = 0;
    for (let second = 0; second < 60; second += 2) {
      service.clock.advance(2000);
      if ((await consult(address)).status === 200) taken += 1;
    }
    expect(taken).toBe(30);
    service.clock.advance(20_000);
    expect((await times(10, () => consult(address))).map(({ status }) => status)).toEqual(Array(10).fill(200));
  });

  it('counts each address apart', async () => {
    const address = elsewhere();
    await times(10, () => consult(address));
    expect((await consult(elsewhere())).status).toBe(200);
  });
});
