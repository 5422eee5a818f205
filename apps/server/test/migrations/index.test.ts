import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { migrate } from '../../src/compose/migrations.ts';
import { connect, type Sql, type Statements } from '../../src/core/sql.ts';
import { startDatabase } from '../database.ts';
import { until } from '../harness.ts';

/** An index of a large table is built beside the writes of the version that runs, and by one process. */

const MIGRATIONS = join(import.meta.dirname, '../../migrations');
const NAME = '9000_indice.sql';

it('a migration that builds an index statement by statement keeps no write waiting, and another process waits for it', async () => {
  const { owner, address, stop } = await startDatabase([]);
  const folder = await mkdtemp(join(tmpdir(), 'rubrica-indice-'));
  const other = connect(address, null, 2);
  const second = connect(address, null, 1);
  try {
    await cp(MIGRATIONS, folder, { recursive: true });
    const text =
      '-- Statement by statement.\n-- Who looks contacts up by name.\n' +
      'create index concurrently if not exists contato_por_nome on evento_seguranca (tipo);\n';
    await writeFile(join(folder, NAME), text);
    // What an interrupted build leaves behind under that name.
    await owner`create index contato_por_nome on evento_seguranca (id)`;
    await owner`update pg_index set indisvalid = false where indexrelid = 'contato_por_nome'::regclass`;
    const write = (sql: Statements) => sql`
      insert into evento_seguranca (id, tipo, requisicao_id, detalhe, ocorrido_em)
      values (gen_random_uuid(), 'CAMPO_DE_ORGANIZACAO_DESCARTADO', gen_random_uuid(), '{}', now())`;
    const atWork = () => owner`
      select from pg_stat_activity
       where datname = current_database() and query ~ 'index concurrently' and wait_event_type = 'Lock'`;

    let both: Promise<string[][]> = Promise.resolve([]);
    await other.begin(async (writing) => {
      await write(writing);
      const run = (sql: Sql) => migrate(sql, undefined, pathToFileURL(`${folder}/`));
      both = Promise.all([run(owner), run(second)]);
      both.catch(() => {});
      await until(async () => (await atWork()).length === 1);
      await write(other);
    });
    expect((await both).toSorted((one, next) => one.length - next.length)).toEqual([[], [NAME]]);
    const [index] = await owner<{ valid: boolean; def: string }[]>`
      select indisvalid as valid, pg_get_indexdef(indexrelid) as def from pg_index
       where indexrelid = 'contato_por_nome'::regclass`;
    expect(index).toMatchObject({ valid: true, def: expect.stringContaining('(tipo)') });
  } finally {
    await Promise.all([other.end(), second.end()]);
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
});
