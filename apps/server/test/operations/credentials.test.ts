import { KEY_SCOPES, type OperationId, operationOf } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elsewhere, newKey, type Service, startService } from '../harness.ts';
import { RESOURCES, validBody } from './factories.ts';
import {
  apiIds,
  type Caller,
  createWorld,
  credentialFor,
  environmentsOf,
  isPanelRoute,
  liveIds,
  memberIds,
  outcome,
  sessionIds,
  type World,
} from './world.ts';

/** Who may call what: generated for every live operation, from the contract alone. */

let service: Service;
let world: World;
let owner: Caller;
beforeAll(async () => {
  service = await startService();
  world = await createWorld(service);
  owner = { credentials: world.ours, environment: 'test' };
});
afterAll(() => service?.stop());

const environmentOf = (id: OperationId) => environmentsOf(operationOf(id)).at(-1) ?? 'test';
const bearer = (value: string) => ({ authorization: `Bearer ${value}` });
const changes = memberIds.filter((id) => operationOf(id).method !== 'GET');

describe('the table of factories', () => {
  const names = memberIds.flatMap((id) => Object.keys(operationOf(id).params?.properties ?? {}));

  it.each([...new Set(names)])('makes %s', (name) => {
    expect(RESOURCES).toHaveProperty(name);
  });
});

describe('no credential', () => {
  it.each(memberIds)('%s: 401 NAO_AUTENTICADO and how to authenticate', async (id) => {
    const answer = await world.send(id, environmentOf(id), {});
    expect(outcome(answer)).toBe('401 NAO_AUTENTICADO');
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /);
  });
});

describe('a credential in the query string', () => {
  it.each(liveIds)('%s: 401, though the key is right', async (id) => {
    const environment = environmentOf(id);
    const value = world.ours[environment].authorization.replace('Bearer ', '');
    for (const headers of [{}, ...(memberIds.includes(id) ? [credentialFor(id, { ...owner, environment })] : [])]) {
      const answer = await world.send(id, environment, { query: `chave=${value}`, headers });
      expect(outcome(answer)).toBe('401 NAO_AUTENTICADO');
    }
  });

  it('is refused where it is the name of a parameter, and not told again', async () => {
    const { authorization } = world.ours.test;
    const value = authorization.replace('Bearer ', '');
    for (const query of [value, `${value}=1`, `limite=5&${encodeURIComponent(value)}`]) {
      const answer = await world.send('listarDocumentos', 'test', { query, headers: { authorization } });
      expect(outcome(answer)).toBe('401 NAO_AUTENTICADO');
      expect(JSON.stringify(answer.body)).not.toContain(value);
    }
  });
});

describe('the scheme of a credential', () => {
  it.each(['Bearer ', 'bearer ', 'BEARER   '])('%j is Bearer', async (scheme) => {
    const authorization = world.ours.test.authorization.replace('Bearer ', scheme);
    const answer = await world.send('obterOrganizacao', 'test', { headers: { authorization } });
    expect(answer.status).toBe(200);
  });

  it.each(['', 'Token ', 'Basic ', 'Bearer:'])('%j is not, though the key is right', async (scheme) => {
    const authorization = world.ours.test.authorization.replace('Bearer ', scheme);
    const answer = await world.send('obterOrganizacao', 'test', { headers: { authorization } });
    expect(outcome(answer)).toBe('401 CREDENCIAL_INVALIDA');
    expect(answer.body.detail).toContain('Bearer');
  });
});

describe('a key that is none', () => {
  let bad: Record<string, string>;
  beforeAll(async () => {
    const revoked = await newKey(service.origin, world.ours.panel, 'TESTE');
    await world.as(owner, 'revogarChaveApi', { params: { chaveId: revoked.id } });
    const genuine = world.ours.test.authorization.replace('Bearer ', '');
    bad = {
      malformed: 'abc',
      unknown: `svc_test_AAAAAAAAAAAA.${'x'.repeat(43)}`,
      'of the right prefix and another secret': genuine.replace(/.{5}$/, 'xxxxx'),
      revoked: revoked.authorization.replace('Bearer ', ''),
      'of the other environment': world.ours.live.authorization.replace('Bearer ', ''),
    };
  });

  it.each(apiIds)('%s: 401 CREDENCIAL_INVALIDA, in one form', async (id) => {
    const environment = environmentOf(id);
    for (const [what, value] of Object.entries(bad)) {
      const answer = await world.send(id, environment, { headers: bearer(value) });
      if (environment === 'live' && what === 'of the other environment') continue;
      expect([what, outcome(answer)]).toEqual([what, '401 CREDENCIAL_INVALIDA']);
    }
  });

  it.each(apiIds.filter((id) => environmentsOf(operationOf(id)).includes('live')))(
    '%s refuses a sandbox key in production',
    async (id) => {
      const answer = await world.send(id, 'live', { headers: world.ours.test });
      expect(outcome(answer)).toBe('401 CREDENCIAL_INVALIDA');
    },
  );
});

describe('a key without the scope', () => {
  const lacking = new Map<string, { authorization: string }>();
  const rows = async () => {
    const [row] = await service.owner<{ total: number }[]>`
      select sum((xpath('/row/n/text()', query_to_xml(format('select count(*) as n from public.%I', tablename),
                        false, true, '')))[1]::text::bigint)::bigint as total
        from pg_tables
       where schemaname = 'public'
         and tablename not in ('medicao', 'consumo_mensal', 'consumo_variacao', 'evento_seguranca', 'registro_chamada',
                               -- Folded in the background, whoever calls.
                               'documento_contagem', 'documento_variacao')`;
    return row?.total;
  };
  beforeAll(async () => {
    for (const scope of new Set(apiIds.map((id) => operationOf(id).scope))) {
      const rest = KEY_SCOPES.filter((other) => other !== scope);
      for (const ambiente of ['PRODUCAO', 'TESTE']) {
        const key = await newKey(service.origin, { ...world.ours.panel, ...elsewhere() }, ambiente, rest);
        lacking.set(`${scope} ${ambiente}`, { authorization: key.authorization });
      }
    }
  });

  it.each(apiIds)('%s: 403 ESCOPO_INSUFICIENTE, and nothing is touched', async (id) => {
    const environment = environmentOf(id);
    const headers = lacking.get(`${operationOf(id).scope} ${environment === 'test' ? 'TESTE' : 'PRODUCAO'}`);
    const before = await rows();
    const body = await validBody(world, { ...owner, environment }, id);
    const answer = await world.send(id, environment, { body, headers: headers ?? {} });
    expect(outcome(answer)).toBe('403 ESCOPO_INSUFICIENTE');
    expect(answer.body.detail).toContain(operationOf(id).scope);
    expect(await rows()).toBe(before);
  });
});

describe('a session', () => {
  it.each(changes)('%s by cookie needs the CSRF token of that very session', async (id) => {
    const environment = environmentOf(id);
    const other = world.theirs.panel['x-csrf-token'];
    for (const token of [undefined, '', 'x', other]) {
      const headers = { cookie: world.ours.panel.cookie, ...(token === undefined ? {} : { 'x-csrf-token': token }) };
      const answer = await world.send(id, environment, { headers });
      expect([token, outcome(answer)]).toEqual([token, '403 TOKEN_INVALIDO']);
    }
  });

  it.each(memberIds)('%s: 401 CREDENCIAL_INVALIDA once it has ended', async (id) => {
    const headers = { cookie: `svc_sessao=svc_sessao_${'x'.repeat(43)}`, 'x-csrf-token': 'x' };
    expect(outcome(await world.send(id, environmentOf(id), { headers }))).toBe('401 CREDENCIAL_INVALIDA');
  });

  it('reaches both environments', async () => {
    for (const environment of ['live', 'test'] as const) {
      const answer = await world.send('obterOrganizacao', environment, { headers: world.ours.panel });
      expect(answer.status).toBe(200);
    }
  });
});

describe('API keys', () => {
  it.each(liveIds.filter(isPanelRoute))('are refused by %s with 401 CREDENCIAL_INVALIDA', async (id) => {
    const answer = await world.send(id, 'live', { headers: world.ours.live });
    expect(outcome(answer)).toBe('401 CREDENCIAL_INVALIDA');
  });

  it.each(sessionIds.filter((id) => !isPanelRoute(id)))('are refused by %s with 403', async (id) => {
    const answer = await world.send(id, 'live', { headers: world.ours.live });
    expect(outcome(answer)).toBe('403 PAPEL_INSUFICIENTE');
  });
});

describe('a token in the path', () => {
  const byToken = liveIds.filter((id) => ['signer-token', 'download-token'].includes(operationOf(id).credential));

  it.each(byToken)('%s: 404 NAO_ENCONTRADO when it was never issued', async (id) => {
    const body = await validBody(world, owner, id);
    for (const environment of environmentsOf(operationOf(id))) {
      for (const token of ['x', 'A'.repeat(43), '%00', 'a'.repeat(600)]) {
        const answer = await world.send(id, environment, { params: { token }, body });
        expect(outcome(answer)).toBe('404 NAO_ENCONTRADO');
      }
    }
  });

  it('is not a credential anywhere else', async () => {
    const answer = await world.send('obterOrganizacao', 'test', { headers: bearer('A'.repeat(43)) });
    expect(outcome(answer)).toBe('401 CREDENCIAL_INVALIDA');
  });
});

describe('keys that arrive together', () => {
  it('are looked up together and never taken for one another', async () => {
    const keys = await Promise.all(
      [world.ours, world.theirs].flatMap(({ panel }) => [0, 1, 2].map(() => newKey(service.origin, panel, 'TESTE'))),
    );
    const wrong = bearer(`${keys[0]?.authorization.slice(7, 30)}${'x'.repeat(43)}`);
    const callers = [...keys, wrong, ...keys, bearer('svc_test_000000000000.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'), ...keys];
    const answers = await Promise.all(callers.map((headers) => world.send('obterOrganizacao', 'test', { headers })));
    const [ours, theirs] = await Promise.all(
      [world.ours, world.theirs].map(({ panel }) => world.send('obterOrganizacao', 'test', { headers: panel })),
    );
    const expected = callers.map((caller) => {
      const index = keys.indexOf(caller as (typeof keys)[number]);
      return index < 0 ? undefined : (index < 3 ? ours : theirs)?.body.id;
    });
    expect(answers.map(({ status, body }) => (status === 200 ? body.id : undefined))).toEqual(expected);
  });
});
