import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopeOf } from '../../src/core/scope.ts';
import type { Tx } from '../../src/core/sql.ts';
import { startTestDatabase, type TestDatabase, testClock } from '../modules/database.ts';

let database: TestDatabase;
const scope = scopeOf(randomUUID(), 'TESTE');
beforeAll(async () => {
  database = await startTestDatabase(testClock());
});
afterAll(() => database?.stop());

describe('a transaction that has ended', () => {
  it('takes no further statement, committed or rolled back', async () => {
    const { db } = database;
    const left: Tx[] = [];
    await db.write(scope, async (tx) => {
      left.push(tx);
    });
    const failing = db.write(scope, (tx) => {
      left.push(tx);
      return Promise.reject(new Error('no'));
    });
    await expect(failing).rejects.toThrow('no');
    expect(left).toHaveLength(2);
    for (const { sql } of left) await expect(sql`select 1`).rejects.toThrow('has ended');
  });

  it('takes none because its connection did, though its work goes on, and nobody else meets what it says', async () => {
    const { db } = database;
    let broke = () => {};
    const broken = new Promise<void>((done) => {
      broke = done;
    });
    let late: unknown;
    const work = new Promise<void>((done) => {
      const transaction = db.write(scope, async (tx) => {
        const [own] = await tx.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
        await database.owner`select pg_terminate_backend(${own?.pid ?? 0})`;
        await broken;
        try {
          await tx.sql`select 1`;
        } catch (error) {
          late = error;
        }
        done();
      });
      transaction.catch(broke);
    });
    await work;
    expect((late as Error).message).toBe('the transaction has ended');
    const scopes = await Promise.all(
      Array.from({ length: 20 }, () =>
        db.read(scope, (tx) => tx.sql`select current_setting('rubrica.organizacao') as organizacao`),
      ),
    );
    expect(new Set(scopes.map(([row]) => row?.organizacao))).toEqual(new Set([scope.organizacaoId]));
  });
});
