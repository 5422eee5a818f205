import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { scopeOf } from '../../../src/core/scope.ts';
import { countClientes, listClientes } from '../../../src/modules/clientes/store.ts';
import { type Account, call, newAccount } from '../../harness.ts';
import { documentForm, field, person, sharedService, tinyPdf } from '../support.ts';

/** The registry of people: what it keeps, how it is searched, and what signers take from it (docs/adr/0075). */

const service = sharedService();
let account: Account;
let base: string;
beforeAll(async () => {
  account = await newAccount(service().origin);
  base = `${service().origin}/v1/sandbox`;
});

const ask = (method: string, path: string, body?: unknown, as: Record<string, string> = account.panel) =>
  call(`${base}${path}`, method, body, as);
const keep = async (body: object) => {
  const answer = await ask('POST', '/clientes', body);
  expect([answer.status, answer.body?.erros]).toEqual([201, undefined]);
  return answer.body;
};
const found = async (busca: string) => {
  const { body } = await ask('GET', `/clientes?busca=${encodeURIComponent(busca)}`);
  return { names: body.itens.map(({ nome }: { nome: string }) => nome), total: body.total };
};

let people = 0;
const MARINA = () => ({
  nome: 'Marina Conceição',
  email: `Marina${++people}@exemplo.com.br`,
  telefone: '+5511987654321',
  cpf: '529.982.247-25',
  dataNascimento: '1987-04-12',
  referenciaExterna: `cliente-${people}`,
  metadados: { filial: 'campinas' },
});

describe('a person of the registry', () => {
  it('is kept, read, changed and removed', async () => {
    const wanted = MARINA();
    const kept = await keep(wanted);
    expect(kept).toEqual({
      ...{ ...wanted, cpf: '52998224725', id: kept.id, criadoEm: kept.criadoEm, usadoEm: null },
    });
    const changed = await ask('PATCH', `/clientes/${kept.id}`, {
      telefone: null,
      metadados: null,
      nome: ' Marina C. ',
    });
    expect(changed.body).toEqual({ ...kept, telefone: null, metadados: {}, nome: 'Marina C.' });
    expect((await ask('GET', `/clientes/${kept.id.toUpperCase()}`)).body).toEqual(changed.body);
    expect((await ask('DELETE', `/clientes/${kept.id}`)).status).toBe(204);
    expect((await ask('GET', `/clientes/${kept.id}`)).status).toBe(404);
  });

  it('is one person an e-mail, whatever its letter case', async () => {
    const first = await keep(MARINA());
    const other = await keep(MARINA());
    const email = first.email.toUpperCase();
    const refused = [
      await ask('POST', '/clientes', { nome: 'Outra', email }),
      await ask('PATCH', `/clientes/${other.id}`, { email }),
    ];
    expect(refused.map(({ status, body }) => [status, body.codigo, body.regra])).toEqual([
      [409, 'CONFLITO', 'contactTaken'],
      [409, 'CONFLITO', 'contactTaken'],
    ]);
    // Her own, spelled otherwise, stays hers; another environment has people of its own.
    expect((await ask('PATCH', `/clientes/${first.id}`, { email })).status).toBe(200);
    const live = await call(`${service().origin}/v1/clientes`, 'POST', { nome: 'Marina', email }, account.panel);
    expect(live.status).toBe(201);
    expect((await ask('GET', `/clientes/${live.body.id}`)).status).toBe(404);
  });

  it('is refused with everything that is wrong', async () => {
    const { status, body } = await ask('POST', '/clientes', {
      nome: 'Ana \u{1F600}',
      cpf: '111.111.111-11',
      dataNascimento: '1899-12-31',
    });
    expect([status, body.erros.map(({ campo }: { campo: string }) => campo)]).toEqual([
      400,
      ['cpf', 'dataNascimento', 'nome'],
    ]);
  });

  it('is written by an OPERADOR, whoever keeps it, and by nobody below', async () => {
    const kept = await keep(MARINA());
    const operator = await account.member('OPERADOR');
    const viewer = await account.member('VISUALIZADOR');
    expect((await ask('PATCH', `/clientes/${kept.id}`, { nome: 'Marina' }, operator.test)).status).toBe(200);
    expect((await ask('GET', `/clientes/${kept.id}`, undefined, viewer.test)).status).toBe(200);
    for (const [method, path, body] of [
      ['POST', '/clientes', { nome: 'Ana' }],
      ['PATCH', `/clientes/${kept.id}`, { nome: 'Ana' }],
      ['DELETE', `/clientes/${kept.id}`, undefined],
    ] as const) {
      expect((await ask(method, path, body, viewer.test)).body.codigo).toBe('PAPEL_INSUFICIENTE');
    }
  });
});

describe('a search', () => {
  it('finds by part of name, e-mail, telephone or reference, without accents', async () => {
    const mark = randomUUID().slice(0, 8);
    await keep({ nome: `Conceição ${mark}`, email: `c.${mark}@exemplo.com.br` });
    await keep({ nome: `João ${mark}`, telefone: '+5519911112222', referenciaExterna: `ref_${mark}` });
    expect(await found(`conceicao ${mark}`)).toEqual({ names: [`Conceição ${mark}`], total: 1 });
    expect(await found(`C.${mark}@EX`)).toEqual({ names: [`Conceição ${mark}`], total: 1 });
    expect(await found(`REF_${mark}`)).toEqual({ names: [`João ${mark}`], total: 1 });
    expect((await found('5519911112222')).names).toContain(`João ${mark}`);
    // What is wild in LIKE is a character like any other.
    expect((await found(`ref%${mark}`)).total).toBe(0);
  });

  it('goes by the index of the text among many', async () => {
    const { owner } = service();
    const [kept] = await owner<{ organizacao_id: string }[]>`
      select organizacao_id from cliente where id = ${(await keep(MARINA())).id}`;
    await owner`
      insert into cliente (id, organizacao_id, ambiente, nome, email, metadados, criado_em)
      select gen_random_uuid(), ${kept?.organizacao_id ?? ''}, 'TESTE', 'Pessoa ' || md5(n::text),
             md5(n::text) || '@muitos.exemplo.com.br', '{}', now() - n * interval '1 second'
        from generate_series(1, 20000) n`;
    await owner.unsafe('vacuum analyze cliente');
    const [row] = await owner<{ md5: string }[]>`select md5('777')`;
    const busca = row?.md5 ?? '';
    expect((await ask('GET', `/clientes?busca=${busca}`)).body.total).toBe(1);
    // What a backend counts of its own transaction is there at once; what it tells others comes seconds later.
    const [text, whole] = await service().app.db.read(scopeOf(kept?.organizacao_id ?? '', 'TESTE'), async (tx) => {
      const uses = async () => {
        const [counted] = await tx.sql<{ text: number; whole: number }[]>`
          select coalesce(pg_stat_get_xact_numscans('cliente_busca'::regclass), 0)::int as text,
                 coalesce(pg_stat_get_xact_numscans('cliente'::regclass), 0)::int as whole`;
        return counted ?? { text: 0, whole: 0 };
      };
      const before = await uses();
      expect(await listClientes(tx, busca, null, 20)).toHaveLength(1);
      expect(await countClientes(tx, busca)).toBe(1);
      const after = await uses();
      return [after.text - before.text, after.whole - before.whole];
    });
    // Once for the page and once for the total.
    expect([text, whole]).toEqual([2, 0]);
    expect((await ask('GET', '/clientes?limite=1')).body.total).toBeGreaterThanOrEqual(20_000);
  });
});

describe('a signer who names a person', () => {
  const signatario = (clienteId: string, more: object = {}) => ({ funcao: 'ASSINAR', clienteId, ...more });
  const create = (dados: object) =>
    ask('POST', '/documentos', documentForm(tinyPdf(), { titulo: 'Contrato', ...dados }));

  it('takes from the registry what is left out, in every creation, and the person was used', async () => {
    const { id, criadoEm: _, usadoEm: __, ...known } = await keep(MARINA());
    const taken = { ...known, clienteId: id };
    const made = await create({ signatarios: [signatario(id.toUpperCase(), { nome: 'Marina do contrato' })] });
    expect([made.status, made.body.signatarios[0]]).toMatchObject([201, { ...taken, nome: 'Marina do contrato' }]);
    const added = await ask('POST', `/documentos/${made.body.id}/signatarios`, signatario(id, { metadados: {} }));
    expect([added.status, added.body]).toMatchObject([201, { ...taken, metadados: {} }]);

    const papelId = randomUUID();
    const papeis = [{ id: papelId, rotulo: 'Cliente', funcao: 'ASSINAR', ordem: 1 }];
    const modelo = await ask('POST', '/modelos', documentForm(tinyPdf(), { nome: 'Modelo', papeis }));
    const use = await ask('POST', `/modelos/${modelo.body.id}/documentos`, { papeis: [{ papelId, clienteId: id }] });
    expect([use.status, use.body.signatarios[0]]).toMatchObject([201, taken]);
    expect((await ask('GET', `/clientes/${id}`)).body.usadoEm).not.toBeNull();
  });

  it('is 404 for somebody who is not there, and is let go when the person leaves', async () => {
    const kept = await keep(MARINA());
    const made = await create({ signatarios: [signatario(kept.id)], campos: [field()] });
    const path = `/documentos/${made.body.id}/signatarios`;
    const other = await ask('POST', path, person());
    const missing = randomUUID();
    expect((await create({ signatarios: [signatario(missing)] })).status).toBe(404);
    expect((await ask('POST', path, signatario(missing))).status).toBe(404);
    expect((await ask('PATCH', `${path}/${other.body.id}`, { clienteId: missing })).status).toBe(404);
    expect((await ask('PATCH', `${path}/${other.body.id}`, { clienteId: kept.id })).body.clienteId).toBe(kept.id);
    await ask('DELETE', `/clientes/${kept.id}`);
    const { signatarios } = (await ask('GET', `/documentos/${made.body.id}`)).body;
    expect(signatarios.map(({ nome, clienteId }: { nome: string; clienteId: null }) => [nome, clienteId])).toEqual([
      ['Marina Conceição', null],
      [other.body.nome, null],
    ]);
  });

  it('of before the registry is copied without the person it never knew', async () => {
    const made = await create({ signatarios: [person()], campos: [field()] });
    await service().owner`
      update signatario set cliente_id = ${randomUUID()} where documento_id = ${made.body.id}`;
    const copy = await ask('POST', `/documentos/${made.body.id}/duplicar`, {});
    expect([copy.status, copy.body.signatarios[0].clienteId]).toEqual([201, null]);
  });
});
