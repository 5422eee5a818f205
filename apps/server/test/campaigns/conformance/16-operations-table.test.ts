import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, elsewhere, type Service, startService } from '../../harness.ts';

/** docs/operations.tsv names every operation that the running service has, and no other. */

const ROWS = readFileSync(new URL('../../../../../docs/operations.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^(GET|POST|PATCH|PUT|DELETE)\t/.test(line))
  .map((line) => {
    const [method = '', path = '', credential = '', scope, role, success, source, note = ''] = line.split('\t');
    return { method, path, credential, scope, role, success: Number(success), source, note };
  });

let service: Service;
// biome-ignore lint/suspicious/noExplicitAny: the whole document is looked at
let contract: any;
beforeAll(async () => {
  service = await startService({ OAUTH_ENABLED: 'on' });
  contract = (await call(`${service.origin}/v1/openapi.json`)).body;
});
afterAll(() => service?.stop());

const urlOf = ({ path, note }: (typeof ROWS)[number]) => {
  const filled = path.replace('{public_url}', '').replace(/\{\w+\}/g, () => randomUUID());
  if (path.startsWith('{public_url}') || note.startsWith('auth host')) return `${service.origin}${filled}`;
  return `${service.origin}/v1${note === 'sandbox only' ? '/sandbox' : ''}${filled}`;
};
const codeOf = ({ status, body }: Answer) => `${status} ${body?.codigo ?? ''}`.trim();

describe('the table of operations', () => {
  it('has what the served contract has', () => {
    const served = Object.entries(contract.paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, { 'x-escopo'?: string; 'x-papel'?: string; responses: object }>).map(
        ([method, one]) => {
          const success = Object.keys(one.responses).find((status) => status.startsWith('2'));
          return [method.toUpperCase(), path, one['x-escopo'] ?? '-', one['x-papel'] ?? '-', Number(success)];
        },
      ),
    );
    const listed = ROWS.map(({ method, path, scope, role, success }) => [
      method,
      path.replace('{public_url}/api/v1', ''),
      scope,
      role,
      success,
    ]);
    expect(listed.map(String).sort()).toEqual(served.map(String).sort());
  });

  it.each(ROWS.filter(({ credential }) => credential === 'api' || credential === 'session'))(
    '$method $path answers, and asks who calls',
    async (row) => {
      expect(codeOf(await call(urlOf(row), row.method, undefined, elsewhere()))).toBe('401 NAO_AUTENTICADO');
    },
  );

  it.each(ROWS.filter(({ credential }) => credential !== 'api' && credential !== 'session'))(
    '$method $path answers whoever calls',
    async (row) => {
      const answer = await call(urlOf(row), row.method, row.method === 'GET' ? undefined : {}, elsewhere());
      const known = row.path.includes('{token}') ? [400, 404] : [200, 400, 401];
      expect([row.path, known.includes(answer.status) || codeOf(answer)]).toEqual([row.path, true]);
    },
  );
});
