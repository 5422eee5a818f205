import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { without } from '../../../../packages/pdf/test/judges/programs.ts';
import { createLocalFiles } from '../../src/adapters/files-local.ts';
import { createS3Files } from '../../src/adapters/files-s3.ts';
import { FileMissing, type FileStore, Unavailable } from '../../src/core/ports.ts';

const dir = mkdtempSync(join(tmpdir(), 'rubrica-files-'));
/** Another file system than the store's, where the machine has one. */
const otherFileSystem = existsSync('/dev/shm') && statSync('/dev/shm').dev !== statSync(dir).dev ? '/dev/shm' : null;

function source(bytes: Uint8Array | string, parent = dir): string {
  const path = join(parent, `source-${randomBytes(6).toString('hex')}`);
  writeFileSync(path, bytes);
  return path;
}

async function contents(store: FileStore, key: string): Promise<string> {
  const { stream, size } = await store.read(key);
  const bytes = await buffer(stream);
  expect(bytes.length).toBe(size);
  return bytes.toString('latin1');
}

async function keys(store: FileStore, prefix: string, ageMs = 0): Promise<string[]> {
  const found: string[] = [];
  for await (const key of store.list(prefix, ageMs)) found.push(key);
  return found.sort();
}

const s3 = {
  region: 'us-east-1',
  bucket: 'rubrica',
  prefix: 'uma/instalacao/',
  accessKeyId: 'chave',
  secretAccessKey: 'segredo',
};
/** A real store of several nodes, where it is asked for and installed (campaigns/cluster). */
const REAL = process.env.RUBRICA_CLUSTER && existsSync('/usr/bin/swift-proxy-server') ? ['Swift'] : [];
let stopS3: () => Promise<void>;
const stores: Record<string, FileStore> = {};

beforeAll(async () => {
  const server = await startFauxqs({ port: 0, logger: false });
  server.createBucket(s3.bucket);
  stopS3 = () => server.stop();
  stores.S3 = createS3Files({ ...s3, endpoint: `http://127.0.0.1:${server.port}` }, join(dir, 'lent'));
  stores.local = await createLocalFiles(join(dir, 'files'));
  if (REAL.length === 0) return;
  const { startSwift } = await import('../campaigns/cluster/swift.ts');
  const swift = await startSwift();
  stopS3 = () => Promise.all([server.stop(), swift.stop()]).then(() => {});
  const { id: accessKeyId, secret: secretAccessKey } = swift.access;
  const { endpoint, bucket } = swift;
  stores.Swift = createS3Files({ ...s3, endpoint, bucket, accessKeyId, secretAccessKey }, join(dir, 'lent-swift'));
});

afterAll(async () => {
  await stopS3();
  rmSync(dir, { recursive: true, force: true });
});

describe.each(['local', 'S3', ...REAL])('file store: %s', (name) => {
  const store = () => stores[name] as FileStore;

  it('takes over a file and gives it back whole', async () => {
    const bytes = randomBytes(3 * 1024 * 1024 + 17);
    const path = source(bytes);
    await store().put('org/2026/a.pdf', path);
    expect(existsSync(path)).toBe(false);
    const { stream, size } = await store().read('org/2026/a.pdf');
    expect(size).toBe(bytes.length);
    expect((await buffer(stream)).equals(bytes)).toBe(true);
  });

  it('takes the same key with the same bytes again, and an empty file', async () => {
    for (let i = 0; i < 2; i++) await store().put('same', source('bytes'));
    expect(await contents(store(), 'same')).toBe('bytes');
    await store().put('empty', source(''));
    expect(await contents(store(), 'empty')).toBe('');
  });

  it('takes many at once into a directory nobody has used, each whole', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `at-once/2026-11-22/${index}`);
    await Promise.all(names.map((key) => store().put(key, source(key))));
    expect(await Promise.all(names.map((key) => contents(store(), key)))).toEqual(names);
  });

  it('takes a file over in two steps, the second of them for many at once', async () => {
    const keys = ['two/a', 'two/b'];
    const placed = await Promise.all(keys.map((key) => store().place(key, source(key), Promise.resolve())));
    await Promise.all([...placed, ...placed].map(({ settle }) => settle()));
    expect(await Promise.all(keys.map((key) => contents(store(), key)))).toEqual(keys);
  });

  it('lends a file as a path and takes it back when its use fails', async () => {
    await store().put('lent/x', source('lent'));
    const [path, text] = await store().withLocal('lent/x', async (local) => [local, readFileSync(local, 'utf8')]);
    expect(text).toBe('lent');
    const failing = store().withLocal('lent/x', () => Promise.reject(new Error('no use')));
    await expect(failing).rejects.toThrow('no use');
    if (name === 'S3') expect([existsSync(path ?? ''), readdirSync(join(dir, 'lent'))]).toEqual([false, []]);
  });

  it('says which file is missing', async () => {
    await expect(store().read('none/at/all')).rejects.toBeInstanceOf(FileMissing);
    await expect(store().withLocal('none', async () => 1)).rejects.toBeInstanceOf(FileMissing);
    await store().put('folder/file', source('x'));
    await expect(store().read('folder')).rejects.toBeInstanceOf(FileMissing);
  });

  it('deletes, also what is not there', async () => {
    await store().put('gone', source('x'));
    await store().delete('gone');
    await store().delete('gone');
    await expect(store().read('gone')).rejects.toBeInstanceOf(FileMissing);
  });

  it('lists the keys under a prefix that are so old by the clock of the store', async () => {
    for (const key of ['l/a/1', 'l/a/2', 'l/b/1', 'lx/1']) await store().put(key, source(key));
    expect(await keys(store(), 'l/')).toEqual(['l/a/1', 'l/a/2', 'l/b/1']);
    expect(await keys(store(), 'l/a')).toEqual(['l/a/1', 'l/a/2']);
    expect(await keys(store(), 'l/', 60_000)).toEqual([]);
    expect(await keys(store(), 'nothing/')).toEqual([]);
  });

  it('is ready, and its probe is never listed', async () => {
    await store().ready();
    expect((await keys(store(), '')).filter((key) => key.includes('probe'))).toEqual([]);
  });

  it.each([
    '',
    '/',
    '../x',
    'a/../b',
    '/etc/passwd',
    'a//b',
    'a/',
    './a',
    '.hidden',
    'a/.probe',
    'a\\b',
    'a\0',
    'ã',
    'a b',
    'x'.repeat(1025),
  ])('refuses the key %j', async (key) => {
    const path = source('x');
    await expect(store().put(key, path)).rejects.toBeInstanceOf(RangeError);
    await expect(store().read(key)).rejects.toBeInstanceOf(RangeError);
    await expect(store().withLocal(key, async () => 1)).rejects.toBeInstanceOf(RangeError);
    await expect(store().delete(key)).rejects.toBeInstanceOf(RangeError);
    expect(existsSync(path)).toBe(true);
  });
});

describe('local files', () => {
  it('are not begun anew in another place while their own is gone, as when a volume is not mounted', async () => {
    const root = join(dir, 'volume');
    const store = await createLocalFiles(root);
    renameSync(root, `${root}.away`);
    await expect(store.put('gone/x', source('x'))).rejects.toThrow('ENOENT');
    expect(existsSync(root)).toBe(false);
    renameSync(`${root}.away`, root);
    await store.put('gone/x', source('x'));
    expect(await contents(store, 'gone/x')).toBe('x');
  });

  it('are readable by their owner only', async () => {
    await stores.local?.put('mode/x', source('x'));
    expect(statSync(join(dir, 'files', 'mode', 'x')).mode & 0o777).toBe(0o600);
    expect(statSync(join(dir, 'files', 'mode')).mode & 0o777).toBe(0o700);
  });

  it('keep nothing of one whose bytes do not reach the disk', async () => {
    const failed = Promise.reject(new Error('EIO'));
    await expect(stores.local?.place('broken/x', source('x'), failed)).rejects.toThrow('EIO');
    await expect(stores.local?.read('broken/x')).rejects.toBeInstanceOf(FileMissing);
  });

  it(
    'come from another file system too',
    otherFileSystem ? {} : without('/dev/shm is no other file system'),
    async () => {
      const path = source('moved', otherFileSystem ?? '');
      await stores.local?.put('moved/x', path);
      expect(existsSync(path)).toBe(false);
      expect(await contents(stores.local as FileStore, 'moved/x')).toBe('moved');
      expect(readdirSync(join(dir, 'files', '.incoming'))).toEqual([]);
    },
  );
});

describe('S3 files', () => {
  it('are unavailable when nobody answers, and the source stays', async () => {
    const nowhere = createS3Files({ ...s3, endpoint: 'http://127.0.0.1:1' }, join(dir, 'lent'));
    const path = source('x');
    await expect(nowhere.put('a', path)).rejects.toBeInstanceOf(Unavailable);
    expect(existsSync(path)).toBe(true);
    await expect(nowhere.ready()).rejects.toBeInstanceOf(Unavailable);
    nowhere.close();
  });

  it('are not ready without their bucket', async () => {
    const server = await startFauxqs({ port: 0, logger: false });
    const store = createS3Files({ ...s3, endpoint: `http://127.0.0.1:${server.port}` }, join(dir, 'lent'));
    await expect(store.ready()).rejects.toBeInstanceOf(Unavailable);
    store.close();
    await server.stop();
  });
});
