import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUNDLES, type BundleName, WEB } from '../scripts/bundles.ts';
import { TARGETS } from '../scripts/vite.ts';

/** Which browsers a page works in is said by what it is built for, and told in the same numbers wherever it is told. */

const read = (file: string) => readFileSync(join(WEB, file), 'utf8');

/** As `chrome109` is told to people. */
const NAMES = { chrome: 'Chrome', firefox: 'Firefox', safari: 'Safari' } as const;
const told = (name: BundleName): string[] =>
  TARGETS[name].map((target) => target.replace(/^[a-z]+/, (browser) => `${NAMES[browser as keyof typeof NAMES]} `));

describe.each(BUNDLES)('the page of %s', (name) => {
  it('tells those that are too old which are not, in three languages', () => {
    const sentences =
      /<div id="too-old">\n([\s\S]*?)<\/div>/
        .exec(read(`${name}/index.html`))?.[1]
        ?.trim()
        .split('\n') ?? [];
    expect(sentences).toHaveLength(3);
    for (const sentence of sentences) for (const browser of told(name)) expect(sentence).toContain(browser);
  });

  it('has its words for them hidden by the sheet that it begins with', () => {
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
