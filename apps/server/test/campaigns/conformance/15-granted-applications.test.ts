import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Account, call, elsewhere, newAccount, until } from '../../harness.ts';
import { askToken, callApi, consented, granted, newClient, outcome } from '../../modules/oauth/support.ts';
import { ownService } from '../../modules/support.ts';

/** The owner of an organization sees which applications were let in, and ends their access at once. */

const service = ownService();
const place = (environment: 'TESTE' | 'PRODUCAO') =>
  `${service().origin}/v1${environment === 'TESTE' ? '/sandbox' : ''}/oauth/concessoes`;
const list = (person: Pick<Account, 'panel'>, environment: 'TESTE' | 'PRODUCAO' = 'TESTE', query = '') =>
  call(`${place(environment)}${query}`, 'GET', undefined, { ...person.panel, ...elsewhere() });
const end = (person: Pick<Account, 'panel'>, id: string, environment: 'TESTE' | 'PRODUCAO' = 'TESTE') =>
  call(`${place(environment)}/${id}`, 'DELETE', undefined, { ...person.panel, ...elsewhere() });

it('a granted application is told with who granted it, its scopes, and when it last called', async () => {
  const account = await newAccount(service().origin);
  const admin = await account.member('ADMINISTRADOR');
  const client = await newClient(service());
  const { access_token: token } = await granted(service(), client, admin, { scope: 'documentos:ler organizacao:ler' });
  await callApi(service(), token);
  const { itens: members } = (
    await call(`${service().origin}/v1/organizacao/membros`, 'GET', undefined, { ...account.panel, ...elsewhere() })
  ).body;
  // The last use is told beside the call, which does not wait for it.
  const page = await until(async () => {
    const told = await list(account);
    return told.body.itens[0]?.ultimoUsoEm !== null && told;
  });
  expect(page.body).toEqual({
    itens: [
      {
        id: expect.any(String),
        aplicativo: { nome: 'ERP da Acácia', clientId: client.id },
        ambiente: 'TESTE',
        escopos: ['organizacao:ler', 'documentos:ler'],
        membroId: members.find(({ email }: { email: string }) => email === admin.email).id,
        criadaEm: expect.any(String),
        ultimoUsoEm: expect.any(String),
        ultimoIp: expect.any(String),
        encerradaEm: null,
      },
    ],
    total: 1,
    proximoCursor: null,
  });
  expect((await list(account, 'PRODUCAO')).body.total).toBe(0);
  expect(JSON.stringify(page.body)).not.toContain(client.secret);
});

it('ending a grant ends all its tokens at once, and those of no other', async () => {
  const account = await newAccount(service().origin);
  const [client, other] = [await newClient(service()), await newClient(service())];
  const tokens = await granted(service(), client, account);
  const stays = await granted(service(), other, account);
  const waiting = await consented(service(), client, account);
  const grants = (await list(account)).body.itens as { id: string; aplicativo: { clientId: string } }[];
  const own = grants.filter(({ aplicativo }) => aplicativo.clientId === client.id);
  expect([grants.length, own.length]).toEqual([3, 2]);
  expect((await callApi(service(), tokens.access_token)).status).toBe(200);

  for (const { id } of own) expect((await end(account, id)).status).toBe(204);
  expect(outcome(await callApi(service(), tokens.access_token))).toBe('401 CREDENCIAL_INVALIDA');
  const renewal = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  expect(outcome(await askToken(service(), client, renewal))).toBe('400 invalid_grant');
  expect(outcome(await askToken(service(), client, waiting.exchange))).toBe('400 invalid_grant');
  expect((await callApi(service(), stays.access_token)).status).toBe(200);

  const after = (await list(account)).body.itens as { id: string; encerradaEm: string | null }[];
  expect(after.filter(({ encerradaEm }) => encerradaEm === null)).toHaveLength(1);
  // What was asked for holds: asked for again it succeeds.
  expect((await end(account, own[0]?.id ?? '')).status).toBe(204);
  const told = await service().owner`
    select from evento_seguranca where tipo = 'OAUTH_REVOGADO' and detalhe ->> 'concessaoId' = ${own[0]?.id ?? ''}`;
  expect(told).toHaveLength(1);
});

it('what an application was granted is the owner’s alone, and tells a stranger nothing', async () => {
  const account = await newAccount(service().origin);
  const [admin, stranger] = [await account.member('ADMINISTRADOR'), await newAccount(service().origin)];
  const { access_token: token } = await granted(service(), await newClient(service()), account);
  const [{ id }] = (await list(account)).body.itens;
  expect(outcome(await list(admin))).toBe('403 PAPEL_INSUFICIENTE');
  expect(outcome(await end(admin, id))).toBe('403 PAPEL_INSUFICIENTE');
  const foreign = await end(stranger, id);
  const missing = await end(stranger, randomUUID());
  expect([foreign.status, foreign.body.detail]).toEqual([404, missing.body.detail]);
  // The grant of the sandbox is none of production's.
  expect((await end(account, id, 'PRODUCAO')).status).toBe(404);
  for (const headers of [account.test, { authorization: `Bearer ${token}` }]) {
    expect(outcome(await call(place('TESTE'), 'GET', undefined, { ...headers, ...elsewhere() }))).toBe(
      '403 PAPEL_INSUFICIENTE',
    );
  }
  expect((await callApi(service(), token)).status).toBe(200);
});
