import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Service, startService } from '../browser/world.ts';

/** An institution renews its seal: what the earlier one sealed can still be compared with it. */

interface Published {
  readonly impressaoDigital: string;
  readonly pem: string;
  readonly anteriores: readonly { readonly impressaoDigital: string; readonly pem: string }[];
}

const published = async ({ origin }: Service) =>
  (await (await fetch(`${origin}/.well-known/rubrica/selo.json`)).json()) as Published;

it('a renewed seal is published beside the ones of before', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'rubrica-selos-'));
  try {
    const first = await startService({ DATA_DIR });
    const before = await published(first);
    await first.stop();
    expect(before.anteriores).toEqual([]);
    // Without its key file the service makes another seal.
    await rm(join(DATA_DIR, 'seal.p12'));
    const second = await startService({ DATA_DIR });
    const after = await published(second);
    const page = await (await fetch(`${second.origin}/docs/selo`)).text();
    await second.stop();
    expect(after.impressaoDigital).not.toBe(before.impressaoDigital);
    expect(after.anteriores).toMatchObject([{ impressaoDigital: before.impressaoDigital, pem: before.pem }]);
    expect(page).toContain(before.impressaoDigital);
  } finally {
    await rm(DATA_DIR, { recursive: true, force: true });
  }
});
