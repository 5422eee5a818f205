import { randomUUID } from 'node:crypto';
import { type OperationId, operationIds, operationOf } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Answer, call, documentForm, type Service, startService } from '../../harness.ts';
import { draftBody, newDraft, ownParams, signer } from '../../operations/factories.ts';
import { type Caller, createWorld, environmentsOf, memberIds, outcome, type World } from '../../operations/world.ts';

/** What a request may hold is what the contract says, and a rule is told where whoever writes one looks. */

let service: Service;
let world: World;
let us: Caller;
beforeAll(async () => {
  service = await startService();
  world = await createWorld(service);
  us = { credentials: world.ours, environment: 'test' };
});
afterAll(() => service?.stop());

const create = (body: object) => world.as(us, 'criarDocumento', { body: documentForm(tinyPdf(), body) });
const places = ({ body }: Answer) => (body.erros as { campo: string }[]).map(({ campo }) => campo);

describe('a date of birth', () => {
  const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(service.clock.now());
  const tomorrow = () =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(
      service.clock.now().getTime() + 86_400_000,
    );

  it.each(['0000-01-01', '0001-01-01', '1899-12-31', '9999-12-31'])('%s is refused where it stands', async (born) => {
    const created = await create(draftBody([{ ...signer(), dataNascimento: born }]));
    expect([outcome(created), places(created)]).toEqual(['400 ENTRADA_INVALIDA', ['signatarios[0].dataNascimento']]);
    const { id, signatarios } = await newDraft(world, us);
    const params = { documentoId: id, signatarioId: signatarios[0].id };
    const changed = await world.as(us, 'alterarSignatario', { params, body: { dataNascimento: born } });
    expect([outcome(changed), places(changed)]).toEqual(['400 ENTRADA_INVALIDA', ['dataNascimento']]);
    const added = await world.as(us, 'criarSignatario', { params, body: { ...signer(), dataNascimento: born } });
    expect([outcome(added), places(added)]).toEqual(['400 ENTRADA_INVALIDA', ['dataNascimento']]);
  });

  it('lies between 1900 and today', async () => {
    // What is tomorrow when it is written is not today when it is read.
    const hour = new Intl.DateTimeFormat('en', { timeZone: 'America/Sao_Paulo', hour: '2-digit', hourCycle: 'h23' });
    if (hour.format(service.clock.now()) === '23') service.clock.advance(3600_000);
    for (const born of ['1900-01-01', today()]) {
      expect((await create(draftBody([{ ...signer(), dataNascimento: born }]))).status).toBe(201);
    }
    const created = await create(draftBody([{ ...signer(), dataNascimento: tomorrow() }]));
    expect(places(created)).toEqual(['signatarios[0].dataNascimento']);
  });
});

describe('the id of a field', () => {
  const withIds = (...ids: string[]) => {
    const body = draftBody() as { campos: object[] };
    return { ...body, campos: ids.map((id) => ({ ...body.campos[0], id })) };
  };

  it('that is in use already, or twice in one request, is refused where it stands', async () => {
    const id = randomUUID();
    expect((await create(withIds(id))).status).toBe(201);
    const again = await create(withIds(randomUUID(), id.toUpperCase()));
    expect([outcome(again), places(again)]).toEqual(['400 ENTRADA_INVALIDA', ['campos[1].id']]);
    const other = randomUUID();
    const twice = await create(withIds(other, other.toUpperCase()));
    expect([outcome(twice), places(twice)]).toEqual(['400 ENTRADA_INVALIDA', ['campos[1].id']]);
  });

  it('is of one organization and environment: elsewhere it is free', async () => {
    const id = randomUUID();
    expect((await create(withIds(id))).status).toBe(201);
    const body = () => documentForm(tinyPdf(), withIds(id));
    const elsewhere: Caller[] = [
      { credentials: world.ours, environment: 'live' },
      { credentials: world.theirs, environment: 'test' },
    ];
    for (const caller of elsewhere)
      expect((await world.as(caller, 'criarDocumento', { body: body() })).status).toBe(201);
  });
});

describe('a number of the query', () => {
  const listings = memberIds.filter((id) => operationOf(id).query?.properties.limite !== undefined);

  it.each(['Infinity', '0x10', ' 5', '5 ', '1e1', '+5', '5.0', '５', 'NaN', '-1'])(
    'is digits: %o is none',
    async (text) => {
      for (const id of listings.slice(0, 4)) {
        const params = await ownParams(world, us, id);
        const answer = await world.as(us, id, { params, query: `limite=${encodeURIComponent(text)}` });
        expect([id, outcome(answer), places(answer)]).toEqual([id, '400 ENTRADA_INVALIDA', ['query.limite']]);
      }
      expect((await world.as(us, 'listarDocumentos', { query: 'limite=007' })).status).toBe(200);
    },
  );
});

describe('a body where none is documented', () => {
  const bare = memberIds.filter((id) => operationOf(id).body === undefined && operationOf(id).method !== 'GET');

  it.each(bare)('%s takes neither null nor a list', async (id) => {
    for (const text of ['null', '[]', '[1]', '"x"', '0']) {
      const root = environmentsOf(operationOf(id)).includes('live') ? '/v1' : '/v1/sandbox';
      const url = `${service.origin}${root}${operationOf(id).path.replace(/\{\w+\}/g, () => randomUUID())}`;
      const headers = { ...world.theirs.panel, 'content-type': 'application/json' };
      const answer = await call(url, operationOf(id).method, text, {
        ...headers,
        'x-forwarded-for': `198.19.${text.length}.${bare.indexOf(id)}`,
      });
      expect([text, outcome(answer), places(answer)]).toEqual([text, '400 ENTRADA_INVALIDA', ['corpo']]);
    }
  });
});

describe('a moment', () => {
  it.each(['2030-01-01T00:00:00-0300', '2030-01-01T00:00:00-03', '2030-01-01T00:00:00', '2030-01-01T00:00:00,5Z'])(
    'is RFC 3339: %s is none',
    async (prazoEm) => {
      const created = await create(draftBody(undefined, { prazoEm }));
      expect([outcome(created), [...new Set(places(created))]]).toEqual(['400 ENTRADA_INVALIDA', ['prazoEm']]);
    },
  );

  it.each(['2030-01-01T00:00:00-03:00', '2030-01-01t00:00:00.123456z', '2030-01-01T00:00:00+00:00'])(
    '%s is one',
    async (prazoEm) => {
      expect((await create(draftBody(undefined, { prazoEm }))).status).toBe(201);
    },
  );
});

describe('JSON', () => {
  const folder = (type: string) =>
    call(`${service.origin}/v1/sandbox/pastas`, 'POST', JSON.stringify({ nome: `P ${randomUUID()}` }), {
      ...world.ours.panel,
      'content-type': type,
    });

  it('is UTF-8, and a charset that says otherwise is refused', async () => {
    for (const type of ['application/json; charset=utf-16', 'application/json;charset="ISO-8859-1"']) {
      expect(outcome(await folder(type))).toBe('415 ENTRADA_INVALIDA');
    }
    for (const type of ['application/json; charset=UTF-8', 'application/json;charset="utf-8"', 'application/json']) {
      expect((await folder(type)).status).toBe(201);
    }
  });
});

describe('the served contract', () => {
  interface Described {
    readonly operationId: string;
    readonly description?: string;
    readonly responses: Record<string, { readonly headers?: object }>;
  }
  // biome-ignore lint/suspicious/noExplicitAny: the whole document is looked at
  let contract: any;
  beforeAll(async () => {
    contract = (await call(`${service.origin}/v1/openapi.json`)).body;
  });
  const operationsOf = () =>
    Object.values(contract.paths).flatMap((path) => Object.values(path as object)) as Described[];

  it('tells of X-CSRF-Token where a session is handed over, and nowhere else', () => {
    const told = operationsOf().filter(({ responses }) =>
      Object.values(responses).some(({ headers }) => headers && 'X-CSRF-Token' in headers),
    );
    const handing: OperationId[] = [
      'aceitarConvite',
      'entrar',
      'recuperarSegundoFator',
      'renovarSessao',
      'responderDesafio',
    ];
    expect(told.map(({ operationId }) => operationId).sort()).toEqual(handing);
    expect(operationIds).toEqual(expect.arrayContaining(handing));
  });

  it.each([
    ['SignatarioEntrada', 'nome', 'desenham'],
    ['SignatarioEntrada', 'cpf', 'dígitos verificadores'],
    ['SignatarioEntrada', 'dataNascimento', '1900-01-01'],
    ['DocumentoEntrada', 'titulo', 'desenham'],
    ['CampoEntrada', 'valorPadrao', 'CHECKBOX'],
    ['CampoEntrada', 'valorPadrao', 'dígitos verificadores'],
  ])('tells the rule of %s.%s: %s', (schema, member, words) => {
    expect(JSON.stringify(contract.components.schemas[schema].properties[member])).toContain(words);
  });

  it('tells what sending demands', () => {
    const send = operationsOf().find(({ operationId }) => operationId === 'enviarDocumento');
    for (const words of ['um signatário', 'ASSINATURA', 'contato', 'prazo']) expect(send?.description).toContain(words);
  });
});
