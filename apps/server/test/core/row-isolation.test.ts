import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopeOf } from '../../src/core/scope.ts';
import { type Login, type Panel, startPanel } from '../modules/panel.ts';

/** Row-level security as the second lock: what a statement without the right filter could reach. */
let panel: Panel;
let acacia: Login;
let jatoba: Login;
const TABLES = ['organizacao', 'usuario', 'membro', 'sessao', 'chave_api'] as const;

beforeAll(async () => {
  panel = await startPanel();
  acacia = await panel.enter('acacia@exemplo.com.br');
  jatoba = await panel.enter('jatoba@exemplo.com.br');
  for (const as of [acacia, jatoba]) {
    await panel.call('POST', '/chaves-api', {
      as,
      body: { nome: 'ERP', ambiente: 'PRODUCAO', escopos: ['documentos:ler'] },
    });
  }
});
afterAll(() => panel?.stop());

const scopeFor = (login: Login) => scopeOf(login.body.organizacao.id, 'PRODUCAO');

describe.each(TABLES)('%s', (table) => {
  it('shows no row without a scope', async () => {
    const { sql } = panel.database.db;
    expect(await sql`select * from ${sql(table)}`).toHaveLength(0);
  });

  it('shows no row to an organization that does not exist', async () => {
    const rows = await panel.database.db.read(
      scopeOf(randomUUID(), 'PRODUCAO'),
      ({ sql }) => sql`select * from ${sql(table)}`,
    );
    expect(rows).toHaveLength(0);
  });

  it('shows each organization its own row and no other', async () => {
    for (const login of [acacia, jatoba]) {
      const rows = await panel.database.db.read(
        scopeFor(login),
        ({ sql }) => sql<Record<string, string>[]>`select * from ${sql(table)}`,
      );
      expect(rows).toHaveLength(1);
      const [row] = rows;
      expect(table === 'usuario' ? row?.id === login.body.usuario.id : (row?.organizacao_id ?? row?.id)).toBe(
        table === 'usuario' ? true : login.body.organizacao.id,
      );
    }
  });

  it('lets nobody change or delete what it does not show', async () => {
    const column = { organizacao: 'nome', usuario: 'nome', membro: 'nome', sessao: 'ip', chave_api: 'nome' }[table];
    const before = await panel.database.owner`select * from ${panel.database.owner(table)} order by id`;
    const foreign = before.find((row) => JSON.stringify(row).includes(jatoba.body.organizacao.id)) ?? {
      id: jatoba.body.usuario.id,
    };
    await panel.database.db.write(scopeFor(acacia), async ({ sql }) => {
      const changed = await sql`update ${sql(table)} set ${sql(column)} = 'invadido' where id = ${foreign.id}`;
      const deleted = await sql`delete from ${sql(table)} where id = ${foreign.id}`;
      expect([changed.count, deleted.count]).toEqual([0, 0]);
    });
    expect(await panel.database.owner`select * from ${panel.database.owner(table)} order by id`).toEqual(before);
  });
});

describe('writing', () => {
  it('into another organization is refused by the database', async () => {
    const act = panel.database.db.write(
      scopeFor(acacia),
      ({ sql, now }) => sql`
        insert into membro (id, organizacao_id, usuario_id, nome, email, papel, criado_em)
        values (${randomUUID()}, ${jatoba.body.organizacao.id}, ${acacia.body.usuario.id}, 'x', 'x@exemplo.com.br',
                'PROPRIETARIO', ${now})`,
    );
    await expect(act).rejects.toMatchObject({ code: '42501' });
  });

  it('cannot move a row into another organization', async () => {
    const act = panel.database.db.write(
      scopeFor(acacia),
      ({ sql }) => sql`update membro set organizacao_id = ${jatoba.body.organizacao.id}`,
    );
    await expect(act).rejects.toMatchObject({ code: '42501' });
  });

  it('cannot delete an account, not even one’s own', async () => {
    const deleted = await panel.database.db.write(scopeFor(acacia), ({ sql }) => sql`delete from usuario`);
    expect(deleted.count).toBe(0);
  });

  it('cannot rewrite the security log, nor read what belongs to no organization', async () => {
    const { db, owner } = panel.database;
    await expect(db.sql`update evento_seguranca set tipo = 'x'`).rejects.toMatchObject({ code: '42501' });
    await expect(db.sql`delete from evento_seguranca`).rejects.toMatchObject({ code: '42501' });
    await panel.call('POST', '/sessoes', { body: { email: 'ninguem@exemplo.com.br', senha: 'x' } });
    const [all] = await owner<{ n: number }[]>`select count(*) as n from evento_seguranca where organizacao_id is null`;
    expect(all?.n).toBeGreaterThan(0);
    expect(await db.sql`select * from evento_seguranca`).toHaveLength(0);
  });
});

describe('an account that left', () => {
  it('is no longer seen by the organization', async () => {
    const login = await panel.enter('saiu@exemplo.com.br');
    await panel.database.owner`update membro set removido_em = now() where email = 'saiu@exemplo.com.br'`;
    const rows = await panel.database.db.read(scopeFor(login), ({ sql }) => sql`select senha_hash from usuario`);
    expect(rows).toHaveLength(0);
  });
});
