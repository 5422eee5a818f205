import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, newAccount, type Service } from '../../harness.ts';
import {
  askToken,
  type Client,
  callApi,
  consented,
  granted,
  newClient,
  outcome,
  post,
  REDIRECT,
  startOAuth,
} from './support.ts';

/** The token endpoint: each grant type, and what must not be exchanged for a token. */

let service: Service;
let owner: Account;
let client: Client;
let other: Client;
beforeAll(async () => {
  service = await startOAuth();
  owner = await newAccount(service.origin);
  [client, other] = await Promise.all([newClient(service), newClient(service)]);
});
afterAll(() => service?.stop());

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});
const organizationOf = async () =>
  (await service.owner<{ id: string }[]>`select organizacao_id as id from membro where email = ${owner.email}`)[0]?.id;

describe('authorization_code', () => {
  it('is exchanged for tokens of the organization and scopes consented to', async () => {
    const { exchange } = await consented(service, client, owner);
    const answer = await askToken(service, client, exchange);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^svc_acesso_[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^svc_renovacao_[\w-]{43}$/),
      scope: 'organizacao:ler documentos:ler',
      organizacaoId: await organizationOf(),
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('pragma')).toBe('no-cache');
    expect((await callApi(service, answer.body.access_token)).status).toBe(200);
  });

  it('is exchanged by a client that proves itself by HTTP Basic', async () => {
    const { exchange } = await consented(service, client, owner);
    expect((await askToken(service, client, exchange, basic(client.id, client.secret))).status).toBe(200);
  });

  it('used twice is refused, and what came of the first use ends', async () => {
    const { exchange } = await consented(service, client, owner);
    const first = await askToken(service, client, exchange);
    expect(outcome(await askToken(service, client, exchange))).toBe('400 invalid_grant');
    expect(outcome(await callApi(service, first.body.access_token))).toBe('401 CREDENCIAL_INVALIDA');
    const renewal = { grant_type: 'refresh_token', refresh_token: first.body.refresh_token };
    expect(outcome(await askToken(service, client, renewal))).toBe('400 invalid_grant');
    const [event] = await service.owner`
      select 1 from evento_seguranca where tipo = 'OAUTH_CREDENCIAL_REPETIDA' and detalhe ->> 'credencial' = 'CODIGO'`;
    expect(event).toBeDefined();
  });

  it('used twenty times at once gives at most one answer with tokens', async () => {
    const { exchange } = await consented(service, client, owner);
    const answers = await Promise.all(Array.from({ length: 20 }, () => askToken(service, client, exchange)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const token = answers.find(({ status }) => status === 200)?.body.access_token;
    expect(outcome(await callApi(service, token))).toBe('401 CREDENCIAL_INVALIDA');
  });

  const wrong: Record<string, Record<string, string>> = {
    'another verifier': { code_verifier: 'x'.repeat(43) },
    'a verifier that is too short': { code_verifier: 'x' },
    'another code': { code: 'A'.repeat(43) },
    'a slash more': { redirect_uri: `${REDIRECT}/` },
    'another port': { redirect_uri: REDIRECT.replace(':8443', '') },
    'another scheme': { redirect_uri: REDIRECT.replace('https:', 'http:') },
  };
  it.each(Object.keys(wrong))('with %s is refused in one form, and is not spent', async (name) => {
    const { exchange } = await consented(service, client, owner);
    const answer = await askToken(service, client, { ...exchange, ...wrong[name] });
    const unknown = await askToken(service, client, { ...exchange, code: 'B'.repeat(43) });
    expect([answer.status, answer.body]).toEqual([400, unknown.body]);
    expect(answer.body.error).toBe('invalid_grant');
    expect((await askToken(service, client, exchange)).status).toBe(200);
  });

  it('with the challenge itself as the verifier is refused', async () => {
    const { exchange } = await consented(service, client, owner);
    const [row] = await service.owner<{ desafio: string }[]>`
      select desafio from credencial_oauth where tipo = 'CODIGO' order by criada_em desc limit 1`;
    const answer = await askToken(service, client, { ...exchange, code_verifier: row?.desafio ?? '' });
    expect(outcome(answer)).toBe('400 invalid_grant');
  });

  it('of another application is refused, and stays good for its own', async () => {
    const { exchange } = await consented(service, client, owner);
    expect(outcome(await askToken(service, other, exchange))).toBe('400 invalid_grant');
    expect((await askToken(service, client, exchange)).status).toBe(200);
  });

  it.each([
    ['just before', -20_000, '200'],
    ['once', 0, '400 invalid_grant'],
  ])('%s its minute is over: %s', async (_, ms, expected) => {
    const { exchange } = await consented(service, client, owner);
    const [row] = await service.owner<{ criada_em: Date; expira_em: Date }[]>`
      select criada_em, expira_em from credencial_oauth where tipo = 'CODIGO' order by criada_em desc limit 1`;
    const end = row?.expira_em.getTime() ?? 0;
    expect(end - (row?.criada_em.getTime() ?? 0)).toBe(60_000);
    service.clock.advance(end + ms - service.clock.now().getTime());
    expect(outcome(await askToken(service, client, exchange))).toBe(expected);
  });

  it.each(['code', 'redirect_uri', 'code_verifier'])('without %s is an invalid request', async (name) => {
    const { exchange } = await consented(service, client, owner);
    expect(outcome(await askToken(service, client, { ...exchange, [name]: '' }))).toBe('400 invalid_request');
  });

  it('is stored as a hash', async () => {
    const { code } = await consented(service, client, owner);
    const { access_token, refresh_token } = await granted(service, client, owner);
    const rows = await service.owner`select c::text as text from credencial_oauth c`;
    const text = JSON.stringify(rows);
    for (const secret of [code, access_token, refresh_token]) expect(text).not.toContain(secret);
    expect(JSON.stringify(await service.owner`select c::text from cliente_oauth c`)).not.toContain(client.secret);
  });
});

describe('refresh_token', () => {
  const renew = (refresh_token: string, more: Record<string, string> = {}, by = client) =>
    askToken(service, by, { grant_type: 'refresh_token', refresh_token, ...more });

  it('gives new tokens, and the earlier access token lives out its hour', async () => {
    const first = await granted(service, client, owner);
    const second = await renew(first.refresh_token);
    expect(second.status).toBe(200);
    expect(second.body.refresh_token).not.toBe(first.refresh_token);
    expect(second.body.scope).toBe(first.scope);
    for (const token of [first.access_token, second.body.access_token]) {
      expect((await callApi(service, token)).status).toBe(200);
    }
    expect((await renew(second.body.refresh_token)).status).toBe(200);
  });

  it('used twice ends the whole grant, the tokens of whoever renewed first included', async () => {
    const first = await granted(service, client, owner);
    const second = await renew(first.refresh_token);
    expect(outcome(await renew(first.refresh_token))).toBe('400 invalid_grant');
    expect(outcome(await renew(second.body.refresh_token))).toBe('400 invalid_grant');
    expect(outcome(await callApi(service, second.body.access_token))).toBe('401 CREDENCIAL_INVALIDA');
  });

  it('may narrow the scope of the access token, for that token alone', async () => {
    const first = await granted(service, client, owner);
    const narrow = await renew(first.refresh_token, { scope: 'documentos:ler' });
    expect(narrow.body.scope).toBe('documentos:ler');
    expect(outcome(await callApi(service, narrow.body.access_token, '/organizacao'))).toBe('403 ESCOPO_INSUFICIENTE');
    expect((await renew(narrow.body.refresh_token)).body.scope).toBe(first.scope);
  });

  it('does not widen the scope beyond the consent, though the application is registered for more', async () => {
    const first = await granted(service, client, owner);
    const wide = await renew(first.refresh_token, { scope: 'documentos:ler documentos:escrever' });
    expect(outcome(wide)).toBe('400 invalid_scope');
    expect((await renew(first.refresh_token)).status).toBe(200);
  });

  it('of another application is refused and not spent', async () => {
    const first = await granted(service, client, owner);
    expect(outcome(await renew(first.refresh_token, {}, other))).toBe('400 invalid_grant');
    expect((await renew(first.refresh_token)).status).toBe(200);
  });

  it('expires after 90 days', async () => {
    const first = await granted(service, client, owner);
    service.clock.advance(90 * 24 * 3600_000 + 1000);
    expect(outcome(await renew(first.refresh_token))).toBe('400 invalid_grant');
    // Sessions ended meanwhile.
    owner = await newAccount(service.origin);
  });

  it('is neither an access token nor a code', async () => {
    const first = await granted(service, client, owner);
    expect(outcome(await callApi(service, first.refresh_token))).toBe('401 CREDENCIAL_INVALIDA');
    expect(outcome(await renew(first.access_token))).toBe('400 invalid_grant');
  });
});

describe('client_credentials', () => {
  it('gives a token of the own organization, with the scopes asked for and no refresh token', async () => {
    const organizacao = (await organizationOf()) ?? '';
    const own = await newClient(service, {
      redirects: [],
      escopos: ['documentos:ler', 'pastas:ler'],
      organizacao,
      responsavel: owner.email,
    });
    const answer = await askToken(service, own, { grant_type: 'client_credentials', scope: 'pastas:ler' });
    expect(answer.body).toMatchObject({ scope: 'pastas:ler', organizacaoId: organizacao, expires_in: 3600 });
    expect(answer.body).not.toHaveProperty('refresh_token');
    expect((await callApi(service, answer.body.access_token, '/pastas')).status).toBe(200);
    expect(outcome(await callApi(service, answer.body.access_token))).toBe('403 ESCOPO_INSUFICIENTE');

    const all = await askToken(service, own, { grant_type: 'client_credentials' });
    expect(all.body.scope).toBe('documentos:ler pastas:ler');
    const more = await askToken(service, own, { grant_type: 'client_credentials', scope: 'consumo:ler' });
    expect(outcome(more)).toBe('400 invalid_scope');
  });

  it('is refused for an application without an organization of its own', async () => {
    const answer = await askToken(service, client, { grant_type: 'client_credentials' });
    expect(outcome(answer)).toBe('400 unauthorized_client');
  });
});

describe('a client that is not proven', () => {
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
  const grant = { grant_type: 'client_credentials' };

  it('gets one answer for an unknown name, a wrong secret, a revoked client and the other environment', async () => {
    const gone = await newClient(service);
    const live = await newClient(service, { ambiente: 'PRODUCAO' });
    await service.owner`update cliente_oauth set revogado_em = now() where client_id = ${gone.id}`;
    const answers = await Promise.all([
      askToken(service, { ...client, id: 'app_test_nenhum' }, grant),
      askToken(service, { ...client, secret: other.secret }, grant),
      askToken(service, gone, grant),
      askToken(service, { ...live, environment: 'TESTE' }, grant),
      askToken(service, { ...client, environment: 'PRODUCAO' }, grant),
      askToken(service, client, grant, basic(client.id, 'x')),
      askToken(service, client, grant, basic('app_test_nenhum', client.secret)),
      askToken(service, client, grant, { authorization: 'Basic !!!' }),
      askToken(service, client, grant, { authorization: `Basic ${Buffer.from('a\0:b').toString('base64')}` }),
      askToken(service, client, grant, { authorization: `Bearer ${client.secret}` }),
    ]);
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    for (const { status, body, headers } of answers) {
      expect([status, body.error]).toEqual([401, 'invalid_client']);
      expect(headers.get('www-authenticate')).toMatch(/^Basic /);
    }
  });

  it('is refused without credentials', async () => {
    expect(outcome(await post(service, 'TESTE', form(grant)))).toBe('401 invalid_client');
    expect(outcome(await post(service, 'TESTE', form({ ...grant, client_id: client.id })))).toBe('401 invalid_client');
  });

  it('is refused with two kinds of credentials at once', async () => {
    const both = form({ ...grant, client_id: client.id, client_secret: client.secret });
    const answer = await post(service, 'TESTE', both, basic(client.id, client.secret));
    expect(outcome(answer)).toBe('400 invalid_request');
  });

  it('is refused with its secret in the query, though it is right', async () => {
    const url = `${service.origin}/v1/sandbox/oauth/token?client_secret=${client.secret}`;
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ ...grant, client_id: client.id, client_secret: client.secret }),
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: 'invalid_client' });
  });
});

describe('a form', () => {
  const credentials = () => ({ client_id: client.id, client_secret: client.secret });
  const send = (body: string, headers?: Record<string, string>) => post(service, 'TESTE', body, headers);

  it('of an unknown grant type is an unsupported one', async () => {
    expect(outcome(await askToken(service, client, { grant_type: 'password' }))).toBe('400 unsupported_grant_type');
  });

  it('without grant_type is an invalid request that names it', async () => {
    const answer = await askToken(service, client, {});
    expect(outcome(answer)).toBe('400 invalid_request');
    expect(answer.body.error_description).toContain('grant_type');
  });

  it.each([
    ['a repeated parameter', () => 'grant_type=client_credentials&grant_type=refresh_token'],
    ['U+0000', () => 'grant_type=client_credentials&client_id=a%00b&client_secret=x'],
    ['a value too long', () => `grant_type=refresh_token&refresh_token=${'x'.repeat(3000)}`],
    ['bytes that are not UTF-8', () => 'grant_type=\xff'],
    ['nothing', () => ''],
    ['a megabyte and more', () => `grant_type=refresh_token&refresh_token=${'x'.repeat(1024 * 1024)}`],
    ['__proto__', () => '__proto__=1&constructor=2'],
  ])('with %s is an invalid request', async (_, make) => {
    const body = make();
    expect(outcome(await send(body === 'grant_type=\xff' ? (Buffer.from(body, 'latin1') as never) : body))).toBe(
      '400 invalid_request',
    );
  });

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])(
    'as %s is an invalid request',
    async (type) => {
      const body = JSON.stringify({ ...credentials(), grant_type: 'client_credentials' });
      expect(outcome(await send(body, { 'content-type': type }))).toBe('400 invalid_request');
    },
  );

  it('with parameters nobody knows is read without them (RFC 6749, 3.2)', async () => {
    const { exchange } = await consented(service, client, owner);
    const answer = await askToken(service, client, { ...exchange, audience: 'x', resource: 'y' });
    expect(answer.status).toBe(200);
  });

  it('cannot name an organization', async () => {
    const theirs = await newAccount(service.origin);
    const [row] = await service.owner<{ id: string }[]>`
      select organizacao_id as id from membro where email = ${theirs.email}`;
    const { exchange } = await consented(service, client, owner);
    const answer = await askToken(service, client, { ...exchange, organizacaoId: row?.id ?? '' });
    expect(answer.body.organizacaoId).toBe(await organizationOf());
  });
});
