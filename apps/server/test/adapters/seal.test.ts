import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSelfSignedSeal } from '@rubrica/pdf';
import { afterAll, describe, expect, it } from 'vitest';
import { lacking } from '../../../../packages/pdf/test/judges/programs.ts';
import { createSecrets } from '../../src/adapters/master-key.ts';
import { openSeal, openTestSeal, SealError } from '../../src/adapters/seal.ts';

const dir = mkdtempSync(join(tmpdir(), 'rubrica-seal-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const secrets = createSecrets(Buffer.alloc(32, 1));
const now = new Date('2026-11-21T12:00:00Z');
const host = 'rubrica.exemplo.br';
const DAY_MS = 86_400_000;

async function given(name: string, years: number, password = 'senha'): Promise<{ path: string; password: string }> {
  const path = join(dir, name);
  const input = { organization: 'Cartório', commonName: 'Selo', notBefore: now, years, password };
  writeFileSync(path, await createSelfSignedSeal(input));
  return { path, password };
}

describe('seal', () => {
  it('is generated at the first start, kept, and readable by its owner only', async () => {
    const dataDir = join(dir, 'fresh');
    const [first, same] = await Promise.all([1, 2].map(() => openSeal({ given: null, dataDir, secrets, host }, now)));
    const later = await openSeal({ given: null, dataDir, secrets, host }, new Date(now.getTime() + DAY_MS));
    expect(first?.generated).toBe(true);
    expect([same?.certificate.serial, later.certificate.serial]).toEqual([
      first?.certificate.serial,
      first?.certificate.serial,
    ]);
    expect(statSync(join(dataDir, 'seal.p12')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, 'seal.p12')).includes(first?.file.password ?? '')).toBe(false);
  });

  it('that is generated is on P-256, and named after the host and by chance', async () => {
    const certificate = async (name: string) =>
      (await openSeal({ given: null, dataDir: join(dir, name), secrets, host }, now)).certificate;
    const [one, two] = [await certificate('one'), await certificate('two')];
    expect(one.algorithm).toBe('EC prime256v1');
    expect(one.subject).toMatch(/^C=BR, O=rubrica\.exemplo\.br, CN=rubrica\.exemplo\.br [0-9a-f]{8}$/);
    expect(two.subject).not.toBe(one.subject);
    const long = await openSeal(
      { given: null, dataDir: join(dir, 'long'), secrets, host: `${'a'.repeat(80)}.br` },
      now,
    );
    expect(long.certificate.subject).toMatch(/CN=a{55} [0-9a-f]{8}$/);
  });

  it('that an earlier version generated, on RSA, goes on being used', lacking('openssl'), async () => {
    const dataDir = join(dir, 'rsa');
    mkdirSync(dataDir);
    const password = secrets.derive('seal.p12').export().toString('base64url');
    const openssl = (line: string) => {
      const done = spawnSync('openssl', line.split(' '), { cwd: dataDir, encoding: 'utf8' });
      if (done.status !== 0) throw new Error(done.stderr);
    };
    openssl('req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -subj /CN=antigo -days 3650');
    openssl(`pkcs12 -export -inkey key.pem -in cert.pem -out seal.p12 -passout pass:${password}`);
    const seal = await openSeal({ given: null, dataDir, secrets, host }, new Date(Date.now() + 60_000));
    expect(seal).toMatchObject({ generated: true, certificate: { subject: 'CN=antigo', algorithm: 'RSA 2048' } });
  });

  it('of test documents is made once, says so in its name, and is kept encrypted', async () => {
    let kept: Uint8Array | null = null;
    const place = {
      find: async () => kept,
      keepFirst: async (sealed: Uint8Array) => {
        kept ??= sealed;
        return kept;
      },
    };
    const naming = { secrets, host };
    const [first, same] = await Promise.all([1, 2].map(() => openTestSeal(place, naming, now)));
    const later = await openTestSeal(place, naming, new Date(now.getTime() + DAY_MS));
    expect(first?.certificate.subject).toMatch(/CN=rubrica\.exemplo\.br [0-9a-f]{8} - AMBIENTE DE TESTE$/);
    expect(first?.certificate.algorithm).toBe('EC prime256v1');
    expect(first?.certificate.notAfter.getUTCFullYear()).toBe(2076);
    expect(new Set([first, same, later].map((seal) => seal?.certificate.fingerprint)).size).toBe(1);
    const bytes = Buffer.from(kept ?? '');
    expect(bytes.includes('AMBIENTE DE TESTE')).toBe(false);
    const other = createSecrets(Buffer.alloc(32, 2));
    await expect(openTestSeal(place, { secrets: other, host }, now)).rejects.toThrow();
  });

  it('tells that a generated seal belongs to another master key', async () => {
    const dataDir = join(dir, 'foreign');
    await openSeal({ given: null, dataDir, secrets, host }, now);
    const other = createSecrets(Buffer.alloc(32, 2));
    await expect(openSeal({ given: null, dataDir, secrets: other, host }, now)).rejects.toThrow(/outra chave mestra/);
  });

  it('is the given one, and warns in its last 30 days', async () => {
    const seal = await openSeal({ given: await given('a.p12', 1), dataDir: dir, secrets, host }, now);
    const end = seal.certificate.notAfter.getTime();
    expect(seal).toMatchObject({ generated: false, certificate: { subject: expect.stringContaining('Cartório') } });
    expect(seal.warning(now)).toBeNull();
    expect(seal.warning(new Date(end - 30 * DAY_MS))).toBeNull();
    expect(seal.warning(new Date(end - 29.5 * DAY_MS))).toMatch(/vence em .* daqui a 29 dias/);
    expect(seal.warning(new Date(end + DAY_MS))).toMatch(/venceu/);
    expect(() => seal.check(new Date(end + 1000))).toThrow(SealError);
  });

  it('refuses to start with one that cannot seal, and says why', async () => {
    const key = await given('b.p12', 1);
    const open = (source: { path: string; password: string }, at = now) =>
      openSeal({ given: source, dataDir: dir, secrets, host }, at);
    await expect(open(key, new Date(now.getTime() + 400 * DAY_MS))).rejects.toThrow(/SEAL_P12_PATH.*venceu/);
    await expect(open(key, new Date(now.getTime() - DAY_MS))).rejects.toThrow(/ainda não é válido/);
    await expect(open({ ...key, password: 'outra' })).rejects.toThrow(/SEAL_P12_PASSWORD não o abre/);
    await expect(open({ ...key, path: join(dir, 'none') })).rejects.toThrow(/ENOENT/);
    writeFileSync(join(dir, 'c.p12'), 'not a key');
    await expect(open({ ...key, path: join(dir, 'c.p12') })).rejects.toThrow(/PKCS#12/);
  });

  it('refuses to start with a certificate without its key', lacking('openssl'), async () => {
    const key = await given('d.p12', 1);
    const openssl = (...args: string[]) => {
      const done = spawnSync('openssl', args, { cwd: dir, encoding: 'utf8' });
      if (done.status !== 0) throw new Error(done.stderr);
    };
    openssl('pkcs12', '-in', 'd.p12', '-nokeys', '-passin', 'pass:senha', '-out', 'd.pem');
    openssl('pkcs12', '-export', '-nokeys', '-in', 'd.pem', '-out', 'e.p12', '-passout', 'pass:senha');
    const opened = openSeal({ given: { ...key, path: join(dir, 'e.p12') }, dataDir: dir, secrets, host }, now);
    await expect(opened).rejects.toThrow(/SEAL_P12_PATH.*chave/);
  });
});
