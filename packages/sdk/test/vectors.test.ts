import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as sdk from '../src/index.ts';
import { Rubrica, type RubricaOptions, verificarWebhook } from '../src/index.ts';

/** What every client does, whatever its language: packages/contract/README.md tells the form. */

type Answer = { status: number; headers: Record<string, string>; body: string } | { failure: 'timeout' | 'disconnect' };
interface Told {
  readonly name: string;
}
interface Vectors {
  readonly signatures: readonly (Told & {
    body: string;
    headers: Record<string, string>;
    secret: string;
    now: number;
    result: 'accepted' | 'refused';
    eventoId?: string;
  })[];
  readonly roots: readonly (Told & { key: string; url: string; root: string | null })[];
  readonly errors: readonly (Told & { answer: Answer; error: Record<string, unknown> & { class: string } })[];
  readonly pages: readonly (Told & {
    call: string;
    arguments: unknown[];
    answers: Answer[];
    requests: string[];
    items: string[];
  })[];
  readonly retries: readonly (Told & {
    call: string;
    arguments: unknown[];
    options?: object;
    answers: Answer[];
    requests: number;
    waits: { min: number; max: number }[];
    idempotencyKey: string | null;
    outcome: { ok: true } | { error: string };
  })[];
  readonly methods: Record<string, string>;
}

const vectors = JSON.parse(readFileSync(new URL('../../contract/vectors.json', import.meta.url), 'utf8')) as Vectors;

/** Answers at once, so that only a wait that is meant to end without one takes any time. */
const TIMEOUT_MS = 20;

interface Seen {
  readonly method: string;
  readonly url: URL;
  readonly key: string | null;
}

/** A network that gives the answers in order. */
function network(answers: readonly Answer[]) {
  const seen: Seen[] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    seen.push({ method: init.method ?? 'GET', url: new URL(String(url)), key: headers.get('idempotency-key') });
    const answer = answers[seen.length - 1];
    if (answer === undefined) throw new Error('more requests than answers');
    if (!('failure' in answer)) {
      const { status } = answer;
      return new Response(status === 204 ? null : answer.body, { status, headers: answer.headers });
    }
    if (answer.failure === 'disconnect') throw new TypeError('fetch failed');
    return new Promise((_, fail) => {
      init.signal?.addEventListener('abort', () => fail(init.signal?.reason));
    });
  };
  return { fetch: fetch as typeof globalThis.fetch, seen };
}

function clientOn(answers: readonly Answer[], options: RubricaOptions = {}) {
  const { fetch, seen } = network(answers);
  const waits: number[] = [];
  const rubrica = new Rubrica('svc_test_a1b2c3d4.segredo', {
    url: 'https://rubrica.exemplo.com.br',
    fetch,
    timeout: TIMEOUT_MS,
    pause: async (ms) => void waits.push(ms / 1000),
    ...options,
  });
  return { rubrica, seen, waits };
}

type Method = (...given: unknown[]) => unknown;

/** The method at a place such as `documentos.signatarios.listar`. */
const methodOf = (rubrica: Rubrica, place: string): Method =>
  place.split('.').reduce((inner: unknown, name) => (inner as Record<string, unknown>)[name], rubrica) as Method;

const classOf = (name: string) => (sdk as unknown as Record<string, new () => Error>)[name] as new () => Error;

describe('a delivery', () => {
  test.each(vectors.signatures)('$result: $name', async ({ body, headers, secret, now, result, eventoId }) => {
    const verified = verificarWebhook(body, headers, secret, { now: () => now * 1000 });
    if (result === 'accepted') expect(await verified).toEqual({ ...JSON.parse(body), eventoId });
    else await expect(verified).rejects.toThrow(sdk.WebhookSignatureError);
  });
});

describe('the root', () => {
  test.each(vectors.roots)('$name', ({ key, url, root }) => {
    if (root === null) expect(() => new Rubrica(key, { url })).toThrow(sdk.RubricaError);
    else expect(new Rubrica(key, { url }).root).toBe(root);
  });
});

describe('a refusal', () => {
  test.each(vectors.errors)('$name', async ({ answer, error: { class: name, ...fields } }) => {
    const { rubrica } = clientOn([answer], { retries: 0 });
    const error = await rubrica.organizacao.obter().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(sdk.ApiError);
    expect((error as sdk.ApiError).name).toBe(name);
    expect(error).toBeInstanceOf(classOf(name));
    const { status, codigo = null, requestId = null, retryAfter = null, erros, problem } = error as sdk.ApiError;
    expect({ status, codigo, requestId, retryAfter, erros, detail: problem?.detail ?? null }).toEqual(fields);
  });
});

const asked = ({ method, url }: Seen, root: string) =>
  `${method} ${decodeURIComponent((url.origin + url.pathname + url.search).replace(root, '').replaceAll('+', '%20'))}`;

describe('a listing', () => {
  test.each(vectors.pages)('$name', async ({ call, arguments: given, answers, requests, items }) => {
    const { rubrica, seen } = clientOn(answers);
    const ids: string[] = [];
    for await (const { id } of methodOf(rubrica, call)(...given) as AsyncIterable<{ id: string }>) ids.push(id);
    expect(ids).toEqual(items);
    expect(seen.map((one) => asked(one, rubrica.root))).toEqual(requests.map((one) => decodeURIComponent(one)));
  });
});

describe('a call', () => {
  test.each(vectors.retries)('$name', async ({ call, arguments: given, options, answers, outcome, ...told }) => {
    const { rubrica, seen, waits } = clientOn(answers);
    const method = methodOf(rubrica, call);
    const result = await Promise.resolve(method(...given, ...(options ? [options] : []))).then(
      () => 'ok',
      (error: Error) => error.name,
    );
    expect(result).toBe('ok' in outcome ? 'ok' : outcome.error);
    expect(seen).toHaveLength(told.requests);
    expect(waits).toHaveLength(told.waits.length);
    for (const [i, { min, max }] of told.waits.entries()) {
      expect(waits[i]).toBeGreaterThanOrEqual(min);
      expect(waits[i]).toBeLessThanOrEqual(max);
    }
    const keys = new Set(seen.map(({ key }) => key));
    expect(keys.size).toBe(1);
    if (told.idempotencyKey === 'own') expect([...keys][0]).toMatch(/^[!-~]{16,255}$/);
    else expect([...keys][0]).toBe(told.idempotencyKey);
  });

  test('another call has another key', async () => {
    const documento = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
    const { rubrica, seen } = clientOn([documento, documento]);
    await rubrica.documentos.enviar('a');
    await rubrica.documentos.enviar('a');
    expect(new Set(seen.map(({ key }) => key)).size).toBe(2);
  });
});

test('every method is there', () => {
  const { rubrica } = clientOn([]);
  const missing = Object.keys(vectors.methods).filter((name) => typeof methodOf(rubrica, name) !== 'function');
  expect(missing).toEqual([]);
});
