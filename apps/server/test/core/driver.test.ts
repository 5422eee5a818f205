import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IN_ORDER } from '../../../../scripts/in-order.ts';
import { connect, type Sql, type TransactionSql } from '../../src/core/sql.ts';
import { startDatabase } from '../database.ts';

/** What statements and connections promise, whatever is asked on them. */

let database: Awaited<ReturnType<typeof startDatabase>>;
let owner: Sql;
/** All of it travels on one connection. */
let one: Sql;
beforeAll(async () => {
  database = await startDatabase([]);
  owner = database.owner;
  const { path, database: name, username } = database.address;
  one = connect({ path, database: name, username }, null, 1);
  await owner`create table coisa (id int primary key, nome text, dados jsonb, quando timestamptz, feito boolean)`;
});
afterAll(async () => {
  await one?.end();
  await database?.stop();
});

const caught = (error: unknown) => error as { code?: string; constraint?: string };

describe('values', () => {
  it('come back as what they were', async () => {
    const values = {
      texto: 'Ana "Lima" \\ {1,2}',
      inteiro: 7,
      grande: 2 ** 40,
      sim: true,
      quando: new Date('2026-11-23T02:21:49.123Z'),
      bytes: Buffer.from([0, 255, 92, 120]),
      dados: { a: [1, null, 'b'] },
      nada: null,
      lista: ['a', 'b,"c"', '\\', null],
      numeros: [1, 2, 3],
      numero: '1.50',
      dia: '2026-02-28',
    };
    const { texto, inteiro, grande, sim, quando, bytes, dados, nada, lista, numeros, numero, dia } = values;
    const [row] = await one`
      select ${texto}::text as texto, ${inteiro}::int as inteiro, ${grande}::bigint as grande, ${sim} as sim,
             ${quando} as quando, ${bytes} as bytes, ${one.json(dados)} as dados, ${nada}::text as nada,
             ${lista}::text[] as lista, ${numeros}::int[] as numeros, ${numero}::numeric as numero, ${dia}::date as dia`;
    expect(row).toEqual(values);
  });

  it('that are none, or too many, are refused before anything is sent', async () => {
    await expect(one`select ${undefined as never}::text`).rejects.toMatchObject({ code: 'UNDEFINED_VALUE' });
    const many = Array.from({ length: 65_536 }, (_, i) => i);
    await expect(one`select 1 where 1 in ${one(many)}`).rejects.toThrow('65535 parameters');
    expect(await one`select 1 as n`).toEqual([{ n: 1 }]);
  });
});

describe('a statement', IN_ORDER, () => {
  it('has rows, changes, lists, names and other statements written into it', async () => {
    const rows = [
      { id: 1, nome: 'um', feito: false },
      { id: 2, nome: 'dois', feito: false },
      { id: 3, nome: 'três', feito: false },
    ];
    expect((await one`insert into coisa ${one(rows)}`).count).toBe(3);
    const few = one`id in ${one([1, 2])}`;
    const changed = await one`update coisa set ${one({ feito: true, quando: null })} where ${few} returning id`;
    expect(changed.map(({ id }) => id).sort()).toEqual([1, 2]);
    const found = await one`
      select ${one('nome')} from ${one('coisa')} where ${few} ${[one`and feito`, one`and nome <> ${'um'}`]}`;
    expect(found).toEqual([{ nome: 'dois' }]);
    expect(await one`select id from coisa where id in ${one([])}`).toEqual([]);
  });

  it('of the same template is asked with a piece in place of a value, and with a value again', async () => {
    const answers: unknown[] = [];
    for (const what of [1, one`2 + ${1}`, null, 4]) {
      const [row] = await one`select (${what})::int as n`;
      answers.push(row?.n);
    }
    expect(answers).toEqual([1, 3, null, 4]);
  });

  it('that fails leaves those asked beside it alone, and names its constraint', async () => {
    const answers = await Promise.allSettled([
      one`select 1 as n`,
      one`insert into coisa ${one({ id: 1 })}`,
      one`select ${'x'}::int as n`,
      one`select 2 as n`,
    ]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    const [, twice, wrong] = answers.map((answer) => caught('reason' in answer ? answer.reason : {}));
    expect(twice).toMatchObject({ code: '23505', constraint: 'coisa_pkey' });
    expect(wrong?.code).toBe('22P02');
  });

  it('that was prepared before its table changed is answered all the same', async () => {
    const all = () => one`select * from coisa where id = ${3}`;
    expect(Object.keys((await all())[0] ?? {})).not.toContain('novo');
    await owner`alter table coisa add column novo text`;
    const [row, again] = await Promise.all([all(), all()]);
    expect(Object.keys(row[0] ?? {})).toContain('novo');
    expect(again).toEqual(row);
  });

  it('that is sent a second time stays out of a transaction that has its connection by then', async () => {
    const add = (id: number) => one`insert into coisa (id) values (${id}) returning *`;
    await add(120);
    await owner`alter table coisa add column outro text`;
    const added = add(121).then((rows) => rows);
    const undone = one.begin(async (tx) => {
      await tx`insert into coisa ${tx({ id: 122 })}`;
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(Object.keys((await added)[0] ?? {})).toContain('outro');
    expect(await one`select id from coisa where id in (121, 122)`).toEqual([{ id: 121 }]);
  });
});

describe('a transaction', () => {
  it('in which a statement failed is not committed, though nobody looked at it', async () => {
    const tried = one.begin(async (tx) => {
      await tx`insert into coisa ${tx({ id: 10 })}`;
      await tx`insert into coisa ${tx({ id: 10 })}`.catch(() => {});
      return 'done';
    });
    await expect(tried).rejects.toMatchObject({ code: '23505' });
    expect(await one`select id from coisa where id = 10`).toEqual([]);
  });

  it('that the server rolled back instead of committing it has failed', async () => {
    const tried = one.begin(async (tx) => {
      await tx`insert into coisa ${tx({ id: 11 })}`;
      tx`select 1 / 0`.catch(() => {});
      return 'done';
    });
    await expect(tried).rejects.toMatchObject({ code: '22012' });
    expect(await one`select id from coisa where id = 11`).toEqual([]);
  });

  it('is over for the rest of its work, too, once a part of it failed', async () => {
    const endings: unknown[] = [];
    const failing = async (n: number) => {
      const goesOn = async (tx: TransactionSql) => {
        for (let m = 0; m < 200; m += 1) await tx`insert into coisa ${tx({ id: -(200 * n + m) - 1, nome: `de ${n}` })}`;
      };
      await one.begin(async (tx) => {
        await tx`select set_config('rubrica.de', ${String(n)}, true)`;
        const rest = goesOn(tx).catch((error) => endings.push(error));
        await Promise.all([rest, tx`select 1`.then(() => Promise.reject(new Error(`no ${n}`)))]);
      });
    };
    const fine = async (n: number) => {
      const seen = await one.begin(async (tx) => {
        await tx`select set_config('rubrica.de', ${String(n)}, true)`;
        const [row] = await tx`select current_setting('rubrica.de', true) as de`;
        await tx`insert into coisa ${tx({ id: 1_000 + n })}`;
        return row?.de;
      });
      expect(seen).toBe(String(n));
    };
    const all = await Promise.allSettled(Array.from({ length: 60 }, (_, n) => (n % 3 === 0 ? failing(n) : fine(n))));
    all.forEach((settled, n) => {
      if (n % 3 === 0) expect(settled).toMatchObject({ status: 'rejected', reason: { message: `no ${n}` } });
      else expect(settled).toEqual({ status: 'fulfilled', value: undefined });
    });
    expect(endings.length).toBe(20);
    expect(await one`select id from coisa where id >= 1000`).toHaveLength(40);
    expect(await one`select id from coisa where nome like 'de %'`).toEqual([]);
    expect(await one`select current_setting('rubrica.de', true) as de`).toEqual([{ de: '' }]);
  });

  it('has its connection to itself', async () => {
    const order: string[] = [];
    await Promise.all([
      one.begin(async (tx) => {
        await tx`select 1`;
        order.push('first');
        await tx`select pg_sleep(0.1)`;
        order.push('last');
      }),
      delay(20).then(async () => {
        await one`select 1`;
        order.push('other');
      }),
    ]);
    expect(order).toEqual(['first', 'last', 'other']);
  });
});

describe('a connection that ends', () => {
  const pid = async (sql: Pick<Sql, 'unsafe'>) => Number((await sql.unsafe('select pg_backend_pid() as pid'))[0]?.pid);

  it('tells whoever waits on it, and another is made', async () => {
    const before = await pid(one);
    const waiting = Promise.allSettled([one`select pg_sleep(60)`, one`select 1`]);
    await owner`select pg_terminate_backend(${before})`;
    const codes = (await waiting).map((answer) => caught('reason' in answer ? answer.reason : {}).code);
    expect(codes).toEqual(['CONNECTION_CLOSED', 'CONNECTION_CLOSED']);
    expect(await pid(one)).not.toBe(before);
  });

  it('takes its transaction with it, and nothing that it says later reaches another', async () => {
    const tried = one.begin(async (tx) => {
      await owner`select pg_terminate_backend(${await pid(tx)})`;
      await tx`select 1`.catch(() => {});
      await tx`insert into coisa ${tx({ id: 20 })}`;
    });
    await expect(tried).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    expect(await one`select id from coisa where id = 20`).toEqual([]);
  });

  it('with its pool lets what is under way end', async () => {
    const { path, database: name, username } = database.address;
    const short = connect({ path, database: name, username }, null, 1);
    const asked = [short`select pg_sleep(0.2), 1 as n`, short`select 2 as n`].map((one) => one.execute());
    const [rows = []] = await Promise.all([...asked, short.end({ timeout: 5 }).then(() => [])]);
    expect(rows[0]).toMatchObject({ n: 1 });
    await expect(short`select 1`).rejects.toMatchObject({ code: 'CONNECTION_ENDED' });
  });
});
