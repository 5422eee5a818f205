import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Scope, scopeOf } from '../../src/core/scope.ts';
import { alike, json, type Sql, type Tx } from '../../src/core/sql.ts';
import { openDatabase, startDatabase } from '../database.ts';

/** What a statement says in words of its transaction, without row-level security, which would forgive what is missing. */

const [MINE, THEIRS] = [randomUUID(), randomUUID()];
const SCOPES = [scopeOf(MINE, 'TESTE'), scopeOf(MINE, 'PRODUCAO'), scopeOf(THEIRS, 'TESTE')];
const [scope] = SCOPES as [Scope];

let database: Awaited<ReturnType<typeof startDatabase>>;
let process: ReturnType<typeof openDatabase>;
let owner: Sql;
beforeAll(async () => {
  database = await startDatabase([]);
  owner = database.owner;
  process = openDatabase(database.address);
  await owner`grant rubrica_app to current_user`;
  for (const one of SCOPES) await process.db.write(one, (tx) => tx.sql`insert into palpite ${tx.rows(guess('a'))}`);
  await owner`alter table palpite disable row level security`;
});
afterAll(async () => {
  await process?.db.close();
  await database?.stop();
});

const guess = (alvo: string) => ({ alvo, falhas: 0 });
const read = <T>(work: (tx: Tx) => Promise<T>) => process.db.read(scope, work);
const total = async (statement: PromiseLike<readonly { total: number }[]>) => (await statement)[0]?.total;

it('`here` is the scope’s organization and environment, under an alias too', async () => {
  expect(
    await read(({ sql, here }) =>
      total(sql<{ total: number }[]>`select count(*) as total from palpite where ${here()}`),
    ),
  ).toBe(1);
  expect(
    await read(({ sql, here }) =>
      total(sql<{ total: number }[]>`
        select count(*) as total from palpite p, palpite o where ${here('p')} and p.alvo = o.alvo`),
    ),
  ).toBe(SCOPES.length);
});

it('`ours` is both environments of its organization', async () => {
  expect(
    await read(({ sql, ours }) =>
      total(sql<{ total: number }[]>`select count(*) as total from palpite where ${ours()}`),
    ),
  ).toBe(2);
  expect(
    await read(({ sql, ours }) =>
      total(sql<{ total: number }[]>`select count(*) as total from palpite p where ${ours('p')}`),
    ),
  ).toBe(2);
});

it('`alike` joins rows of one organization and environment', async () => {
  expect(
    await read(({ sql }) =>
      total(
        sql<{ total: number }[]>`select count(*) as total from palpite p join palpite o on ${alike(sql, 'p', 'o')}`,
      ),
    ),
  ).toBe(SCOPES.length);
});

it('`rows` are the scope’s whatever they say', async () => {
  await process.db.write(
    scope,
    (tx) => tx.sql`
      insert into palpite ${tx.rows([
        { ...guess('b'), organizacao_id: THEIRS, ambiente: 'PRODUCAO' },
        { ...guess('c'), organizacao_id: THEIRS, ambiente: 'PRODUCAO' },
      ])}`,
  );
  const written = await owner`select organizacao_id, ambiente from palpite where alvo in ('b', 'c')`;
  expect(written.map((row) => ({ ...row }))).toEqual(Array(2).fill({ organizacao_id: MINE, ambiente: 'TESTE' }));
});

it('`set` names the columns that change, `json` a value that is an object', async () => {
  await process.db.write(
    scope,
    (tx) => tx.sql`update palpite set ${tx.set({ falhas: 3 })} where ${tx.here()} and alvo = 'a'`,
  );
  const [row] = await owner`select count(*) as total from palpite where alvo = 'a' and falhas = 3`;
  expect(row).toEqual({ total: 1 });
  const [shown] =
    await owner`select ${json(owner, { um: [1, null] })} as value, jsonb_typeof(${json(owner, null)}) as none`;
  expect(shown).toMatchObject({ value: { um: [1, null] } });
});

it('a reading sees the rows of one moment, whatever is written and removed meanwhile', async () => {
  const [gone, came] = [randomUUID(), randomUUID()];
  await process.db.write(scope, (tx) => tx.sql`insert into palpite ${tx.rows(guess(gone))}`);
  const seen = await read(async ({ sql, here }) => {
    const find = () => sql<{ alvo: Buffer }[]>`select alvo from palpite where ${here()} and alvo in (${gone}, ${came})`;
    const before = await find();
    await process.db.write(scope, async (tx) => {
      await tx.sql`delete from palpite where ${tx.here()} and alvo = ${gone}`;
      await tx.sql`insert into palpite ${tx.rows(guess(came))}`;
    });
    return [before, await find()].map((rows) => rows.map(({ alvo }) => String(alvo)));
  });
  expect(seen).toEqual([[gone], [gone]]);
  await process.db.write(scope, (tx) => tx.sql`delete from palpite where ${tx.here()} and alvo = ${came}`);
});
