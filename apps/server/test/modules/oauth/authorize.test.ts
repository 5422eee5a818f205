import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, newAccount, type Service } from '../../harness.ts';
import {
  authorization,
  browse,
  type Client,
  cookieOf,
  decide,
  formOf,
  newClient,
  newProof,
  REDIRECT,
  startOAuth,
} from './support.ts';

/** The consent page: who may decide, what is shown, and where a browser is never sent. */

let service: Service;
let owner: Account;
let client: Client;
const { challenge } = newProof();
beforeAll(async () => {
  service = await startOAuth();
  owner = await newAccount(service.origin);
  client = await newClient(service, { escopos: ['documentos:ler', 'organizacao:ler'] });
});
afterAll(() => service?.stop());

const grants = async () => (await service.owner`select from concessao_oauth`).length;

describe('a request whose application or address is not proven', () => {
  const cases: Record<string, Record<string, string | undefined>> = {
    'an unknown application': { client_id: 'app_test_nenhum' },
    'no application': { client_id: undefined },
    'an application with U+0000': { client_id: 'a\0b' },
    'no address': { redirect_uri: undefined },
    'another address': { redirect_uri: 'https://atacante.exemplo/' },
    'a slash more': { redirect_uri: `${REDIRECT}/` },
    'another port': { redirect_uri: REDIRECT.replace(':8443', '') },
    'another scheme': { redirect_uri: REDIRECT.replace('https:', 'http:') },
    'another letter case': { redirect_uri: REDIRECT.replace('retorno', 'Retorno') },
    'a query more': { redirect_uri: `${REDIRECT}?x=1` },
    'a fragment': { redirect_uri: `${REDIRECT}#x` },
    'a dot segment': { redirect_uri: REDIRECT.replace('/retorno', '/./retorno') },
    'a percent-encoded letter': { redirect_uri: REDIRECT.replace('retorno', '%72etorno') },
    'a user name': { redirect_uri: REDIRECT.replace('erp.', 'erp.exemplo.com.br@atacante.') },
  };
  it.each(Object.keys(cases))('%s: is told to the person and sent nowhere', async (name) => {
    for (const headers of [{}, cookieOf(owner)]) {
      const page = await browse(service, authorization(client, challenge, cases[name]), headers);
      expect([page.status, page.location]).toEqual([400, null]);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.html).toContain('Não é possível conceder o acesso');
    }
  });

  it('a repeated parameter: is told to the person and sent nowhere', async () => {
    const query = authorization(client, challenge);
    query.append('redirect_uri', 'https://atacante.exemplo/');
    const page = await browse(service, query, cookieOf(owner));
    expect([page.status, page.location]).toEqual([400, null]);
  });

  it('a revoked application: is told to the person and sent nowhere', async () => {
    const gone = await newClient(service);
    await service.owner`update cliente_oauth set revogado_em = now() where client_id = ${gone.id}`;
    expect((await browse(service, authorization(gone, challenge), cookieOf(owner))).status).toBe(400);
  });
});

describe('a request that is wrong otherwise', () => {
  it.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: undefined }, 'invalid_request'],
    [{ scope: undefined }, 'invalid_scope'],
    [{ scope: 'documentos:ler tudo' }, 'invalid_scope'],
    [{ scope: 'documentos:escrever' }, 'invalid_scope'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge: 'curto' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: undefined }, 'invalid_request'],
  ] as [Record<string, string | undefined>, string][])('%j goes back with %s and the state', async (changes, error) => {
    const page = await browse(service, authorization(client, challenge, changes), cookieOf(owner));
    expect(page.status).toBe(303);
    expect(page.location?.href.startsWith(`${REDIRECT}?`)).toBe(true);
    expect(page.location?.searchParams.get('error')).toBe(error);
    expect(page.location?.searchParams.get('state')).toBe('estado com espaço & sinais');
    expect(page.location?.searchParams.has('code')).toBe(false);
  });

  it('without state goes back without one', async () => {
    const page = await browse(service, authorization(client, challenge, { state: undefined }), cookieOf(owner));
    expect(page.location?.searchParams.get('error')).toBe('invalid_request');
    expect(page.location?.searchParams.has('state')).toBe(false);
  });
});

describe('the page', () => {
  it('without a session tells how to log in and come back', async () => {
    const query = authorization(client, challenge);
    const page = await browse(service, query);
    expect(page.status).toBe(200);
    const [, link = ''] = /<a href="([^"]+)">Entrar no painel/.exec(page.html) ?? [];
    const panel = new URL(link.replaceAll('&amp;', '&'));
    expect(panel.origin + panel.pathname).toBe(`${service.origin}/painel`);
    expect(panel.searchParams.get('voltar')).toBe(`/oauth/autorizar?${query}`);
    expect(page.html).not.toContain('<form');
  });

  it('with a session that ended asks to log in too', async () => {
    const page = await browse(service, authorization(client, challenge), {
      cookie: `svc_sessao=svc_sessao_${'x'.repeat(43)}`,
    });
    expect([page.status, page.html.includes('Entrar no painel')]).toEqual([200, true]);
  });

  it('shows application, organization, environment and scopes in plain words', async () => {
    const { html } = await browse(service, authorization(client, challenge), cookieOf(owner));
    for (const text of [
      'ERP da Acácia',
      'Acácia Ltda.',
      'sandbox',
      'Ver documentos, campos e certificados',
      'Recusar',
    ]) {
      expect(html).toContain(text);
    }
    expect(html).toContain('https://erp.exemplo.com.br:8443<');
  });

  it('runs nothing, cannot be framed or stored, and posts only here and to the application', async () => {
    const { headers, html } = await browse(service, authorization(client, challenge), cookieOf(owner));
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; form-action 'self' https://erp.exemplo.com.br:8443; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(html).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
  });

  it('escapes what the application sends', async () => {
    const state = '"><script>alert(1)</script>';
    const page = await browse(service, authorization(client, challenge, { state }), cookieOf(owner));
    expect(page.html).not.toContain('<script');
    expect(formOf(page, 'consentir').get('state')).toBe(state);
  });

  it('is refused with a credential in the query', async () => {
    const query = authorization(client, challenge, { state: client.secret });
    const page = await browse(service, query, cookieOf(owner));
    expect([page.status, page.location]).toEqual([401, null]);
  });
});

describe('the decision', () => {
  it('to consent sends code and state, and nothing else, to the application', async () => {
    const location = await decide(service, owner, authorization(client, challenge));
    expect(location.href.startsWith(`${REDIRECT}?`)).toBe(true);
    expect([...location.searchParams.keys()].sort()).toEqual(['code', 'state']);
    expect(location.searchParams.get('state')).toBe('estado com espaço & sinais');
    expect(location.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });

  it('keeps the query of a registered address', async () => {
    const redirect = 'https://erp.exemplo.com.br/retorno?loja=1';
    const other = await newClient(service, { redirects: [redirect] });
    const location = await decide(service, owner, authorization(other, challenge));
    expect(location.href.startsWith(`${redirect}&code=`)).toBe(true);
  });

  it('to refuse sends access_denied, and nothing is granted', async () => {
    const before = await grants();
    const location = await decide(service, owner, authorization(client, challenge), 'recusar');
    expect(location.searchParams.get('error')).toBe('access_denied');
    expect(location.searchParams.get('state')).toBe('estado com espaço & sinais');
    expect(await grants()).toBe(before);
  });

  it('is recorded with who decided', async () => {
    const location = await decide(service, owner, authorization(client, challenge));
    expect(location.searchParams.has('code')).toBe(true);
    const [row] = await service.owner<{ detalhe: { clientId: string; escopos: string[] } }[]>`
      select detalhe from evento_seguranca where tipo = 'OAUTH_CONCEDIDO' order by ocorrido_em desc limit 1`;
    expect(row?.detalhe).toMatchObject({ clientId: client.id, escopos: ['organizacao:ler', 'documentos:ler'] });
  });

  it.each(['OPERADOR', 'VISUALIZADOR'] as const)('is not for %s, who may only refuse', async (papel) => {
    const member = await owner.member(papel);
    const query = authorization(client, challenge);
    const page = await browse(service, query, cookieOf(member));
    expect([page.status, page.html.includes('value="consentir"')]).toEqual([403, false]);
    const before = await grants();
    const forced = await browse(service, query, cookieOf(member), formOf(page, 'consentir'));
    expect([forced.status, forced.location]).toEqual([403, null]);
    expect(await grants()).toBe(before);
    expect((await decide(service, member, query, 'recusar')).searchParams.get('error')).toBe('access_denied');
  });

  it('is open to ADMINISTRADOR', async () => {
    const admin = await owner.member('ADMINISTRADOR');
    expect((await decide(service, admin, authorization(client, challenge))).searchParams.has('code')).toBe(true);
  });
});

describe('a consent forged from elsewhere', () => {
  const query = () => authorization(client, challenge);
  const refused = async (form: URLSearchParams, headers: Record<string, string>) => {
    const before = await grants();
    const page = await browse(service, query(), headers, form);
    expect(page.location).toBe(null);
    expect(await grants()).toBe(before);
    return page.status;
  };
  const shown = (who: Account = owner) => browse(service, query(), cookieOf(who));

  it('without the proof of the form is refused', async () => {
    const form = formOf(await shown(), 'consentir');
    form.delete('csrf');
    expect(await refused(form, cookieOf(owner))).toBe(403);
  });

  it("with the proof of another person's page is refused", async () => {
    const other = await newAccount(service.origin);
    expect(await refused(formOf(await shown(other), 'consentir'), cookieOf(owner))).toBe(403);
  });

  it('with the CSRF token of the panel in its place is refused', async () => {
    const form = formOf(await shown(), 'consentir');
    form.set('csrf', owner.panel['x-csrf-token']);
    expect(await refused(form, cookieOf(owner))).toBe(403);
  });

  it.each(['scope', 'state', 'code_challenge'])(
    'with the proof of a request of another %s is refused',
    async (name) => {
      const form = formOf(await shown(), 'consentir');
      form.set(name, { scope: 'documentos:ler', state: 'outro', code_challenge: newProof().challenge }[name] ?? '');
      expect(await refused(form, cookieOf(owner))).toBe(403);
    },
  );

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://atacante.exemplo' },
  ])('that the browser marks %j is refused, whatever else it has', async (headers) => {
    expect(await refused(formOf(await shown(), 'consentir'), { ...cookieOf(owner), ...headers })).toBe(403);
  });

  it('without the session is refused', async () => {
    expect(await refused(formOf(await shown(), 'consentir'), {})).toBe(401);
  });

  it('as JSON is refused', async () => {
    const form = Object.fromEntries(formOf(await shown(), 'consentir'));
    const response = await fetch(`${service.origin}/oauth/autorizar`, {
      method: 'POST',
      headers: { ...cookieOf(owner), 'content-type': 'application/json' },
      body: JSON.stringify(form),
    });
    expect(response.status).toBe(415);
  });

  it('by an API key is refused', async () => {
    expect(await refused(formOf(await shown(), 'consentir'), { ...owner.test })).toBe(401);
  });
});
