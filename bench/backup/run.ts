import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Sql } from '../../apps/server/src/core/driver/tag.ts';
import { INSTALLED_BIN, startInstalledPostgres } from '../../apps/server/test/installed-postgres.ts';
import { connect, createKeys, signUp } from '../http/database.ts';
import { seed } from '../http/run.ts';
import { type Running, startService, startServiceOver } from '../http/service.ts';

/** Something the command does, and the programs that do the same without its checks, on the same data, in turn. */
export interface BackupResult {
  readonly name: string;
  /** Of database and files, uncompressed. */
  readonly megabytes: number;
  /** Medians, seconds. */
  readonly ours: number;
  readonly floor: number;
  /** Floor by ours, median of the rounds: 1 is as fast. */
  readonly ratio: number;
}

const ROOT = resolve(import.meta.dirname, '../..');
const KEYS = 4_000;
const PASSPHRASE = 'uma frase só para medir';

interface Lane {
  readonly name: string;
  /** Database and files, bytes. */
  readonly bytes: number;
  /** Of the installation that is copied, for the operator's command. */
  readonly env: Record<string, string>;
  /** What the floor copies and restores with: a shell command, told the folder to copy to or from and a round's number. */
  readonly copy: (folder: string) => string;
  readonly back: (folder: string, to: string, round: number) => string;
  /** An empty installation. */
  readonly fresh: (to: string, round: number) => Promise<Record<string, string>>;
}

/** Backup and restore of an installation with documents of 50 kB. */
export async function runBackupBench(documents: number, rounds: number): Promise<BackupResult[]> {
  const results: BackupResult[] = [];
  for (const open of [openEmbedded, ...(existsSync(join(INSTALLED_BIN, 'pg_dump')) ? [openInstalled] : [])]) {
    const { lane, close } = await open(documents);
    try {
      results.push(...(await measure(lane, rounds)));
    } finally {
      await close();
    }
  }
  return results;
}

async function measure(lane: Lane, rounds: number): Promise<BackupResult[]> {
  const times = { full: pair(), next: pair(), restore: pair() };
  for (let round = 0; round < rounds; round += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'rubrica-bench-copias-'));
    try {
      const target = join(folder, 'alvo');
      times.full.ours.push(await operate(lane.env, 'backup', target));
      await shell(`mkdir ${folder}/copia`);
      times.full.floor.push(await shell(`${lane.copy(join(folder, 'copia'))}; sync -f ${folder}`));
      times.next.ours.push(await operate(lane.env, 'backup', target));
      await shell(`mkdir ${folder}/copia-2`);
      times.next.floor.push(await shell(`${lane.copy(join(folder, 'copia-2'))}; sync -f ${folder}`));
      const to = join(folder, 'ours');
      times.restore.ours.push(await operate(await lane.fresh(to, round * 2), 'restaurar', target));
      const other = join(folder, 'floor');
      await lane.fresh(other, round * 2 + 1);
      await shell(`mkdir -p ${other}`);
      times.restore.floor.push(
        await shell(`${lane.back(join(folder, 'copia'), other, round * 2 + 1)}; sync -f ${folder}`),
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  const megabytes = lane.bytes / 1e6;
  const result = (what: string, { ours, floor }: Pair): BackupResult => ({
    name: `${lane.name}: ${what}`,
    megabytes,
    ours: median(ours),
    floor: median(floor),
    ratio: median(ours.map((seconds, i) => (floor[i] ?? 0) / seconds)),
  });
  return [
    result('backup, first', times.full),
    result('backup, next, nothing new', times.next),
    result('restore', times.restore),
  ];
}

interface Pair {
  readonly ours: number[];
  readonly floor: number[];
}
const pair = (): Pair => ({ ours: [], floor: [] });
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The embedded database, beside its running service. The floor copies files under it, which restores to nothing sure. */
async function openEmbedded(documents: number) {
  const service = await startService();
  const sql = connect(service);
  await fill(service, sql, documents);
  const { dataDir } = service;
  const lane: Lane = {
    name: 'embedded',
    bytes: (await databaseBytes(sql)) + (await bytesIn(join(dataDir, 'files'))),
    env: { DATA_DIR: dataDir },
    copy: (folder) => `cp -r ${dataDir}/pg ${dataDir}/files ${folder}`,
    back: (folder, to) => `cp -r ${folder}/pg ${folder}/files ${to}`,
    fresh: async (to) => ({ DATA_DIR: to }),
  };
  const close = async () => {
    await sql.end();
    await service.stop();
  };
  return { lane, close };
}

async function openInstalled(documents: number) {
  const postgres = await startInstalledPostgres(() => ({ fsync: 'on' }));
  const dataDir = await mkdtemp(join(tmpdir(), 'rubrica-bench-'));
  const url = await postgres.create('um');
  const service = await startServiceOver(url, dataDir);
  const sql = postgres.open('um');
  await fill(service, sql, documents);
  const own = (database: string) => url.replace('/um?', `/${database}?`);
  const program = (name: string) => join(INSTALLED_BIN, name);
  const lane: Lane = {
    name: 'PostgreSQL 15',
    bytes: (await databaseBytes(sql)) + (await bytesIn(join(dataDir, 'files'))),
    env: { DATABASE_URL: url, DATA_DIR: dataDir },
    copy: (folder) => `${program('pg_dump')} -Fc '${url}' > ${folder}/dump && cp -r ${dataDir}/files ${folder}`,
    back: (folder, to, round) =>
      `${program('pg_restore')} --no-owner --single-transaction -d '${own(`volta_${round}`)}' ${folder}/dump && cp -r ${folder}/files ${to}`,
    fresh: async (to, round) => ({ DATABASE_URL: await postgres.create(`volta_${round}`), DATA_DIR: to }),
  };
  const close = async () => {
    await sql.end();
    await service.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { lane, close };
}

async function fill(service: Running, sql: Sql, documents: number): Promise<void> {
  const keys = await createKeys(sql, await signUp(service.origin, sql), KEYS);
  await seed({ sql, keys, ours: service }, documents);
}

async function databaseBytes(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`select pg_database_size(current_database()) as bytes`;
  return Number(row?.bytes);
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}

/** Seconds of the operator's command, its start and all. */
const operate = (env: Record<string, string>, ...words: string[]) =>
  timed(process.execPath, [join(ROOT, 'apps/server/src/operator.ts'), ...words], {
    PATH: process.env.PATH ?? '',
    BACKUP_PASSPHRASE: PASSPHRASE,
    ...env,
  });

const shell = (line: string) => timed('/bin/sh', ['-ec', line], { PATH: process.env.PATH ?? '' });

function timed(file: string, args: readonly string[], env: Record<string, string>): Promise<number> {
  const began = performance.now();
  return new Promise((done, fail) => {
    execFile(file, args, { env, maxBuffer: 1 << 26 }, (error) =>
      error ? fail(error) : done((performance.now() - began) / 1000),
    );
  });
}

/** The table of the report. */
export function backupTable(results: readonly BackupResult[]): string {
  const rows = results.map(
    ({ name, megabytes, ours, floor, ratio }) =>
      `| ${name} | ${megabytes.toFixed(0)} | ${(megabytes / ours).toFixed(0)} | ${(megabytes / floor).toFixed(0)} | ${ratio.toFixed(2)} |`,
  );
  return `| | MB | ours, MB/s | floor, MB/s | ours / floor |\n|---|---|---|---|---|\n${rows.join('\n')}`;
}

if (import.meta.main) {
  const [documents = '3000', rounds = '3'] = process.argv.slice(2);
  process.stdout.write(`${backupTable(await runBackupBench(Number(documents), Number(rounds)))}\n`);
}
