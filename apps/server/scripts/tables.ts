import type { Sql } from '../src/core/sql.ts';

/**
 * Generates migrations/tables.ts: the row types of every table as returned by the driver (core/sql.ts), and the names of
 * its columns, read from the catalogues. `npm run generate` writes it.
 */

/**
 * Columns that this version reads no more, as `table.column`, and the next one may drop: the compiler shows that nobody
 * does, and no statement of a process that serves beside the next version names them (ADR 0070).
 */
const UNREAD: readonly string[] = [];

export const TABLES_FILE = new URL('../migrations/tables.ts', import.meta.url);

interface Shape {
  readonly name: string;
  /** For views and function results the catalogue does not say which columns may be null. */
  readonly loose: boolean;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly nullable: boolean }[];
}

const RELATIONS = `
select c.relname as name, c.relkind = 'v' as loose,
       json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null), 'nullable', not a.attnotnull)
                order by a.attnum) as columns
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
 where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
   and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
 group by c.oid, c.relname, c.relkind
 order by c.relname`;

/** Of several functions with the same name the one with the most parameters, which is the newest. */
const DOORS = `
select distinct on (p.proname) 'acesso.' || p.proname as name, true as loose,
       (select json_agg(json_build_object('name', p.proargnames[i], 'type', format_type(p.proallargtypes[i], null),
                                          'nullable', false) order by i)
          from generate_subscripts(p.proargmodes, 1) i
         where p.proargmodes[i] in ('t', 'o')) as columns
  from pg_proc p
 where p.pronamespace = 'acesso'::regnamespace and p.proargmodes && '{t,o}'::"char"[]
 order by p.proname, p.pronargs desc`;

/** How the driver returns a type. A new type must be added deliberately. */
const TYPES: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  'double precision': 'number',
  integer: 'number',
  json: 'Json',
  jsonb: 'Json',
  pg_snapshot: 'string',
  text: 'string',
  'timestamp with time zone': 'Date',
  uuid: 'string',
  xid8: 'string',
};

function typeOf(type: string): string {
  const one = TYPES[type.replace(/\[\]$/, '')];
  if (one === undefined) throw new Error(`what does the driver make of ${type}?`);
  return type.endsWith('[]') ? `readonly ${one}[]` : one;
}

const HEAD = `// Made by "npm run generate" from the migrations and functions; not to be edited.

/** A value of a json column; whoever reads it knows its shape. */
export type Json = NonNullable<unknown>;
`;

const written = ({ name, columns }: Shape): string => {
  const lines = columns.map(
    (column) => `    ${column.name}: ${typeOf(column.type)}${column.nullable ? ' | null' : ''};\n`,
  );
  return `  ${/^\w+$/.test(name) ? name : `'${name}'`}: {\n${lines.join('')}  };\n`;
};

const interfaceOf = (about: string, name: string, shapes: readonly Shape[]): string =>
  `\n/** ${about} */\nexport interface ${name} {\n${shapes.map(written).join('')}}\n`;

const namesOf = (shapes: readonly Shape[]): string => {
  const lines = shapes.map(({ name, columns }) => `  ${name}: '${columns.map((column) => column.name).join(' ')}',\n`);
  const about = '\n/** Columns of tables, in their order. */\n// biome-ignore format: a line a table\n';
  return `${about}export const COLUMNS: Readonly<Record<keyof Tables, string>> = {\n${lines.join('')}};\n`;
};

/** The row types of a migrated database in TypeScript. @param sql of the owner of its tables */
export async function describeTables(sql: Sql): Promise<string> {
  const found = [...(await sql.unsafe<Shape[]>(RELATIONS)), ...(await sql.unsafe<Shape[]>(DOORS))];
  const shapes = found.map((shape) => ({
    ...shape,
    columns: shape.columns.filter((column) => !UNREAD.includes(`${shape.name}.${column.name}`)),
  }));
  const [tables, loose] = [shapes.filter((one) => !one.loose), shapes.filter((one) => one.loose)];
  return [
    HEAD,
    interfaceOf('Rows of tables.', 'Tables', tables),
    interfaceOf(
      'Rows of views and of what doors return, of which nobody says what may be null.',
      'Loose',
      loose.map(strict),
    ),
    namesOf(tables),
  ].join('');
}

const strict = (shape: Shape): Shape => ({
  ...shape,
  columns: shape.columns.map((column) => ({ ...column, nullable: false })),
});
