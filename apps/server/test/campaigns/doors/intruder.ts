import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/**
 * What somebody would try whose file took a PDF worker over. Run by 08-pdf-workers.test.ts in the place of the worker's
 * program; what it finds goes to its parent. Each answer is what was got, or the code of the refusal.
 */

interface Targets {
  /** Files and folders that are nobody's but the service's. */
  readonly files: readonly string[];
  /** What was lent to this worker. */
  readonly lent: string;
  readonly out: string;
  /** Of a server on this machine that listens on a port and on a socket of the file system. */
  readonly port: number;
  readonly socket: string;
}

const attempt = (act: () => unknown): string => {
  try {
    return `got ${String(act()).slice(0, 40)}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
};

const reach = (to: { port: number; host: string } | { path: string }): Promise<string> =>
  new Promise((done) => {
    const socket = connect(to as { path: string });
    socket.once('connect', () => done('got a connection'));
    socket.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
  });

process.once('message', async ({ files, lent, out, port, socket }: Targets) => {
  const parent = process.ppid;
  const found = {
    lent: attempt(() => readFileSync(lent)),
    out: attempt(() => writeFileSync(join(out, 'a'), 'made')),
    overwritten: attempt(() => writeFileSync(lent, 'changed')),
    beside: attempt(() => readdirSync(join(lent, '..', '..', '..'))),
    files: files.map((path) => attempt(() => (existsSync(path) && readdirSync(path)) || readFileSync(path))),
    parent: ['environ', 'mem', 'fd', 'cwd', 'root'].map((name) =>
      attempt(() => readdirSync(`/proc/${parent}/${name}`)),
    ),
    link: attempt(() => symlinkSync('/etc/passwd', join(out, 'link'))),
    program: attempt(() => spawnSync('/bin/sh', ['-c', 'id']).error ?? 'ran'),
    thread: attempt(() => new Worker('1', { eval: true })),
    addon: attempt(() => process.dlopen({ exports: {} }, '/lib/x86_64-linux-gnu/libc.so.6')),
    environment: Object.keys(process.env),
    port: await reach({ host: '127.0.0.1', port }),
    socket: await reach({ path: socket }),
    outside: await reach({ host: '192.0.2.1', port: 443 }),
  };
  process.send?.(found, () => process.exit());
});
process.send?.('ready');
