import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createJointWrite } from '../../src/core/joint.ts';
import { scopeOf } from '../../src/core/scope.ts';
import { openDatabase, startDatabase } from '../database.ts';

let database: Awaited<ReturnType<typeof startDatabase>>;
let db: ReturnType<typeof openDatabase>['db'];
beforeAll(async () => {
  database = await startDatabase([]);
  db = openDatabase(database.address).db;
});
afterAll(async () => {
  await db?.close();
  await database?.stop();
});

it('actions of a joint write that failed are written again one at a time, and each gets its own outcome', async () => {
  let open = 0;
  let most = 0;
  const roots = createJointWrite(db, async (tx, numbers: readonly number[]) => {
    open += 1;
    most = Math.max(most, open);
    try {
      const rows = await tx.sql<{ root: number }[]>`
        select sqrt(n) as root from unnest(${[...numbers]}::float8[]) with ordinality as asked (n, at) order by at`;
      return rows.map(({ root }) => root);
    } finally {
      open -= 1;
    }
  });
  const scope = scopeOf(randomUUID(), 'TESTE');
  const settled = await Promise.allSettled([1, -1, 9, 16].map((number) => roots.together(scope, number)));
  expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([1, 'failed', 3, 4]);
  expect(most).toBe(1);
});
