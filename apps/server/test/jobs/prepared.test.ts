import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareStatements } from '../../src/jobs/prepared.ts';
import { QUEUE_SCHEMA } from '../../src/jobs/queue.ts';
import { startDatabase } from '../database.ts';

describe('statements of the queue', () => {
  let database: Awaited<ReturnType<typeof startDatabase>>;
  let queue: PgBoss;
  const ask = async (text: string, values?: unknown[]) => (await queue.getDb().executeSql(text, values)).rows;
  const plans = async (text: string) =>
    (
      await ask('select generic_plans::int + custom_plans::int as n from pg_prepared_statements where statement = $1', [
        text,
      ])
    ).map(({ n }) => n);

  beforeAll(async () => {
    database = await startDatabase([{ name: 'qualquer', retry: { limit: 1, delay: 1, maxDelay: 1 } }]);
    const { host, port, database: name, username } = database.address;
    queue = new PgBoss({ host, port, database: name, user: username, schema: QUEUE_SCHEMA, max: 1, supervise: false });
    prepareStatements(queue);
    await queue.start();
  });
  afterAll(async () => {
    await queue?.stop({ graceful: false });
    await database?.stop();
  });

  it('are prepared once a connection where they take values, and planned each time where not', async () => {
    const [taking, without] = ['select $1::int + 1 as n', 'select 2 as n'];
    for (let time = 0; time < 3; time++) {
      expect(await ask(taking, [1])).toEqual([{ n: 2 }]);
      expect(await ask(without, [])).toEqual([{ n: 2 }]);
    }
    expect(await plans(taking)).toEqual([3]);
    expect(await plans(without)).toEqual([]);
  });

  it('are planned each time where they fetch jobs, whose number a plan depends on', async () => {
    await ask('create table fetched (n int)');
    const text = 'select n from fetched where n = $1 for update skip locked';
    expect(await ask(text, [1])).toEqual([]);
    expect(await plans(text)).toEqual([]);
    await queue.fetch('qualquer', { ignoreGroups: ['um'] } as object);
    expect(await ask("select name from pg_prepared_statements where statement ilike '%with next as%'", [])).toEqual([]);
  });

  it('go on when a newer version changes what they return', async () => {
    await database.owner`create table mudada (n int)`;
    await database.owner`insert into mudada values (1)`;
    const text = 'select n from mudada where n::text = $1';
    expect(await ask(text, ['1'])).toEqual([{ n: 1 }]);
    await database.owner`alter table mudada alter column n type text`;
    for (let time = 0; time < 2; time++) expect(await ask(text, ['1'])).toEqual([{ n: '1' }]);
  });

  it('may be several in one text', async () => {
    await ask('create table varios (n int); insert into varios values (1)', []);
    expect(await ask('select n from varios', [])).toEqual([{ n: 1 }]);
  });

  it('that fail for another reason are not asked again', async () => {
    await ask('create sequence vezes', []);
    await expect(ask("select nextval('vezes') / $1::int", [0])).rejects.toThrow('division by zero');
    expect(await ask('select last_value::int as n from vezes', [])).toEqual([{ n: 1 }]);
  });
});
