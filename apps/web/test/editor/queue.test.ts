import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@rubrica/sdk/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../../scripts/until.ts';
import { documentSource } from '../../painel/editor/saving/documento.ts';
import { Queue, type Saving } from '../../painel/editor/saving/queue.ts';
import type { Draft } from '../../painel/editor/state/types.ts';
import { draftOf, field, OPTIONS, someone } from './scenes.ts';

/** The queue against a server on a slow, flaky connection; the real service is met in acceptance/painel. */

const ana = someone({ id: '0a8e2f0e-54d6-4a7c-8c1b-6f2d3e4a5b6c' });
const DOCUMENT = '5b0c7a52-3c1d-4f6e-9a8b-7c6d5e4f3a2b';

interface Stored {
  campos: Record<string, unknown>[];
  titulo: string;
  status: string;
}

let stored: Stored;
let requests: { method: string; at: number; until: number; campos: number }[];
/** What happens to the next requests that write. */
let faults: ('cut-before' | 'cut-after' | 'refuse' | 'sent' | 'down')[];
/** Whether the server is ready to answer. */
let answering: Promise<void> = Promise.resolve();
let server: Server;
let baseUrl = '';

const documento = () => ({
  ...OPTIONS,
  id: DOCUMENT,
  titulo: stored.titulo,
  status: stored.status,
  mensagem: null,
  prazoEm: null,
  paginas: 2,
  envelopeId: null,
  signatarios: [
    { ...ana, telefone: null, cpf: null, dataNascimento: null, fatoresExigidos: ['EMAIL'], ordem: 1, clienteId: null },
  ],
  campos: stored.campos,
});

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = text === '' ? null : JSON.parse(text);
    const entry = { method: request.method ?? '', at: Date.now(), until: 0, campos: body?.campos?.length ?? -1 };
    requests.push(entry);
    await answering;
    const fault = entry.method === 'GET' ? undefined : faults.shift();
    const answer = (status: number, value: unknown) => {
      entry.until = Date.now();
      response.writeHead(status, { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' });
      response.end(JSON.stringify(value));
    };
    const problem = (status: number, codigo: string, erros: unknown[] = []) =>
      answer(status, { type: 'x', title: 'x', status, detail: 'Não.', codigo, erros });
    if (fault === 'cut-before') return request.socket.destroy();
    if (fault === 'down') return problem(503, 'SERVICO_INDISPONIVEL');
    if (fault === 'refuse') return problem(400, 'ENTRADA_INVALIDA', [{ campo: 'campos[0].x', mensagem: 'Não dá.' }]);
    if (fault === 'sent') {
      stored.status = 'AGUARDANDO_ASSINATURAS';
      return problem(409, 'DOCUMENTO_IMUTAVEL');
    }
    if (entry.method === 'PUT') {
      const known = new Set(stored.campos.map(({ id }) => id));
      const campos = body.campos as Record<string, unknown>[];
      if (campos.some(({ id }) => id !== undefined && !known.has(id))) return problem(400, 'ENTRADA_INVALIDA');
      const { randomUUID } = await import('node:crypto');
      stored.campos = campos.map((one) => ({ rotulo: null, valorPadrao: null, ...one, id: one.id ?? randomUUID() }));
    }
    if (entry.method === 'PATCH') Object.assign(stored, body);
    if (fault === 'cut-after') return request.socket.destroy();
    if (entry.method === 'PUT')
      return answer(200, { itens: stored.campos, total: stored.campos.length, proximoCursor: null });
    return answer(200, documento());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => server.close());

let queue: Queue;
let told: Saving[];
afterEach(() => queue.close());

async function open(): Promise<Draft> {
  stored = { campos: [], titulo: OPTIONS.titulo, status: 'RASCUNHO' };
  requests = [];
  faults = [];
  told = [];
  answering = Promise.resolve();
  const source = documentSource(createClient({ baseUrl }), '/v1', DOCUMENT);
  const saved = await source.read();
  requests = [];
  queue = new Queue(source, saved, { delay: 10, longest: 100, onSaving: (saving) => told.push(saving) });
  return saved.draft;
}

async function settled(): Promise<Saving> {
  const end = Date.now() + 15_000;
  const done = ['saved', 'withheld', 'refused', 'closed'];
  for (;;) {
    const saving = await queue.flush();
    if (done.includes(saving.state) || Date.now() > end) return saving;
    await new Promise((next) => setTimeout(next, 20));
  }
}

const withFields = (draft: Draft, count: number): Draft => ({
  ...draft,
  campos: Array.from({ length: count }, (_, index) => field(ana.id, { x: index / 1000 })),
});

describe('the queue', () => {
  it('sends one request at a time and ends with the newest state', async () => {
    const draft = await open();
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    answering = promise;
    queue.set(withFields(draft, 1));
    await until(() => requests.length > 0);
    for (let count = 2; count <= 60; count += 1) {
      queue.set(withFields(draft, count));
      await new Promise((next) => setTimeout(next, 4));
    }
    expect(requests).toHaveLength(1);
    answer();
    expect(await settled()).toEqual({ state: 'saved' });
    expect(stored.campos).toHaveLength(60);
    expect(requests).toHaveLength(2);
    requests.slice(1).forEach((request, index) => {
      expect(request.at).toBeGreaterThanOrEqual(requests[index]?.until ?? 0);
    });
  });

  it.each(['cut-before', 'cut-after', 'down'] as const)('makes up for a line that is %s', async (fault) => {
    const draft = await open();
    faults = [fault];
    queue.set(withFields(draft, 3));
    await queue.flush();
    expect(queue.saving.state).toBe('no-connection');
    // What was kept with its id may be gone from the service by now, and the other way round.
    queue.set(withFields(draft, 2));
    expect(await settled()).toEqual({ state: 'saved' });
    expect(stored.campos).toHaveLength(2);
    expect(told.map(({ state }) => state)).toContain('no-connection');
  });

  it('keeps the ids of fields that stay, also after their deletion was undone', async () => {
    const draft = await open();
    const target = withFields(draft, 3);
    queue.set(target);
    await settled();
    const ids = stored.campos.map(({ id }) => id);
    queue.set({ ...target, campos: target.campos.slice(1) });
    await settled();
    queue.set({ ...target, campos: [...target.campos] });
    await settled();
    expect(stored.campos.slice(1).map(({ id }) => id)).toEqual(ids.slice(1));
    expect(stored.campos).toHaveLength(3);
  });

  it('says what was refused, and goes on once it is changed', async () => {
    const draft = await open();
    faults = ['refuse'];
    const target = withFields(draft, 1);
    queue.set(target);
    expect(await settled()).toEqual({
      state: 'refused',
      refusals: [{ spot: { at: 'campo', id: target.campos[0]?.id, name: 'tipo' }, mensagem: 'Não dá.' }],
    });
    queue.set(withFields(draft, 2));
    expect(await settled()).toEqual({ state: 'saved' });
  });

  it('stops where the document was sent from elsewhere', async () => {
    const draft = await open();
    faults = ['sent'];
    queue.set(withFields(draft, 1));
    expect(await settled()).toEqual({ state: 'closed', why: 'immutable' });
  });

  it('tells what has to wait because somebody lacks something', async () => {
    const draft = await open();
    const nobody = someone({ email: '', ordem: 2 });
    queue.set({ ...draft, parts: [...draft.parts, nobody], campos: [field(nobody.id), field(ana.id)] });
    expect(await settled()).toEqual({ state: 'withheld' });
    expect(stored.campos).toHaveLength(1);
  });

  it('sends nothing for what was loaded as it is', async () => {
    const draft = await open();
    queue.set({ ...draft });
    expect(await settled()).toEqual({ state: 'saved' });
    expect(requests).toEqual([]);
    expect(draftOf([], []).campos).toEqual([]);
  });
});
