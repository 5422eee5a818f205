import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What SECURITY.md promises and docs/security.md tells is shown by tests, and they are there. */

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const CAMPAIGNS = 'apps/server/test/campaigns';

describe('SECURITY.md', () => {
  const promises = read('SECURITY.md')
    .split(/^- /m)
    .slice(1)
    .map((text) => text.replace(/\s+/g, ' '));

  it('promises something, each sentence with its test', () => {
    expect(promises.length).toBeGreaterThan(10);
    for (const promise of promises) expect(promise).toMatch(/\.test\.ts\)/);
  });

  it('names tests that exist', () => {
    const named = promises.flatMap((promise) => [...promise.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path));
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

describe('docs/security.md', () => {
  const text = read('docs/security.md');

  it('names tests that exist, in every row about an attempt', () => {
    const rows = text
      .split('\n')
      .filter((line) => /^\| (?!tries|asset|what \||-)/.test(line) && line.split('|').length === 5);
    const attempts = rows.filter((line) => line.includes('.test.ts'));
    expect(attempts.length).toBeGreaterThan(20);
    const named = [...text.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, path = '']) =>
      /^(doors|evidence)\//.test(path) ? join(CAMPAIGNS, path) : path,
    );
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('speaks of every actor', () => {
    for (const actor of ['A stranger', 'A signer', 'A sender', 'A member', 'A tenant', 'The operator', 'The host']) {
      expect(text).toContain(`**${actor}**`);
    }
  });
});
