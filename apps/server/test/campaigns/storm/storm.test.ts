import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IN_ORDER } from '../../../../../scripts/in-order.ts';
import { Random, seedOfRun } from '../../chance.ts';
import { newDatabase } from '../../database.ts';
import { type Service, startService } from '../../harness.ts';
import { workFolder } from '../../modules/tools.ts';
import { answer, type Receiver, startReceiver } from '../../modules/webhooks/receiver.ts';
import { settled } from '../faults/audit.ts';
import { Closing, tallyFiles } from '../faults/support.ts';
import { anyAct } from './acts.ts';
import { documentProblems, finish, metered, restoreAll, undelivered } from './afterwards.ts';
import { World } from './world.ts';

/**
 * Many people act on the same few documents at once, each act drawn by chance and at any moment of the others: whoever sends,
 * corrects, removes, adjusts, cancels, deletes and puts back, and whoever opens, proves, passes on, refuses and signs. Nothing is
 * known of what each should be answered; but what was acknowledged was done, once, and everybody comes to an end.
 */

const ACTS = Number(process.env.RUBRICA_RUNS ?? 260);
const AT_ONCE = 12;
const FIRST = 6;
const SEED = seedOfRun();
const path = workFolder();

const STORMS = [
  { name: 'on one process', processes: 1, breakEveryMs: null },
  { name: 'on two processes whose connections to the database break', processes: 2, breakEveryMs: 300 },
] as const;

/** Ends two connections that do something, again and again. @returns ends it */
function breakConnections({ owner }: Service, everyMs: number): () => Promise<void> {
  let broken: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    broken = owner`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
       order by random() limit 2`;
    broken.catch(() => {});
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await broken;
  };
}

describe.each(STORMS)(`seed ${SEED}, $name`, ({ processes, breakEveryMs }) => {
  describe('and afterwards', IN_ORDER, () => {
    const closing = new Closing();
    let world: World;
    let receiver: Receiver;

    beforeAll(async () => {
      receiver = await startReceiver(answer(200));
      closing.push(() => receiver.close());
      const database = await newDatabase();
      closing.push(() => database.remove());
      const services: Service[] = [];
      while (services.length < processes) {
        const dataDir = services[0]?.app.config.dataDir;
        const one = await startService({
          DATABASE_URL: database.url,
          LOG_LEVEL: breakEveryMs === null ? 'error' : 'silent',
          ...(dataDir === undefined ? {} : { DATA_DIR: dataDir }),
        });
        closing.push(() => one.stop());
        services.push(one);
      }
      world = await World.open(services, new Random(SEED), receiver.url);
      while (world.documents.size < FIRST) await world.create();
      const mend = breakEveryMs === null ? null : breakConnections(world.first, breakEveryMs);
      let left = ACTS;
      const actor = async () => {
        while (left > 0) {
          left -= 1;
          await anyAct(world)(world);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, actor));
      await mend?.();
    });
    afterAll(() => closing.end());

    it('no answer was a failure but one that asks to come again', () => {
      const failed = world.done.filter(({ answer: { status } }) => status >= 500 && status !== 503);
      expect(failed.map(({ act, answer }) => [act, answer.bytes.toString()])).toEqual([]);
      const done = new Set(world.done.filter(({ answer }) => answer.status < 300).map(({ act }) => act));
      expect([...done]).toEqual(expect.arrayContaining(['criar', 'enviar', 'corrigir', 'assinar']));
      const unavailable = world.done.filter(({ answer: { status } }) => status === 503).length;
      expect(unavailable > 0).toBe(breakEveryMs !== null);
    });

    it('everybody who still has to sign can', async () => {
      expect(await finish(world)).toEqual([]);
      await settled(world.first.owner);
    });

    it('every act that was acknowledged is in a whole trail, once, was told, and what was signed is verified', async () => {
      await restoreAll(world);
      expect(await undelivered(world, receiver)).toEqual([]);
      expect(await documentProblems(world, receiver, path)).toEqual([]);
    });

    it('what is metered is what was done, no job failed, and every file that a row names is there', async () => {
      const { metered: counted, done } = await metered(world);
      expect(counted).toEqual(done);
      expect(await world.first.owner`select name, output from fila.job where state = 'failed'`).toEqual([]);
      expect((await tallyFiles(world.first)).missing).toEqual([]);
    });
  });
});
