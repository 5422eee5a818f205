import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = resolve(import.meta.dirname, '../..');
const START_MS = 60_000;

export interface Running {
  readonly origin: string;
  stop(): Promise<void>;
}

export interface BenchService extends Running {
  readonly pid: number;
  readonly dataDir: string;
  /** Directory of the embedded database's socket. */
  readonly database: string;
}

/** Starts a program and waits for the line that says it is ready; its output does not appear in the benchmark's. */
async function launch(args: string[], env: Record<string, string>, ready: RegExp): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'], cwd: ROOT });
  if (!child.stdout) throw new Error('no output to read');
  const lines = createInterface({ input: child.stdout });
  await new Promise<void>((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`${args[0]} did not start in ${START_MS} ms`)), START_MS);
    lines.on('line', (line) => {
      if (!ready.test(line)) return;
      clearTimeout(timer);
      lines.close();
      child.stdout?.resume();
      done();
    });
    child.once('exit', (code) => fail(new Error(`${args[0]} ended with ${code}`)));
  });
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await gone;
}

/** Developer-only pages, such as captured mail, are shown only under the service's own origin. */
function serviceEnv(port: number, dataDir: string): Record<string, string> {
  const { NODE_ENV: _, ...environment } = process.env as Record<string, string>;
  const PUBLIC_ORIGIN = `http://127.0.0.1:${port}`;
  return { ...environment, PORT: String(port), HOST: '127.0.0.1', PUBLIC_ORIGIN, DATA_DIR: dataDir };
}

/**
 * The service as users run it: one process with the embedded database, with nothing configured except its port and data
 * directory, and `extra`. Extra arguments go to Node (for example a profiler).
 */
export async function startService(
  nodeArgs: readonly string[] = [],
  extra: Record<string, string> = {},
): Promise<BenchService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rubrica-bench-'));
  const port = await freePort();
  const env = { ...serviceEnv(port, dataDir), ...extra };
  const child = await launch([...nodeArgs, 'apps/server/src/main.ts'], env, /^Rubrica no ar/);
  // Line 5 of a running server's lock file is its socket's directory (PostgreSQL, "postmaster.pid").
  const database = (await readFile(join(dataDir, 'pg/postmaster.pid'), 'utf8')).split('\n')[4] ?? '';
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    dataDir,
    database,
    async stop() {
      await end(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** One process of the service with an external database. The caller removes `dataDir`. */
export async function startServiceOver(
  databaseUrl: string,
  dataDir: string,
  extra: Record<string, string> = {},
): Promise<Running & { readonly pid: number; kill(): Promise<void> }> {
  const port = await freePort();
  const env = { ...serviceEnv(port, dataDir), DATABASE_URL: databaseUrl, ...extra };
  const child = await launch(['apps/server/src/main.ts'], env, /^Rubrica no ar/);
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: () => end(child),
    async kill() {
      const gone = new Promise((done) => child.once('exit', done));
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** The floors, in a separate process on the service's database and file system. */
export async function startFloor(service: Pick<BenchService, 'database' | 'dataDir'>): Promise<Running> {
  const port = await freePort();
  const env = { ...(process.env as Record<string, string>), NODE_ENV: 'production' };
  const args = [join(import.meta.dirname, 'floor.ts'), String(port), service.database, service.dataDir];
  const child = await launch(args, env, /^ready/);
  return { origin: `http://127.0.0.1:${port}`, stop: () => end(child) };
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}
