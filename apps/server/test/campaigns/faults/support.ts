import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Sql } from '../../../src/core/sql.ts';
import { newDatabase } from '../../database.ts';
import { type Account, call, type Service, startService } from '../../harness.ts';
import { type DatabaseProxy, startProxy } from '../crash/proxy.ts';

/** Things to be ended after a campaign, the last first, whether it passed or failed. */
export class Closing {
  readonly #all: (() => Promise<unknown>)[] = [];

  push(close: () => Promise<unknown>): void {
    this.#all.push(close);
  }

  /** Ends all of them; one that cannot be ended does not keep the others. @throws the first failure */
  async end(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#all.splice(0).reverse()) await close().catch((error) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}

/** Starts something of several parts; if one of them does not start, the others are ended. */
export async function startWhole<T>(start: (closing: Closing) => Promise<T>): Promise<T> {
  const closing = new Closing();
  try {
    return await start(closing);
  } catch (error) {
    await closing.end();
    throw error;
  }
}

/** A service whose every word with its database goes through a switch. */
export interface SwitchedService {
  readonly service: Service;
  readonly proxy: DatabaseProxy;
  stop(): Promise<void>;
}

export async function startSwitchedService(env: Record<string, string> = {}): Promise<SwitchedService> {
  const database = await newDatabase();
  const { pathname, searchParams, username } = new URL(database.url);
  const proxy = await startProxy(join(searchParams.get('host') ?? '', '.s.PGSQL.5432'));
  const service = await startService({
    DATABASE_URL: `postgres://${username}@127.0.0.1:${proxy.port}${pathname}`,
    ...env,
  });
  return {
    service,
    proxy,
    async stop() {
      await service.stop();
      await proxy.close();
      await database.remove();
    },
  };
}

/** The id that every transaction of an account's organization carries as a parameter. */
export async function organizationOf({ origin }: Service, account: Account): Promise<string> {
  return (await call(`${origin}/v1/organizacao`, 'GET', undefined, account.panel)).body.id;
}

export interface FileTally {
  /** Keys that a row names and the store lacks, or holds with other bytes. */
  readonly missing: string[];
  /** Keys in the store that no row names. */
  readonly unnamed: string[];
}

/** Compares the local store with the rows that name its files. */
export const tallyFiles = ({ owner, app }: Service): Promise<FileTally> => tallyFilesIn(owner, app.config.dataDir);

/** The same of any process. @param owner statements as the owner of the tables */
export async function tallyFilesIn(owner: Sql, dataDir: string): Promise<FileTally> {
  const root = join(dataDir, 'files');
  const rows = await owner<{ chave: string; sha256: string }[]>`select chave, sha256 from arquivo`;
  const named = new Map(rows.map(({ chave, sha256 }) => [chave, sha256]));
  const missing: string[] = [];
  for (const [chave, sha256] of named) {
    const bytes = await readFile(join(root, chave)).catch(() => null);
    if (bytes === null || createHash('sha256').update(bytes).digest('hex') !== sha256) missing.push(chave);
  }
  const stored = (await readdir(root, { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    // What is made of a file lies beside it and goes with it.
    .filter((key) => !/\.(tinta|previa\.webp)$/.test(key) && dirname(key) !== '.incoming');
  return { missing, unnamed: stored.filter((key) => !named.has(key)) };
}
