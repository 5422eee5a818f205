import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../src/adapters/embedded-postgres.ts';
import { migrate } from '../src/compose/migrations.ts';
import { connect, type Sql } from '../src/core/sql.ts';
import { describeTables, TABLES_FILE } from './tables.ts';

/**
 * Writes migrations/schema.sql: the result of all migrations and functions, read from the catalogues of a database to
 * which they were just applied. It is for reading and for reviewing a migration's diff; databases are created by the
 * migrations. The queue's schema belongs to its library and is not included. Also writes tables.ts beside it. Usage:
 * npm run generate
 */

export const SCHEMA_FILE = new URL('../migrations/schema.sql', import.meta.url);

const HEAD = '-- Made by "npm run generate" from the migrations and functions; not to be edited, and not to be run.\n';

/** Our own objects, without those of extensions. */
const OURS = `n.nspname in ('public', 'acesso')
  and not exists (select from pg_depend where objid = o.oid and deptype = 'e')`;

/** The privileges of roles other than the owner, as statements, sorted by name. */
const grants = (acl: string, kind: string, name: string) => `(
  select string_agg('grant ' || privileges || ' on ${kind} ' || ${name} || ' to ' || grantee || E';\\n', '' order by grantee)
    from (select coalesce(r.rolname, 'public') as grantee,
                 string_agg(lower(privilege_type), ', ' order by privilege_type) as privileges
            from aclexplode(${acl}) acl
            left join pg_roles r on r.oid = acl.grantee
           where acl.grantee <> acl.grantor
           group by 1) one)`;

const TABLES = `
select format(E'create table %s (\\n%s\\n)%s;\\n', name, (
         select string_agg('  ' || part, E',\\n' order by rank, place, part)
           from (select 1 as rank, attnum as place,
                        format('%I %s', attname, format_type(atttypid, atttypmod))
                          || case when attidentity <> '' then ' generated always as identity' else '' end
                          || case when attgenerated <> '' then format(' generated always as (%s) stored', pg_get_expr(adbin, adrelid))
                                  when adbin is not null then ' default ' || pg_get_expr(adbin, adrelid)
                                  else '' end
                          || case when attnotnull then ' not null' else '' end as part
                   from pg_attribute a
                   left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
                  where a.attrelid = t.oid and attnum > 0 and not attisdropped
                 union all
                 select 2, position(contype in 'pucxf'), format('constraint %I %s', conname, pg_get_constraintdef(oid))
                   from pg_constraint
                  where conrelid = t.oid and contype in ('p', 'u', 'c', 'x', 'f')) parts), ' partition by ' || pg_get_partkeydef(t.oid))
       || coalesce((select string_agg(pg_get_indexdef(i.indexrelid) || E';\\n', '' order by i.indexrelid::regclass::text)
                      from pg_index i
                     where i.indrelid = t.oid
                       and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))), '')
       || coalesce((select string_agg(pg_get_statisticsobjdef(oid) || E';\\n', '' order by stxname)
                      from pg_statistic_ext where stxrelid = t.oid), '')
       || case when relrowsecurity then format(E'alter table %s enable row level security;\\n', name) else '' end
       || case when relforcerowsecurity then format(E'alter table %s force row level security;\\n', name) else '' end
       || coalesce((select string_agg(format(E'create policy %I on %s for %s%s%s;\\n', polname, name,
                             case polcmd when '*' then 'all' when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' else 'delete' end,
                             E'\\n  using (' || pg_get_expr(polqual, polrelid) || ')',
                             E'\\n  with check (' || pg_get_expr(polwithcheck, polrelid) || ')'), '' order by polname)
                      from pg_policy where polrelid = t.oid), '')
       || coalesce((select string_agg(pg_get_triggerdef(oid) || E';\\n', '' order by tgname)
                      from pg_trigger where tgrelid = t.oid and not tgisinternal), '')
       || coalesce(${grants('relacl', 'table', 'name')}, '') as text
  from (select o.*, format('%I.%I', nspname, relname) as name
          from pg_class o join pg_namespace n on n.oid = relnamespace
         where relkind in ('r', 'p') and ${OURS}) t
 order by name`;

const VIEWS = `
select format(E'create view %s as\\n%s\\n', name, pg_get_viewdef(oid)) || coalesce(${grants('relacl', 'table', 'name')}, '') as text
  from (select o.*, format('%I.%I', nspname, relname) as name
          from pg_class o join pg_namespace n on n.oid = relnamespace
         where relkind = 'v' and ${OURS}) v
 order by name`;

const ROUTINES = `
select rtrim(pg_get_functiondef(oid), E'\\n') || E';\\n'
       || coalesce(${grants("coalesce(proacl, acldefault('f', proowner))", 'routine', 'name')}, '') as text
  from (select o.*, format('%I.%I(%s)', nspname, proname, pg_get_function_identity_arguments(o.oid)) as name
          from pg_proc o join pg_namespace n on n.oid = pronamespace
         where ${OURS}) f
 order by name`;

const EXTENSIONS = `
select format(E'create extension %I;\\n', extname) as text from pg_extension where extname <> 'plpgsql' order by extname`;

/** The schema of a migrated database; the same migrations give the same text. @param sql of the owner of its tables */
export async function describeSchema(sql: Sql): Promise<string> {
  const texts: string[] = [];
  for (const query of [EXTENSIONS, TABLES, VIEWS, ROUTINES]) {
    const rows = await sql.unsafe<{ text: string }[]>(query);
    texts.push(...rows.map(({ text }) => text));
  }
  return [HEAD, ...texts].join('\n');
}

async function writeSchema(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rubrica-esquema-'));
  const server = await startEmbeddedPostgres({ dataDir, fsync: false });
  const { path, database, username } = server.connection;
  const sql = connect({ path, database, username }, null, 3);
  try {
    await migrate(sql);
    await writeFile(SCHEMA_FILE, await describeSchema(sql));
    await writeFile(TABLES_FILE, await describeTables(sql));
  } finally {
    await sql.end({ timeout: 5 });
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) await writeSchema();
