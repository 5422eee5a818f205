import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../../src/adapters/embedded-postgres.ts';
import { tinyPdf } from '../adapters/tiny-pdf.ts';
import { isAlive } from '../campaigns/crash/child.ts';
import { createFramer } from '../campaigns/crash/frames.ts';
import { type DatabaseServer, startDatabaseServer } from '../campaigns/crash/lane.ts';
import { call, documentForm, newAccount } from '../harness.ts';
import { draft, field, person, until } from '../modules/support.ts';
import { descendantsOf, type Installation, newInstallation, newSenderAt, startProgram } from './support.ts';

/** The programs started apart and together, in any order, and stopped. */

let server: DatabaseServer;
let installations = 0;
beforeAll(async () => {
  server = await startDatabaseServer();
});
afterAll(() => server?.stop());

/** Does something with an empty database and the files of one installation. */
async function within(act: (installation: Installation) => Promise<void>): Promise<void> {
  installations += 1;
  const installation = await newInstallation(server, `inicio${installations}`);
  try {
    await act(installation);
  } finally {
    await installation.stop();
  }
}

const NOTHING = 'Banco na versão mais nova (nada a fazer).\n';

describe('migrate', () => {
  it('twice at once brings an empty database to the newest version, and once more does nothing', () =>
    within(async ({ start }) => {
      const files = await readdir(join(import.meta.dirname, '../../migrations'));
      const newest =
        files
          .filter((name) => /^\d/.test(name))
          .sort()
          .at(-1) ?? '';
      const both = [start('migrate'), start('migrate')];
      expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
      const told = both.map(({ output }) => output());
      expect(told.filter((text) => text === NOTHING).length).toBe(1);
      expect(told.filter((text) => text.includes(newest)).length).toBe(1);
      const again = start('main', { ROLES: 'migrate' });
      expect([await again.ended, again.output()]).toEqual([0, NOTHING]);
    }));

  it('beside running processes changes nothing for them', () =>
    within(async ({ start }) => {
      const main = start('main');
      const sender = await newSenderAt(await main.started);
      const migrate = start('migrate');
      const created = draft(sender);
      expect([await migrate.ended, migrate.output()]).toEqual([0, NOTHING]);
      expect((await created).status).toBe('RASCUNHO');
    }));

  it('is done when the server ends its connections while it closes them', () =>
    within(async ({ start, env }) => {
      const { url, close } = await startHastyServer(env.DATABASE_URL ?? '');
      const migrate = start('migrate', { DATABASE_URL: url });
      expect([await migrate.ended, migrate.output()]).toEqual([0, expect.stringMatching(/^Banco na versão mais nova/)]);
      await close();
    }));

  it('works on the embedded database too, which the service then finds ready', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'rubrica-inicio-'));
    const migrate = startProgram('migrate', { DATA_DIR });
    expect([await migrate.ended, migrate.output()]).toEqual([0, expect.stringMatching(/^Banco na versão mais nova/)]);
    const again = startProgram('migrate', { DATA_DIR });
    expect([await again.ended, again.output()]).toEqual([0, NOTHING]);
    await rm(DATA_DIR, { recursive: true, force: true });
  });
});

describe('an embedded database that takes six seconds to let anybody in', () => {
  it('is migrated all the same', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'rubrica-inicio-'));
    await (await startEmbeddedPostgres({ dataDir: DATA_DIR, fsync: false })).stop();
    await appendFile(join(DATA_DIR, 'pg/postgresql.conf'), "pre_auth_delay = '6s'\n");
    const migrate = startProgram('migrate', { DATA_DIR });
    expect([await migrate.ended, migrate.output()]).toEqual([0, expect.stringMatching(/^Banco na versão mais nova/)]);
    await rm(DATA_DIR, { recursive: true, force: true });
  });
});

describe('worker and main started before anybody migrated', () => {
  it('wait, and work as soon as the database is ready', () =>
    within(async ({ start, sql }) => {
      const worker = start('worker', { LOG_LEVEL: 'warn' });
      const main = start('main', { ROLES: 'http', LOG_LEVEL: 'warn' });
      await until(async () => [worker, main].every(({ output }) => output().includes('waiting for a process')));
      expect((await sql`select from pg_namespace where nspname = 'acesso'`).length).toBe(0);
      expect(await start('migrate').ended).toBe(0);
      await worker.started;
      const sender = await newSenderAt(await main.started);
      const { id } = await draft(sender, { signatarios: [person({ metodoEntrega: 'EMAIL' })], campos: [field()] });
      await call(`${sender.base}/documentos/${id}/enviar`, 'POST', undefined, sender.as);
      await until(async () => {
        const { body } = await call(`${sender.base}/documentos/${id}`, 'GET', undefined, sender.as);
        return body.signatarios[0].status === 'ENVIADO';
      });
    }));

  it('end when they are asked to while they wait', () =>
    within(async ({ start }) => {
      const worker = start('worker', { LOG_LEVEL: 'warn' });
      await until(async () => worker.output().includes('waiting for a process'));
      expect(await worker.stop()).toBe(0);
    }));
});

describe('a process of another installation', () => {
  it('with another master key is refused before it does anything', () =>
    within(async ({ start, env }) => {
      await start('main').started;
      const stranger = start('worker', { DATA_DIR: `${env.DATA_DIR}/outro` });
      expect(await stranger.ended).toBe(1);
      expect(stranger.output()).toMatch(/A chave mestra não é a desta instalação/);
    }));

  it('without DATABASE_URL is refused where it would need one', async () => {
    const DATA_DIR = join(tmpdir(), 'rubrica-nunca-criado');
    for (const [name, env] of [
      ['worker', {}],
      ['main', { ROLES: 'http' }],
    ] as const) {
      const program = startProgram(name, { DATA_DIR, ...env });
      expect(await program.ended).toBe(1);
      expect(program.output()).toMatch(/DATABASE_URL/);
    }
  });
});

describe('a process that cannot write to DATA_DIR', () => {
  it.each(['main', 'worker'] as const)('%s says so in one sentence, wherever the database is', (name) =>
    within(async ({ start }) => {
      const program = start(name, { DATA_DIR: '/dev/null/dados' });
      expect(await program.ended).toBe(1);
      expect(program.output()).toMatch(
        /^Rubrica não pôde iniciar\.\nConfiguração inválida \(1 problema\):\n {2}DATA_DIR: .*\/dev\/null\/dados \(ENOTDIR\); .*\n$/,
      );
    }),
  );
});

describe('a service asked to stop', () => {
  it('finishes the requests under way and leaves no process behind', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'rubrica-inicio-'));
    const main = startProgram('main', { DATA_DIR });
    const origin = await main.started;
    const { live } = await newAccount(origin);
    const below = await descendantsOf(main.pid);
    // The database and at least one worker of each kind.
    if (below !== null) expect(below.length).toBeGreaterThanOrEqual(3);

    const upload = new Request('http://x', { method: 'POST', body: documentForm(tinyPdf(), { titulo: 'Último' }) });
    const body = Buffer.from(await upload.arrayBuffer());
    const headers = {
      ...live,
      'content-type': upload.headers.get('content-type') ?? '',
      'content-length': body.length,
    };
    const sending = request(`${origin}/v1/documentos`, { method: 'POST', headers });
    sending.write(body.subarray(0, body.length - 20));
    // The service has the request once its file is in the directory of uploads.
    await until(async () => (await readdir(join(DATA_DIR, 'tmp/uploads'))).length > 0);
    const unused = connect(Number(new URL(origin).port), '127.0.0.1').resume();
    const refused = once(unused, 'close');
    await once(unused, 'connect');
    const ended = main.stop();
    await until(async () => /Encerrando/.test(main.output()));
    // Nothing was ever sent on it, so nothing is waited for.
    await refused;
    await until(async () => !(await accepts(origin)));
    expect(await answerOf(sending, body.subarray(body.length - 20))).toBe(201);
    expect(await ended).toBe(0);
    await until(async () => (below ?? []).every((pid) => !isAlive(pid)));
    await rm(DATA_DIR, { recursive: true, force: true });
  });
});

/** What a server says to whoever is connected when it is shut down: FATAL, 57P01. */
const SHUT_DOWN = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');

/** A way to a database whose server is always about to be shut down when somebody says goodbye. */
async function startHastyServer(databaseUrl: string): Promise<{ url: string; close(): Promise<void> }> {
  const direct = new URL(databaseUrl);
  const socket = join(direct.searchParams.get('host') ?? '', '.s.PGSQL.5432');
  const listener = createServer((client) => {
    const server = connect(socket).on('error', () => client.destroy());
    const framed = createFramer(true);
    client.on('error', () => server.destroy()).on('close', () => server.destroy());
    server.pipe(client);
    client.on('data', (chunk: Buffer) => {
      for (const { type, bytes } of framed(chunk)) {
        if (type !== 'X') server.write(bytes);
        else {
          const length = Buffer.alloc(4);
          length.writeUInt32BE(4 + SHUT_DOWN.length);
          client.end(Buffer.concat([Buffer.from('E'), length, SHUT_DOWN]));
        }
      }
    });
  });
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  const { port } = listener.address() as AddressInfo;
  return {
    url: `postgres://${direct.username}@127.0.0.1:${port}${direct.pathname}`,
    close: () => new Promise((done) => listener.close(() => done())),
  };
}

const accepts = (origin: string) =>
  fetch(`${origin}/healthz`).then(
    () => true,
    () => false,
  );

async function answerOf(sending: ClientRequest, rest: Buffer): Promise<number | undefined> {
  const answered = new Promise<IncomingMessage>((done, fail) => sending.once('response', done).once('error', fail));
  sending.end(rest);
  const response = await answered;
  response.resume();
  return response.statusCode;
}
