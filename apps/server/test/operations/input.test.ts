import { randomUUID } from 'node:crypto';
import { connect as openSocket } from 'node:net';
import { type OperationId, operationOf } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyPdf } from '../adapters/tiny-pdf.ts';
import { type Answer, documentForm, type Service, startService } from '../harness.ts';
import { actorFor, draftBody, newDraft, ownParams, validBody } from './factories.ts';
import { bodySchema, type Leaf, leavesOf, withValueAt } from './schema-walk.ts';
import { type Caller, createWorld, environmentsOf, liveIds, memberIds, outcome, type World } from './world.ts';

/** What no client should send: each a 4xx that names the place, never a 5xx. Generated for every live operation. */

let service: Service;
let world: World;
beforeAll(async () => {
  service = await startService();
  world = await createWorld(service);
});
afterAll(() => service?.stop());

const callerOf = (id: OperationId): Caller => ({
  credentials: world.ours,
  environment: environmentsOf(operationOf(id)).at(-1) ?? 'test',
});
const places = ({ body }: Answer): string[] => (body?.erros ?? []).map(({ campo }: { campo: string }) => campo);
const JSON_TYPE = { 'content-type': 'application/json' };
const dadosForm = (dados: string | Uint8Array) => {
  const form = new FormData();
  form.set('arquivo', new Blob([Buffer.from(tinyPdf())], { type: 'application/pdf' }), 'a.pdf');
  form.set('dados', new Blob([Buffer.from(dados)], { type: 'application/json' }));
  return form;
};

/** The text as the operation's JSON, in whatever part it belongs. */
const asJson = (id: OperationId, text: string | Uint8Array) =>
  operationOf(id).body?.kind === 'multipart'
    ? { body: dadosForm(text) }
    : { body: typeof text === 'string' ? text : Buffer.from(text), headers: JSON_TYPE };

const withJson = liveIds.filter((id) => bodySchema(operationOf(id)) !== undefined);
const rootOf = (id: OperationId) => (operationOf(id).body?.kind === 'multipart' ? 'dados' : 'corpo');
/** What decides among the alternatives of a body: until it is there nothing else of the body is looked at. */
function decidedBy(id: OperationId): string {
  const { discriminator, examples } = bodySchema(operationOf(id)) as {
    discriminator?: { propertyName: string };
    examples?: Record<string, unknown>[];
  };
  const name = discriminator?.propertyName;
  return name === undefined ? '' : `${JSON.stringify({ [name]: examples?.[0]?.[name] }).slice(1, -1)},`;
}
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('JSON that nobody should send', () => {
  const texts: [what: string, text: string | Uint8Array, place: RegExp | 'root'][] = [
    ['malformed', '{"a":', 'root'],
    ['not UTF-8', Buffer.from('{"a":"\xe3"}', 'latin1'), 'root'],
    ['with U+0000 in a text', '{"a":{"b":["x\\u0000y"]}}', /^a\.b\[0\]$/],
    ['with half a surrogate pair', '{"a":"\\ud800"}', /^a$/],
    ['with U+0000 in a name', '{"a\\u0000":1}', /^a\uFFFD$/],
    ['1,000 levels deep', deep(1000), /^a(\.a)*$/],
    ['100,000 lists deep', '['.repeat(100_000) + ']'.repeat(100_000), /^(\[0\])*$|^corpo$|^dados$/],
    ['with a name twice', '{"a":{"b":1,"c":2,"b":3}}', /^a\.b$/],
    ['with a name twice, once escaped', '{"ab":1,"\\u0061b":1}', /^ab$/],
    ['with __proto__', '{"a":{"__proto__":{"admin":true}}}', /^a\.__proto__$/],
    ['with constructor', '{DECIDED"constructor":{"prototype":{"admin":true}}}', /^constructor$/],
    ['with a number no double holds', '{DECIDED"a":1e400}', /^a$/],
  ];

  it.each(withJson)('%s refuses it with its place', async (id) => {
    for (const [what, given, place] of texts) {
      const text = typeof given === 'string' ? given.replace('DECIDED', decidedBy(id)) : given;
      // Through a link of its own each: one is tried for signing ten times a minute.
      const params = { token: randomUUID() };
      const answer = await world.as(callerOf(id), id, { params, ...asJson(id, text) });
      expect([what, outcome(answer)]).toEqual([what, '400 ENTRADA_INVALIDA']);
      const wanted = place === 'root' ? new RegExp(`^${rootOf(id)}$`) : place;
      expect([what, places(answer).some((found) => wanted.test(found)), places(answer)]).toEqual([
        what,
        true,
        places(answer),
      ]);
    }
  });

  it.each(withJson)('%s refuses a body that is no object', async (id) => {
    const { body } = operationOf(id);
    // Where the body may be left out, `null` says that it was.
    const texts = ['[]', '"x"', '7', ...(body?.kind === 'json' && body.optional ? [] : ['null'])];
    for (const text of texts) {
      const answer = await world.as(callerOf(id), id, { params: { token: randomUUID() }, ...asJson(id, text) });
      expect([text, outcome(answer)]).toEqual([text, '400 ENTRADA_INVALIDA']);
    }
  });

  it.each(withJson)('%s names a field it does not know', async (id) => {
    const schema = bodySchema(operationOf(id)) as { examples?: object[] };
    const text = JSON.stringify({ ...schema.examples?.[0], campoDesconhecido: 1 });
    const answer = await world.as(callerOf(id), id, { params: { token: randomUUID() }, ...asJson(id, text) });
    expect(outcome(answer)).toBe('400 ENTRADA_INVALIDA');
    expect(places(answer)).toEqual(['campoDesconhecido']);
  });
});

const MOMENTS_REFUSED = [
  ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59-23:59', '2026-02-30T10:00:00Z'],
  ...['2026-11-01T10:00:60Z', '2026-11-01T24:00:00Z', '2026-11-01T10:00:00+24:00', '2026-11-01T10:00:00-03'],
  ...['2026-11-01 10:00:00Z', '2026-11-01T10:00:00'],
];
/** PostgreSQL reads no offset of sixteen hours or more. */
const MOMENTS_TAKEN = [
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '2026-11-01T10:00:00-23:59',
  '2026-11-01t10:00:00.123456789z',
];

describe('values at the edge of what the database holds', () => {
  const NASTY: Record<string, unknown[]> = {
    number: [-1, 1e308, 9_007_199_254_740_992, 2_147_483_648, 0.1, '7', null],
    integer: [-1, 1e308, 9_007_199_254_740_992, 2_147_483_648, 0.1, '7', null],
    boolean: ['true', 0, null],
    string: ['', ' ', 'x'.repeat(5001), '\u0001\u202e\ufffe', "'; drop table documento; --", 7, null],
    'date-time': [...MOMENTS_REFUSED, ...MOMENTS_TAKEN, '2026-11-01', 7],
    date: ['0000-00-00', '2026-02-30', '9999-12-31', '2026-11-01T10:00:00Z', 7],
  };
  const nastyFor = ({ schema }: Leaf): unknown[] => {
    const type = String(Array.isArray(schema.type) ? schema.type[0] : schema.type);
    return NASTY[String(schema.format)] ?? NASTY[type] ?? NASTY.string ?? [];
  };

  it.each(withJson)('%s answers each with success or a place', async (id) => {
    const schema = bodySchema(operationOf(id)) as Record<string, unknown>;
    const who = memberIds.includes(id) ? await actorFor(world, callerOf(id), id) : callerOf(id);
    const params = memberIds.includes(id) ? await ownParams(world, who, id) : { token: 'x' };
    const make = async () => {
      const valid = await validBody(world, who, id, params);
      return valid instanceof FormData ? JSON.parse(String(valid.get('dados'))) : valid;
    };
    let base = await make();
    for (const leaf of leavesOf(schema)) {
      for (const value of nastyFor(leaf)) {
        // What was created has used up the ids its request brought along.
        if (operationOf(id).success === 201) base = await make();
        const text = JSON.stringify(withValueAt(base, leaf.path, value));
        const answer = await world.as(who, id, { params, ...asJson(id, text) });
        // In a POST null leaves the field out, and what then is wrong may be elsewhere.
        if (value === null && operationOf(id).method === 'POST') continue;
        // The harness has already refused a 5xx and anything undeclared.
        if (answer.status === 400 && answer.body.codigo === 'ENTRADA_INVALIDA') {
          const head = String(leaf.path[0]);
          expect([leaf.path, value, places(answer)]).toEqual([
            leaf.path,
            value,
            expect.arrayContaining([expect.stringMatching(head)]),
          ]);
        }
      }
    }
  });
});

describe('a query nobody should send', () => {
  const queried = memberIds.filter((id) => operationOf(id).query !== undefined);

  it.each(queried)('%s refuses it with its place', async (id) => {
    const params = await ownParams(world, callerOf(id), id);
    for (const name of Object.keys(operationOf(id).query?.properties ?? {})) {
      for (const value of ['%00', 'a%00b']) {
        const answer = await world.as(callerOf(id), id, { params, query: `${name}=${value}` });
        expect([name, outcome(answer), places(answer)]).toEqual([name, '400 ENTRADA_INVALIDA', [`query.${name}`]]);
      }
      const twice = await world.as(callerOf(id), id, { params, query: `${name}=1&${name}=2` });
      expect([name, outcome(twice), places(twice)[0]]).toEqual([name, '400 ENTRADA_INVALIDA', `query.${name}`]);
    }
    for (const query of ['limite=0', 'limite=-1', 'limite=1.5', 'limite=x', 'cursor=x', 'cursor=', 'desconhecido=1']) {
      if (!Object.keys(operationOf(id).query?.properties ?? {}).includes('cursor')) continue;
      const answer = await world.as(callerOf(id), id, { params, query });
      const name = `query.${query.split('=')[0]}`;
      expect([query, outcome(answer), places(answer)]).toEqual([query, '400 ENTRADA_INVALIDA', [name]]);
    }
  });

  it('of moments: those at the edges are taken, those beyond are named', async () => {
    const moments = queried.flatMap((id) =>
      Object.entries<{ format?: string }>(operationOf(id).query?.properties ?? {}).flatMap(([name, { format }]) =>
        format === 'date-time' ? [[id, name] as const] : [],
      ),
    );
    expect(moments.length).toBeGreaterThan(1);
    for (const [id, name] of moments) {
      const params = await ownParams(world, callerOf(id), id);
      const answerTo = async (moment: string) =>
        outcome(await world.as(callerOf(id), id, { params, query: `${name}=${encodeURIComponent(moment)}` }));
      for (const moment of MOMENTS_TAKEN) expect([moment, await answerTo(moment)]).toEqual([moment, '200']);
      for (const moment of MOMENTS_REFUSED) {
        expect([moment, await answerTo(moment)]).toEqual([moment, '400 ENTRADA_INVALIDA']);
      }
    }
  });

  it('of half a surrogate pair or of broken escapes is read as what it is and finds nothing', async () => {
    for (const busca of ['%ED%A0%80', '%E0%A4%A', '%']) {
      const answer = await world.as(callerOf('listarDocumentos'), 'listarDocumentos', { query: `busca=${busca}` });
      expect([200, 400]).toContain(answer.status);
    }
  });
});

describe('a media type that is not taken', () => {
  const taken = liveIds.filter((id) => operationOf(id).body !== undefined);

  it.each(taken)('%s: 415 naming the header', async (id) => {
    const multipart = operationOf(id).body?.kind === 'multipart';
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/pdf']) {
      const headers = { 'content-type': type };
      const answer = await world.as(callerOf(id), id, { params: { token: randomUUID() }, body: 'a=1', headers });
      expect([type, outcome(answer), places(answer)]).toEqual([type, '415 ENTRADA_INVALIDA', ['header.content-type']]);
    }
    // What takes a form takes JSON, too.
    if (multipart) return;
    const answer = await world.as(callerOf(id), id, {
      params: { token: randomUUID() },
      body: documentForm(tinyPdf(), {}),
    });
    expect([outcome(answer), places(answer)]).toEqual(['415 ENTRADA_INVALIDA', ['header.content-type']]);
  });

  const bodiless = memberIds.filter((id) => operationOf(id).body === undefined && operationOf(id).method !== 'GET');

  it.each(bodiless)('%s: 400 for a body where none belongs', async (id) => {
    const answer = await world.as(callerOf(id), id, { body: { surpresa: 1 } });
    expect([outcome(answer), places(answer)]).toEqual(['400 ENTRADA_INVALIDA', ['surpresa']]);
  });
});

describe('a multipart body', () => {
  const uploads = liveIds.filter((id) => operationOf(id).body?.kind === 'multipart');
  const form = (...parts: [name: string, value: string | Blob][]) => {
    const made = new FormData();
    for (const [name, value] of parts) made.append(name, value);
    return made;
  };
  const pdf = () => new Blob([Buffer.from(tinyPdf())], { type: 'application/pdf' });

  it.each(uploads)('%s names the part that is missing, repeated, unknown or of the wrong kind', async (id) => {
    const params = await ownParams(world, callerOf(id), id);
    const withDados = bodySchema(operationOf(id)) !== undefined;
    const dados = JSON.stringify(draftBody());
    const rest: [string, string][] = withDados ? [['dados', dados]] : [];
    const bad: [string[], FormData][] = [
      [['arquivo'], form(...rest)],
      [['arquivo'], form(['arquivo', pdf()], ['arquivo', pdf()], ...rest)],
      [['arquivo'], form(['arquivo', 'sou texto'], ...rest)],
      [['outra'], form(['arquivo', pdf()], ...rest, ['outra', 'x'])],
      ...(withDados
        ? ([
            [['dados'], form(['arquivo', pdf()])],
            [['dados'], form(['arquivo', pdf()], ['dados', dados], ['dados', dados])],
            [['dados'], form(['arquivo', pdf()], ['dados', 'não é JSON'])],
            [['__proto__', 'corpo'], form(['arquivo', pdf()], ['dados', dados], ['__proto__', 'x'])],
          ] as [string[], FormData][])
        : [[['dados'], form(['arquivo', pdf()], ['dados', '{}'])] as [string[], FormData]]),
    ];
    for (const [wanted, body] of bad) {
      const answer = await world.as(callerOf(id), id, { params, body });
      expect(outcome(answer)).toBe('400 ENTRADA_INVALIDA');
      const found = places(answer);
      expect([found, found.some((place) => wanted.includes(place))]).toEqual([found, true]);
    }
  });

  it.each(uploads)('%s refuses one that is cut off or has no boundary', async (id) => {
    const params = await ownParams(world, callerOf(id), id);
    const cut = '--x\r\nContent-Disposition: form-data; name="arquivo"; filename="a.pdf"\r\n\r\n%PDF-1.7 and then';
    for (const [type, body] of [
      ['multipart/form-data; boundary=x', cut],
      ['multipart/form-data; boundary=x', ''],
      ['multipart/form-data', cut],
    ] as const) {
      const answer = await world.as(callerOf(id), id, { params, body, headers: { 'content-type': type } });
      expect([type, answer.status, answer.body.codigo]).toEqual([type, 400, 'ENTRADA_INVALIDA']);
      expect(places(answer).length).toBeGreaterThan(0);
    }
  });
});

describe('what is not even a request', () => {
  it('a path that is not UTF-8 is 404 as problem+json, with its request id', async () => {
    const answer = await fetch(`${service.origin}/v1/documentos/%ZZ`, { headers: world.ours.live });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect((await answer.json()) as object).toMatchObject({
      codigo: 'NAO_ENCONTRADO',
      requestId: answer.headers.get('x-request-id'),
    });
  });

  it('bytes that are not HTTP get a problem+json and a closed connection', async () => {
    const { hostname, port } = new URL(service.origin);
    const text = await new Promise<string>((resolve, reject) => {
      const socket = openSocket(Number(port), hostname, () =>
        socket.write('GET / HTTP/1.1\r\nnão é cabeçalho\r\n\r\n'),
      );
      let got = '';
      socket.on('data', (chunk) => {
        got += chunk;
      });
      socket.on('close', () => resolve(got));
      socket.on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 [\s\S]*application\/problem\+json[\s\S]*x-request-id: /i);
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({ codigo: 'ENTRADA_INVALIDA', status: 400 });
  });

  it('a refused creation leaves no row', async () => {
    const before = await world.as(callerOf('listarDocumentos'), 'listarDocumentos');
    await newDraft(world, callerOf('criarDocumento'));
    for (const text of ['{"titulo":"x\\u0000"}', '{"titulo":"x","titulo":"y"}', '{"titulo":"x","nada":1}']) {
      const answer = await world.as(callerOf('criarDocumento'), 'criarDocumento', asJson('criarDocumento', text));
      expect(answer.status).toBe(400);
    }
    const after = await world.as(callerOf('listarDocumentos'), 'listarDocumentos');
    expect(after.body.total).toBe(before.body.total + 1);
  });
});
