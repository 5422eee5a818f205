import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  buildOpenApi,
  DEFAULT_OPENAPI_OPTIONS,
  errorsOf,
  operationIds,
  operationOf,
  renderOpenApi,
  splitErrorKey,
  WEBHOOK_EVENTS,
} from '../src/index.ts';
import { inputNames } from '../src/openapi/schema.ts';

interface OperationObject {
  operationId: string;
  description?: string;
  security: unknown[];
  servers?: { url: string }[];
  parameters?: { $ref?: string; name?: string; in?: string }[];
  responses: Record<string, { $ref?: string; headers?: object }>;
}

interface Document {
  paths: Record<string, Record<string, OperationObject>>;
  webhooks: Record<string, unknown>;
  components: { schemas: Record<string, object> };
}

const folder = fileURLToPath(new URL('..', import.meta.url));
const document = buildOpenApi(DEFAULT_OPENAPI_OPTIONS) as unknown as Document;
const objectOf = (id: (typeof operationIds)[number]) => {
  const { method, path } = operationOf(id);
  return document.paths[path]?.[method.toLowerCase()] as OperationObject & Record<string, unknown>;
};

const refsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [inner as string] : refsIn(inner)));
};

const resolve = (pointer: string) =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);

describe('openapi.json', () => {
  test('is what the contract gives', () => {
    expect(readFileSync(`${folder}openapi.json`, 'utf8') === renderOpenApi(buildOpenApi(DEFAULT_OPENAPI_OPTIONS))).toBe(
      true,
    );
  });

  test('plans nothing: every operation answers', () => {
    expect(JSON.stringify(document)).not.toMatch(/x-situacao|planejad/);
  });

  test('has no dangling reference', () => {
    expect(refsIn(document).filter((pointer) => resolve(pointer) === undefined)).toEqual([]);
  });

  test('closes what it receives and leaves open what it sends', () => {
    const { schemas } = document.components;
    expect(schemas.DocumentoEntrada).toHaveProperty('additionalProperties', false);
    expect(schemas.Documento).not.toHaveProperty('additionalProperties');
    expect(JSON.stringify(schemas.ConteudoCertificado)).not.toContain('additionalProperties');
  });

  /**
   * Counts the enumerations of several values inside a value: those that are closed, and those that also accept any
   * text.
   */
  const listsIn = (value: unknown, anyText = false): { closed: number; open: number } => {
    const sum = (parts: { closed: number; open: number }[]) =>
      parts.reduce((all, { closed, open }) => ({ closed: all.closed + closed, open: all.open + open }), {
        closed: 0,
        open: 0,
      });
    if (Array.isArray(value)) return sum(value.map((inner) => listsIn(inner)));
    if (typeof value !== 'object' || value === null) return { closed: 0, open: 0 };
    const { $ref, enum: list, anyOf, example: _, examples: __, ...rest } = value as Record<string, unknown>;
    const named = typeof $ref === 'string' ? (resolve($ref) as { enum?: unknown[] }).enum : undefined;
    const several = (((list ?? named) as unknown[] | undefined)?.length ?? 0) > 1;
    const own = several ? { closed: anyText ? 0 : 1, open: anyText ? 1 : 0 } : { closed: 0, open: 0 };
    const choices = (anyOf ?? []) as Record<string, unknown>[];
    const text = choices.some((choice) => JSON.stringify(choice) === '{"type":"string"}');
    return sum([own, ...choices.map((choice) => listsIn(choice, text)), listsIn(Object.values(rest))]);
  };

  test('lists the values that a request takes; an answer may hold others', () => {
    const { schemas } = document.components;
    const inputs = inputNames();
    const objects = Object.entries(schemas).filter(([, schema]) => !('enum' in schema));
    const received = listsIn(objects.filter(([name]) => inputs.has(name)).map(([, schema]) => schema));
    const sent = listsIn(objects.filter(([name]) => !inputs.has(name)).map(([, schema]) => schema));
    expect(received.open).toBe(0);
    expect(received.closed).toBeGreaterThan(20);
    expect(sent.closed).toBe(0);
    expect(sent.open).toBeGreaterThan(70);
    expect(
      listsIn(Object.values(document.paths).flatMap((path) => Object.values(path).map((one) => one.parameters))),
    ).toMatchObject({ open: 0 });
  });

  test('names the nine events', () => {
    expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENTS]);
  });

  test.each(operationIds)('%s is there with its answers', (id) => {
    const operation = operationOf(id);
    const object = objectOf(id);
    expect(object.operationId).toBe(id);
    const errors = errorsOf(operation).map((key) => String(splitErrorKey(key).status));
    const oauth = operation.credential === 'client' ? ['400', '401'] : [];
    const page = operation.answer.kind === 'html' ? ['303'] : [];
    const unchanged = operation.answer.kind === 'png' ? ['304'] : [];
    expect(new Set(Object.keys(object.responses))).toEqual(
      new Set([String(operation.success), ...errors, ...oauth, ...page, ...unchanged]),
    );
    expect(object['x-escopo']).toBe(operation.scope);
    expect(object['x-papel']).toBe(operation.role);
  });

  test('Idempotency-Key goes with every POST of an authenticated caller and what anybody creates, and only there', () => {
    const anybodys = ['cadastrar', 'enviarContato'];
    for (const id of operationIds) {
      const { credential, method } = operationOf(id);
      const authenticated = method === 'POST' && (credential === 'api' || credential === 'session');
      const expected = authenticated || anybodys.includes(id);
      const found =
        objectOf(id).parameters?.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey') ?? false;
      expect([id, found]).toEqual([id, expected]);
    }
  });

  test('the sandbox-only and public operations have servers of their own', () => {
    expect(objectOf('listarCaixa').servers).toEqual([
      { url: 'http://localhost:3000/v1/sandbox', description: 'Sandbox' },
    ]);
    expect(objectOf('consultarValidacao').servers?.[0]?.url).toBe('http://localhost:3000/api/v1');
  });

  test('lints', async () => {
    const cli = fileURLToPath(import.meta.resolve('@redocly/cli/package.json')).replace('package.json', 'bin/cli.js');
    const args = [cli, 'lint', '--extends=recommended', '--format=json', '--config=redocly.yaml', 'openapi.json'];
    const options = { cwd: folder, env: { ...process.env, REDOCLY_TELEMETRY: 'off' } };
    const { stdout } = await promisify(execFile)(process.execPath, args, options);
    expect(JSON.parse(stdout).totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
  });
});
