import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP_ROLE, SEARCH_PATH, type Sql } from '../../src/core/sql.ts';
import { startDatabase } from '../database.ts';

/** The doors through row-level security: what functions/README.md says of them, and what the catalogue says. */

const FUNCTIONS = fileURLToPath(new URL('../../functions/', import.meta.url));
const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));

interface Door {
  /** Schema and name, with the types of its parameters where several have the name. */
  readonly name: string;
  readonly trigger: boolean;
  readonly owner: string;
  readonly path: string | null;
  /** Who may call it, its owner aside. */
  readonly granted: string[];
}

let database: Awaited<ReturnType<typeof startDatabase>>;
let owner: Sql;
let doors: readonly Door[];

beforeAll(async () => {
  database = await startDatabase([]);
  owner = database.owner;
  doors = await owner<Door[]>`
    select case when n.nspname = 'public' then p.proname else format('%s.%s', n.nspname, p.proname) end
             || case when count(*) over (partition by p.pronamespace, p.proname) > 1
                     then format('(%s)', replace(oidvectortypes(p.proargtypes), ' ', '')) else '' end as name,
           p.prorettype = 'trigger'::regtype as trigger,
           pg_get_userbyid(p.proowner) as owner,
           (select substr(setting, length('search_path=') + 1)
              from unnest(p.proconfig) setting
             where setting like 'search_path=%') as path,
           array(select coalesce(r.rolname, 'public')
                   from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) acl
                   left join pg_roles r on r.oid = acl.grantee
                  where acl.grantee <> p.proowner
                  order by 1)::text[] as granted
      from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
     where p.prosecdef
       and n.nspname in ('public', 'acesso')
       and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
     order by 1`;
});
afterAll(() => database?.stop());

/** Lines of the list, in its order: what file each stands under, and its four columns. */
const listed = readFileSync(join(FUNCTIONS, 'README.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const nameOf = ([name = '']: readonly string[]) => name.replaceAll('`', '');

describe('every door', () => {
  it('is in the list, and nothing else is', () => {
    expect(listed.map(nameOf).sort()).toEqual(doors.map(({ name }) => name).sort());
  });

  it('says who calls it, what it returns and why it passes', () => {
    expect(listed.filter((cells) => cells.length !== 4 || cells.some((cell) => cell === '')).map(nameOf)).toEqual([]);
  });

  it('belongs to the owner of the tables', async () => {
    const [row] = await owner<{ owner: string }[]>`
      select pg_get_userbyid(relowner) as owner from pg_class where oid = 'documento'::regclass`;
    expect([...new Set(doors.map((door) => door.owner))]).toEqual([row?.owner]);
  });

  it('looks for tables among temporary ones last', () => {
    expect(doors.filter(({ path }) => path !== SEARCH_PATH)).toEqual([]);
  });

  it('is granted to the application alone, a trigger to nobody', () => {
    const wrong = doors.filter(({ trigger, granted }) => granted.join() !== (trigger ? '' : APP_ROLE));
    expect(wrong).toEqual([]);
  });

  it('is asked for by this version, or stands among those of before', () => {
    const code = readdirSync(SOURCES, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    const texts = new Map(
      readdirSync(FUNCTIONS)
        .filter((name) => name.endsWith('.sql'))
        .map((name) => [name, readFileSync(join(FUNCTIONS, name), 'utf8')]),
    );
    const before = texts.get('of-before.sql') ?? '';
    texts.delete('of-before.sql');
    const made = (name: string, text: string) => text.includes(`create or replace function ${name}(`);
    const calls = (name: string) =>
      [...code, ...texts.values()].some((text) =>
        new RegExp(`(?<!function )\\b${name.replace('.', '\\.')}\\(`).test(text),
      );
    const names = doors.filter(({ trigger }) => !trigger).map(({ name }) => name.replace(/\(.*/, ''));
    expect(names.filter((name) => !made(name, before) && !calls(name))).toEqual([]);
    expect(
      names.filter((name) => !made(name, before) && ![...texts.values()].some((text) => made(name, text))),
    ).toEqual([]);
  });
});

describe('the files of functions', () => {
  it('hold every function of ours', async () => {
    const rows = await owner<{ name: string }[]>`
      select distinct case when n.nspname = 'public' then p.proname::text
                           else format('%s.%s', n.nspname, p.proname) end as name
        from pg_proc p
        join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('public', 'acesso')
         and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
       order by 1`;
    const made = readdirSync(FUNCTIONS)
      .filter((name) => name.endsWith('.sql'))
      .flatMap((name) => [
        ...readFileSync(join(FUNCTIONS, name), 'utf8').matchAll(
          /^create or replace (?:function|procedure) ([\w.]+)\(/gm,
        ),
      ])
      .map(([, name = '']) => name);
    expect([...new Set(made)].sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  it('hold bodies that PostgreSQL understands', async () => {
    const texts = readdirSync(FUNCTIONS)
      .filter((name) => name.endsWith('.sql'))
      .map((name) => readFileSync(join(FUNCTIONS, name), 'utf8'));
    const UNDONE = new Error('undone');
    await owner
      .begin(async (tx) => {
        await tx`set local check_function_bodies = on`;
        for (const text of texts) await tx.unsafe(text);
        throw UNDONE;
      })
      .catch((error) => {
        if (error !== UNDONE) throw error;
      });
  });
});
