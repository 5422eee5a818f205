import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Entry, putList, writeEntries } from '../../src/backup/entries.ts';
import { openKeys, placeKeys, sealKeys } from '../../src/backup/keys.ts';
import { type Manifest, putManifest, setIds } from '../../src/backup/manifest.ts';
import { leaveMark } from '../../src/backup/marks.ts';
import { putAt, putBytes, storedHashes } from '../../src/backup/objects.ts';
import { keptBy, prune, readRule } from '../../src/backup/prune.ts';
import { restoreBackup } from '../../src/backup/restore.ts';
import { openOwnFiles, openTarget, type Target } from '../../src/backup/target.ts';
import { verifySets } from '../../src/backup/verify.ts';
import { readConfig } from '../../src/config/index.ts';
import { sha256Hex } from '../../src/core/chain.ts';

/** Sets in a target, without a service: what is deleted, what is found out, and what a hostile target cannot do. */

const folder = await mkdtemp(join(tmpdir(), 'rubrica-conjuntos-'));
const s3 = await startFauxqs({ port: 0, logger: false });
s3.createBucket('copias');
const config = readConfig({ DATA_DIR: join(folder, 'dados') });

beforeAll(() => mkdir(join(folder, 'lent')));
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

let targets = 0;
/** An empty target of a kind. */
function newTarget(kind: string): Promise<Target> {
  targets += 1;
  const place =
    kind === 'a folder'
      ? join(folder, `alvo-${targets}`)
      : `s3://chave:segredo@127.0.0.1:${s3.port}/copias/alvo-${targets}?tls=off`;
  return openTarget(place, config, join(folder, 'lent'));
}

let lists = 0;
async function storeList(target: Target, entries: readonly Entry[]): Promise<readonly string[]> {
  lists += 1;
  const path = join(folder, `lista-${lists}`);
  await writeEntries(path, entries);
  return putList(target, path);
}

/** Stores contents, as files of these names or as the database's. */
async function entriesOf(target: Target, files: Record<string, string>): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const [path, text] of Object.entries(files)) {
    entries.push({ path, size: text.length, parts: [await putBytes(target, Buffer.from(text))] });
  }
  return entries.sort((a, b) => ((a.parts[0] ?? '') < (b.parts[0] ?? '') ? -1 : 1));
}

/** A whole set. @param day of November 2026 */
async function makeSet(
  target: Target,
  day: number,
  files: Record<string, string>,
  more: Partial<Manifest> = {},
): Promise<string> {
  const id = `202611${String(day).padStart(2, '0')}T120000Z-${randomBytes(3).toString('hex')}`;
  const takenAt = `2026-11-${String(day).padStart(2, '0')}T12:00:00.000Z`;
  const entries = await entriesOf(target, files);
  const bytes = entries.reduce((sum, { size }) => sum + size, 0);
  await putManifest(target, {
    ...{ format: 1, id, takenAt, finishedAt: takenAt, version: '0.1.0', schema: '0001_x.sql' },
    database: {
      ...{ kind: 'cluster', major: 18, bytes: 2 },
      list: await storeList(target, await entriesOf(target, { PG_VERSION: '18' })),
    },
    files: { count: entries.length, bytes, list: await storeList(target, entries), gone: [], missing: [] },
    documents: 0,
    trails: { count: 0, sha256: sha256Hex(Buffer.from('')) },
    erasures: [],
    keys: null,
    ...more,
  });
  return id;
}

const objectOf = (text: string) => {
  const sha256 = sha256Hex(Buffer.from(text));
  return `objects/${sha256.slice(0, 2)}/${sha256}`;
};

const problemsOf = async (target: Target) =>
  (await verifySets(target, config, await setIds(target))).map(({ problems }) => problems);

async function count(target: Target): Promise<number> {
  let found = 0;
  for await (const _ of storedHashes(target)) found += 1;
  return found;
}

const WEEK = { d: 7, s: 0, m: 0, a: 0 };
const ONE = { d: 1, s: 0, m: 0, a: 0 };

describe.each(['a folder', 'S3'])('sets in %s', (kind) => {
  it('are whole, and a content that many name is there once', async () => {
    const target = await newTarget(kind);
    await makeSet(target, 1, { a: 'um', b: 'um', c: 'dois' });
    const before = await count(target);
    await makeSet(target, 2, { a: 'um', c: 'dois' });
    expect(await problemsOf(target)).toEqual([[], []]);
    // A list of its own, as its names are others.
    expect(await count(target)).toBe(before + 1);
    target.close();
  });

  it('with a content changed, gone or cut short are told, with the files that are hit', async () => {
    const target = await newTarget(kind);
    await makeSet(target, 1, { 'org/a.pdf': 'um', 'org/b.pdf': 'dois', 'org/c.pdf': 'três', d: 'inteiro' });
    await target.store.delete(objectOf('um'));
    await putAt(target, objectOf('dois'), Buffer.from('do'));
    await putAt(target, objectOf('três'), Buffer.from('outro'));
    const [problems = []] = await problemsOf(target);
    expect(problems.toSorted()).toEqual([
      expect.stringMatching(/^arquivo org\/a\.pdf: .*não está no alvo$/),
      expect.stringMatching(/^arquivo org\/b\.pdf: .*não tem o conteúdo/),
      expect.stringMatching(/^arquivo org\/c\.pdf: .*não tem o conteúdo/),
    ]);
    target.close();
  });

  it('lose what a rule does not keep, and then what none of the others names', async () => {
    const target = await newTarget(kind);
    await makeSet(target, 1, { a: 'só do primeiro', b: 'dos dois' });
    const second = await makeSet(target, 2, { b: 'dos dois' });
    const pruned = await prune(target, ONE, 'p', 0);
    expect([pruned.sets.length, pruned.kept, await setIds(target)]).toEqual([1, 1, [second]]);
    // The content that was the first one's alone, and its list.
    expect(pruned.objects).toBe(2);
    expect(await problemsOf(target)).toEqual([[]]);
    target.close();
  });

  it('lose nothing that was written lately, named or not', async () => {
    const target = await newTarget(kind);
    await makeSet(target, 1, { a: 'um' });
    await putBytes(target, Buffer.from('de uma cópia que morreu'));
    const before = await count(target);
    expect((await prune(target, WEEK, 'p')).objects).toBe(0);
    expect(await count(target)).toBe(before);
    expect((await prune(target, WEEK, 'p', 0)).objects).toBe(1);
    target.close();
  });

  it('lose nothing while a backup is under way, or after one manifest cannot be read', async () => {
    const target = await newTarget(kind);
    await makeSet(target, 1, { a: 'um' });
    await makeSet(target, 2, { b: 'dois' });
    const before = await count(target);
    const mark = await leaveMark(target, 'backup', 'x');
    await expect(prune(target, ONE, 'p', 0)).rejects.toThrow('Um backup está em curso');
    await mark.remove();
    await putAt(target, 'sets/20261103T120000Z-abcdef.json', Buffer.from('{"format": 2}'));
    await expect(prune(target, ONE, 'p', 0)).rejects.toThrow('não é legível por esta versão');
    await target.store.delete('sets/20261103T120000Z-abcdef.json');
    await target.store.delete(objectOf('dois'));
    // What is missing is told by --verificar; it names what it names all the same.
    expect((await prune(target, WEEK, 'p', 0)).objects).toBe(0);
    expect([(await setIds(target)).length, await count(target)]).toEqual([2, before - 1]);
    target.close();
  });

  it.each([
    ['files', '../../fora', 'not a file key'],
    ['files', '/etc/passwd', 'not a file key'],
    ['database', '../fora', 'um caminho que não é de um banco'],
    ['database', '/tmp/fora', 'um caminho que não é de um banco'],
    ['database', 'base/../../fora', 'um caminho que não é de um banco'],
  ] as const)('whose %s name %s write nothing there', async (part, path, said) => {
    const target = await newTarget(kind);
    const bad = [{ path, size: 2, parts: [await putBytes(target, Buffer.from('18'))] }];
    const list = await storeList(target, bad);
    const database = { kind: 'cluster' as const, major: 18, bytes: 2, list };
    const files = { count: 1, bytes: 2, list, gone: [], missing: [] };
    await makeSet(target, 1, {}, part === 'files' ? { files } : { database });
    const [problems] = await problemsOf(target);
    expect(problems).toEqual([]);
    const own = await openInstallation();
    await expect(restore(target, own)).rejects.toThrow(said);
    expect(existsSync(join(own.config.dataDir, '..', 'fora'))).toBe(false);
    expect(await readdir(own.config.dataDir)).toEqual(expect.not.arrayContaining(['pg']));
    target.close();
  });

  it('with a content of another hash are not restored, nor of a newer version', async () => {
    const target = await newTarget(kind);
    await makeSet(target, 1, { 'org/a.pdf': 'um' });
    await putAt(target, objectOf('um'), Buffer.from('trocado'));
    await expect(restore(target, await openInstallation())).rejects.toThrow('não tem o conteúdo que o nome diz');
    await makeSet(target, 2, {}, { schema: '9999_future.sql' });
    await expect(restore(target, await openInstallation())).rejects.toThrow('é mais novo que o desta');
    target.close();
  });
});

let installations = 0;
async function openInstallation() {
  installations += 1;
  const own = readConfig({ DATA_DIR: join(folder, 'novas', String(installations), 'dados') });
  await mkdir(own.dataDir, { recursive: true });
  return { config: own, ...(await openOwnFiles(own, join(folder, 'lent'))) };
}

const restore = (target: Target, own: Awaited<ReturnType<typeof openInstallation>>) =>
  restoreBackup({
    ...{ config: own.config, files: own.files, target, work: join(folder, 'lent'), id: null },
    passphrase: async () => null,
    onLost: (detail) => {
      throw new Error(detail);
    },
  });

describe('a target', () => {
  it('is refused inside the folder it is to outlive, or where the service deletes what no row names', async () => {
    await mkdir(config.dataDir, { recursive: true });
    await expect(openTarget(join(config.dataDir, 'copias'), config, folder)).rejects.toThrow('dentro de DATA_DIR');
    const S3_URL = `s3://a:b@127.0.0.1:${s3.port}/copias/servico?tls=off`;
    const inside = S3_URL.replace('servico?', 'servico/backup?');
    await expect(openTarget(inside, readConfig({ S3_URL }), folder)).rejects.toThrow('dentro de S3_URL');
  });
});

describe('a mark', () => {
  it('of a process that was away for long does not vouch for what it found before', async () => {
    const target = await newTarget('a folder');
    let now = Date.now();
    const mark = await leaveMark(target, 'backup', 'x', () => now);
    now += 5 * 60_000;
    mark.confirm();
    now += 5 * 60_000;
    expect(() => mark.confirm()).toThrow('parou por tempo demais');
    await mark.remove();
  });
});

describe('the keys', () => {
  const MASTER_KEY = `2026:${Buffer.alloc(32, 7).toString('base64')}`;
  const given = readConfig({ MASTER_KEY, DATA_DIR: join(folder, 'chaves') });

  it('open with the passphrase alone, in their own set, and unchanged', async () => {
    const sealed = await sealKeys(given, 'frase certa e longa', 'a');
    expect(JSON.stringify(sealed)).not.toContain(MASTER_KEY.slice(5));
    expect((await openKeys(sealed, 'frase certa e longa', 'a')).master).toEqual({ given: true, text: MASTER_KEY });
    for (const [one, phrase, id] of [
      [sealed, 'frase errada e longa', 'a'],
      [sealed, 'frase certa e longa', 'b'],
      [{ ...sealed, tag: sealed.nonce }, 'frase certa e longa', 'a'],
    ] as const) {
      await expect(openKeys(one, phrase, id)).rejects.toThrow('A frase não abre');
    }
  });

  it('take the place of no other key', async () => {
    const dataDir = join(folder, 'com-chave');
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'master.key'), 'outra');
    const keys = { master: { given: false, text: 'uma' }, seal: null };
    await expect(placeKeys(keys, readConfig({ DATA_DIR: dataDir }))).rejects.toThrow('já existe e é outro');
  });
});

describe('a rule', () => {
  const sets = (...days: string[]) =>
    days.map((day) => ({ id: day, takenAt: `${day}T15:00:00.000Z`, files: { missing: [] as string[] } }));

  it.each([
    ['7d,4s,12m', { d: 7, s: 4, m: 12, a: 0 }],
    [' 1a , 2d', { d: 2, s: 0, m: 0, a: 1 }],
    ['', null],
    ['0d', null],
    ['7', null],
    ['7d,3d', null],
    ['7x', null],
    ['-1d', null],
  ])('%j reads as %j', (text, rule) => expect(readRule(text)).toEqual(rule));

  it.each([
    ['2d', ['2026-11-20', '2026-11-21', '2026-11-23'], ['2026-11-21', '2026-11-23']],
    // Monday is the 23rd.
    ['2s', ['2026-11-15', '2026-11-16', '2026-11-22', '2026-11-23'], ['2026-11-22', '2026-11-23']],
    ['2m', ['2026-08-01', '2026-10-01', '2026-10-31', '2026-11-01'], ['2026-10-31', '2026-11-01']],
    ['1d,2a', ['2024-05-01', '2025-05-01', '2026-05-01', '2026-05-02'], ['2025-05-01', '2026-05-02']],
    // Backups stopped long ago: none of the last seven days is asked for.
    ['2d', ['2020-01-01', '2020-01-02', '2020-01-03'], ['2020-01-02', '2020-01-03']],
  ])('%s keeps of %j %j', (text, days, expected) => {
    expect([...keptBy(readRule(text) ?? WEEK, sets(...days))].sort()).toEqual(expected);
  });

  it('counts days as Brasília does, and keeps the newest set that lacks nothing whatever it says', () => {
    const late = [
      { id: 'a', takenAt: '2026-11-23T01:00:00.000Z', files: { missing: [] } },
      { id: 'b', takenAt: '2026-11-22T23:00:00.000Z', files: { missing: [] } },
    ];
    expect([...keptBy({ ...WEEK, d: 2 }, late)]).toEqual(['a']);
    const [old, broken] = sets('2026-11-01', '2026-11-02');
    const damaged = [old, { ...broken, files: { missing: ['x'] } }] as Parameters<typeof keptBy>[1];
    expect([...keptBy(ONE, damaged)].sort()).toEqual(['2026-11-01', '2026-11-02']);
  });
});
