import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newDatabase } from '../../database.ts';
import { until } from '../../harness.ts';
import { descendantsOf } from '../../processes/support.ts';
import { endWithTests, isAlive } from '../crash/child.ts';

/** SIGTERM to npm, as a supervisor sends it, ends what npm runs in order: nothing of it is left. */

/** Of all of loopback's addresses one that no other test listens at: a port that has become free may soon be another's. */
const HOST = '127.0.0.5';
const ROOT = join(import.meta.dirname, '..', '..', '..', '..', '..');
let folder: string;
let database: Awaited<ReturnType<typeof newDatabase>>;
/** What was found below each npm, which a failure could leave behind. */
const begun: number[][] = [];
beforeAll(async () => {
  database = await newDatabase();
});
afterEach(async () => {
  for (const pid of begun.splice(0).flat()) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  if (folder) await rm(folder, { recursive: true, force: true });
});
afterAll(() => database?.remove());

/** Runs a script of package.json in a folder of its own. */
async function npm(script: string, env: Record<string, string>) {
  folder = await mkdtemp(join(tmpdir(), 'rubrica-npm-'));
  const child = spawn('npm', ['run', script], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      NODE_ENV: 'test',
      PORT: '0',
      LOG_LEVEL: 'error',
      DATA_DIR: join(folder, 'data'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithTests(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  }
  const ended = new Promise<string>((done) => child.once('close', () => done(printed)));
  return {
    child,
    ended,
    printed: (words: RegExp) => until(async () => words.exec(printed)),
  };
}

/** Everything below a process, itself too. */
async function family(pid: number): Promise<number[]> {
  const found = [pid, ...((await descendantsOf(pid)) ?? [])];
  begun.push(found);
  return found;
}

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, HOST);
    socket.once('connect', () => done(true)).once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });

describe.runIf(process.platform === 'linux')('SIGTERM to npm', () => {
  it('start: the port is free and the embedded database stopped when npm ends', async () => {
    const { child, ended, printed } = await npm('start', { HOST });
    const [, port = ''] = await printed(/no ar em http:\/\/[^:]+:(\d+)/);
    const all = await family(child.pid as number);
    expect(all.length).toBeGreaterThan(3);
    child.kill('SIGTERM');
    expect(await ended).toContain('Encerrando…');
    expect(await answers(Number(port))).toBe(false);
    expect(all.filter(isAlive)).toEqual([]);
    expect(await readdir(join(folder, 'data', 'pg'))).not.toContain('postmaster.pid');
  });

  it('run worker: nothing of it is left when npm ends', async () => {
    const { child, ended, printed } = await npm('worker', { DATABASE_URL: database.url });
    await printed(/trabalhando a fila/);
    const all = await family(child.pid as number);
    child.kill('SIGTERM');
    expect(await ended).toContain('Encerrando…');
    expect(all.filter(isAlive)).toEqual([]);
  });

  it('run migrate: one that cannot go on ends too', async () => {
    // A database that takes connections and says nothing.
    const silent = createServer((socket) => socket.on('error', () => {}));
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    const { port } = silent.address() as { port: number };
    const asked = new Promise<void>((done) => silent.once('connection', () => done()));
    const { child, ended } = await npm('migrate', { DATABASE_URL: `postgres://ninguem@127.0.0.1:${port}/nada` });
    await asked;
    const all = await family(child.pid as number);
    child.kill('SIGTERM');
    await ended;
    expect(all.filter(isAlive)).toEqual([]);
    silent.close();
  });
});
