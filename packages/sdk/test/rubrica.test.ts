import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { type Documento, type DocumentoResumo, type Page, Rubrica, RubricaError } from '../src/index.ts';
import { TestServer } from './server.ts';

/** The published client against a real HTTP server; what all languages share, the vectors tell. */

const server = new TestServer();
const PDF = '%PDF-1.7 çã';
let url = '';
let rubrica: Rubrica;
let folder = '';

beforeAll(async () => {
  url = await server.start();
  rubrica = new Rubrica('svc_test_a.b', { url, userAgent: 'erp/2.1' });
  folder = await mkdtemp(join(tmpdir(), 'rubrica-sdk-'));
  await writeFile(join(folder, 'contrato de locação.pdf'), PDF);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The parts of the last upload. */
async function upload() {
  const { headers, body } = server.last;
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': String(headers['content-type']) },
  }).formData();
  const file = form.get('arquivo') as File;
  const dados = form.get('dados');
  return { dados: dados && JSON.parse(String(dados)), name: file.name, type: file.type, text: await file.text() };
}

describe('a file', () => {
  const bytes = new TextEncoder().encode(PDF);
  const path = () => join(folder, 'contrato de locação.pdf');
  const forms: [string, () => Parameters<Rubrica['documentos']['criar']>[0]['arquivo'], string][] = [
    ['a path', path, 'contrato de locação.pdf'],
    ['an address of a file', () => pathToFileURL(path()), 'contrato de locação.pdf'],
    ['bytes', () => bytes, 'documento.pdf'],
    ['a buffer', () => Buffer.from(PDF), 'documento.pdf'],
    ['an ArrayBuffer', () => bytes.buffer, 'documento.pdf'],
    ['a Blob', () => new Blob([bytes], { type: 'application/pdf' }), 'documento.pdf'],
    ['a File', () => new File([bytes], 'a.pdf', { type: 'application/pdf' }), 'a.pdf'],
    ['a stream of the web', () => new Blob([bytes]).stream(), 'documento.pdf'],
    ['a stream of Node', () => Readable.from([bytes.slice(0, 5), bytes.slice(5)]), 'documento.pdf'],
  ];

  test.each(forms)('is %s', async (_, arquivo, name) => {
    server.json({ id: 'd1' }, { status: 201 });
    await rubrica.documentos.criar({ titulo: 'Contrato', arquivo: arquivo() });
    expect(await upload()).toEqual({ dados: { titulo: 'Contrato' }, name, type: 'application/pdf', text: PDF });
    expect(server.last).toMatchObject({ method: 'POST', url: '/v1/sandbox/documentos' });
    expect(server.last.headers).toMatchObject({ authorization: 'Bearer svc_test_a.b' });
    expect(server.last.headers['user-agent']).toMatch(/^erp\/2\.1 rubrica-sdk-js\/\d/);
  });

  test('of a stream is sent whole again, under the same key', async () => {
    server.reply({ status: 503, headers: { 'retry-after': '0' } });
    server.json({ id: 'd1' }, { status: 201 });
    const before = server.seen.length;
    await rubrica.documentos.criar({ titulo: 'A', arquivo: Readable.from([bytes]), nomeArquivo: 'b.pdf' });
    expect(await upload()).toMatchObject({ name: 'b.pdf', text: PDF });
    const keys = server.seen.slice(before).map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  test('at an address, or in base64, goes as JSON', async () => {
    for (const arquivo of [{ url: 'https://exemplo.com.br/a.pdf' }, { base64: 'JVBERg==' }]) {
      server.json({ id: 'd1' }, { status: 201 });
      await rubrica.documentos.criar({ titulo: 'A', arquivo, nomeArquivo: 'a.pdf' });
      expect(server.last.headers['content-type']).toBe('application/json');
      expect(JSON.parse(String(server.last.body))).toEqual({ titulo: 'A', arquivo, nomeArquivo: 'a.pdf' });
    }
  });

  test('without other fields has no dados', async () => {
    server.json({ id: 'v2' }, { status: 201 });
    await rubrica.documentos.versoes.criar('d1', { arquivo: bytes });
    expect((await upload()).dados).toBeNull();
  });

  test('that is not there is told, and nothing is asked', async () => {
    const before = server.seen.length;
    const missing = rubrica.documentos.criar({ titulo: 'A', arquivo: join(folder, 'nada.pdf') });
    await expect(missing).rejects.toThrow(RubricaError);
    await expect(missing).rejects.toMatchObject({ cause: { code: 'ENOENT' } });
    // @ts-expect-error a file is required
    await expect(rubrica.documentos.criar({ titulo: 'A' })).rejects.toThrow('arquivo is missing');
    expect(server.seen).toHaveLength(before);
  });
});

describe('a listing', () => {
  test('is asked for when it is awaited or iterated over, and not before', async () => {
    const before = server.seen.length;
    const listing = rubrica.documentos.listar({ status: 'ASSINADO' });
    expect(server.seen).toHaveLength(before);
    server.json({ itens: [{ id: 'a' }], total: 2, proximoCursor: 'c1' });
    expect(await listing).toMatchObject({ total: 2, proximoCursor: 'c1' });
    expect(server.last.url).toBe('/v1/sandbox/documentos?status=ASSINADO');
  });

  test('may be left early', async () => {
    server.json({ itens: [{ id: 'a' }, { id: 'b' }], total: 9, proximoCursor: 'c1' });
    const before = server.seen.length;
    for await (const documento of rubrica.documentos.listar()) {
      expect(documento.id).toBe('a');
      break;
    }
    expect(server.seen).toHaveLength(before + 1);
  });
});

describe('a call', () => {
  test('that the caller aborts fails with the reason it gave', async () => {
    server.reply({ status: 503, headers: { 'retry-after': '30' } });
    const controller = new AbortController();
    const reason = new Error('enough');
    const call = rubrica.documentos.obter('d1', { signal: controller.signal, onRetry: () => controller.abort(reason) });
    await expect(call).rejects.toBe(reason);
    await expect(rubrica.documentos.obter('d1', { signal: controller.signal })).rejects.toBe(reason);
  });

  test('over a line that the other side cuts fails with a ConnectionError, and its cause', async () => {
    server.reply({ cut: true });
    const call = rubrica.documentos.obter('d1', { retries: 0 });
    await expect(call).rejects.toMatchObject({ name: 'ConnectionError', cause: expect.anything() });
  });

  test('whose answer stops in the middle is made again', async () => {
    server.reply({ body: '{"id":', cut: true });
    server.json({ id: 'd1' });
    expect(await rubrica.documentos.obter('d1')).toEqual({ id: 'd1' });
  });

  test('that is not answered in time fails with a TimeoutError', async () => {
    // A server of its own: the request may arrive after the client gave up, and would take the next test's answer.
    const mute = new TestServer();
    const patient = new Rubrica('svc_test_a.b', { url: await mute.start() });
    mute.reply({ silent: true });
    const call = patient.documentos.obter('d1', { retries: 0, timeout: 50 });
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
    await mute.stop();
  });

  test('without a method of its own', async () => {
    server.json({ feito: true });
    expect(await rubrica.chamar('POST', '/novidade', { query: { a: 1 }, body: { b: 2 } })).toEqual({ feito: true });
    expect(server.last).toMatchObject({ method: 'POST', url: '/v1/sandbox/novidade?a=1' });
    expect(JSON.parse(String(server.last.body))).toEqual({ b: 2 });
    server.reply({ status: 204 });
    expect(await rubrica.chamar('DELETE', '/novidade')).toBeUndefined();
  });

  test('without its id makes no request', async () => {
    const before = server.seen.length;
    // @ts-expect-error an id is required
    await expect(rubrica.documentos.obter({})).rejects.toThrow('documentoId is missing');
    expect(server.seen).toHaveLength(before);
  });
});

describe('a client', () => {
  test('reads key and address from the environment', () => {
    vi.stubEnv('RUBRICA_CHAVE', 'svc_live_c.d');
    vi.stubEnv('RUBRICA_URL', 'https://a.exemplo.com.br');
    try {
      expect(new Rubrica()).toMatchObject({ root: 'https://a.exemplo.com.br/v1', ambiente: 'PRODUCAO' });
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('has types of the contract: closed where one sends, open where one reads', () => {
    expectTypeOf(rubrica.documentos.obter).returns.resolves.toEqualTypeOf<Documento>();
    expectTypeOf<Awaited<ReturnType<typeof rubrica.documentos.listar>>>().toEqualTypeOf<Page<DocumentoResumo>>();
    expectTypeOf<'NOVO'>().toExtend<Documento['status']>();
    // @ts-expect-error a value that the contract does not have
    const wrong = () => rubrica.documentos.listar({ status: 'PRONTO' });
    // @ts-expect-error the reason is required
    const missing = () => rubrica.documentos.cancelar('d1');
    expect([wrong, missing]).toHaveLength(2);
  });
});
