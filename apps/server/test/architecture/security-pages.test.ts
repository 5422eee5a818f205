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

  const named = [...text.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, path = '']) =>
    /^(accounts|doors|evidence)\//.test(path) ? join(CAMPAIGNS, path) : path,
  );

  it('names a test in every row about an attempt', () => {
    const [, attempts = ''] = text.split('## Who might, and what holds them off');
    const rows = attempts.split('\n').filter((line) => /^\| (?!tries \||what \|)/.test(line));
    expect(rows.length).toBeGreaterThan(25);
    expect(rows.filter((line) => !/`[^`]+\.test\.ts` \|$/.test(line))).toEqual([]);
  });

  it('names tests that exist', () => {
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('speaks of every actor', () => {
    for (const actor of ['A stranger', 'A signer', 'A sender', 'A member', 'A tenant', 'The operator', 'The host']) {
      expect(text).toContain(`**${actor}**`);
    }
  });
});
