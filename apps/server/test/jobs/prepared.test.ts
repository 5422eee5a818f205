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

  const prepared = (text: string) =>
    ask(`select name from pg_prepared_statements where statement ilike '%${text}%'`, []);

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

  const id = '6f2c1b7e-0000-4000-8000-000000000001';
  const byId = (table: string) => `select n from ${table} where id = ANY($1::uuid[])`;

  it('are prepared once a connection where they find jobs by their ids, as what completes them does', async () => {
    await database.owner`create table named (id uuid, n int)`;
    for (let time = 0; time < 3; time++) expect(await ask(byId('named'), [[id]])).toEqual([]);
    expect(await plans(byId('named'))).toEqual([3]);
    await queue.complete('qualquer', id);
    expect(await prepared('update fila.job_common%completed')).toHaveLength(1);
  });

  it('are planned each time where they fetch jobs or count them', async () => {
    const text = 'select $1::int as n';
    expect(await ask(text, [1])).toEqual([{ n: 1 }]);
    expect(await plans(text)).toEqual([]);
    await queue.fetch('qualquer', { ignoreGroups: ['um'] } as object);
    expect(await prepared('with next as')).toEqual([]);
  });

  it('go on when a newer version changes what they return', async () => {
    await database.owner`create table changed (id uuid, n int)`;
    await database.owner`insert into changed values (${id}, 1)`;
    expect(await ask(byId('changed'), [[id]])).toEqual([{ n: 1 }]);
    await database.owner`alter table changed alter column n type text`;
    for (let time = 0; time < 2; time++) expect(await ask(byId('changed'), [[id]])).toEqual([{ n: '1' }]);
  });

  it('may be several in one text', async () => {
    await ask('create table several (n int); insert into several values (1)', []);
    expect(await ask('select n from several', [])).toEqual([{ n: 1 }]);
  });

  it('that fail for another reason are not asked again', async () => {
    await database.owner`create sequence times`;
    const text = `select nextval('times') / 0 as n from unnest($1::uuid[]) as one (id) where id = ANY($1::uuid[])`;
    await expect(ask(text, [[id]])).rejects.toThrow('division by zero');
    expect(await ask('select last_value::int as n from times', [])).toEqual([{ n: 1 }]);
  });
});
