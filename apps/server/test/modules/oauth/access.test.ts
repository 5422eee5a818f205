import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerClient, revokeClient, revokeGrant } from '../../../src/modules/oauth/index.ts';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Account, call, documentForm, elsewhere, newAccount, type Service, until } from '../../harness.ts';
import { askToken, type Client, callApi, granted, newClient, outcome, startOAuth } from './support.ts';

/** Access tokens where API keys are taken. */

let service: Service;
let owner: Account;
let client: Client;
beforeAll(async () => {
  service = await startOAuth();
  owner = await newAccount(service.origin);
  client = await newClient(service);
});
afterAll(() => service?.stop());

const ALL = 'documentos:ler documentos:escrever organizacao:ler consumo:ler auditoria:ler pastas:ler pastas:escrever';
const grantOf = async (organizacaoId: string) =>
  (
    await service.owner<{ id: string }[]>`
      select id from concessao_oauth where organizacao_id = ${organizacaoId} order by criada_em desc limit 1`
  )[0]?.id ?? '';

describe('an access token', () => {
  it('reaches the organization that consented, and no other', async () => {
    const [ours, theirs] = await Promise.all([newAccount(service.origin), newAccount(service.origin)]);
    const created = await call(
      `${service.origin}/v1/sandbox/documentos`,
      'POST',
      documentForm(tinyPdf(), { titulo: 'Deles' }),
      theirs.test,
    );
    const { access_token } = await granted(service, client, ours);
    expect((await callApi(service, access_token)).body.total).toBe(0);
    expect(outcome(await callApi(service, access_token, `/documentos/${created.body.id}`))).toBe('404 NAO_ENCONTRADO');
  });

  it('is refused in the other environment', async () => {
    const { access_token } = await granted(service, client, owner);
    const live = await callApi(service, access_token, '/documentos', { environment: 'PRODUCAO' });
    expect(outcome(live)).toBe('401 CREDENCIAL_INVALIDA');
    const production = await newClient(service, { ambiente: 'PRODUCAO' });
    const token = await granted(service, production, owner);
    expect((await callApi(service, token.access_token, '/documentos', { environment: 'PRODUCAO' })).status).toBe(200);
    expect(outcome(await callApi(service, token.access_token))).toBe('401 CREDENCIAL_INVALIDA');
  });

  it('does no more than its scopes, whatever the role', async () => {
    const { access_token } = await granted(service, client, owner, { scope: 'documentos:ler' });
    expect(outcome(await callApi(service, access_token, '/organizacao'))).toBe('403 ESCOPO_INSUFICIENTE');
    const write = await callApi(service, access_token, '/pastas', { method: 'POST', body: { nome: 'x' } });
    expect(outcome(write)).toBe('403 ESCOPO_INSUFICIENTE');
  });

  it('does no more than the role of who consented, as it is now', async () => {
    const admin = await owner.member('ADMINISTRADOR');
    const { access_token } = await granted(service, client, admin, { scope: ALL });
    const folder = () =>
      callApi(service, access_token, '/pastas', { method: 'POST', body: { nome: `p${Math.random()}` } });
    expect(outcome(await callApi(service, access_token, '/assinatura-plano'))).toBe('403 PAPEL_INSUFICIENTE');
    expect((await folder()).status).toBe(201);
    await service.owner`update membro set papel = 'VISUALIZADOR' where email = ${admin.email}`;
    expect(outcome(await folder())).toBe('403 PAPEL_INSUFICIENTE');
    expect((await callApi(service, access_token)).status).toBe(200);
  });

  it('keeps the role held last when who consented leaves, as a key does', async () => {
    const admin = await owner.member('ADMINISTRADOR');
    const { access_token } = await granted(service, client, admin, { scope: ALL });
    await service.owner`update membro set removido_em = now() where email = ${admin.email}`;
    expect((await callApi(service, access_token)).status).toBe(200);
  });

  it('lives for an hour', async () => {
    const { access_token } = await granted(service, client, owner);
    service.clock.advance(3600_000 - 60_000);
    expect((await callApi(service, access_token)).status).toBe(200);
    service.clock.advance(60_000);
    expect(outcome(await callApi(service, access_token))).toBe('401 CREDENCIAL_INVALIDA');
  });

  it('is refused in the query, though it is right', async () => {
    const { access_token, refresh_token } = await granted(service, client, owner);
    for (const secret of [access_token, refresh_token, client.secret]) {
      const url = `${service.origin}/v1/sandbox/documentos?busca=${secret}`;
      const answer = await call(url, 'GET', undefined, { authorization: `Bearer ${access_token}` });
      expect(outcome(answer)).toBe('401 NAO_AUTENTICADO');
    }
  });

  it('manages no keys and opens no session route', async () => {
    const { access_token } = await granted(service, client, owner, { scope: ALL });
    expect(outcome(await callApi(service, access_token, '/chaves-api'))).toBe('403 PAPEL_INSUFICIENTE');
    expect(outcome(await callApi(service, access_token, '/sessoes'))).toBe('401 CREDENCIAL_INVALIDA');
  });

  it('is named in the trail by the application, as a key is', async () => {
    const { access_token } = await granted(service, client, owner, { scope: ALL });
    const created = await call(
      `${service.origin}/v1/sandbox/documentos`,
      'POST',
      documentForm(tinyPdf(), { titulo: 'Por aplicativo' }),
      { authorization: `Bearer ${access_token}` },
    );
    const trail = await callApi(service, access_token, `/documentos/${created.body.id}/auditoria`);
    expect(trail.body.itens[0]).toMatchObject({ tipoAtor: 'CHAVE_API', ator: `ERP da Acácia (${client.id})` });
  });

  it('counts against one limit of 60 a minute with all tokens of its grant', async () => {
    const first = await granted(service, client, owner);
    const second = await askToken(service, client, { grant_type: 'refresh_token', refresh_token: first.refresh_token });
    for (let made = 0; made < 30; made++) {
      expect((await callApi(service, first.access_token)).status).toBe(200);
      expect((await callApi(service, second.body.access_token)).status).toBe(200);
    }
    const over = await callApi(service, second.body.access_token);
    expect(outcome(over)).toBe('429 LIMITE_EXCEDIDO');
    expect(over.headers.get('x-ratelimit-limit')).toBe('60');
    const apart = await granted(service, client, owner);
    expect((await callApi(service, apart.access_token)).status).toBe(200);
  });

  it('tells its last use', async () => {
    const { access_token, organizacaoId } = await granted(service, client, owner);
    const id = await grantOf(organizacaoId);
    await callApi(service, access_token);
    const row = await until(async () => {
      const [found] = await service.owner<{ ultimo_ip: string | null }[]>`
        select ultimo_ip from concessao_oauth where id = ${id} and ultimo_uso_em is not null`;
      return found;
    });
    expect(row.ultimo_ip).toMatch(/^198\.18\./);
  });
});

describe('revocation by the operator', () => {
  it('of a grant ends its tokens at once, and no other grant', async () => {
    const kept = await granted(service, client, owner);
    const ended = await granted(service, client, owner);
    const id = await grantOf(ended.organizacaoId);
    expect(await revokeGrant(service.owner, id)).toBe(true);
    expect(await revokeGrant(service.owner, id)).toBe(false);
    expect(outcome(await callApi(service, ended.access_token))).toBe('401 CREDENCIAL_INVALIDA');
    const renewal = { grant_type: 'refresh_token', refresh_token: ended.refresh_token };
    expect(outcome(await askToken(service, client, renewal))).toBe('400 invalid_grant');
    expect((await callApi(service, kept.access_token)).status).toBe(200);
  });

  it('of an application ends its tokens everywhere', async () => {
    const gone = await newClient(service);
    const { access_token } = await granted(service, gone, owner);
    expect(await revokeClient(service.owner, gone.id)).toBe(true);
    expect(outcome(await callApi(service, access_token))).toBe('401 CREDENCIAL_INVALIDA');
  });

  it("of an application's own grant is not undone by asking for another token", async () => {
    const [row] = await service.owner<{ organizacao_id: string }[]>`
      select organizacao_id from membro where email = ${owner.email}`;
    const own = await newClient(service, {
      redirects: [],
      organizacao: row?.organizacao_id ?? '',
      responsavel: owner.email,
    });
    const { body } = await askToken(service, own, { grant_type: 'client_credentials' });
    await revokeGrant(service.owner, await grantOf(body.organizacaoId));
    expect(outcome(await callApi(service, body.access_token))).toBe('401 CREDENCIAL_INVALIDA');
    expect(outcome(await askToken(service, own, { grant_type: 'client_credentials' }))).toBe('400 unauthorized_client');
  });
});

it('expired credentials of OAuth are removed, and none that is still good', async () => {
  const expired = await granted(service, client, owner);
  service.clock.advance(2 * 3600_000);
  const live = await askToken(service, client, { grant_type: 'refresh_token', refresh_token: expired.refresh_token });
  await service.app.db.sql`select acesso.limpar_oauth(${service.clock.now()})`;
  const [row] = await service.owner<{ stale: number }[]>`
    select count(*) as stale from credencial_oauth where expira_em < ${service.clock.now()}`;
  expect(row?.stale).toBe(0);
  expect((await callApi(service, live.body.access_token)).status).toBe(200);
  // The used refresh token is among what stays: its second use is still noticed.
  const again = { grant_type: 'refresh_token', refresh_token: expired.refresh_token };
  expect(outcome(await askToken(service, client, again))).toBe('400 invalid_grant');
  expect(outcome(await callApi(service, live.body.access_token))).toBe('401 CREDENCIAL_INVALIDA');
});

describe('registration by the operator', () => {
  const right = {
    nome: 'ERP',
    ambiente: 'TESTE',
    redirects: ['https://erp.exemplo.com.br/retorno?loja=1', 'http://localhost:8080/', 'http://127.0.0.1/x'],
    escopos: ['documentos:ler'],
    organizacao: null as string | null,
    responsavel: null as string | null,
  };
  const problems = async (changes: Partial<typeof right>) => {
    const made = await registerClient(service.owner, { ...right, ...changes }, () => []);
    return 'clientId' in made ? [] : made.map(({ campo }) => campo);
  };

  it('takes https addresses, and http on the own machine', async () => {
    expect(await problems({})).toEqual([]);
  });

  it.each([
    'http://erp.exemplo.com.br/',
    'https://erp.exemplo.com.br/#x',
    'https://eu:senha@erp.exemplo.com.br/',
    'https://a;b.exemplo/',
    'https://erp.exemplo.com.br/a b',
    'https://erp.exemplo.com.br/é',
    '/retorno',
    'javascript:alert(1)',
    'meuapp://retorno',
    `https://erp.exemplo.com.br/${'x'.repeat(2048)}`,
  ])('refuses the address %s', async (redirect) => {
    expect(await problems({ redirects: [redirect] })).toEqual(['redirect']);
  });

  it('refuses to register what can get no token, an unknown scope, environment or name', async () => {
    expect(await problems({ redirects: [] })).toEqual(['redirect']);
    expect(await problems({ escopos: ['documentos:ler', 'tudo'] })).toEqual(['escopos']);
    expect(await problems({ escopos: [] })).toEqual(['escopos']);
    expect(await problems({ ambiente: 'HOMOLOGACAO' })).toEqual(['ambiente']);
    expect(await problems({ nome: ' ' })).toEqual(['nome']);
    expect(await problems({ nome: 'x'.repeat(201) })).toEqual(['nome']);
  });

  it('takes as responsible only an owner or administrator of that very organization', async () => {
    const [row] = await service.owner<{ organizacao_id: string }[]>`
      select organizacao_id from membro where email = ${owner.email}`;
    const organizacao = row?.organizacao_id ?? '';
    const [operator, stranger] = await Promise.all([owner.member('OPERADOR'), newAccount(service.origin)]);
    for (const responsavel of [null, operator.email, stranger.email]) {
      expect(await problems({ organizacao, responsavel })).toEqual(['responsavel']);
    }
    expect(await problems({ organizacao: 'x', responsavel: owner.email })).toEqual(['responsavel']);
    expect(await problems({ organizacao, responsavel: owner.email.toUpperCase() })).toEqual([]);
  });
});

describe('the token endpoint', () => {
  it('is limited by address, with the headers of a limit', async () => {
    const from = elsewhere();
    const answer = await askToken(service, client, { grant_type: 'client_credentials' }, from);
    expect(answer.headers.get('x-ratelimit-limit')).toBe('600');
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('599');
  });
});
