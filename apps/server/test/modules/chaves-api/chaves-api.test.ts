import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../harness.ts';
import { type Login, type Panel, startPanel } from '../panel.ts';

let panel: Panel;
let owner: Login;
let stranger: Login;
beforeAll(async () => {
  panel = await startPanel();
  owner = await panel.enter('dona@exemplo.com.br');
  stranger = await panel.enter('estranha@exemplo.com.br');
});
afterAll(() => panel?.stop());

const entrada = { nome: ' ERP ', ambiente: 'PRODUCAO', escopos: ['organizacao:ler', 'documentos:ler'] };
const create = async (as = owner, changes: object = {}) => {
  const response = await panel.call('POST', '/chaves-api', { as, body: { ...entrada, ...changes } });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ id: string; chave: string; prefixo: string }>();
};

describe('an API key', () => {
  it('is answered once with its value, and opens its organization', async () => {
    const response = await panel.call('POST', '/chaves-api', { as: owner, body: entrada });
    expect(response.statusCode).toBe(201);
    const body = response.json();
    expect(body).toEqual({
      id: expect.any(String),
      nome: 'ERP',
      prefixo: expect.stringMatching(/^svc_live_[0-9A-Za-z]{12}$/),
      ambiente: 'PRODUCAO',
      escopos: ['organizacao:ler', 'documentos:ler'],
      membroId: expect.any(String),
      criadaEm: expect.any(String),
      ultimoUsoEm: null,
      ultimoIp: null,
      revogadaEm: null,
      chave: expect.stringMatching(/^svc_live_[0-9A-Za-z]{12}\.[A-Za-z0-9_-]{43}$/),
    });
    expect(body.chave.startsWith(`${body.prefixo}.`)).toBe(true);
    expect(response.headers.location).toBe(`http://localhost:3000/v1/chaves-api/${body.id}`);

    const mine = await panel.call('GET', '/organizacao', { key: body.chave });
    expect(mine.statusCode).toBe(200);
    expect(mine.json()).toEqual(owner.body.organizacao);
  });

  it('has the environment asked for, whatever path it was made through', async () => {
    const response = await panel.call('POST', '/sandbox/chaves-api', { as: owner, body: entrada });
    expect(response.json().ambiente).toBe('PRODUCAO');
    expect(response.headers.location).toContain('/v1/sandbox/chaves-api/');
    const live = response.json().chave;
    const { chave: test } = await create(owner, { ambiente: 'TESTE' });
    expect(test).toMatch(/^svc_test_/);
    const statuses = await Promise.all(
      (
        [
          [live, '/organizacao'],
          [live, '/sandbox/organizacao'],
          [test, '/organizacao'],
          [test, '/sandbox/organizacao'],
        ] as const
      ).map(async ([key, path]) => (await panel.call('GET', path, { key })).statusCode),
    );
    expect(statuses).toEqual([200, 401, 401, 200]);
  });

  it('is nothing without each of its parts', async () => {
    const { chave, prefixo } = await create();
    const other = await create();
    const secret = chave.split('.')[1] ?? '';
    for (const key of [
      prefixo,
      `${prefixo}.`,
      `${other.prefixo}.${secret}`,
      `${chave}x`,
      chave.replace('live', 'test'),
    ]) {
      const response = await panel.call('GET', '/organizacao', { key });
      expect(response.statusCode).toBe(401);
      expect(response.json().codigo).toBe('CREDENCIAL_INVALIDA');
    }
  });

  it('is limited to its scopes', async () => {
    const { chave } = await create(owner, { escopos: ['documentos:ler'] });
    const response = await panel.call('GET', '/organizacao', { key: chave });
    expect(response.statusCode).toBe(403);
    expect(response.json().codigo).toBe('ESCOPO_INSUFICIENTE');
  });

  it('manages no keys', async () => {
    const { chave, id } = await create();
    for (const [method, path, body] of [
      ['GET', '/chaves-api', undefined],
      ['POST', '/chaves-api', entrada],
      ['DELETE', `/chaves-api/${id}`, undefined],
    ] as const) {
      const response = await panel.call(method, path, { key: chave, ...(body ? { body } : {}) });
      expect(response.statusCode).toBe(403);
      expect(response.json().codigo).toBe('PAPEL_INSUFICIENTE');
    }
  });

  it('is not created twice under one Idempotency-Key', async () => {
    const again = () =>
      panel.call('POST', '/chaves-api', { as: owner, body: entrada, headers: { 'idempotency-key': 'uma-vez' } });
    const [first, second] = [await again(), await again()];
    expect(second.json()).toEqual(first.json());
    const { owner: sql } = panel.database;
    const [kept] = await sql<{ corpo: Buffer }[]>`select corpo from idempotencia where chave = 'uma-vez'`;
    expect(kept?.corpo.toString('latin1')).not.toContain(first.json().chave);
  });

  it.each([
    ['no name', { nome: ' ' }, 'nome'],
    ['a name no font draws', { nome: 'ERP 😀' }, 'nome'],
    ['no environment', { ambiente: undefined }, 'ambiente'],
    ['an unknown scope', { escopos: ['tudo'] }, 'escopos[0]'],
    ['no scope', { escopos: [] }, 'escopos'],
  ])('is refused with %s', async (_what, changes, campo) => {
    const response = await panel.call('POST', '/chaves-api', { as: owner, body: { ...entrada, ...changes } });
    expect(response.statusCode).toBe(400);
    expect(response.json().erros.map((erro: { campo: string }) => erro.campo)).toContain(campo);
  });
});

describe('revoking', () => {
  it('works at once, and again', async () => {
    const { id, chave } = await create();
    expect((await panel.call('GET', '/organizacao', { key: chave })).statusCode).toBe(200);
    const first = await panel.call('DELETE', `/chaves-api/${id}`, { as: owner });
    expect([first.statusCode, first.body]).toEqual([204, '']);
    const response = await panel.call('GET', '/organizacao', { key: chave });
    expect(response.statusCode).toBe(401);
    expect(response.json().codigo).toBe('CREDENCIAL_INVALIDA');
    expect((await panel.call('DELETE', `/chaves-api/${id}`, { as: owner })).statusCode).toBe(204);
    const { owner: sql } = panel.database;
    const events = await sql`
      select tipo from evento_seguranca where detalhe ->> 'chaveId' = ${id} order by ocorrido_em`;
    expect(events.map(({ tipo }) => tipo)).toEqual(['CHAVE_API_CRIADA', 'CHAVE_API_REVOGADA']);
  });

  it("answers a stranger's key as one that does not exist, whatever the caller's role", async () => {
    const { id, chave } = await create(stranger);
    await panel.database.owner`update membro set papel = 'OPERADOR' where email = 'dona@exemplo.com.br'`;
    const foreign = await panel.call('DELETE', `/chaves-api/${id}`, { as: owner });
    await panel.database.owner`update membro set papel = 'PROPRIETARIO' where email = 'dona@exemplo.com.br'`;
    const missing = await panel.call('DELETE', `/chaves-api/${randomUUID()}`, { as: owner });
    expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404]);
    const bare = (response: typeof foreign) => ({ ...response.json(), instance: '', requestId: '' });
    expect(bare(foreign)).toEqual(bare(missing));
    expect((await panel.call('GET', '/organizacao', { key: chave })).statusCode).toBe(200);
  });
});

describe('roles', () => {
  it('below ADMINISTRADOR manage no keys', async () => {
    const { id } = await create();
    const sql = panel.database.owner;
    for (const [papel, allowed] of [
      ['VISUALIZADOR', false],
      ['OPERADOR', false],
      ['ADMINISTRADOR', true],
    ] as const) {
      await sql`update membro set papel = ${papel} where email = 'dona@exemplo.com.br'`;
      const answers = [
        await panel.call('GET', '/chaves-api', { as: owner }),
        await panel.call('POST', '/chaves-api', { as: owner, body: entrada }),
        await panel.call('DELETE', `/chaves-api/${id}`, { as: owner }),
      ];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(allowed ? [200, 201, 204] : [403, 403, 403]);
    }
    await sql`update membro set papel = 'PROPRIETARIO' where email = 'dona@exemplo.com.br'`;
  });
});

describe('the listing', () => {
  it('shows every key of the organization newest first, never a secret, never a stranger’s', async () => {
    const login = await panel.enter('lista@exemplo.com.br');
    const made = [await create(login), await create(login, { ambiente: 'TESTE' }), await create(login)];
    await panel.call('DELETE', `/chaves-api/${made[0]?.id}`, { as: login });
    await panel.call('GET', '/organizacao', { key: made[2]?.chave ?? '' });
    await until(
      async () => (await panel.call('GET', '/chaves-api', { as: login })).json().itens[0].ultimoIp === '127.0.0.1',
    );
    const response = await panel.call('GET', '/sandbox/chaves-api', { as: login });
    const { itens, total, proximoCursor } = response.json();
    expect(itens.map(({ id }: { id: string }) => id)).toEqual(made.map(({ id }) => id).reverse());
    expect(itens.map(({ revogadaEm }: { revogadaEm: string | null }) => revogadaEm === null)).toEqual([
      true,
      true,
      false,
    ]);
    expect(itens[0].ultimoUsoEm).not.toBeNull();
    expect([total, proximoCursor]).toEqual([3, null]);
    for (const { chave } of made) expect(response.body).not.toContain(chave.split('.')[1]);
  });

  it('is walked by its cursor, which only this organization may use', async () => {
    const login = await panel.enter('paginas@exemplo.com.br');
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift((await create(login)).id);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = (await panel.call('GET', `/chaves-api?limite=2${cursor}`, { as: login })).json();
      seen.push(...page.itens.map(({ id }: { id: string }) => id));
      cursor = page.proximoCursor ? `&cursor=${page.proximoCursor}` : '';
      if (cursor) {
        expect((await panel.call('GET', `/chaves-api?limite=2${cursor}`, { as: stranger })).statusCode).toBe(400);
      }
    } while (cursor);
    expect(seen).toEqual(ids);
  });
});
