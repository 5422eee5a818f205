import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lacking } from '../../../pdf/test/judges/programs.ts';
import { fingerprintOf, makePair, ownSeal } from '../pair.ts';
import { DELEGATIONS } from './delegations.ts';
import { bothProved, passed } from './kinds.ts';

/** What the verifier that shares no code says of signatures that were passed on: the same. */

const INDEPENDENT = resolve(import.meta.dirname, '../../independent/verify.py');
const folder = mkdtempSync(join(tmpdir(), 'rubrica-second-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function verdict({ signed, certificate }: { signed: Uint8Array; certificate: Uint8Array }) {
  const files = [join(folder, 'one.assinado.pdf'), join(folder, 'one.certificado.pdf')] as const;
  writeFileSync(files[0], signed);
  writeFileSync(files[1], certificate);
  const pinned = ['--selo', fingerprintOf(await ownSeal())];
  const { stdout, stderr } = spawnSync('python3', [INDEPENDENT, ...pinned, ...files], { encoding: 'utf8' });
  return [stderr, stdout.trimEnd().split('\n').at(-1)];
}

describe('the independent verifier', lacking('python3', 'openssl'), () => {
  it('accepts what was passed on by who had proved all that was asked', async () => {
    for (const story of [passed, bothProved]) {
      expect(await verdict(await makePair({ story }))).toEqual(['', 'CONFERE']);
    }
  });

  it.each(DELEGATIONS.map(({ name, forge }) => [name, forge] as const))('finds out: %s', async (_, forge) => {
    expect(await verdict(await forge())).toEqual(['', 'NAO_CONFERE']);
  });
});
