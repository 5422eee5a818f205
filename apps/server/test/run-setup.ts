import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { BUNDLES, ensureBundle } from '@rubrica/web/build';
import { findChromium, type Program } from '../../../acceptance/browser/chromium.ts';
import { startEmbeddedPostgres } from '../src/adapters/embedded-postgres.ts';
import { migrateAll } from '../src/compose/database.ts';
import { JOBS } from '../src/compose/modules.ts';
import { connect } from '../src/core/sql.ts';

/**
 * What all test files of a run share: a place for compiled code (NODE_COMPILE_CACHE), since hundreds of processes start,
 * the built pages, the unpacked browser, and a PostgreSQL with an empty database of the newest schema. Whoever needs a
 * database gets a copy of that one, which takes a tenth of a second where a server and its migrations take four.
 *
 * At the address in TEST_RUN, POST answers with a new database as DATABASE_URL takes it, DELETE of its name removes it, GET
 * answers once the pages are built, and GET of `chromium` with the browser, as JSON. Nothing is started, built or unpacked
 * before somebody asks for it.
 */

const TEMPLATE = 'modelo';

interface Databases {
  create(): Promise<string>;
  remove(name: string): Promise<void>;
  stop(): Promise<void>;
}

async function startDatabases(): Promise<Databases> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rubrica-bancos-'));
  const server = await startEmbeddedPostgres({ dataDir, fsync: false, settings: { max_connections: '1000' } });
  const { path, host, port, username } = server.connection;
  const sql = connect({ path, database: 'postgres', username }, null, 4);
  await sql.unsafe(`create database ${TEMPLATE}`);
  const connection = { path, host, port, database: TEMPLATE, username };
  await migrateAll(
    { options: connection, owner: { options: connection, queue: { host, port, database: TEMPLATE, user: username } } },
    JOBS,
  );
  let made = 0;
  return {
    async create() {
      made += 1;
      const name = `teste_${made}`;
      await sql.unsafe(`create database ${name} template ${TEMPLATE} strategy wal_log`);
      return `postgres://${username}@localhost/${name}?host=${encodeURIComponent(dirname(path))}`;
    },
    async remove(name) {
      await sql`drop database if exists ${sql(name)} with (force)`;
    },
    async stop() {
      await sql.end({ timeout: 5 });
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** One after the other: a build of the panel takes two gigabytes. */
async function buildPages(): Promise<void> {
  for (const name of BUNDLES) await ensureBundle(name);
}

/** For `globalSetup` of vitest. @returns what ends it after the run */
export default async function setUp(): Promise<() => Promise<void>> {
  let databases: Promise<Databases> | undefined;
  let pages: Promise<void> | undefined;
  let browser: Promise<Program> | undefined;
  const http = createServer(async (request, response) => {
    try {
      if (request.method === 'GET' && request.url === '/chromium') {
        browser ??= findChromium();
        return void response.end(JSON.stringify(await browser));
      }
      if (request.method === 'GET') {
        pages ??= buildPages();
        await pages;
        return void response.end();
      }
      databases ??= startDatabases();
      const { create, remove } = await databases;
      if (request.method === 'POST') return void response.end(await create());
      // Nobody need wait for it.
      response.end();
      await remove(request.url?.slice(1) ?? '').catch((error) => process.stderr.write(`${error}\n`));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'rubrica-compilados');
  const folder = await mkdtemp(join(tmpdir(), 'rubrica-run-'));
  process.env.TEST_RUN_FOLDER = folder;
  process.env.TEST_RUN = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return async () => {
    await new Promise((done) => {
      http.close(done);
      http.closeAllConnections();
    });
    await (await databases)?.stop();
    // Services that a worker shared are just ending.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
}
