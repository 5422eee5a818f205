import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect as dial, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacking, without } from '../../../../../packages/pdf/test/judges/programs.ts';
import { IN_ORDER } from '../../../../../scripts/in-order.ts';
import { connect, type Sql } from '../../../src/core/sql.ts';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { newDatabase } from '../../database.ts';
import { type Account, call, documentForm, newAccount, until } from '../../harness.ts';
import { answer, type Receiver, startReceiver } from '../../modules/webhooks/receiver.ts';
import { type Child, startChild } from '../crash/child.ts';
import { lost, noTemporaryFiles, settled, sweptFiles, twice, untold, unverified } from './audit.ts';
import { Ledger, newSubscriber } from './ledger.ts';
import { Closing, tallyFilesIn } from './support.ts';

/**
 * A process that may open nothing more: it answers 503 or lets wait, comes back by itself, and loses nothing of what it
 * acknowledged.
 */

const onLinux = process.platform === 'linux' ? {} : without('needs /proc');
const descriptorsOf = async (pid: number) => (await readdir(`/proc/${pid}/fd`)).length;

interface Lane {
  readonly child: Child;
  readonly sql: Sql;
  readonly dataDir: string;
  again(): Promise<Child>;
}

async function openLane(closing: Closing, before?: string): Promise<Lane> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rubrica-descritores-'));
  closing.push(() => rm(dataDir, { recursive: true, force: true }));
  const database = await newDatabase();
  closing.push(() => database.remove());
  const { pathname, searchParams, username } = new URL(database.url);
  const path = join(searchParams.get('host') ?? '', '.s.PGSQL.5432');
  const sql = connect({ path, username, database: pathname.slice(1) }, null, 2);
  closing.push(() => sql.end({ timeout: 1 }));
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    TRUST_PROXY: '127.0.0.1/32',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
  };
  const start = async (first?: string) => {
    const child = await startChild({ env, ...(first ? { before: first } : {}) });
    closing.push(() => child.kill());
    return child;
  };
  return { child: await start(before), sql, dataDir, again: () => start() };
}

describe('a process that was given few descriptors', onLinux, () => {
  const closing = new Closing();
  let lane: Lane;
  let account: Account;
  const idle: Socket[] = [];
  beforeAll(async () => {
    lane = await openLane(closing, 'ulimit -n 180');
    account = await newAccount(lane.child.origin);
  });
  afterAll(async () => {
    for (const socket of idle) socket.destroy();
    await closing.end();
  });

  const create = (titulo: string) =>
    call(`${lane.child.origin}/v1/documentos`, 'POST', documentForm(tinyPdf(), { titulo }), account.panel).catch(
      () => null,
    );

  it('is back as soon as those who hold them let go, and keeps what it acknowledged', async () => {
    const before = await create('Antes');
    expect(before?.status).toBe(201);
    const { port } = new URL(lane.child.origin);
    for (let n = 0; n < 200; n += 1) idle.push(dial(Number(port), '127.0.0.1').on('error', () => {}));
    await until(async () => (await descriptorsOf(lane.child.pid)) >= 179);
    const during = await Promise.all(Array.from({ length: 12 }, (_, n) => create(`Durante ${n}`)));
    for (const one of during) expect([201, 503, undefined]).toContain(one?.status);
    for (const socket of idle) socket.destroy();

    await until(async () => (await create('Depois'))?.status === 201);
    const kept = [before, ...during].flatMap((one) => (one?.status === 201 ? [one.body.id as string] : []));
    for (const id of kept) {
      const file = `${lane.child.origin}/v1/documentos/${id}/arquivo?tipo=ORIGINAL`;
      expect((await call(file, 'GET', undefined, account.panel)).bytes.equals(tinyPdf())).toBe(true);
    }
    await until(async () => (await fetch(`${lane.child.origin}/readyz`)).status === 200);
  });
});

describe('a process that is brought to its limit under load, and back', lacking('prlimit'), () => {
  describe('and afterwards', IN_ORDER, () => {
    const SIGNED = process.env.RUBRICA_RUNS ? 60 : 8;
    const SHORT_MS = 6_000;
    const closing = new Closing();
    let lane: Lane;
    let ledger: Ledger;
    let receiver: Receiver;
    const limit = (soft: number | string) =>
      promisify(execFile)('prlimit', ['--pid', String(lane.child.pid), `--nofile=${soft}:`]);

    beforeAll(async () => {
      lane = await openLane(closing);
      receiver = await startReceiver(answer(200));
      closing.push(() => receiver.close());
      const { child, sql } = lane;
      const plan = (id: string) => sql`update organizacao set plano_codigo = 'EMPRESARIAL' where id = ${id}`;
      const account = await newSubscriber(child.origin, receiver.url, plan);
      // Who signs may come again ten times a minute, which is over in seconds where nobody waits.
      ledger = new Ledger({ origins: () => [child.origin], accounts: [account], patient: true });
      const { end } = ledger.load(6);
      await until(async () => ledger.count('assinado') >= SIGNED);
      await limit(24);
      await until(async () => ledger.broken.unavailable > 0);
      // As long as it lasts nothing comes of most calls: there is nothing to wait for but its end.
      await delay(SHORT_MS);
      await limit(4096);
      const signed = ledger.count('assinado');
      await until(async () => ledger.count('assinado') >= signed + SIGNED);
      await end();
    });
    afterAll(() => closing.end());

    it('no answer was anything but done, or come again', () => {
      expect(ledger.wrong).toEqual([]);
      expect(ledger.broken.unavailable).toBeGreaterThan(0);
      expect(ledger.lives.filter(({ told }) => !told.has('assinado')).map(({ titulo }) => titulo)).toEqual([]);
    });

    it('it is ready, and nothing is stuck', async () => {
      await until(async () => (await fetch(`${lane.child.origin}/readyz`)).status === 200);
      await settled(lane.sql);
    });

    it('nothing that was acknowledged is lost or done twice, and every event was delivered', async () => {
      expect(await lost(lane.child.origin, ledger)).toEqual({});
      expect(await twice(lane.sql)).toEqual([]);
      expect(await unverified(lane.child.origin, ledger)).toEqual([]);
      expect(untold(ledger, receiver)).toEqual([]);
    });

    it('every file that a row names is there, and once they were swept no other is', async () => {
      expect((await tallyFilesIn(lane.sql, lane.dataDir)).missing).toEqual([]);
      await lane.child.stop();
      expect(await sweptFiles(lane.sql, lane.dataDir)).toEqual({ missing: [], unnamed: [] });
      const next = await lane.again();
      expect((await tallyFilesIn(lane.sql, lane.dataDir)).missing).toEqual([]);
      await noTemporaryFiles(lane.dataDir);
      await next.stop();
    });
  });
});
