import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Answer, call, elsewhere } from '../../harness.ts';
import { PASSWORD } from '../../members.ts';
import { ownService } from '../../modules/support.ts';

/** Who signs up or writes by the contact form, and does not know whether it arrived, does it again with the same key. */

const service = ownService();
const post = (path: string, body: object, headers: Record<string, string>) =>
  call(service().origin + path, 'POST', body, { ...elsewhere(), ...headers });
const replayed = ({ headers }: Answer) => headers.get('idempotency-replayed');

let accounts = 0;
const account = () => ({
  nome: 'Rita Braga',
  email: `rita${++accounts}.${Date.now()}@exemplo.com.br`,
  senha: PASSWORD,
  organizacao: { nome: 'Braga Ltda.', documento: '11222333000181' },
});
const message = () => ({ nome: 'Rita', email: 'rita@exemplo.com.br', mensagem: `Preciso de ajuda. ${randomUUID()}` });

const creations: [what: string, path: string, body: () => object, count: () => Promise<number>][] = [
  ['an account', '/v1/autenticacao/cadastro', account, () => rows('usuario')],
  ['an account, by the sandbox', '/v1/sandbox/autenticacao/cadastro', account, () => rows('usuario')],
  ['a message', '/api/v1/contatos', message, () => rows('contato')],
];

async function rows(table: string): Promise<number> {
  const [row] = await service().owner<{ total: number }[]>`select count(*) as total from ${service().owner(table)}`;
  return row?.total ?? 0;
}

describe.each(creations)('%s created with an Idempotency-Key', (_, path, make, count) => {
  it('is created once, and told again as it was', async () => {
    const [body, key] = [make(), { 'idempotency-key': randomUUID() }];
    const before = await count();
    const first = await post(path, body, key);
    const second = await post(path, body, key);
    expect([second.status, second.body, second.headers.get('location')]).toEqual([
      first.status,
      first.body,
      first.headers.get('location'),
    ]);
    expect([first.status < 300, replayed(first), replayed(second)]).toEqual([true, null, 'true']);
    expect(await count()).toBe(before + 1);
  });

  it('is created once by two at the same time', async () => {
    const [body, key] = [make(), { 'idempotency-key': randomUUID() }];
    const before = await count();
    const answers = await Promise.all([1, 2, 3].map(() => post(path, body, key)));
    expect(answers.map((answer) => answer.body)).toEqual(answers.map(() => answers[0]?.body));
    expect(answers.filter((answer) => replayed(answer) === 'true')).toHaveLength(2);
    expect(await count()).toBe(before + 1);
  });

  it('is another with other content, whoever else has chosen the key', async () => {
    const key = { 'idempotency-key': 'pedido-1' };
    const before = await count();
    const answers = [await post(path, make(), key), await post(path, make(), key)];
    expect(answers.map((answer) => [answer.status < 300, replayed(answer)])).toEqual([
      [true, null],
      [true, null],
    ]);
    expect(await count()).toBe(before + 2);
  });

  it('is not remembered where it was refused, nor for longer than a day', async () => {
    const key = { 'idempotency-key': randomUUID() };
    expect((await post(path, {}, key)).status).toBe(400);
    const body = make();
    expect(replayed(await post(path, body, key))).toBeNull();
    service().clock.advance(24 * 3600_000 + 1000);
    expect(replayed(await post(path, body, key))).toBeNull();
  });

  it('takes 1 to 255 visible characters for a key', async () => {
    const answer = await post(path, make(), { 'idempotency-key': 'a b' });
    expect([answer.status, answer.body.erros[0].campo]).toEqual([400, 'header.idempotency-key']);
  });
});

it('a repeated answer counts against no limit', async () => {
  const address = elsewhere();
  const [body, key] = [message(), { ...address, 'idempotency-key': randomUUID() }];
  for (let times = 0; times < 8; times += 1) expect((await post('/api/v1/contatos', body, key)).status).toBe(202);
});

it('no answer that hands over a session is kept for repetition', async () => {
  const body = account();
  await post('/v1/autenticacao/cadastro', body, {});
  const key = { 'idempotency-key': randomUUID() };
  const enter = () => post('/v1/sessoes', { email: body.email, senha: body.senha }, key);
  const [first, second] = [await enter(), await enter()];
  expect([first.status, second.status, replayed(second)]).toEqual([201, 201, null]);
  expect(second.body.csrfToken).not.toBe(first.body.csrfToken);
});

it('an answer kept for repetition cannot be read in the database', async () => {
  const body = account();
  await post('/v1/autenticacao/cadastro', body, { 'idempotency-key': randomUUID() });
  const kept = await service().owner`select * from idempotencia`;
  expect(kept.length).toBeGreaterThan(0);
  expect(Buffer.from(JSON.stringify(kept)).includes(body.email)).toBe(false);
  for (const { corpo } of kept) expect((corpo as Buffer).includes(body.email)).toBe(false);
});
