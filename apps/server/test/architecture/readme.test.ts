import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** README.md and its twin say the same, of things that are there. What its commands do: test/processes/readme-calls.test.ts. */

const ROOT = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const [english, portuguese] = [read('README.md'), read('README.pt-BR.md')];

const blocksOf = (text: string) => text.match(/^```[\s\S]*?^```$/gm) ?? [];
/** What stands outside of code: headings' depths, pictures, and where links lead. */
const outside = (text: string) => text.replaceAll(/^```[\s\S]*?^```$/gm, '');
const headings = (text: string) => outside(text).match(/^#+(?= )/gm);
/** Beyond the line that leads to the other language. */
const links = (text: string) =>
  [...outside(text).matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to).filter((to) => !/^README/.test(to));

/** The cells of the figures, beyond the words of the first column. */
const figures = (text: string) =>
  [...(/^\|.*Rubrica(?:.*\n\|)+.*/m.exec(text)?.[0] ?? '').matchAll(/^\|[^|]*\|(.*)$/gm)]
    .slice(2)
    .map(([, cells = '']) => cells.replaceAll(/`[^`]*`/g, '').match(/\d+(?:[.,]\d+)?/g) ?? []);

describe('README.pt-BR.md', () => {
  it('has the code blocks of README.md', () => {
    expect(blocksOf(portuguese)).toEqual(blocksOf(english));
  });

  it('has its sections and pictures', () => {
    expect(headings(portuguese)).toEqual(headings(english));
    expect(headings(english)?.length).toBeGreaterThan(5);
  });

  it('leads where it leads', () => {
    expect(links(portuguese)).toEqual(links(english));
  });

  it('has its figures, written as they are written in Portuguese', () => {
    const asEnglish = figures(portuguese).map((cells) => cells.map((figure) => figure.replace(',', '.')));
    expect(asEnglish).toEqual(figures(english));
  });
});

describe('README.md', () => {
  it('leads to files that are there', () => {
    expect(links(english).filter((to) => !to.startsWith('http') && !existsSync(join(ROOT, to)))).toEqual([]);
  });

  it('begins with the command that starts the service and the one that tests it', () => {
    expect(blocksOf(english).slice(0, 2)).toEqual([
      '```sh\nnpm ci && npm start\n```',
      '```sh\nnpm ci && npm test\n```',
    ]);
  });

  it('has figures of the bench report', () => {
    const report = new Set(read('bench/report.md').match(/\d+(?:\.\d+)?/g));
    const named = figures(english).flat();
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((figure) => !report.has(figure))).toEqual([]);
  });
});
