import { readFileSync } from 'node:fs';
import { Documento, operationIds, operationOf, PaginaDeDocumentoResumo } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { generated } from '../scripts/generate.ts';
import { ApiError, type Client, createClient, paginate, rawCall } from '../src/house.ts';
import { TestServer } from './server.ts';

const server = new TestServer();
let origin = '';
let client: Client;

beforeAll(async () => {
  origin = await server.start();
  client = createClient({ baseUrl: `${origin}/v1/sandbox`, credential: 'svc_test_a.b', userAgent: 'erp/1.0' });
});
afterAll(() => server.stop());

const exampleOf = (schema: object) => (schema as { examples: unknown[] }).examples[0];
const documento = exampleOf(Documento) as Documento;
const params = { documentoId: documento.id };
const problem = (status: number, codigo: string, more: object = {}) => ({
  type: `${origin}/docs/erros.html#${codigo.toLowerCase()}`,
  title: 'Título',
  status,
  detail: 'O que houve',
  instance: '/v1/x',
  codigo,
  requestId: documento.id,
  ...more,
});
const PROBLEM_TYPE = { 'content-type': 'application/problem+json; charset=utf-8' };

describe('requests', () => {
  test('path, key and agent', async () => {
    server.json(documento);
    expect(await client.obterDocumento({ params })).toEqual(documento);
    expect(server.last).toMatchObject({ method: 'GET', url: `/v1/sandbox/documentos/${documento.id}` });
    expect(server.last.headers).toMatchObject({ authorization: 'Bearer svc_test_a.b', 'user-agent': 'erp/1.0' });
  });

  test('query, with what is undefined left out', async () => {
    server.json(exampleOf(PaginaDeDocumentoResumo));
    await client.listarDocumentos({ query: { status: 'ASSINADO', busca: 'ação & cia', limite: 2 } });
    expect(new URL(server.last.url, origin).searchParams.toString()).toBe(
      'status=ASSINADO&busca=a%C3%A7%C3%A3o+%26+cia&limite=2',
    );
  });

  test('a JSON body and the idempotency key', async () => {
    server.json(documento);
    await client.cancelarDocumento({ params, body: { motivo: 'Erro' }, idempotencyKey: 'pedido-1' });
    expect(server.last.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'pedido-1' });
    expect(JSON.parse(server.last.body.toString())).toEqual({ motivo: 'Erro' });
  });

  test('a POST without body sends none', async () => {
    server.json(documento);
    await client.enviarDocumento({ params });
    expect(server.last.headers['content-type']).toBeUndefined();
    expect(server.last.body).toHaveLength(0);
  });

  test('an upload', async () => {
    server.json(documento, { status: 201 });
    const arquivo = new TextEncoder().encode('%PDF-1.7');
    await client.criarDocumento({ dados: { titulo: 'Contrato' }, arquivo });
    const { headers, body } = server.last;
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': String(headers['content-type']) },
    }).formData();
    expect(JSON.parse(String(form.get('dados')))).toEqual({ titulo: 'Contrato' });
    const file = form.get('arquivo') as File;
    expect([file.type, await file.text()]).toEqual(['application/pdf', '%PDF-1.7']);
  });

  test('a key derived by the client, only where the operation takes one', async () => {
    const derived = createClient({ baseUrl: `${origin}/v1`, credential: 'k', idempotencyKey: () => 'auto' });
    server.json(documento);
    await derived.enviarDocumento({ params });
    expect(server.last.headers['idempotency-key']).toBe('auto');
    server.json({});
    await derived.solicitarCodigo({ params: { token: 't' }, body: { fator: 'EMAIL' } });
    expect(server.last.headers['idempotency-key']).toBeUndefined();
  });

  test('the signer routes carry the token and never the key', async () => {
    server.json({});
    await client.abrirAssinatura({ params: { token: 'a/b?c' } });
    expect(server.last.url).toBe('/v1/sandbox/assinatura/a%2Fb%3Fc');
    expect(server.last.headers.authorization).toBeUndefined();
  });

  test('public validation goes to the public host, without the key', async () => {
    server.json({});
    await client.consultarValidacao({ body: { codigo: 'SVC-0000-0000-0000' } });
    expect(server.last.url).toBe('/api/v1/validacao/consultar');
    expect(server.last.headers.authorization).toBeUndefined();
  });

  test('the panel sends the CSRF token on changes only', async () => {
    const panel = createClient({ baseUrl: `${origin}/v1`, csrfToken: () => 'csrf' });
    server.reply({ status: 204 });
    expect(await panel.sair()).toBeUndefined();
    expect(server.last.headers['x-csrf-token']).toBe('csrf');
    server.json({});
    await panel.listarSessoes();
    expect(server.last.headers['x-csrf-token']).toBeUndefined();
  });

  test('a missing path parameter never becomes a request', async () => {
    const before = server.seen.length;
    await expect(client.obterDocumento({ params: { documentoId: '' } })).rejects.toThrow('params.documentoId');
    expect(server.seen).toHaveLength(before);
  });
});

describe('answers', () => {
  test('a PDF comes as bytes, or as a download address', async () => {
    server.reply({ headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7' });
    const bytes = await client.baixarArquivo({ params, query: { tipo: 'ASSINADO' } });
    expect(new TextDecoder().decode(bytes)).toBe('%PDF-1.7');
    expect(server.last.headers.accept).toContain('application/pdf');

    const address = { url: `${origin}/v1/downloads/x`, expiraEm: '2026-11-03T17:26:48Z' };
    server.json(address);
    expect(await client.baixarArquivo({ params, as: 'json' })).toEqual(address);
    expect(server.last.headers.accept).not.toContain('application/pdf');
  });

  test('types follow the contract', () => {
    expectTypeOf(client.obterDocumento).returns.resolves.toEqualTypeOf<Documento>();
    expectTypeOf(client.baixar).returns.resolves.toEqualTypeOf<Uint8Array<ArrayBuffer>>();
    expectTypeOf(client.excluirDocumento).returns.resolves.toEqualTypeOf<undefined>();
    // @ts-expect-error a required body
    const missing = () => client.cancelarDocumento({ params });
    // @ts-expect-error a value outside the enumeration
    const wrong = () => client.listarDocumentos({ query: { status: 'PRONTO' } });
    expect([missing, wrong]).toHaveLength(2);
  });

  test('the raw answer is there for headers', async () => {
    server.json(problem(404, 'NAO_ENCONTRADO'), { status: 404, headers: { 'x-request-id': 'r-1' } });
    const response = await rawCall({ baseUrl: `${origin}/v1` }, 'obterDocumento', { params });
    expect([response.status, response.headers.get('x-request-id')]).toEqual([404, 'r-1']);
  });
});

describe('refusals', () => {
  test('carry code, request, fields', async () => {
    const erros = [{ campo: 'titulo', mensagem: 'Informe o título.' }];
    server.json(problem(400, 'ENTRADA_INVALIDA', { erros }), { status: 400, headers: PROBLEM_TYPE });
    const error = await client.enviarDocumento({ params }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      codigo: 'ENTRADA_INVALIDA',
      requestId: documento.id,
      erros,
      operation: 'enviarDocumento',
    });
  });

  test('from something that is not the API', async () => {
    server.reply({
      status: 502,
      headers: { 'content-type': 'text/html', 'x-request-id': 'r-2' },
      body: '<h1>Bad Gateway</h1>',
    });
    const error = await client.obterOrganizacao().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 502, codigo: undefined, requestId: 'r-2', erros: [] });
  });

  test('a 429 says how long to wait and is not repeated by default', async () => {
    server.json(problem(429, 'LIMITE_EXCEDIDO'), { status: 429, headers: { ...PROBLEM_TYPE, 'retry-after': '7' } });
    const before = server.seen.length;
    await expect(client.obterOrganizacao()).rejects.toMatchObject({ status: 429, retryAfter: 7 });
    expect(server.seen).toHaveLength(before + 1);
  });
});

describe('repetition', () => {
  const busy = (status: number, after = '0') => ({
    status,
    headers: { ...PROBLEM_TYPE, 'retry-after': after },
    body: JSON.stringify(problem(status, 'LIMITE_EXCEDIDO')),
  });
  const patient = () => createClient({ baseUrl: `${origin}/v1`, credential: 'k', retries: 2, pause: async () => {} });

  test('after Retry-After, up to the number asked', async () => {
    server.reply(busy(429), busy(503));
    server.json(documento);
    expect(await patient().obterDocumento({ params })).toEqual(documento);

    server.reply(busy(429), busy(429), busy(429));
    await expect(patient().obterDocumento({ params })).rejects.toMatchObject({ status: 429 });
  });

  test('a POST after 503 only under an idempotency key', async () => {
    server.reply(busy(503));
    await expect(patient().enviarDocumento({ params })).rejects.toMatchObject({ status: 503 });
    server.reply(busy(503));
    server.json(documento);
    expect(await patient().enviarDocumento({ params, idempotencyKey: 'p-2' })).toEqual(documento);
  });

  test('sends the upload whole again', async () => {
    server.reply(busy(429));
    server.json(documento, { status: 201 });
    await patient().criarDocumento({ dados: { titulo: 'A' }, arquivo: new TextEncoder().encode('%PDF-1.7') });
    expect(server.last.body.toString()).toContain('%PDF-1.7');
  });

  test('not when the wait is too long', async () => {
    server.reply(busy(429, '3600'));
    await expect(patient().obterDocumento({ params })).rejects.toMatchObject({ retryAfter: 3600 });
  });

  test('stops waiting when the caller gives up', async () => {
    // A server of its own: the request may arrive after the caller gave up, and would take the next test's answer.
    const other = new TestServer();
    const client = createClient({ baseUrl: `${await other.start()}/v1`, credential: 'k', retries: 2 });
    other.reply(busy(429, '30'));
    const signal = AbortSignal.timeout(50);
    await expect(client.obterDocumento({ params, signal })).rejects.toMatchObject({ name: 'TimeoutError' });
    await other.stop();
  });
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('paginate', () => {
  test('asks for the path parameters of the listing', () => {
    // @ts-expect-error listarSignatarios needs a documentoId
    const missing = () => paginate(client.listarSignatarios);
    // @ts-expect-error a value outside the enumeration
    const wrong = () => paginate(client.listarDocumentos, { query: { status: 'PRONTO' } });
    expect([missing, wrong]).toHaveLength(2);
  });

  test('repeats the filters with each cursor, past an empty page, to the end', async () => {
    const page = (titulos: string[], proximoCursor?: string | null) => ({
      itens: titulos.map((titulo) => ({ ...documento, titulo })),
      total: 3,
      ...(proximoCursor === undefined ? {} : { proximoCursor }),
    });
    server.json(page(['a', 'b'], 'c1'));
    server.json(page([], 'c2'));
    server.json(page(['c']));
    const before = server.seen.length;
    const titles: string[] = [];
    for await (const item of paginate(client.listarDocumentos, { query: { status: 'ASSINADO' } }))
      titles.push(item.titulo);
    expect(titles).toEqual(['a', 'b', 'c']);
    expect(server.seen.slice(before).map(({ url }) => url.split('?')[1])).toEqual([
      'status=ASSINADO',
      'status=ASSINADO&cursor=c1',
      'status=ASSINADO&cursor=c2',
    ]);
  });

  test('of a listing without filters, and of one under a path', async () => {
    server.json({ itens: [{ id: '1' }], total: 1, proximoCursor: null });
    expect(await all(paginate(client.listarWebhooks))).toHaveLength(1);
    server.json({ itens: [], total: 0 });
    expect(await all(paginate(client.listarSignatarios, { params }))).toEqual([]);
  });
});

describe('derivation', () => {
  test.each([...generated()])('%s is what the contract gives (npm run generate)', (path, text) => {
    expect(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8') === text).toBe(true);
  });

  test.each(operationIds)('%s has a method', (id) => {
    expect(client[id]).toBeTypeOf('function');
    expect(operationOf(id)).toBeDefined();
  });
});
