import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IN_ORDER } from '../../../../../scripts/in-order.ts';
import type { Sql } from '../../../src/core/sql.ts';
import { answerAsOne } from '../../contract-check.ts';
import { until } from '../../harness.ts';
import { answer, type Receiver, startReceiver } from '../../modules/webhooks/receiver.ts';
import { type Program, startProgram } from '../../processes/support.ts';
import { lost, noTemporaryFiles, settled, sweptFiles, twice, untold, unverified } from './audit.ts';
import { Ledger, newSubscriber } from './ledger.ts';
import { type Pair, startPair } from './replicas.ts';
import { Closing, tallyFilesIn } from './support.ts';
import { startWire, type Wire } from './switch.ts';

/**
 * The primary is lost under load and a synchronous standby takes its place at the same address: of what was acknowledged
 * nothing is lost, and the processes go on by themselves.
 */

const CALLERS = 6;
const SIGNED = process.env.RUBRICA_RUNS ? 60 : 8;
/** Until callers are answered again after another is there. */
const BACK_MS = 30_000;

/** How the primary goes: its machine lives and its connections end, or nothing more comes of it. */
const LOSSES = [
  { name: 'dies', lose: (wire: Wire) => wire.cut() },
  { name: 'falls silent with its machine', lose: (wire: Wire) => wire.silence() },
] as const;

describe.each(LOSSES)('a primary that $name under load', ({ lose }) => {
  describe('and a standby in its place', IN_ORDER, () => {
    const closing = new Closing();
    let pair: Pair;
    let sql: Sql;
    let receiver: Receiver;
    let programs: Program[];
    let ledger: Ledger;
    let dataDir: string;
    let origin: string;
    let env: Record<string, string>;

    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'rubrica-troca-'));
      closing.push(() => rm(dataDir, { recursive: true, force: true }));
      pair = await startPair();
      closing.push(() => pair.stop());
      const wire = await startWire({ path: pair.primary.socket });
      closing.push(() => wire.close());
      receiver = await startReceiver(answer(200));
      closing.push(() => receiver.close());
      env = { DATABASE_URL: `postgres://${pair.user}@127.0.0.1:${wire.port}/${pair.database}`, DATA_DIR: dataDir };
      programs = [startProgram('main', env), startProgram('main', env)];
      for (const program of programs) closing.push(() => program.kill());
      const origins = await Promise.all(programs.map(({ started }) => started));
      answerAsOne(new Set(origins));
      origin = origins[0] as string;
      const before = pair.primary.open();
      const plan = (id: string) => before`update organizacao set plano_codigo = 'EMPRESARIAL' where id = ${id}`;
      const account = await newSubscriber(origin, receiver.url, plan);
      await before.end();
      // Who signs may come again ten times a minute, which is over in seconds where nobody waits.
      ledger = new Ledger({ origins: () => origins, accounts: [account], patient: true });

      const { end } = ledger.load(CALLERS);
      await until(async () => ledger.count('assinado') >= SIGNED);
      lose(wire);
      await pair.primary.kill();
      await pair.promote();
      // However fast the other is there: that some are refused meanwhile is part of the story.
      await until(() => ledger.broken.unavailable > 0, BACK_MS);
      wire.lead({ path: pair.standby.socket });
      wire.forsake();
      const signed = ledger.count('assinado');
      await until(async () => ledger.count('assinado') > signed, BACK_MS);
      await until(async () => ledger.count('assinado') >= signed + SIGNED);
      await end();
      sql = pair.standby.open();
      closing.push(() => sql.end({ timeout: 1 }));
    });
    afterAll(() => closing.end());

    it('makes answers 503 and nothing worse, and every caller gets to its end', () => {
      expect(ledger.wrong).toEqual([]);
      expect(ledger.broken.unanswered).toBe(0);
      expect(ledger.broken.unavailable).toBeGreaterThan(0);
      expect(ledger.lives.filter(({ told }) => !told.has('assinado')).map(({ titulo }) => titulo)).toEqual([]);
    });

    it('leaves every process ready', async () => {
      for (const program of programs) {
        const at = await program.started;
        await until(async () => (await fetch(`${at}/readyz`)).status === 200, BACK_MS);
      }
    });

    it('leaves nothing stuck', () => settled(sql, programs));

    it('loses nothing that was acknowledged, and does nothing twice', async () => {
      expect(await lost(origin, ledger)).toEqual({});
      expect(await twice(sql)).toEqual([]);
      expect(await unverified(origin, ledger)).toEqual([]);
    });

    it('keeps no event from its receiver', () => {
      expect(untold(ledger, receiver)).toEqual([]);
    });

    it('leaves every file that a row names, and once they were swept no other', async () => {
      expect((await tallyFilesIn(sql, dataDir)).missing).toEqual([]);
      expect(await Promise.all(programs.map((program) => program.stop()))).toEqual([0, 0]);
      expect(await sweptFiles(sql, dataDir)).toEqual({ missing: [], unnamed: [] });
      const next = startProgram('main', env);
      closing.push(() => next.kill());
      await next.started;
      expect((await tallyFilesIn(sql, dataDir)).missing).toEqual([]);
      await noTemporaryFiles(dataDir);
      expect(await next.stop()).toBe(0);
    });
  });
});
