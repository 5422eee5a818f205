import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from '../../src/core/sql.ts';
import { endWithTests } from '../campaigns/crash/child.ts';
import type { Databases } from '../campaigns/crash/lane.ts';
import { answerAsOne } from '../contract-check.ts';
import { newAccount } from '../harness.ts';
import type { Sender } from '../modules/support.ts';

export { descendantsOf } from '../campaigns/crash/child.ts';

const SOURCE = join(import.meta.dirname, '..', '..', 'src');

/** One of the service's programs as the operator runs it. */
export interface Program {
  readonly pid: number;
  readonly child: ChildProcess;
  /** Everything it has printed so far. */
  readonly output: () => string;
  /** Resolves once it says that it works, with its address where it answers requests. @throws when it ends instead */
  readonly started: Promise<string>;
  /** Resolves with the signal or code it ended with. */
  readonly ended: Promise<string | number | null>;
  /** Asks it to stop, as an operator does. */
  stop(): Promise<string | number | null>;
  /** Dies in this very moment. */
  kill(): Promise<void>;
}

export type ProgramName = 'main' | 'worker' | 'migrate';

/**
 * Starts a program. Nothing of the test's own environment reaches it.
 * @param source where its sources are, if they are another version's
 */
export function startProgram(name: ProgramName, env: Record<string, string>, source = SOURCE): Program {
  const child = spawn(process.execPath, [join(source, `${name}.ts`)], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      TRUST_PROXY: '127.0.0.1/32',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithTests(child);
  let printed = '';
  const ended = new Promise<string | number | null>((done) =>
    child.once('close', (code, signal) => done(signal ?? code)),
  );
  const started = new Promise<string>((done, fail) => {
    const read = (chunk: Buffer) => {
      printed += chunk;
      const found = /no ar em (http:\/\/\S+)|trabalhando a fila/.exec(printed);
      if (found) done(found[1] ?? '');
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => fail(new Error(`${name} did not start:\n${printed}`)));
  });
  started.catch(() => {});
  return {
    pid: child.pid as number,
    child,
    output: () => printed,
    started,
    ended,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A database and what every process of one installation shares, in a PostgreSQL that outlives them. */
export interface Installation {
  readonly sql: Sql;
  readonly env: Record<string, string>;
  start(name: ProgramName, env?: Record<string, string>, source?: string): Program;
  /** Ends what still runs, and removes its files. */
  stop(): Promise<void>;
}

export async function newInstallation(server: Databases, name: string): Promise<Installation> {
  const database = await server.create(name);
  const dataDir = await mkdtemp(join(tmpdir(), `rubrica-${name}-`));
  const sql = server.open(database);
  const env = {
    DATABASE_URL: `postgres://${server.user}@localhost/${database}?host=${encodeURIComponent(join(server.socket, '..'))}`,
    DATA_DIR: dataDir,
  };
  const programs: Program[] = [];
  const origins = new Set<string>();
  return {
    sql,
    env,
    start(program, more = {}, source) {
      const started = startProgram(program, { ...env, ...more }, source);
      programs.push(started);
      started.started.then(
        (origin) => {
          if (origin) answerAsOne(origins.add(origin));
        },
        () => {},
      );
      return started;
    },
    async stop() {
      await Promise.all(programs.map((program) => program.stop()));
      await sql.end({ timeout: 5 });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** An organization in production, calling one of the processes. @param owner as `newAccount` takes it */
export async function newSenderAt(origin: string, owner?: Sql): Promise<Sender> {
  const { panel } = await newAccount(origin, undefined, owner);
  // The acts a sender is handed to use its address and credential only.
  return { service: undefined as never, base: `${origin}/v1`, as: panel };
}
