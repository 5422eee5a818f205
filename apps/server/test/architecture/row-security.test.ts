import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP_ROLE, type Sql } from '../../src/core/sql.ts';
import { startDatabase } from '../database.ts';

/**
 * Row-level security as the second lock, table by table: what the application's role reaches when a statement forgets
 * its `where`. Every table that holds an organization's rows is found in the catalogue, so a new one cannot be missed.
 */

/** Tables without `organizacao_id`, and what keeps them. */
const WITHOUT_ORGANIZATION: Readonly<Record<string, string>> = {
  cliente_oauth: 'registered by the operator, reached through a function only',
  codigo_recuperacao: "a person's, whatever the organization",
  confirmacao_email: "a person's, whatever the organization",
  troca_email: "a person's, whatever the organization",
  contato: 'written by visitors of the site, read by nobody',
  funcao_aplicada: 'the application has no right to it',
  instalacao: 'the application has no right to it; functions answer yes or no',
  migracao: 'the application has no right to it',
  numeracao_fatura: 'one row, reached through a function only',
  organizacao: 'its own id is what its policy compares',
  recuperacao_senha: "a person's, whatever the organization",
  registro_aberto: "the installation's: public, but for its key, which is encrypted; reached through functions only",
  registro_bloco: 'public, reached through functions only',
  registro_dia: 'public, reached through functions only',
  registro_folha: 'public, reached through functions only',
  selo_publicado: 'public, reached through a function only',
  selo_teste: 'encrypted, reached through a function only',
  tentativa_senha: 'a keyed hash of an address, reached through functions only',
  usuario: 'seen through membership',
};
/** Both environments of an organization share these, so their policy compares the organization alone. */
const OF_BOTH_ENVIRONMENTS: Readonly<Record<string, string>> = {
  chave_api: 'keys of both environments are managed in one list',
  convite: 'people belong to the organization; the environment says where the mail went',
};
/** Rows of a person in an organization: the scope alone does not open them. */
const OF_A_PERSON: Readonly<Record<string, string>> = {
  desafio: 'the right password, before the second factor',
};
/** Columns that may be null but for a check constraint. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  aviso: ['membro_id'],
  recuperacao_senha: ['usuario_id'],
  registro_aberto: ['chave'],
};
/** Rows that may be written before anybody is known to be calling for an organization. */
const WRITTEN_BY_ANYBODY: Readonly<Record<string, string>> = {
  evento_seguranca: 'a refused login belongs to no organization',
};

interface Column {
  readonly name: string;
  readonly type: string;
}
interface Table {
  readonly name: string;
  readonly secured: boolean;
  readonly columns: readonly Column[];
}

const A = randomUUID();
const B = randomUUID();
const ENVIRONMENTS = ['PRODUCAO', 'TESTE'] as const;
let database: Awaited<ReturnType<typeof startDatabase>>;
let owner: Sql;
let tables: readonly Table[] = [];

beforeAll(async () => {
  database = await startDatabase([]);
  owner = database.owner;
  tables = await owner<Table[]>`
    select c.relname as name, c.relrowsecurity as secured,
           json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum)
             filter (where (a.attnotnull and not a.atthasdef and a.attidentity = '')
                        or a.attname in ('organizacao_id', 'ambiente')
                        or a.attname = any(select jsonb_array_elements_text(${owner.json(NEEDED)}::jsonb -> c.relname::text))) as columns
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname = 'public' and c.relkind in ('r', 'p')
     group by c.oid, c.relname, c.relrowsecurity
     order by c.relname`;
  await owner.begin(async (tx) => {
    // Foreign keys and triggers are no subject here; the owner may leave them out.
    await tx`set local session_replication_role = replica`;
    for (const table of tables.filter((one) => !has(one, 'organizacao_id') && one.name !== 'migracao')) {
      await tx.unsafe(insertOf(table, A, 'TESTE'));
    }
    for (const table of scoped()) {
      for (const organizacao of [A, B]) {
        for (const ambiente of has(table, 'ambiente') ? ENVIRONMENTS : ['TESTE'])
          await tx.unsafe(insertOf(table, organizacao, ambiente));
      }
    }
  });
});
afterAll(() => database?.stop());

const has = ({ columns }: Table, name: string) => columns.some((column) => column.name === name);
const scoped = () => tables.filter((table) => has(table, 'organizacao_id'));
const byEnvironment = (table: Table) => has(table, 'ambiente') && !(table.name in OF_BOTH_ENVIRONMENTS);

/** Some value of a type, as SQL; another one each time where that can matter to a unique index. */
function sampleOf({ type }: Column): string {
  const text = `'${randomUUID()}'`;
  const values: Record<string, string> = {
    uuid: text,
    text,
    bytea: `decode(replace(${text}, '-', ''), 'hex')`,
    jsonb: "'{}'",
    boolean: 'true',
    date: `date '2026-01-01' + ${Math.floor(Math.random() * 1e6)}`,
    'text[]': "'{}'",
    'timestamp with time zone': 'now()',
  };
  return values[type] ?? String(1 + Math.floor(Math.random() * 1e6));
}

function insertOf(table: Table, organizacao: string, ambiente: string): string {
  const values = table.columns.map((column) => {
    if (column.name === 'organizacao_id') return `'${organizacao}'`;
    return column.name === 'ambiente' ? `'${ambiente}'` : sampleOf(column);
  });
  return `insert into ${table.name} (${table.columns.map(({ name }) => name).join(', ')}) values (${values.join(', ')})`;
}

/** One transaction as the application's role; rolled back, whatever it did. */
async function asApplication<T>(organizacao: string, ambiente: string, work: (tx: Sql) => Promise<T>): Promise<T> {
  const ROLLBACK = new Error('rollback');
  let result: T | undefined;
  await owner
    .begin(async (tx) => {
      // Triggers and foreign keys refuse for reasons of their own, before row-level security is asked.
      await tx.unsafe(`set local session_replication_role = replica; set local role ${APP_ROLE}`);
      await tx`select set_config('rubrica.organizacao', ${organizacao}, true), set_config('rubrica.ambiente', ${ambiente}, true)`;
      result = await work(tx as unknown as Sql);
      throw ROLLBACK;
    })
    .catch((error) => {
      if (error !== ROLLBACK) throw error;
    });
  return result as T;
}

const eachScoped = async (act: (table: Table) => Promise<unknown>): Promise<Record<string, unknown>> =>
  Object.fromEntries(await Promise.all(scoped().map(async (table) => [table.name, await act(table)] as const)));
const all = <T>(value: T) => Object.fromEntries(scoped().map(({ name }) => [name, value]));
const exceptions = (names: Readonly<Record<string, string>>, value: unknown) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, value]));
const codeOf = (work: Promise<unknown>) =>
  work.then(
    (done) => (done as { count?: number }).count ?? 'no error',
    (error: { code?: string }) => error.code,
  );

describe('every table', () => {
  it('has row-level security, or is named with its reason', () => {
    const open = tables.filter(({ name, secured }) => !secured && name !== 'migracao');
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  it('has organizacao_id, or is named with its reason', () => {
    const without = tables.filter((table) => !has(table, 'organizacao_id')).map(({ name }) => name);
    expect(without).toEqual(Object.keys(WITHOUT_ORGANIZATION).sort());
  });

  it('without an organization shows a stranger no row', async () => {
    for (const { name } of tables.filter((table) => !has(table, 'organizacao_id'))) {
      const seen = await codeOf(asApplication('', '', (tx) => tx.unsafe(`select 1 from ${name}`)));
      expect([name, seen === 0 || seen === '42501']).toEqual([name, true]);
    }
  });

  it('belongs to somebody else than the application', async () => {
    const owned = await owner`select tablename from pg_tables where tableowner = ${APP_ROLE}`;
    expect([...owned]).toEqual([]);
    const [role] = await owner`select rolsuper, rolbypassrls from pg_roles where rolname = ${APP_ROLE}`;
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false });
  });
});

describe('the application', () => {
  it('sees no row without a scope', async () => {
    const seen = await eachScoped(({ name }) =>
      asApplication('', '', async (tx) => (await tx.unsafe(`select 1 from ${name}`)).length),
    );
    expect(seen).toEqual(all(0));
  });

  it("sees its own organization's rows of its own environment, and no other's", async () => {
    const seen = await eachScoped((table) =>
      asApplication(A, 'TESTE', async (tx) => {
        const rows = await tx.unsafe<{ organizacao_id: string; ambiente?: string }[]>(`select * from ${table.name}`);
        const foreign = rows.filter(
          (row) => row.organizacao_id !== A || (byEnvironment(table) && row.ambiente !== 'TESTE'),
        );
        return { own: rows.length > 0, foreign: foreign.length };
      }),
    );
    expect(seen).toEqual({ ...all({ own: true, foreign: 0 }), ...exceptions(OF_A_PERSON, { own: false, foreign: 0 }) });
  });

  it('adds nothing to another organization', async () => {
    const refused = await eachScoped((table) =>
      codeOf(asApplication(A, 'TESTE', (tx) => tx.unsafe(insertOf(table, B, 'TESTE')))),
    );
    expect(refused).toEqual({ ...all('42501'), ...exceptions(WRITTEN_BY_ANYBODY, 1) });
  });

  it('adds nothing to the other environment', async () => {
    const strict = scoped().filter((table) => byEnvironment(table) && !(table.name in WRITTEN_BY_ANYBODY));
    for (const table of strict) {
      const refused = await codeOf(asApplication(A, 'TESTE', (tx) => tx.unsafe(insertOf(table, A, 'PRODUCAO'))));
      expect([table.name, refused]).toEqual([table.name, '42501']);
    }
  });

  it("changes and deletes nothing of another organization's", async () => {
    for (const { name } of scoped()) {
      for (const statement of [
        `update ${name} set organizacao_id = organizacao_id where organizacao_id = '${B}'`,
        `delete from ${name} where organizacao_id = '${B}'`,
      ]) {
        // No row of theirs is in sight; where the right itself is missing, that is said instead.
        const outcome = await codeOf(asApplication(A, 'TESTE', (tx) => tx.unsafe(statement)));
        expect([name, outcome === 0 || outcome === '42501']).toEqual([name, true]);
      }
    }
  });

  it('gives no row of its own away', async () => {
    for (const { name } of scoped()) {
      const give = `update ${name} set organizacao_id = '${B}' where organizacao_id = '${A}'`;
      const outcome = await codeOf(asApplication(A, 'TESTE', (tx) => tx.unsafe(give)));
      const refused = outcome === '42501' || (name in OF_A_PERSON && outcome === 0);
      expect([name, refused]).toEqual([name, true]);
    }
  });

  it('alters no table', async () => {
    expect(
      await codeOf(asApplication(A, 'TESTE', (tx) => tx.unsafe('alter table documento disable row level security'))),
    ).toBe('42501');
  });
});
