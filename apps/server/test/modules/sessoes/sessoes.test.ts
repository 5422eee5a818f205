import { SESSION_MAX_MS, SESSION_ROUTES_PER_MINUTE } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, elsewhere, type Service } from '../../harness.ts';
import { addMember, INVITATION_LINK, panelOf, sandboxToken } from '../../members.ts';
import {
  enableTwoFactor,
  enter,
  login,
  newOwner,
  PASSWORD,
  refusal,
  send,
  signUp,
  someone,
  startPanelService,
} from './support.ts';

let service: Service;
beforeAll(async () => {
  service = await startPanelService();
});
afterAll(() => service?.stop());

const alive = async (as: Awaited<ReturnType<typeof enter>>) =>
  (await send(service, 'GET', '/organizacao', { as })).status === 200;

describe('renewing a session', () => {
  it('changes its id, its token and its CSRF token, and the old one is dead', async () => {
    const email = await signUp(service);
    const opened = await login(service, email);
    const before = panelOf(opened);
    const renewed = await send(service, 'POST', '/sessoes/renovar', { as: before });
    expect(renewed.status).toBe(200);
    const after = panelOf(renewed);
    expect(renewed.body.sessao.id).not.toBe(opened.body.sessao.id);
    expect(after.cookie).not.toBe(before.cookie);
    expect(after['x-csrf-token']).not.toBe(before['x-csrf-token']);
    expect(renewed.headers.get('x-csrf-token')).toBe(after['x-csrf-token']);
    expect(refusal(await send(service, 'GET', '/organizacao', { as: before }))).toEqual([401, 'CREDENCIAL_INVALIDA']);
    expect(refusal(await send(service, 'POST', '/sessoes/renovar', { as: before }))).toEqual([
      401,
      'CREDENCIAL_INVALIDA',
    ]);
    expect(await alive(after)).toBe(true);
    expect((await send(service, 'GET', '/sessoes', { as: after })).body.total).toBe(1);
  });

  it('takes neither the new cookie with the old CSRF token nor the reverse', async () => {
    const { panel } = await newOwner(service);
    const after = panelOf(await send(service, 'POST', '/sessoes/renovar', { as: panel }));
    const mixed = { cookie: after.cookie, 'x-csrf-token': panel['x-csrf-token'] };
    expect(refusal(await send(service, 'DELETE', '/sessoes/atual', { as: mixed }))).toEqual([403, 'TOKEN_INVALIDO']);
    const old = { cookie: panel.cookie, 'x-csrf-token': after['x-csrf-token'] };
    expect(refusal(await send(service, 'DELETE', '/sessoes/atual', { as: old }))).toEqual([401, 'CREDENCIAL_INVALIDA']);
  });

  it('twice at the same time makes one session', async () => {
    const { panel } = await newOwner(service);
    const answers = await Promise.all(
      [1, 2, 3].map(() => send(service, 'POST', '/sessoes/renovar', { as: panel, body: {} })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const winner = answers.find(({ status }) => status === 200);
    expect((await send(service, 'GET', '/sessoes', { as: panelOf(winner as never) })).body.total).toBe(1);
  });

  it('does not lengthen the seven days of the login', async () => {
    const { email } = await newOwner(service);
    const opened = await login(service, email);
    let panel = panelOf(opened);
    const end = Date.parse(opened.body.sessao.criadaEm) + SESSION_MAX_MS;
    const hours = 7 * 3600_000;
    while (service.clock.now().getTime() + hours < end) {
      service.clock.advance(hours);
      const renewed = await send(service, 'POST', '/sessoes/renovar', { as: panel });
      expect(renewed.status).toBe(200);
      panel = panelOf(renewed);
    }
    service.clock.advance(end - service.clock.now().getTime() + 1000);
    expect(refusal(await send(service, 'GET', '/sessoes', { as: panel }))).toEqual([401, 'CREDENCIAL_INVALIDA']);
  });

  it("with membroId enters another organization of the person's own", async () => {
    const [home, away] = [await newOwner(service), await newOwner(service)];
    const members = '/sandbox/organizacao/membros';
    const invited = await send(service, 'POST', members, {
      as: away.panel,
      body: { email: home.email, papel: 'VISUALIZADOR' },
    });
    const token = await sandboxToken(service, away.panel, home.email, INVITATION_LINK);
    const body = { nome: 'Helena Prado', senha: PASSWORD };
    await send(service, 'POST', `/autenticacao/convites/${token}/aceitar`, { body });

    const membroId = invited.body.id;
    const moved = await send(service, 'POST', '/sessoes/renovar', { as: home.panel, body: { membroId } });
    expect(moved.status).toBe(200);
    expect(moved.body.papel).toBe('VISUALIZADOR');
    const there = await send(service, 'GET', '/organizacao', { as: panelOf(moved) });
    expect(there.body).toEqual((await send(service, 'GET', '/organizacao', { as: away.panel })).body);
    expect(await alive(home.panel)).toBe(false);
  });

  it("with somebody else's membroId is 404, and leaves the session as it was", async () => {
    const [one, other] = [await newOwner(service), await newOwner(service)];
    const colleague = await addMember(service, one.panel, 'OPERADOR');
    const theirs = (await send(service, 'GET', '/organizacao/membros', { as: other.panel })).body.itens[0].id;
    const missing = '11111111-1111-4111-8111-111111111111';
    for (const membroId of [theirs, colleague.membroId, missing]) {
      const refused = await send(service, 'POST', '/sessoes/renovar', { as: one.panel, body: { membroId } });
      expect(refusal(refused)).toEqual([404, 'NAO_ENCONTRADO']);
    }
    expect(await alive(one.panel)).toBe(true);
  });
});

describe('ending sessions', () => {
  it('one by one: its own, and nobody else’s', async () => {
    const email = await signUp(service);
    const [one, two] = [await login(service, email), await login(service, email)];
    const stranger = await newOwner(service);
    const id = one.body.sessao.id;
    expect(refusal(await send(service, 'DELETE', `/sessoes/${id}`, { as: stranger.panel }))).toEqual([
      404,
      'NAO_ENCONTRADO',
    ]);
    expect(await alive(panelOf(one))).toBe(true);
    const ended = await send(service, 'DELETE', `/sessoes/${id}`, { as: panelOf(two) });
    expect(ended.status).toBe(204);
    expect(ended.headers.get('set-cookie')).toBeNull();
    expect(await alive(panelOf(one))).toBe(false);
    expect((await send(service, 'DELETE', `/sessoes/${id}`, { as: panelOf(two) })).status).toBe(404);
    const own = await send(service, 'DELETE', `/sessoes/${two.body.sessao.id}`, { as: panelOf(two) });
    expect(own.headers.get('set-cookie')).toMatch(/^svc_sessao=; Max-Age=0/);
  });

  it('all at once, in every organization', async () => {
    const email = await signUp(service);
    const panels = [await enter(service, email), await enter(service, email), await enter(service, email)];
    const ended = await send(service, 'DELETE', '/sessoes', { as: panels[1] });
    expect(ended.status).toBe(204);
    expect(ended.headers.get('set-cookie')).toMatch(/^svc_sessao=; Max-Age=0/);
    for (const panel of panels) expect(await alive(panel)).toBe(false);
  });
});

describe('attacks', () => {
  it('a cookie planted before login is not adopted (session fixation)', async () => {
    const [attacker, victim] = [await newOwner(service), await signUp(service)];
    const opened = await send(service, 'POST', '/sessoes', {
      body: { email: victim, senha: PASSWORD },
      headers: { cookie: attacker.panel.cookie },
    });
    expect(opened.status).toBe(201);
    expect(panelOf(opened).cookie).not.toBe(attacker.panel.cookie);
    const seen = await send(service, 'GET', '/sessoes', { as: attacker.panel });
    expect(seen.body.itens.map(({ id }: { id: string }) => id)).not.toContain(opened.body.sessao.id);
  });

  it('a made-up session token is refused', async () => {
    const cookie = `svc_sessao=svc_sessao_${'A'.repeat(43)}`;
    expect(refusal(await send(service, 'GET', '/sessoes', { headers: { cookie } }))).toEqual([
      401,
      'CREDENCIAL_INVALIDA',
    ]);
  });

  it('no side effect goes through by the cookie alone', async () => {
    const { panel } = await newOwner(service);
    await enableTwoFactor(service, panel);
    const { cookie } = panel;
    const membro = '11111111-1111-4111-8111-111111111111';
    const calls: [string, string, object?][] = [
      ['DELETE', '/sessoes'],
      ['DELETE', '/sessoes/atual'],
      ['DELETE', `/sessoes/${membro}`],
      ['POST', '/sessoes/renovar', {}],
      ['POST', '/autenticacao/2fa', {}],
      ['POST', '/autenticacao/2fa/confirmacao', { codigo: '123456' }],
      ['DELETE', '/autenticacao/2fa', { senha: PASSWORD, codigo: '123456' }],
      ['POST', '/organizacao/membros', { email: someone(), papel: 'OPERADOR' }],
      ['PATCH', `/organizacao/membros/${membro}`, { papel: 'OPERADOR' }],
      ['DELETE', `/organizacao/membros/${membro}`],
    ];
    for (const [method, path, body] of calls) {
      for (const csrf of [{}, { 'x-csrf-token': '' }, { 'x-csrf-token': 'x'.repeat(43) }]) {
        const refused = await send(service, method, path, { body, headers: { cookie, ...csrf } });
        expect([method, path, ...refusal(refused)]).toEqual([method, path, 403, 'TOKEN_INVALIDO']);
      }
    }
    expect(await alive(panel)).toBe(true);
  });

  it('the sixteen routes share ten calls a minute of one address', async () => {
    const { panel } = await newOwner(service);
    const address = elsewhere();
    const from = (method: string, path: string, body?: object) =>
      call(`${service.origin}/v1${path}`, method, body, { ...panel, ...address });
    const email = someone();
    const round = [
      () => from('GET', '/sessoes'),
      () => from('POST', '/sessoes', { email, senha: 'x' }),
      () => from('POST', '/autenticacao/senha/recuperacao', { email }),
      () => from('GET', '/autenticacao/convites/abc'),
      () => from('DELETE', '/sessoes/11111111-1111-4111-8111-111111111111'),
    ];
    for (let made = 0; made < SESSION_ROUTES_PER_MINUTE; made++) {
      const answer = await round[made % round.length]?.();
      expect(answer?.status).not.toBe(429);
      expect(answer?.headers.get('x-ratelimit-remaining')).toBe(String(SESSION_ROUTES_PER_MINUTE - made - 1));
    }
    const refused = await from('POST', '/autenticacao/2fa', {});
    expect(refusal(refused)).toEqual([429, 'LIMITE_EXCEDIDO']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send(service, 'GET', '/sessoes', { as: panel })).status).toBe(200);
    expect((await call(`${service.origin}/v1/organizacao`, 'GET', undefined, { ...panel, ...address })).status).toBe(
      200,
    );
  });

  it('API keys are refused on every session route that authenticates', async () => {
    const { panel } = await newOwner(service);
    const body = { nome: 'chave', ambiente: 'PRODUCAO', escopos: ['organizacao:ler'] };
    const { chave } = (await send(service, 'POST', '/chaves-api', { as: panel, body })).body;
    const headers = { authorization: `Bearer ${chave}` };
    for (const [method, path, given] of [
      ['GET', '/sessoes'],
      ['POST', '/sessoes/renovar', {}],
      ['POST', '/autenticacao/2fa', {}],
      ['POST', '/sessoes', { email: someone(), senha: 'x' }],
    ] as const) {
      expect(refusal(await send(service, method, path, { headers, body: given }))).toEqual([
        401,
        'CREDENCIAL_INVALIDA',
      ]);
    }
  });
});
