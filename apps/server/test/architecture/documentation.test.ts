import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** docs has one index, each page its reader's language, links lead somewhere, and commands are those there are. */

const ROOT = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).sort();
const GUIDES = 'docs/guides/';

/** Where the links of a page lead within the repository, from the root. */
const linksOf = (page: string) =>
  [...read(page).matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
    .map(([, to = '']) => to)
    .filter((to) => !/^(\w+:|\/|\{)/.test(to))
    .map((to) => join(dirname(page), to));

describe('docs/README.md', () => {
  it('lists every page but the decisions, which have an index of their own', () => {
    const listed = linksOf('docs/README.md');
    const own = pages.filter((page) => page.startsWith('docs/') && !/^docs\/(adr\/0|README)/.test(page));
    expect(own.filter((page) => !listed.includes(page))).toEqual([]);
  });
});

describe('a page', () => {
  it('leads to files that are there', () => {
    const lost = pages.flatMap((page) =>
      linksOf(page)
        .filter((to) => !existsSync(join(ROOT, to)))
        .map((to) => `${page} -> ${to}`),
    );
    expect(lost).toEqual([]);
  });

  it('that says how to work here names files that are there', () => {
    const named = ['CONTRIBUTING.md', 'ARCHITECTURE.md'].flatMap(
      (page) => read(page).match(/(?<=`)(?:acceptance|apps|bench|docs|packages|scripts)\/[\w./-]+(?=`)/g) ?? [],
    );
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('is in Portuguese for who integrates, and in English for who builds, runs or examines', () => {
    const count = (text: string, words: RegExp) => text.match(words)?.length ?? 0;
    const portuguese = pages.filter((page) => {
      const text = read(page);
      return count(text, /\b(que|uma|com|para|os|não)\b/gi) > count(text, /\b(the|and|of|is|which)\b/gi);
    });
    expect(portuguese).toEqual(pages.filter((page) => page.startsWith(GUIDES) || page === 'README.pt-BR.md'));
  });
});

describe('the commands', () => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts).filter((name) => name !== 'postinstall');
  const named = (text: string) =>
    [...text.matchAll(/npm (?:run )?((?<=run )[\w:]+|start|test)/g)].map(([, name = '']) => name);

  it('stand in the table of CONTRIBUTING.md, each of them', () => {
    const rows = read('CONTRIBUTING.md').match(/^\| `npm [^|]*\|/gm) ?? [];
    expect([...new Set(rows.flatMap(named))].sort()).toEqual(scripts.sort());
  });

  it('are named by pages as package.json has them', () => {
    const past = new Set(['CHANGELOG.md']);
    const unknown = pages
      .filter((page) => !past.has(page))
      .flatMap((page) =>
        named(read(page))
          .filter((name) => !scripts.includes(name))
          .map((name) => `${page}: ${name}`),
      );
    expect(unknown).toEqual([]);
  });
});
