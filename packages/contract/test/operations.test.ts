import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  ERROR_CODES,
  errorsOf,
  isSwitchedOn,
  type Operation,
  operationIds,
  operationOf,
  operations,
  renderOperations,
  splitErrorKey,
} from '../src/index.ts';
import { ADDED_ROUTES, ROUTE_TABLE } from './tables.ts';

const hosts = { base: '', public: '{public_url}/api/v1', auth: '' } as const;
const rowOf = (id: (typeof operationIds)[number]) => {
  const { method, host = 'base', path, credential, scope = '-', role = '-', success } = operationOf(id);
  return [method, `${hosts[host]}${path}`, credential, scope, role, String(success)].join(' ');
};

const declared = operationIds.map(rowOf).sort();

// If the reviewed list of routes is present beside the checkout, it is compared too.
const list = new URL('../../../../shared/spec/routes.tsv', import.meta.url);
const noList = { skip: true, meta: { lacks: 'the reviewed list of routes is not at ../shared/spec' } };

describe('every route of the table', () => {
  test('is declared with its credential, scope, role and success', () => {
    expect(declared).toEqual([...ROUTE_TABLE].sort());
  });

  test('is in the reviewed list', existsSync(list) ? {} : noList, () => {
    const rows = readFileSync(list, 'utf8')
      .split('\n')
      .filter((line) => /^(GET|POST|PATCH|PUT|DELETE)\t/.test(line))
      .map((line) => line.split('\t').slice(0, 6).join(' '));
    const added = ADDED_ROUTES.filter((row) => !rows.includes(row));
    expect(declared).toEqual([...rows, ...added].sort());
  });

  test('says whether the published contract has it', existsSync(list) ? {} : noList, () => {
    const sources = (text: string) =>
      text
        .split('\n')
        .map((line) => line.split('\t'))
        .map(([method, path, , , , , source]) => [`${method} ${path}`, source] as const);
    const reviewed = new Map(sources(readFileSync(list, 'utf8')));
    const told = sources(renderOperations()).filter(([, source]) => source === 'contract' || source === 'added');
    expect(told).toEqual(told.map(([route]) => [route, reviewed.get(route) ?? 'added']));
  });
});

test('docs/operations.tsv is what the contract gives (npm run generate)', () => {
  const committed = readFileSync(new URL('../../../docs/operations.tsv', import.meta.url), 'utf8');
  expect(committed === renderOperations()).toBe(true);
});

describe('operations', () => {
  test('have a method and path of their own', () => {
    const keys = operationIds.map((id) => `${operationOf(id).method} ${operationOf(id).host} ${operationOf(id).path}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test.each(operationIds)('%s names its path parameters', (id) => {
    const { path, params } = operationOf(id);
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(Object.keys(params?.properties ?? {})).toEqual(inPath);
  });

  test('the object is frozen', () => {
    expect(Object.isFrozen(operations)).toBe(true);
  });
});

/** The longest text a schema accepts as one string; a text without its own limit is limited by the body. */
const longestIn = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const own = 'maxLength' in value && typeof value.maxLength === 'number' ? value.maxLength : 0;
  return Math.max(own, ...Object.values(value).map(longestIn));
};

describe('body limits', () => {
  const limits = operationIds.flatMap((id) => {
    const { body } = operationOf(id);
    return body?.kind === 'json' ? [{ id, maxBytes: body.maxBytes, longest: longestIn(body.schema) }] : [];
  });

  test.each(limits)('$id takes the longest value its schema lets in', ({ maxBytes, longest }) => {
    expect(maxBytes).toBeGreaterThan(longest);
  });

  test('are wider than a megabyte only where pictures come', () => {
    expect(limits.filter(({ maxBytes }) => maxBytes > 1024 * 1024).map(({ id, maxBytes }) => [id, maxBytes])).toEqual([
      ['assinar', 24 * 1024 * 1024],
      ['alterarOrganizacao', 4 * 1024 * 1024],
    ]);
  });
});

describe('what an operation says of itself', () => {
  const having = (holds: (operation: Operation) => boolean) => operationIds.filter((id) => holds(operationOf(id)));

  test("is a person's own account under /sessoes, /autenticacao and /conta, and nowhere else", () => {
    expect(having(({ account }) => account === 'entry')).toEqual(
      having(({ path }) => path.startsWith('/sessoes') || path.startsWith('/autenticacao/')),
    );
    expect(having(({ account }) => account === 'inside')).toEqual(having(({ path }) => /^\/conta(\/|$)/.test(path)));
  });

  test('is the switch of OAuth on everything of its group', () => {
    expect(having((one) => one.switch === 'oauth')).toEqual(having(({ tag }) => tag === 'OAuth'));
    expect(having((one) => !isSwitchedOn(one, { oauth: false }))).toEqual(having((one) => one.switch === 'oauth'));
  });

  test('is rare where it is an exception', () => {
    expect(having(({ counted }) => counted === 'signing')).toEqual(['assinar']);
    expect(having(({ counted }) => counted === 'oauth')).toEqual(['autorizarOAuth', 'emitirTokenOAuth']);
    expect(having(({ preload }) => preload === 'documento')).toEqual(['obterDocumento']);
    expect(having(({ recorded }) => recorded === 'refusals')).toEqual([
      'obterImagemDocumento',
      'obterImagemModelo',
      'listarChamadas',
    ]);
    expect(having(({ page }) => page === true)).toEqual(['obterContrato', 'autorizarOAuth']);
  });
});

describe('errorsOf', () => {
  test.each(operationIds)('%s yields keys of the error table, by status, once', (id) => {
    const keys = errorsOf(operationOf(id));
    for (const { status, codigo } of keys.map(splitErrorKey)) {
      expect(ERROR_CODES[codigo].statuses as readonly number[]).toContain(status);
    }
    const statuses = keys.map((key) => splitErrorKey(key).status);
    expect(statuses).toEqual([...statuses].sort((a, b) => a - b));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('an upload by an authenticated caller', () => {
    expect(errorsOf(operationOf('criarDocumento'))).toEqual([
      '400 ENTRADA_INVALIDA',
      '401 NAO_AUTENTICADO',
      '401 CREDENCIAL_INVALIDA',
      '403 TOKEN_INVALIDO',
      '403 ESCOPO_INSUFICIENTE',
      '403 PAPEL_INSUFICIENTE',
      '404 NAO_ENCONTRADO',
      '409 CONFLITO',
      '413 LIMITE_EXCEDIDO',
      '415 ENTRADA_INVALIDA',
      '422 ENTRADA_INVALIDA',
      '422 LIMITE_EXCEDIDO',
      '429 LIMITE_EXCEDIDO',
      '500 ERRO_INTERNO',
      '503 SERVICO_INDISPONIVEL',
    ]);
  });

  test('a signer', () => {
    expect(errorsOf(operationOf('assinar'))).toEqual([
      '400 ENTRADA_INVALIDA',
      '401 NAO_AUTENTICADO',
      '403 AUTENTICACAO_INCOMPLETA',
      '404 NAO_ENCONTRADO',
      '409 CONFLITO',
      '410 LINK_INDISPONIVEL',
      '413 LIMITE_EXCEDIDO',
      '415 ENTRADA_INVALIDA',
      '429 LIMITE_EXCEDIDO',
      '500 ERRO_INTERNO',
      '503 SERVICO_INDISPONIVEL',
    ]);
  });
});
