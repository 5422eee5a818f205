import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUNDLES, ensureBundle } from '../scripts/bundles.ts';

/** A build is known by what it was made of, so that none is taken for that of sources it does not have. */

const sourcesOf = async (name: (typeof BUNDLES)[number]): Promise<string[]> =>
  JSON.parse(readFileSync(join(await ensureBundle(name), 'sources.json'), 'utf8'));

describe.each(BUNDLES)('the build of %s', (name) => {
  it('is found by its sources: page, entry and what its sheets take in, no library', async () => {
    const sources = await sourcesOf(name);
    expect(sources).toContain(`apps/web/${name}/index.html`);
    expect(sources).toContain(`apps/web/${name}/main.tsx`);
    expect(sources).toContain('apps/web/kit/tokens.css');
    expect(sources.filter((file) => file.includes('node_modules'))).toEqual([]);
  });
});

it('a file that a page only names the address of is a source', async () => {
  expect(await sourcesOf('painel')).toContain('packages/pdf/samples/modelo-exemplo.pdf');
});
