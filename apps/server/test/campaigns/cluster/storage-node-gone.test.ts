import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IN_ORDER } from '../../../../../scripts/in-order.ts';
import { type Account, login, until } from '../../harness.ts';
import { answer, type Receiver, startReceiver } from '../../modules/webhooks/receiver.ts';
import { type Installation, newInstallation, type Program } from '../../processes/support.ts';
import { type Databases, shareDatabaseServer } from '../crash/lane.ts';
import { lost, settled, twice, untold, unverified } from '../faults/audit.ts';
import { Ledger, newSubscriber } from '../faults/ledger.ts';
import { Closing } from '../faults/support.ts';
import { missingSwift, type Swift, startSwift } from './swift.ts';

/** A store of three nodes (Swift behind its S3 interface) loses one after the other while documents are made and signed. */

const CALLERS = 3;
/** Signatures with all nodes there, and with one gone. */
const SIGNED = 6;
const PATIENCE_MS = 180_000;

const lacking = missingSwift();
const why = lacking.length > 0 ? `not installed: ${lacking.join(', ')}` : 'RUBRICA_CLUSTER asks for it';
const skip = lacking.length > 0 || !process.env.RUBRICA_CLUSTER;

describe('a store of files that loses a node under load', { skip, meta: { lacks: why } }, () => {
  describe('and another after it', IN_ORDER, () => {
    const closing = new Closing();
    let server: Databases;
    let installation: Installation;
    let swift: Swift;
    let receiver: Receiver;
    let program: Program;
    let ledger: Ledger;
    let origin: string;
    /** What was missing while a node was gone. */
    const missed: string[][] = [];

    beforeAll(async () => {
      server = await shareDatabaseServer();
      closing.push(() => server.stop());
      installation = await newInstallation(server, 'swift');
      closing.push(() => installation.stop());
      swift = await startSwift();
      closing.push(() => swift.stop());
      receiver = await startReceiver(answer(200));
      closing.push(() => receiver.close());
      const { id, secret } = swift.access;
      const at = `${new URL(swift.endpoint).host}/${swift.bucket}?tls=off`;
      program = installation.start('main', { S3_URL: `s3://${encodeURIComponent(id)}:${secret}@${at}` });
      origin = await program.started;
      const { sql } = installation;
      const plan = (one: string) => sql`update organizacao set plano_codigo = 'EMPRESARIAL' where id = ${one}`;
      const account = await newSubscriber(origin, receiver.url, plan);
      // Whoever looks has a limit of calls of their own.
      const looking: Account = { ...account, panel: await login(origin, account.email, account.senha) };
      ledger = new Ledger({ origins: () => [origin], accounts: [account] });
      const { end } = ledger.load(CALLERS);
      const more = async () => {
        const signed = ledger.count('assinado');
        await until(async () => ledger.count('assinado') >= signed + SIGNED, PATIENCE_MS);
      };
      await more();
      for (const node of [0, 1] as const) {
        swift.signal(node, 'SIGKILL');
        await more();
        // A life whose last signature is on its way is not looked at.
        const settledLives = ledger.lives.filter(({ told }) => told.has('assinado'));
        const lives = settledLives.slice(-SIGNED).map((life) => ({ ...life, account: looking }));
        // A completion that a failing store refused is tried again later; what is stored is read all the while.
        const problems = Object.values(await lost(origin, { lives })).flat();
        missed.push(problems.filter((problem) => problem !== 'is AGUARDANDO_ASSINATURAS'));
        await swift.restart(node);
      }
      await more();
      await end();
    }, 900_000);
    afterAll(() => closing.end(), 60_000);

    it('goes on, answers 503 and nothing worse, and reads keep being answered', () => {
      expect(ledger.wrong).toEqual([]);
      expect(ledger.broken.unanswered).toBe(0);
      expect(ledger.lives.filter(({ told }) => !told.has('assinado')).map(({ titulo }) => titulo)).toEqual([]);
      expect(missed).toEqual([[], []]);
      expect(program.child.exitCode).toBeNull();
    });

    it('leaves nothing stuck', () => settled(installation.sql, [], PATIENCE_MS));

    it(
      'loses nothing that was acknowledged, and does nothing twice',
      async () => {
        expect(await lost(origin, ledger)).toEqual({});
        expect(await twice(installation.sql)).toEqual([]);
        expect(await unverified(origin, ledger)).toEqual([]);
        expect(untold(ledger, receiver)).toEqual([]);
      },
      PATIENCE_MS,
    );
  });
});
