import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IN_ORDER } from '../../../../../scripts/in-order.ts';
import type { Sql } from '../../../src/core/sql.ts';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Account, documentForm, until } from '../../harness.ts';
import { answer, type Receiver, startReceiver } from '../../modules/webhooks/receiver.ts';
import { type Program, startProgram } from '../../processes/support.ts';
import { lost, settled, twice, untold, unverified } from '../faults/audit.ts';
import { Ledger, newSubscriber } from '../faults/ledger.ts';
import { Closing, tallyFilesIn } from '../faults/support.ts';
import { type Cluster, type Node, startCluster } from './cluster.ts';
import { missingPackages } from './nodes.ts';

/**
 * PostgreSQL under Patroni, etcd and HAProxy, configured by the files of deploy/high-availability, loses its primary again and
 * again under load. Of our processes one of each kind knows HAProxy's address and one all three servers.
 */

/** Rounds of faults; each takes about six minutes. */
const ROUNDS = Number(process.env.RUBRICA_CLUSTER ?? 0);
const CALLERS = 3;
/** What is allowed once there is another primary. */
const READY_MS = 10_000;
/** Patroni's ttl and what it takes afterwards, on a machine with other work. */
const REPLACED_MS = 90_000;
/** A client that waits no longer for one answer. */
const CLIENT_MS = 3_000;

interface Fault {
  readonly name: string;
  begin(cluster: Cluster, primary: Node): Promise<void>;
  /** Brings the former primary back. */
  repair(primary: Node): Promise<void>;
}

const again = (primary: Node) => primary.restart();
const FAULTS: readonly Fault[] = [
  { name: 'killed with Patroni', begin: (_, primary) => primary.signal('SIGKILL'), repair: again },
  { name: 'silent with Patroni', begin: (_, one) => one.signal('SIGSTOP'), repair: (one) => one.signal('SIGCONT') },
  { name: 'killed', begin: (_, one) => one.signal('SIGKILL', 'server'), repair: async () => {} },
  { name: 'killed with Patroni, again', begin: (_, primary) => primary.signal('SIGKILL'), repair: again },
  { name: 'handed over', begin: (cluster, primary) => cluster.switchover(primary), repair: async () => {} },
  { name: 'alive without Patroni', begin: (_, primary) => primary.signal('SIGKILL', 'patroni'), repair: again },
];

/** Seconds since the fault. */
interface Figures {
  readonly fault: string;
  readonly another: number;
  /** When that one acknowledged a commit of nobody's but PostgreSQL: once a standby had found it. */
  readonly commits: number;
  /** When a document was acknowledged through each process. */
  readonly proxy: number;
  readonly several: number;
}

const lacking = missingPackages();
const why = lacking.length > 0 ? `not installed: ${lacking.join(', ')}` : 'RUBRICA_CLUSTER asks for it';
const skip = lacking.length > 0 || ROUNDS === 0;

describe('a cluster that loses its primary again and again under load', { skip, meta: { lacks: why } }, () => {
  describe('two processes that answer and two that work', IN_ORDER, () => {
    const closing = new Closing();
    const figures: Figures[] = [];
    let cluster: Cluster;
    let sql: Sql;
    let receiver: Receiver;
    let programs: Program[];
    let ledger: Ledger;
    let account: Account;
    let dataDir: string;
    let origins: Record<'proxy' | 'several', string>;

    /** Creates documents through a process until one is acknowledged. @returns the moment */
    async function writes(origin: string): Promise<number> {
      for (;;) {
        const body = documentForm(tinyPdf(1), { titulo: crypto.randomUUID() });
        const request = { method: 'POST', body, headers: account.panel, signal: AbortSignal.timeout(CLIENT_MS) };
        const status = await fetch(`${origin}/v1/documentos`, request).then(
          (response) => response.status,
          () => null,
        );
        if (status === 201) return performance.now();
        await delay(50);
      }
    }

    async function suffer(fault: Fault): Promise<void> {
      const before = await cluster.whole();
      const signed = ledger.count('assinado');
      await until(async () => ledger.count('assinado') >= signed + 3, REPLACED_MS);
      const server = await before.server();
      const began = performance.now();
      await fault.begin(cluster, before);
      // Patroni starts a server again in its place where no standby is fit to be promoted.
      await until(async () => {
        const now = await cluster.primary();
        return now !== null && (await now.server()) !== server;
      }, REPLACED_MS);
      const another = performance.now();
      const bare = until(() => cluster.commit(), REPLACED_MS).then(() => performance.now());
      const [commits, proxy, several] = await Promise.all([bare, writes(origins.proxy), writes(origins.several)]);
      const since = (at: number) => Math.round((at - began) / 100) / 10;
      const one = {
        ...{ fault: fault.name, another: since(another), commits: since(commits) },
        ...{ proxy: since(proxy), several: since(several) },
      };
      figures.push(one);
      process.stdout.write(`${JSON.stringify(one)}\n`);
      await fault.repair(before);
    }

    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'rubrica-cluster-dados-'));
      closing.push(() => rm(dataDir, { recursive: true, force: true }));
      cluster = await startCluster();
      closing.push(() => cluster.stop());
      await cluster.whole();
      receiver = await startReceiver(answer(200));
      closing.push(() => receiver.close());
      const { proxy, several } = cluster.urls;
      const migrate = startProgram('migrate', { DATABASE_URL: several, DATA_DIR: dataDir });
      expect(await migrate.ended).toBe(0);
      const run = (name: 'main' | 'worker', DATABASE_URL: string) => {
        const roles = name === 'main' ? { ROLES: 'http' } : {};
        const program = startProgram(name, { DATABASE_URL, DATA_DIR: dataDir, ...roles });
        closing.push(() => program.kill());
        return program;
      };
      programs = [run('main', proxy), run('main', several), run('worker', proxy), run('worker', several)];
      const [throughProxy = '', direct = ''] = await Promise.all(programs.map(({ started }) => started));
      origins = { proxy: throughProxy, several: direct };
      const before = await cluster.open();
      const plan = (id: string) => before`update organizacao set plano_codigo = 'EMPRESARIAL' where id = ${id}`;
      account = await newSubscriber(origins.proxy, receiver.url, plan);
      await before.end();
      ledger = new Ledger({ origins: () => Object.values(origins), accounts: [account], patient: true });
      const { end } = ledger.load(CALLERS);
      for (let round = 0; round < ROUNDS; round += 1) for (const fault of FAULTS) await suffer(fault);
      await cluster.whole();
      await end();
      sql = await cluster.open();
      closing.push(() => sql.end({ timeout: 1 }));
      const path = process.env.RUBRICA_CLUSTER_FIGURES;
      const { lives, broken } = ledger;
      if (path) await writeFile(path, JSON.stringify({ figures, lives: lives.length, broken }, null, 1));
    }, ROUNDS * 1_200_000);
    afterAll(() => closing.end(), 60_000);

    it('answers 503 and nothing worse, and every caller gets to its end', () => {
      expect(ledger.wrong).toEqual([]);
      expect(ledger.broken.unanswered).toBe(0);
      expect(ledger.lives.filter(({ told }) => !told.has('assinado')).map(({ titulo }) => titulo)).toEqual([]);
    });

    it('takes writes within ten seconds of there being another primary', () => {
      const late = figures.filter(
        ({ another, proxy, several }) => Math.max(proxy, several) - another > READY_MS / 1000,
      );
      expect(late).toEqual([]);
      expect(figures).toHaveLength(ROUNDS * FAULTS.length);
    });

    it('needs no process of ours to be started again', async () => {
      expect(programs.map(({ child }) => child.exitCode ?? child.signalCode)).toEqual([null, null, null, null]);
      for (const origin of Object.values(origins)) {
        await until(async () => (await fetch(`${origin}/readyz`)).status === 200, READY_MS);
      }
    });

    it('leaves nothing stuck', () => settled(sql, [], 120_000));

    it('loses nothing that was acknowledged, and does nothing twice', async () => {
      expect(await lost(origins.proxy, ledger)).toEqual({});
      expect(await twice(sql)).toEqual([]);
      expect(await unverified(origins.several, ledger)).toEqual([]);
      expect(untold(ledger, receiver)).toEqual([]);
      expect((await tallyFilesIn(sql, dataDir)).missing).toEqual([]);
    });
  });
});
