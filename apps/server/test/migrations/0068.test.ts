import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IN_ORDER } from '../../../../scripts/in-order.ts';
import { migrate, statementsOf } from '../../src/compose/migrations.ts';
import { APP_ROLE, type Sql } from '../../src/core/sql.ts';
import { type DatabaseServer, startDatabaseServer } from '../campaigns/crash/lane.ts';

/**
 * 0068 to 0070 meet the rows, the writers and the statements of before: keys that begin with the organization, and the
 * record of calls in weeks.
 */

const MIGRATIONS = join(import.meta.dirname, '../../migrations');
const DAY_MS = 24 * 3600_000;
/** In days. */
const SECOND = 1 / 86_400;

let server: DatabaseServer;
let sql: Sql;
const ids = { organization: randomUUID(), other: randomUUID(), member: randomUUID() };

beforeAll(async () => {
  server = await startDatabaseServer();
  await server.create('antes');
  sql = server.open('antes');
  const files = (await readdir(MIGRATIONS)).filter((name) => /^\d{4}_/.test(name)).sort();
  await sql`create table migracao (nome text primary key, sha256 text not null, aplicada_em timestamptz not null default now())`;
  for (const name of files.filter((name) => name < '0068')) {
    const text = await readFile(join(MIGRATIONS, name), 'utf8');
    await sql.begin((tx) => tx.unsafe(text));
    await sql`insert into migracao (nome, sha256) values (${name}, encode(sha256(convert_to(${text}, 'UTF8')), 'hex'))`;
  }
  for (const id of [ids.organization, ids.other]) {
    await sql`insert into organizacao (id, nome, criada_em) values (${id}, 'Acácia', now())`;
  }
  const user = randomUUID();
  await sql`insert into usuario (id, nome, email, senha_hash, criado_em) values (${user}, 'Ana', 'ana@exemplo.com.br', '-', now())`;
  await sql`
    insert into membro (id, organizacao_id, usuario_id, nome, email, papel, estado, criado_em)
    values (${ids.member}, ${ids.organization}, ${user}, 'Ana', 'ana@exemplo.com.br', 'PROPRIETARIO', 'ATIVO', now())`;
});
afterAll(async () => {
  await sql?.end();
  await server?.stop();
});

/** A document as a process of any version writes it. */
async function writeDocument(): Promise<string> {
  const [id, file] = [randomUUID(), randomUUID()];
  const scope = sql`${ids.organization}::uuid, 'PRODUCAO'`;
  await sql`
    insert into arquivo (id, organizacao_id, ambiente, chave, sha256, tamanho_bytes, varredura, criado_em)
    values (${file}, ${scope}, ${file}, '', 1, '{}', now())`;
  await sql`
    insert into documento (id, organizacao_id, ambiente, titulo, nivel_assinatura, fatores_exigidos, ordenado, recusavel,
                           parar_se_recusado, criado_por, criado_em, atualizado_em, arquivo_id, arquivo_hash, paginas, geometria)
    values (${id}, ${scope}, 'Contrato', 'ELETRONICA', '{EMAIL}', false, true, true, ${ids.member}, now(), now(), ${file}, '',
            1, '[]')`;
  return id;
}

const writeCall = (daysAgo: number, organization = ids.organization) => sql`
  insert into registro_chamada (organizacao_id, ambiente, ocorrido_em, requisicao_id, operacao, metodo, rota, status,
                                duracao_ms, tipo_ator, ator, ip)
  values (${organization}, 'PRODUCAO', ${new Date(Date.now() - daysAgo * DAY_MS)}, gen_random_uuid(), 'listarPastas', 'GET',
          '/pastas', 200, 1, 'USUARIO', 'Ana', '203.0.113.1')`;

describe('a database of before', IN_ORDER, () => {
  describe('migrating beside whoever writes', IN_ORDER, () => {
    it('goes on where it was interrupted, and keeps nobody from writing', async () => {
      const before = await writeDocument();
      await writeCall(1);
      // A first attempt died in the middle: an index was not finished, another was, and a key is changed already.
      const statements = statementsOf(await readFile(join(MIGRATIONS, '0068_chaves_de_documentos.sql'), 'utf8'));
      expect(statements.length).toBeGreaterThan(60);
      for (const statement of statements.slice(0, 55)) await sql.unsafe(statement);
      await sql.unsafe('create unique index concurrently webhook_chave on webhook (organizacao_id, id)');
      await sql`update pg_index set indisvalid = false where indexrelid = 'webhook_chave'::regclass`;

      let ended = false;
      const written: string[] = [];
      const writing = (async () => {
        while (!ended) written.push(await writeDocument());
      })();
      const applied = await migrate(server.open('antes')).finally(() => {
        ended = true;
      });
      await writing;
      expect(applied).toContain('0070_chamadas_por_semana.sql');
      const rows = await sql<{ id: string }[]>`select id from documento`;
      expect(rows.map(({ id }) => id).sort()).toEqual([before, ...written].sort());
    });

    it('leaves no unfinished index, no unchecked reference and no procedure of its own', async () => {
      const [left] = await sql`
      select (select count(*)::int from pg_index where not indisvalid) as indexes,
             (select count(*)::int from pg_constraint where not convalidated) as constraints,
             (select count(*)::int from pg_proc where proname in ('rubrica_chave', 'rubrica_referencia', 'rubrica_com_paciencia'))
               as procedures`;
      expect(left).toEqual({ indexes: 0, constraints: 0, procedures: 0 });
    });

    it('a row can no longer name one of another organization', async () => {
      const [{ id } = { id: '' }] = await sql<{ id: string }[]>`select id from documento limit 1`;
      const stranger = sql`
      insert into trilha (documento_id, organizacao_id, ambiente, tamanho, hash)
      values (${id}, ${ids.other}, 'PRODUCAO', 0, '')`;
      await expect(stranger).rejects.toMatchObject({ code: '23503' });
    });

    it('takes what a process of before says on conflict', async () => {
      for (const statement of [
        'insert into entrega_webhook select * from entrega_webhook where false on conflict (evento_id, webhook_id) do nothing',
        `insert into link_signatario select * from link_signatario where false
         on conflict (link_id, signatario_id) do update set desligado_em = null`,
        'insert into mensagem_capturada select * from mensagem_capturada where false on conflict (id) do nothing',
      ]) {
        await expect(sql.unsafe(statement).then(() => 'taken')).resolves.toBe('taken');
      }
    });
  });

  describe('the record of calls by weeks', IN_ORDER, () => {
    const partsOf = async () => {
      const rows = await sql<{ part: string; total: number }[]>`
      select tableoid::regclass::text as part, count(*)::int as total from registro_chamada group by 1 order by 1`;
      return rows.map(({ part, total }) => [part.replace('particao.registro_chamada_', ''), total]);
    };

    it('keeps what there was, and takes what no week was opened for', async () => {
      await writeCall(0);
      await writeCall(-40);
      expect(await partsOf()).toEqual([
        ['antes', 2],
        ['outras', 1],
      ]);
    });

    it('a week that is opened takes over what came before it was there', async () => {
      const [opened] = await sql<{ weeks: number }[]>`select acesso.abrir_semanas_de_chamadas('50 days') as weeks`;
      expect(opened?.weeks).toBeGreaterThan(3);
      const parts = await partsOf();
      expect(parts.map(([, total]) => total)).toEqual([1, 2]);
      expect(parts[0]?.[0]).toMatch(/^\d{4}_\d\d_\d\d$/);
      const [again] = await sql<{ weeks: number }[]>`select acesso.abrir_semanas_de_chamadas('50 days') as weeks`;
      expect(again?.weeks).toBe(0);
    });

    it('a week is dropped once nobody keeps a call of it; until then its calls wait, but for shorter periods', async () => {
      // As a service that has run for a year has them.
      await sql`drop table particao.registro_chamada_antes`;
      const now = Date.now();
      const monday = now - (now % DAY_MS) - ((new Date(now).getUTCDay() + 6) % 7) * DAY_MS;
      const week = async (weeksAgo: number) => {
        const from = new Date(monday - weeksAgo * 7 * DAY_MS);
        const to = new Date(from.getTime() + 7 * DAY_MS);
        const name = `particao.registro_chamada_${from.toISOString().slice(0, 10).replaceAll('-', '_')}`;
        await sql.unsafe(`create table ${name} partition of registro_chamada
                          for values from ('${from.toISOString()}') to ('${to.toISOString()}')`);
        return { name, daysAgo: (Date.now() - from.getTime()) / DAY_MS - SECOND };
      };
      // Of the ninety days that calls are kept its first ones are over, and its last ones are not, on any day of this week.
      const split = Math.floor((90 - (now - monday) / DAY_MS + SECOND) / 7) + 1;
      const [old, kept, passing, recent] = [await week(20), await week(18), await week(split), await week(4)];
      for (const { daysAgo } of [old, kept, passing, recent]) await writeCall(daysAgo);
      const keeps = randomUUID();
      await sql`insert into organizacao (id, nome, criada_em) values (${keeps}, 'Que guarda', now())`;
      for (const [id, days] of [
        [keeps, 365],
        [ids.other, 10],
      ] as const) {
        await sql`
        insert into politica_retencao (organizacao_id, ambiente, registro_chamada, definida_em, definida_por)
        values (${id}, 'PRODUCAO', ${days}, now(), ${ids.member})`;
      }
      await writeCall(kept.daysAgo, keeps);
      await writeCall(recent.daysAgo, ids.other);
      expect(passing.daysAgo).toBeGreaterThan(90);
      expect(passing.daysAgo - 7).toBeLessThan(90);

      const [gone] = await sql<{ total: number }[]>`select acesso.expurgar_chamadas(now(), 100) as total`;
      // That of the dropped week, the one beside whoever keeps hers, and the one of the short period.
      expect(gone?.total).toBe(3);
      const [{ there } = { there: null }] = await sql`select to_regclass(${old.name}) as there`;
      expect(there).toBeNull();
      const totals = await sql<{ part: string; total: number }[]>`
      select tableoid::regclass::text as part, count(*)::int as total
        from registro_chamada where ocorrido_em < now() - interval '3 weeks' group by 1`;
      expect(Object.fromEntries(totals.map(({ part, total }) => [part, total]))).toEqual({
        [kept.name]: 1,
        [passing.name]: 1,
        [recent.name]: 1,
      });
    });

    it('the application reaches the whole, and no part of it', async () => {
      const rows = await sql<{ part: string; may: boolean }[]>`
      select inhrelid::regclass::text as part,
             has_schema_privilege(${APP_ROLE}, 'particao', 'usage') or has_table_privilege(${APP_ROLE}, inhrelid, 'select') as may
        from pg_inherits where inhparent = 'registro_chamada'::regclass`;
      expect(rows.length).toBeGreaterThan(3);
      expect(rows.filter(({ may }) => may)).toEqual([]);
      const [whole] = await sql`select has_table_privilege(${APP_ROLE}, 'registro_chamada', 'select') as may`;
      expect(whole).toEqual({ may: true });
    });
  });
});
