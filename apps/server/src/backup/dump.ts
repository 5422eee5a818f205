import { type ChildProcess, spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ConnectionOptions } from '../core/sql.ts';
import { putParts } from './objects.ts';
import type { Target } from './target.ts';

/** How PostgreSQL's programs are told where to connect: the password stands in no list of processes. */
interface Access {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** An address up to its login's name, and its password. */
const PASSWORD = /^([a-z]+:\/\/[^:@/?#]*):([^@/?#]*)(?=@)/;

/**
 * @param url DATABASE_URL's, which libpq reads too; of several hosts it takes the one that takes writes, as the service
 * does. Null for the embedded server, by its socket
 */
export function accessOf(url: string | null, { host, port, database, username, password }: ConnectionOptions): Access {
  if (url === null) {
    const env = { PGHOST: host ?? '', PGPORT: String(port), PGUSER: username, PGPASSWORD: password ?? '' };
    return { args: [`--dbname=${database}`], env };
  }
  const secret = PASSWORD.exec(url)?.[2] ?? '';
  return {
    args: [`--dbname=${url.replace(PASSWORD, '$1')}`],
    env: { PGTARGETSESSIONATTRS: 'read-write', ...(secret === '' ? {} : { PGPASSWORD: decodeURIComponent(secret) }) },
  };
}

const KEPT_OF_STDERR = 4_000;

/** The program's end. @returns rejects with what it said, unless it ended well */
function endOf(child: ChildProcess, name: string): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-KEPT_OF_STDERR);
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code, signal) =>
      code === 0 ? done() : fail(new Error(`${name} terminou com ${signal ?? code}:\n${said.trim()}`)),
    );
  });
}

/** What libpq itself reads (PGSSLROOTCERT and the like, files in HOME), and nothing of ours. */
const libpqEnv = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(PATH|HOME|PG[A-Z]+)$/.test(name)));

const start = (program: string, args: readonly string[], { env }: Pick<Access, 'env'>, input: 'pipe' | 'ignore') =>
  spawn(program, args, { env: { ...libpqEnv(), ...env }, stdio: [input, 'pipe', 'pipe'] });

/** Dumps the database as a snapshot sees it into the target. */
export async function dump(
  program: string,
  access: Access,
  snapshot: string,
  target: Target,
): Promise<{ size: number; parts: string[] }> {
  const args = ['--format=custom', '--no-password', `--snapshot=${snapshot}`, ...access.args];
  const child = start(program, args, access, 'ignore');
  const ended = endOf(child, 'pg_dump');
  ended.catch(() => {});
  try {
    const stored = await putParts(target, child.stdout as Readable);
    await ended;
    return stored;
  } finally {
    child.kill();
  }
}

/** Restores a dump into an empty database: all of it, or nothing. */
export async function restoreDump(program: string, access: Access, bytes: AsyncIterable<Buffer>): Promise<void> {
  const args = ['--no-owner', '--no-password', '--single-transaction', '--exit-on-error', ...access.args];
  await feed(start(program, args, access, 'pipe'), bytes, true);
}

/** @throws Error for the operator if pg_restore cannot read its table of contents */
export async function checkDump(program: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  await feed(start(program, ['--list'], { env: {} }, 'pipe'), bytes, false);
}

/** @param whole whether the program reads all of it, or only as much as it needs */
async function feed(child: ChildProcess, bytes: AsyncIterable<Buffer>, whole: boolean): Promise<void> {
  const ended = endOf(child, 'pg_restore');
  ended.catch(() => {});
  child.stdout?.resume();
  try {
    await pipeline(Readable.from(bytes), child.stdin as NonNullable<typeof child.stdin>).catch(async (error) => {
      // What the program said tells more than that it no longer reads.
      if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
      await ended;
      if (whole) throw error;
    });
    await ended;
  } finally {
    child.kill();
  }
}
