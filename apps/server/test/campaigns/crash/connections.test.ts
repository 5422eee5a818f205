import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Account, type Answer, call, documentForm, until } from '../../harness.ts';
import { type Databases, type Lane, openLane, PATIENCE_MS, shareDatabaseServer } from './lane.ts';

const pdf = tinyPdf();
const AT_ONCE = 12;
/** Calls between one end of every connection and the next. */
const BETWEEN = 20;
const ENDS = 8;
/** More than the pool has connections, so that each is used again. */
const AFTERWARDS = 40;
/** A session may make 600 calls a minute: these have room for however often it is asked whether all is well again. */
const SESSIONS = 3;

let server: Databases;
let lane: Lane;
beforeAll(async () => {
  server = await shareDatabaseServer();
  lane = await openLane(server, 'conexoes');
}, PATIENCE_MS);
afterAll(async () => {
  await lane?.stop();
  await server?.stop();
});

/**
 * Ends every connection the service has, its queue's too, whatever it is doing: as a failover or an administrator does.
 * Where it is just without any, waits until it has some again.
 */
const endConnections = () =>
  until(async () => {
    const ended = await lane.sql`
      select pg_terminate_backend(pid)
        from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`;
    return ended.length > 0;
  });

describe('connections to the database that end', () => {
  it(
    'cost the calls under way, and neither the process, nor a later call, nor what was answered',
    async () => {
      const accounts: Account[] = [];
      for (let number = 0; number < SESSIONS; number++) accounts.push(await lane.account(number));
      let calls = 0;
      const create = (): Promise<Answer> => {
        const { panel } = accounts[calls++ % SESSIONS] as Account;
        return call(`${lane.origin()}/v1/documentos`, 'POST', documentForm(pdf, { titulo: 'Contrato' }), panel);
      };
      const answers: Answer[] = [];
      let ends = 0;
      const caller = async () => {
        while (calls < ENDS * BETWEEN) {
          answers.push(await create());
          if (answers.length % BETWEEN > 0) continue;
          await endConnections();
          ends += 1;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, caller));
      expect(ends).toBe(ENDS);
      // A call that waits for its turn, or may be repeated, loses nothing by an end: whether any is lost is chance.
      const others = answers.filter(({ status, body }) => status !== 201 && body.codigo !== 'SERVICO_INDISPONIVEL');
      expect(others).toEqual([]);

      const together = (count: number) => Promise.all(Array.from({ length: count }, create));
      await until(async () => (await together(AT_ONCE)).every(({ status }) => status === 201));
      const after = await together(AFTERWARDS);
      expect(after.map(({ status }) => status)).toEqual(after.map(() => 201));
      const acknowledged = [...answers, ...after].filter(({ status }) => status === 201).map(({ body }) => body.id);
      const [there] = await lane.sql<{ n: number }[]>`
        select count(*)::int as n from documento where id = any(${acknowledged}::uuid[])`;
      expect(there?.n).toBe(acknowledged.length);
    },
    PATIENCE_MS,
  );
});
