import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createSecrets, loadSecrets } from '../../src/adapters/master-key.ts';

const dir = mkdtempSync(join(tmpdir(), 'rubrica-key-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('master key', () => {
  it('is generated once, also by two starts at the same moment, and readable by its owner only', async () => {
    const dataDir = join(dir, 'fresh');
    const [a, b] = await Promise.all([loadSecrets(null, dataDir), loadSecrets(null, dataDir)]);
    const sealed = a.encrypt('segredo', 'x');
    expect(b.decrypt(sealed, 'x').toString()).toBe('segredo');
    expect((await loadSecrets(null, dataDir)).decrypt(sealed, 'x').toString()).toBe('segredo');
    expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
  });

  it('is refused when the file was cut', async () => {
    writeFileSync(join(dir, 'master.key'), 'YWJj\n');
    await expect(loadSecrets(null, dir)).rejects.toThrow(/32 bytes/);
  });

  it('derives one key for each purpose', () => {
    const derived = (byte: number, purpose: string) =>
      createSecrets(Buffer.alloc(32, byte)).derive(purpose).export().toString('hex');
    expect(derived(1, 'a')).toMatch(/^[0-9a-f]{64}$/);
    expect(derived(1, 'a')).toBe(derived(1, 'a'));
    expect(new Set([derived(1, 'a'), derived(1, 'b'), derived(2, 'a')]).size).toBe(3);
  });

  it('encrypts differently each time and notices every altered byte, context and key', () => {
    const secrets = createSecrets(Buffer.alloc(32, 1));
    const bytes = Buffer.from([0, 255, 10]);
    const sealed = secrets.encrypt(bytes, 'webhook:1');
    expect(secrets.encrypt(bytes, 'webhook:1')).not.toEqual(sealed);
    expect(secrets.decrypt(sealed, 'webhook:1')).toEqual(bytes);
    expect(secrets.decrypt(secrets.encrypt('', 'e'), 'e')).toHaveLength(0);
    expect(() => secrets.decrypt(sealed, 'webhook:2')).toThrow();
    expect(() => createSecrets(Buffer.alloc(32, 2)).decrypt(sealed, 'webhook:1')).toThrow();
    for (let i = 0; i < sealed.length; i++) {
      const altered = Buffer.from(sealed);
      altered[i] = (altered[i] ?? 0) ^ 1;
      expect(() => secrets.decrypt(altered, 'webhook:1')).toThrow();
      expect(() => secrets.decrypt(sealed.subarray(0, i), 'webhook:1')).toThrow();
    }
  });
});
