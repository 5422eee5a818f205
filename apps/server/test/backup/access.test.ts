import { expect, it } from 'vitest';
import { accessOf } from '../../src/backup/dump.ts';

const OPTIONS = { host: '/run', port: 5432, database: 'banco', username: 'rubrica', password: 'segredo' };

it.each([
  ['postgres://rubrica@um/banco', 'postgres://rubrica@um/banco', undefined],
  [
    'postgres://rubrica:a%20b%3A@um:5433/banco?sslmode=require',
    'postgres://rubrica@um:5433/banco?sslmode=require',
    'a b:',
  ],
  ['postgres://rubrica:s@um:1,dois:2/banco', 'postgres://rubrica@um:1,dois:2/banco', 's'],
  ['postgresql://rubrica:s@/banco?host=/um,/dois', 'postgresql://rubrica@/banco?host=/um,/dois', 's'],
])('pg_dump is told of %s without its password', (url, told, secret) => {
  const { args, env } = accessOf(url, OPTIONS);
  expect(args).toEqual([`--dbname=${told}`]);
  // Of several hosts the snapshot is known to the one that takes writes.
  expect(env).toEqual({ PGTARGETSESSIONATTRS: 'read-write', ...(secret === undefined ? {} : { PGPASSWORD: secret }) });
});

it('the embedded server is told by its socket', () => {
  expect(accessOf(null, OPTIONS)).toEqual({
    args: ['--dbname=banco'],
    env: { PGHOST: '/run', PGPORT: '5432', PGUSER: 'rubrica', PGPASSWORD: 'segredo' },
  });
});
