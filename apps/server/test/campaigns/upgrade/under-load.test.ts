import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IN_ORDER } from '../../../../../scripts/in-order.ts';
import { leaveUnchecked } from '../../contract-check.ts';
import { until } from '../../harness.ts';
import { answer, type Receiver, startReceiver } from '../../modules/webhooks/receiver.ts';
import { type Installation, newInstallation, type Program } from '../../processes/support.ts';
import { startDatabaseServer } from '../crash/lane.ts';
import { lost, settled, twice, untold, unverified } from '../faults/audit.ts';
import { Ledger, newSubscriber } from '../faults/ledger.ts';
import { Closing, tallyFilesIn } from '../faults/support.ts';
import { unpackRelease, whyNoRelease } from './released.ts';

/**
 * The last release serves while this version migrates its database, and is replaced process by process (ADR 0070): nobody who
 * makes, sends, signs and reads documents meanwhile is answered anything but what was asked for.
 */

const CALLERS = 3;
/** Processes of each version. */
const PROCESSES = process.env.RUBRICA_RUNS ? 3 : 1;
/** Documents signed before the migration, after it, beside both versions, and after the last process was replaced. */
const SIGNED = process.env.RUBRICA_RUNS ? 30 : 2;
const WHY_NOT = whyNoRelease();

describe.skipIf(WHY_NOT !== null)(`an upgrade from the last release${WHY_NOT ? ` (${WHY_NOT})` : ''}`, () => {
  describe('under load', IN_ORDER, () => {
    const closing = new Closing();
    let installation: Installation;
    let receiver: Receiver;
    let ledger: Ledger;
    let migrated: Program;
    let ended: unknown[];
    let origins: string[] = [];

    beforeAll(async () => {
      const server = await startDatabaseServer();
      closing.push(() => server.stop());
      receiver = await startReceiver(answer(200));
      closing.push(() => receiver.close());
      const release = unpackRelease();
      closing.push(() => rm(release, { recursive: true, force: true }));
      installation = await newInstallation(server, 'subida');
      closing.push(() => installation.stop());
      const source = join(release, 'apps/server/src');
      const old = Array.from({ length: PROCESSES }, () => installation.start('main', {}, source));
      origins = await Promise.all(old.map(({ started }) => started));
      for (const origin of origins) leaveUnchecked(origin);
      const { sql } = installation;
      const plan = (id: string) => sql`update organizacao set plano_codigo = 'EMPRESARIAL' where id = ${id}`;
      const account = await newSubscriber(origins[0] as string, receiver.url, plan);
      ledger = new Ledger({ origins: () => origins, accounts: [account] });

      const { end } = ledger.load(CALLERS);
      const more = async () => {
        const before = ledger.count('assinado');
        await until(async () => ledger.count('assinado') >= before + SIGNED, 120_000);
      };
      await more();
      migrated = installation.start('migrate');
      await migrated.ended;
      await more();
      ended = [];
      for (const one of old) {
        const fresh = await installation.start('main').started;
        const leaving = await one.started;
        // As a balancer does before it lets a process go.
        origins = [...origins.filter((origin) => origin !== leaving), fresh];
        await more();
        ended.push(await one.stop());
      }
      await more();
      await end();
    });
    afterAll(() => closing.end());

    it('migrates while the release serves, whose processes end in order', async () => {
      expect(migrated.output()).toMatch(/Banco na versão mais nova/);
      expect(await migrated.ended).toBe(0);
      expect(ended).toEqual(Array.from({ length: PROCESSES }, () => 0));
    });

    it('answers nothing but what was asked for', () => {
      expect(ledger.wrong).toEqual([]);
      expect(ledger.broken).toEqual({ unanswered: 0, unavailable: 0 });
      expect(ledger.lives.filter(({ told }) => !told.has('assinado')).map(({ titulo }) => titulo)).toEqual([]);
    });

    it('leaves nothing stuck, loses nothing and does nothing twice', async () => {
      const { sql } = installation;
      await settled(sql);
      expect(await lost(origins[0] as string, ledger)).toEqual({});
      expect(await twice(sql)).toEqual([]);
      expect(await unverified(origins[0] as string, ledger)).toEqual([]);
      expect(untold(ledger, receiver)).toEqual([]);
      expect((await tallyFilesIn(sql, installation.env.DATA_DIR as string)).missing).toEqual([]);
    });
  });
});
