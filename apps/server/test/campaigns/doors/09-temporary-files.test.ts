import { chown, lstat, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAccount, until } from '../../harness.ts';
import { startProgram } from '../../processes/support.ts';
import { AS_IT_COMES, type Install, newInstall, portOf } from './support.ts';

/** Line 9: what lies in temporary folders is for nobody else, and does not outlive who made it. */

const uploadsIn = (dataDir: string) => readdir(join(dataDir, 'tmp', 'uploads'));

/** Sends half of a document and leaves the connection open. */
async function beginUpload(origin: string): Promise<void> {
  const { live } = await newAccount(origin);
  const socket = connect(portOf(origin), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `POST /v1/documentos HTTP/1.1\r\nhost: localhost\r\nauthorization: ${live.authorization}\r\n` +
      'content-type: multipart/form-data; boundary=x\r\ncontent-length: 100000\r\n\r\n' +
      '--x\r\ncontent-disposition: form-data; name="arquivo"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n' +
      `%PDF-1.7\n${'half of a contract\n'.repeat(1000)}`,
  );
}

describe('the folders of uploads and work', () => {
  let install: Install;
  beforeAll(async () => {
    install = await newInstall();
  });
  afterAll(() => install.stop());

  it('are open to their owner alone, also where an earlier version left them open', async () => {
    const { DATA_DIR = '' } = install.env;
    await mkdir(join(DATA_DIR, 'tmp', 'work'), { recursive: true, mode: 0o755 });
    await install.start().started;
    for (const folder of ['tmp', 'tmp/uploads', 'tmp/work']) {
      expect([folder, (await stat(join(DATA_DIR, folder))).mode & 0o777]).toEqual([folder, 0o700]);
    }
  });

  it('are emptied at the start after a death, and not while another process lives', async () => {
    const own = await newInstall();
    try {
      const { DATA_DIR = '' } = own.env;
      const env = { ...AS_IT_COMES, TRUST_PROXY: '127.0.0.1' };
      const [dying, living] = [own.start(env), own.start(env)];
      await beginUpload(await dying.started);
      await living.started;
      await until(async () => (await uploadsIn(DATA_DIR)).length === 1);
      await writeFile(join(DATA_DIR, 'tmp', 'work', 'contrato.pdf'), 'what a completion was writing');
      await dying.kill();

      const third = own.start(env);
      await third.started;
      expect(await uploadsIn(DATA_DIR)).toHaveLength(1);
      await Promise.all([living.kill(), third.kill()]);

      await own.start(env).started;
      expect(await uploadsIn(DATA_DIR)).toEqual([]);
      expect(await readdir(join(DATA_DIR, 'tmp', 'work'))).toEqual([]);
    } finally {
      await own.stop();
    }
  });
});

// Only root gives the embedded database to somebody else.
it.skipIf(process.getuid?.() !== 0)('no link in the database directory gives away what it leads to', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'rubrica-portas-'));
  const outside = await mkdtemp(join(tmpdir(), 'rubrica-fora-'));
  const env = { ...AS_IT_COMES, DATA_DIR: dataDir };
  try {
    const first = startProgram('main', env);
    await first.started;
    await first.stop();
    const secret = join(outside, 'segredo');
    await writeFile(secret, 'of somebody else');
    await chown(secret, 23_456, 23_456);
    const cluster = join(dataDir, 'pg');
    await symlink(secret, join(cluster, 'leva-embora'));
    // As after a move by a user who is not the one it runs as now.
    await chown(cluster, 12_345, 12_345);

    const second = startProgram('main', env);
    await second.started;
    await second.stop();
    expect((await stat(secret)).uid).toBe(23_456);
    expect((await lstat(join(cluster, 'leva-embora'))).uid).toBe((await stat(cluster)).uid);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
    await rm(outside, { recursive: true, force: true });
  }
});
