import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IN_ORDER } from '../../../../../scripts/in-order.ts';
import { COLUMNS } from '../../../migrations/tables.ts';
import { until } from '../../harness.ts';
import { answer, type Receiver, startReceiver } from '../../modules/webhooks/receiver.ts';
import { type Installation, newInstallation } from '../../processes/support.ts';
import { startDatabaseServer } from '../crash/lane.ts';
import { lost, settled, unverified } from '../faults/audit.ts';
import { Ledger, newSubscriber } from '../faults/ledger.ts';
import { Closing } from '../faults/support.ts';

/**
 * Every table gains a column while a process serves whose connections have prepared their statements, as it does when a newer
 * version migrates beside it (ADR 0070). PostgreSQL refuses what was prepared as `select *` or `returning *` from then on.
 */

const CALLERS = 3;
const SIGNED = 2;

describe('columns that come while a process serves', IN_ORDER, () => {
  const closing = new Closing();
  let installation: Installation;
  let receiver: Receiver;
  let ledger: Ledger;
  let origin: string;

  beforeAll(async () => {
    const server = await startDatabaseServer();
    closing.push(() => server.stop());
    receiver = await startReceiver(answer(200));
    closing.push(() => receiver.close());
    installation = await newInstallation(server, 'colunas');
    closing.push(() => installation.stop());
    origin = await installation.start('main').started;
    const { sql } = installation;
    const plan = (id: string) => sql`update organizacao set plano_codigo = 'EMPRESARIAL' where id = ${id}`;
    const account = await newSubscriber(origin, receiver.url, plan);
    ledger = new Ledger({ origins: () => [origin], accounts: [account] });

    const { end } = ledger.load(CALLERS);
    const more = async () => {
      const before = ledger.count('assinado');
      await until(async () => ledger.count('assinado') >= before + SIGNED, 120_000);
    };
    await more();
    for (const table of Object.keys(COLUMNS)) await sql`alter table ${sql(table)} add column coluna_nova text`;
    await more();
    await end();
  });
  afterAll(() => closing.end());

  it('change no answer', () => {
    expect(ledger.wrong).toEqual([]);
    expect(ledger.broken).toEqual({ unanswered: 0, unavailable: 0 });
    expect(ledger.lives.filter(({ told }) => !told.has('assinado')).map(({ titulo }) => titulo)).toEqual([]);
  });

  it('leave nothing stuck, and lose nothing', async () => {
    await settled(installation.sql);
    expect(await lost(origin, ledger)).toEqual({});
    expect(await unverified(origin, ledger)).toEqual([]);
  });
});
