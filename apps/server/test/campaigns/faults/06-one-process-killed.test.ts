import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IN_ORDER } from '../../../../../scripts/in-order.ts';
import { until } from '../../harness.ts';
import { answer, type Receiver, startReceiver } from '../../modules/webhooks/receiver.ts';
import { descendantsOf, type Installation, newInstallation, type Program } from '../../processes/support.ts';
import { isAlive } from '../crash/child.ts';
import { type Databases, shareDatabaseServer } from '../crash/lane.ts';
import { lost, noTemporaryFiles, settled, sweptFiles, twice, untold, unverified } from './audit.ts';
import { Ledger, newSubscriber } from './ledger.ts';
import { Closing, tallyFilesIn } from './support.ts';

/**
 * Processes over one database and one DATA_DIR, one of which is killed while callers make, send and sign documents through
 * all of them: nobody who was told that something was done finds it undone.
 */

const CALLERS = 6;
/** Documents signed before, and again after, the kill. */
const SIGNED = process.env.RUBRICA_RUNS ? 60 : 8;

const closing = new Closing();
let server: Databases;
let receiver: Receiver;
beforeAll(async () => {
  server = await shareDatabaseServer();
  closing.push(() => server.stop());
  receiver = await startReceiver(answer(200));
  closing.push(() => receiver.close());
});
afterAll(() => closing.end());

const CASES = [
  { name: 'two processes, one killed', database: 'dois', kinds: ['main', 'main'], doomed: 1 },
  { name: 'three processes, the worker killed', database: 'tres', kinds: ['main', 'main', 'worker'], doomed: 2 },
  {
    name: 'three processes, one that answers killed',
    database: 'quatro',
    kinds: ['main', 'main', 'worker'],
    doomed: 0,
  },
] as const;
/** In CI the first two. */
const RUN = process.env.RUBRICA_RUNS ? CASES : CASES.slice(0, 2);

describe.each(RUN)('$name under load', ({ database, kinds, doomed }) => {
  describe('and afterwards', IN_ORDER, () => {
    let installation: Installation;
    let programs: Program[];
    let ledger: Ledger;
    let dataDir: string;
    /** What the killed process had started. */
    let below: number[] | null = null;
    let survivor: string;

    beforeAll(async () => {
      installation = await newInstallation(server, database);
      closing.push(() => installation.stop());
      dataDir = installation.env.DATA_DIR as string;
      programs = kinds.map((kind) => installation.start(kind));
      for (const program of programs) closing.push(() => program.kill());
      const origins = await Promise.all(programs.map(({ started }) => started));
      const answering = (from: readonly string[]) => from.filter((origin) => origin !== '');
      survivor = answering(origins.filter((_, index) => index !== doomed))[0] as string;
      const { sql } = installation;
      const plan = (id: string) => sql`update organizacao set plano_codigo = 'EMPRESARIAL' where id = ${id}`;
      const accounts = [];
      for (let n = 0; n < 2; n += 1) accounts.push(await newSubscriber(survivor, receiver.url, plan));
      let dead = false;
      // As a balancer does: what is dead is asked no more, a moment after it died.
      const live = () => answering(dead ? origins.filter((_, index) => index !== doomed) : origins);
      ledger = new Ledger({ origins: live, accounts });

      const { end } = ledger.load(CALLERS);
      await until(async () => ledger.count('assinado') >= SIGNED);
      const victim = programs[doomed] as Program;
      below = await descendantsOf(victim.pid);
      await victim.kill();
      const before = ledger.count('assinado');
      await until(async () => ledger.count('assinado') >= before + 2);
      dead = true;
      await until(async () => ledger.count('assinado') >= before + SIGNED);
      await end();
    });

    it('no answer was anything but done, or come again', () => {
      expect(ledger.wrong).toEqual([]);
      expect(ledger.count('assinado')).toBeGreaterThanOrEqual(2 * SIGNED);
      // Whom nobody asks is missed by nobody.
      if (kinds[doomed] === 'main') expect(ledger.broken.unanswered).toBeGreaterThan(0);
      expect(ledger.lives.filter(({ told }) => !told.has('assinado')).map(({ titulo }) => titulo)).toEqual([]);
    });

    it('nothing is stuck', () => settled(installation.sql, programs));

    it('every act that was acknowledged is there, once, in a whole chain', async () => {
      expect(await lost(survivor, ledger)).toEqual({});
      expect(await twice(installation.sql)).toEqual([]);
    });

    it('signed files and certificates are verified by a stranger', async () => {
      expect(await unverified(survivor, ledger)).toEqual([]);
    });

    it('every event was delivered, under one id', () => {
      expect(untold(ledger, receiver)).toEqual([]);
    });

    it('no process of the dead one lives', async () => {
      await until(async () => (below ?? []).every((pid) => !isAlive(pid)));
    });

    it('every file that a row names is there, and once they were swept no other is', async () => {
      expect((await tallyFilesIn(installation.sql, dataDir)).missing).toEqual([]);
      expect(await Promise.all(programs.filter((_, n) => n !== doomed).map((one) => one.stop()))).toEqual(
        programs.slice(1).map(() => 0),
      );
      expect(await sweptFiles(installation.sql, dataDir)).toEqual({ missing: [], unnamed: [] });
      const next = installation.start('main');
      closing.push(() => next.kill());
      await next.started;
      expect((await tallyFilesIn(installation.sql, dataDir)).missing).toEqual([]);
      await noTemporaryFiles(dataDir);
      expect(await next.stop()).toBe(0);
    });
  });
});
