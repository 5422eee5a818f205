import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUNDLES, type BundleName, WEB } from '../scripts/bundles.ts';
import { OLDEST, sentencesFor, toldOf } from '../scripts/too-old.ts';
import { TARGETS } from '../scripts/vite.ts';

/** Which browsers a page works in is said by what it is built for, and told in the same numbers wherever it is told. */

const read = (file: string) => readFileSync(join(WEB, file), 'utf8');

const told = (name: BundleName): string[] => toldOf(TARGETS[name]);

describe.each(BUNDLES)('the page of %s', (name) => {
  it('tells those that are too old which are not, in three languages', () => {
    const sentences = sentencesFor(TARGETS[name]).match(/(?<=<p.*>).*(?=<\/p>)/g) ?? [];
    expect(sentences).toHaveLength(6);
    for (const sentence of sentences.slice(0, 3)) for (const browser of told(name)) expect(sentence).toContain(browser);
  });

  it('has the sheet of those words with it', () => {
    expect(read(`${name}/main.tsx`)).toContain("import '../kit/too-old.css';");
  });
});

it.each([
  '../../docs/guides/ir-para-producao.md',
  '../../packages/embed/README.md',
  '../../packages/embed/README.en.md',
])('%s tells of those in which people sign', (file) => {
  for (const browser of told('assinatura')) expect(read(file)).toContain(browser);
});

it('what shows those words is in a syntax that every browser reads', () => {
  const source = readFileSync(OLDEST, 'utf8').replace(/\/\/.*/g, '');
  expect(source).not.toMatch(/=>|`|\b(let|const|class|async|import|export)\b|\?\.|\?\?|\.\.\./);
});
