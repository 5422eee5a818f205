import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confine, isolationOf, makeDirectory } from '../../../src/adapters/pdf/confinement.ts';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { call, documentForm, newAccount, until } from '../../harness.ts';
import { endWithTests } from '../crash/child.ts';
import { newInstall } from './support.ts';

/** Line 8: whoever takes a process over that reads PDFs has the file it was given, and nothing else. */

const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
const INTRUDER = fileURLToPath(new URL('./intruder.ts', import.meta.url));
const REFUSED = /^(ERR_ACCESS_DENIED|ENOENT|EACCES|EPERM|ENOTDIR)$/;

let folder: string;
let servers: Server[];
let port: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rubrica-portas-'));
  servers = [createServer((socket) => socket.end()), createServer((socket) => socket.end())];
  const [tcp, local] = servers as [Server, Server];
  await new Promise<void>((done) => tcp.listen(0, '127.0.0.1', done));
  await new Promise<void>((done) => local.listen(join(folder, 'banco.sock'), done));
  port = (tcp.address() as AddressInfo).port;
});
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true, force: true });
});

type Found = Record<'lent' | 'out' | 'overwritten' | 'beside' | 'link' | 'program' | 'thread' | 'addon', string> &
  Record<'port' | 'socket' | 'outside', string> &
  Record<'files' | 'parent' | 'environment', string[]>;

/** What the intruder got, confined as a worker is. */
async function intrude(mayWrite: boolean): Promise<Found> {
  const directory = makeDirectory(folder, `w${mayWrite}`);
  const lent = join(directory, 'in', '1');
  await writeFile(lent, '%PDF-1.7');
  await writeFile(join(folder, 'master.key'), 'the key of everything');
  const { file, args, env } = confine({
    ...{ program: INTRUDER, directory, mayWrite, network: false, cache: null, options: [] },
  });
  const child = spawn(file, args, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], serialization: 'advanced' });
  await once(child, 'message');
  child.send({
    files: [join(folder, 'master.key'), folder, '/etc/passwd', '/etc', '/root', '/tmp', '/proc/self/environ', '/'],
    lent,
    out: join(directory, 'out'),
    port,
    socket: join(folder, 'banco.sock'),
  });
  const [found] = (await once(child, 'message')) as [Found];
  expect(await readFile(lent, 'utf8')).toBe('%PDF-1.7');
  return found;
}

describe.each([
  ['reads uploads', false],
  ['stamps and seals', true],
])('a worker that %s', (_what, mayWrite) => {
  let found: Found;
  beforeAll(async () => {
    found = await intrude(mayWrite);
  });

  it('has the file it was lent, and no way to change it', () => {
    expect(found.lent).toBe('got %PDF-1.7');
    expect(found.overwritten).toMatch(REFUSED);
    if (mayWrite) expect(found.out).toMatch(/^got/);
    else expect(found.out).toMatch(REFUSED);
  });

  it('has no other file, no folder, and nothing of its parent', () => {
    for (const got of [...found.files, ...found.parent, found.beside, found.link]) expect(got).toMatch(REFUSED);
  });

  it('starts no program, no thread and no native code', () => {
    for (const got of [found.program, found.thread, found.addon])
      expect(got).toMatch(/ERR_ACCESS_DENIED|ERR_DLOPEN_DISABLED/);
  });

  it('has no environment', () => {
    expect(found.environment).toEqual([]);
  });

  it.skipIf(isolationOf(false) === 'NONE')('has no network', () => {
    for (const got of [found.port, found.outside]) expect(got).toMatch(/ENETUNREACH|ENETDOWN|EADDRNOTAVAIL/);
  });

  it.skipIf(isolationOf(false) !== 'FILES_AND_NETWORK')('has no socket of a database', () => {
    expect(found.socket).toMatch(REFUSED);
  });
});

describe('a machine that is short of descriptors', () => {
  it.skipIf(isolationOf(false) === 'NONE')('is not taken for one that cannot isolate', async () => {
    const program = fileURLToPath(new URL('./short-of-descriptors.ts', import.meta.url));
    const { stdout } = await promisify(execFile)('sh', [
      ...['-c', 'ulimit -n 80; exec "$0" "$@"'],
      ...[process.execPath, program],
    ]);
    expect(stdout.split(' ')).toEqual([expect.stringMatching(/^E[A-Z]+$/), isolationOf(false)]);
  });
});

describe('a machine without namespaces', () => {
  // Inside a namespace that allows no further one, as in most containers.
  const without = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$0" "$@"';

  it.skipIf(isolationOf(false) === 'NONE')('says so at the start, and takes files all the same', async () => {
    const install = await newInstall();
    const args = ['--user', '--map-root-user', 'sh', '-c', without, process.execPath, MAIN];
    const env = { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'error', TRUST_PROXY: '127.0.0.1', ...install.env };
    const child = spawn('unshare', args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    endWithTests(child);
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        printed += chunk;
      });
    }
    try {
      const origin = await until(async () => /no ar em (http:\/\/\S+)/.exec(printed)?.[1]);
      expect(printed).toMatch(/^ {2}atenção .*só pelo modelo de permissões do Node, que não fecha a rede/m);
      const { live } = await newAccount(origin);
      const form = documentForm(tinyPdf(), { titulo: 'Contrato' });
      expect((await call(`${origin}/v1/documentos`, 'POST', form, live)).status).toBe(201);
    } finally {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await install.stop();
    }
  });
});
