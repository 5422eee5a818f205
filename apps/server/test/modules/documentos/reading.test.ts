import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import {
  type Account,
  call,
  documentForm,
  newAccount,
  newKey,
  type Service,
  startService,
  until,
} from '../../harness.ts';

/**
 * Reading and listing must show every change at once, though answers are remembered and totals are kept: each test
 * changes something and looks again.
 */

let service: Service;
let base: string;
let key: { authorization: string };
/** Looks into the mailbox, which may take more calls than a key has in a minute. */
let panel: Account['panel'];

beforeAll(async () => {
  service = await startService();
  base = `${service.origin}/v1/sandbox`;
});
afterAll(() => service?.stop());

const SIGNER = { funcao: 'ASSINAR', nome: 'João da Conceição', email: 'joao@exemplo.com.br' };
const SIGNATURE = { tipo: 'ASSINATURA', pagina: 1, x: 0.1, y: 0.7, largura: 0.3, altura: 0.1 };

async function create(dados: object = {}): Promise<{ id: string; signatarios: { id: string }[] }> {
  const form = documentForm(tinyPdf(), { titulo: 'Contrato', signatarios: [SIGNER], campos: [SIGNATURE], ...dados });
  const created = await call(`${base}/documentos`, 'POST', form, key);
  expect(created.status).toBe(201);
  return created.body;
}

async function ok(method: string, path: string, body?: unknown) {
  const answer = await call(`${base}${path}`, method, body, key);
  expect(answer.status).toBeLessThan(300);
  return answer.body;
}

const read = (id: string) => ok('GET', `/documentos/${id}`);
async function total(query: Record<string, string> = {}): Promise<number> {
  const { itens, total } = await ok('GET', `/documentos?${new URLSearchParams({ limite: '100', ...query })}`);
  // There is no second page in these tests, so the total can be seen to be right.
  expect(total).toBe(itens.length);
  return total;
}

describe('a document read again', () => {
  // A key of its own for each test: it may call sixty times in a minute.
  beforeEach(async () => {
    ({ test: key, panel } = await newAccount(service.origin));
  });

  it('is the same, byte by byte, as when it was created', async () => {
    const created = await create();
    const [one, two] = [await read(created.id), await read(created.id)];
    expect(one).toEqual(created);
    expect(two).toEqual(created);
  });

  it.each<[string, (id: string, signer: string) => Promise<unknown>, (document: Read) => unknown, unknown]>([
    ['its title', (id) => ok('PATCH', `/documentos/${id}`, { titulo: 'Distrato' }), ({ titulo }) => titulo, 'Distrato'],
    [
      "a signer's name",
      (id, signer) => ok('PATCH', `/documentos/${id}/signatarios/${signer}`, { nome: 'Bia' }),
      ({ signatarios }) => signatarios[0]?.nome,
      'Bia',
    ],
    [
      'another signer',
      (id) =>
        ok('POST', `/documentos/${id}/signatarios`, { funcao: 'APROVAR', nome: 'Caio', email: 'caio@exemplo.com' }),
      ({ signatarios }) => signatarios.length,
      2,
    ],
    [
      'its fields',
      (id, signatarioId) =>
        ok('PUT', `/documentos/${id}/campos`, { campos: [SIGNATURE, SIGNATURE].map((c) => ({ ...c, signatarioId })) }),
      ({ campos }) => campos.length,
      2,
    ],
    ['its state', (id) => ok('POST', `/documentos/${id}/enviar`), ({ status }) => status, 'AGUARDANDO_ASSINATURAS'],
  ])('shows %s as just changed', async (_what, change, look, expected) => {
    const { id, signatarios } = await create();
    await read(id);
    await change(id, signatarios[0]?.id ?? '');
    expect(look(await read(id))).toBe(expected);
  });

  it('shows a factor as fulfilled once it is', async () => {
    const email = `${randomUUID()}@exemplo.com.br`;
    const { id } = await create({ signatarios: [{ ...SIGNER, email }] });
    await ok('POST', `/documentos/${id}/enviar`);
    await read(id);
    const token = await until(async () => {
      const { itens } = (await call(`${base}/caixa?limite=100`, 'GET', undefined, panel)).body;
      const message = itens.find(({ destino }: { destino: string }) => destino === email);
      return message && /assinar\/([\w-]{43})/.exec(message.texto)?.[1];
    });
    await read(id);
    expect((await call(`${base}/assinatura/${token}`)).status).toBe(200);
    expect((await read(id)).signatarios[0]).toMatchObject({ fatoresCumpridos: ['EMAIL'] });
  });

  it('is gone once deleted, for a key that has just read it too', async () => {
    const { id } = await create();
    await read(id);
    await ok('DELETE', `/documentos/${id}`);
    expect((await call(`${base}/documentos/${id}`, 'GET', undefined, key)).status).toBe(404);
  });

  it('is 404 to another organization and to the other environment, which have not its remembered answer', async () => {
    const { id } = await create();
    await read(id);
    const other = await newAccount(service.origin);
    for (const [path, as] of [
      [`${base}/documentos/${id}`, other.test],
      [`${service.origin}/v1/documentos/${id}`, other.live],
    ] as const) {
      expect((await call(path, 'GET', undefined, as)).status).toBe(404);
    }
  });

  it('is refused to a key the moment the key is revoked', async () => {
    const account = await newAccount(service.origin);
    key = account.test;
    const { id } = await create();
    const revoked = await newKey(service.origin, account.panel, 'TESTE');
    const as = { authorization: revoked.authorization };
    expect((await call(`${base}/documentos/${id}`, 'GET', undefined, as)).status).toBe(200);
    await call(`${service.origin}/v1/chaves-api/${revoked.id}`, 'DELETE', undefined, account.panel);
    expect((await call(`${base}/documentos/${id}`, 'GET', undefined, as)).status).toBe(401);
  });
});

interface Read {
  readonly titulo: string;
  readonly status: string;
  readonly signatarios: { nome: string }[];
  readonly campos: unknown[];
}

describe('the total of a listing', () => {
  beforeEach(async () => {
    key = (await newAccount(service.origin)).test;
  });

  it('follows a document through its states', async () => {
    const { id } = await create();
    await create();
    expect([await total(), await total({ status: 'RASCUNHO' })]).toEqual([2, 2]);
    await ok('POST', `/documentos/${id}/enviar`);
    expect([await total({ status: 'RASCUNHO' }), await total({ status: 'AGUARDANDO_ASSINATURAS' })]).toEqual([1, 1]);
    await ok('POST', `/documentos/${id}/cancelar`, { motivo: 'Valor errado.' });
    expect([await total(), await total({ status: 'CANCELADO' })]).toEqual([2, 1]);
    await ok('DELETE', `/documentos/${id}`);
    expect([await total(), await total({ status: 'CANCELADO' })]).toEqual([1, 0]);
  });

  it('follows a document from folder to folder', async () => {
    const [one, two] = [await ok('POST', '/pastas', { nome: 'Um' }), await ok('POST', '/pastas', { nome: 'Dois' })];
    const { id } = await create({ pastaId: one.id });
    expect([await total({ pastaId: one.id }), await total({ pastaId: two.id })]).toEqual([1, 0]);
    await ok('POST', `/documentos/${id}/mover`, { pastaId: two.id });
    expect([await total({ pastaId: one.id }), await total({ pastaId: two.id, status: 'RASCUNHO' })]).toEqual([0, 1]);
    await ok('POST', `/documentos/${id}/mover`, { pastaId: null });
    expect([await total(), await total({ pastaId: two.id })]).toEqual([1, 0]);
  });

  it('counts each of many documents created at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => create()));
    expect(await total()).toBe(20);
  });

  it('stays right when what varied is folded into what was counted', async () => {
    await Promise.all([create(), create(), create()]);
    const before = await total();
    await until(async () => {
      const [row] = await service.owner`select count(*)::int as abertas from documento_variacao where not dobrada`;
      return row?.abertas === 0;
    });
    expect(await total()).toBe(before);
    await create();
    expect(await total()).toBe(before + 1);
  });

  it('does not count what was refused', async () => {
    const id = randomUUID();
    await create({ signatarios: [{ ...SIGNER, id }] });
    const form = documentForm(tinyPdf(), { titulo: 'Outro', signatarios: [{ ...SIGNER, id }] });
    expect((await call(`${base}/documentos`, 'POST', form, key)).status).toBe(400);
    expect(await total()).toBe(1);
  });
});

describe('a search', () => {
  beforeEach(async () => {
    key = (await newAccount(service.origin)).test;
  });
  const found = (busca: string, more: Record<string, string> = {}) => total({ busca, ...more });

  it.each(['joão da conceicao', 'CONCEIÇÃO', 'joao@exemplo', 'locação', 'LOCACAO', 'o', '100%_'])(
    'finds %s, whatever its case and accents',
    async (busca) => {
      await create({ titulo: 'Locação a 100%_ do índice' });
      await create({ titulo: 'Venda', signatarios: [{ ...SIGNER, nome: 'Rui', email: 'rui@a.br' }] });
      expect(await found(busca)).toBe(1);
    },
  );

  it('takes % and _ for what they are', async () => {
    await create();
    expect([await found('%'), await found('_'), await found('\\')]).toEqual([0, 0, 0]);
  });

  it('asked again counts what has been created, renamed and corrected meanwhile', async () => {
    const { id, signatarios } = await create({ titulo: 'Jabuticaba' });
    expect(await found('jabuticaba')).toBe(1);
    await create({ titulo: 'Outra jabuticaba' });
    expect(await found('jabuticaba')).toBe(2);
    await ok('PATCH', `/documentos/${id}`, { titulo: 'Pitanga' });
    expect([await found('jabuticaba'), await found('pitanga')]).toEqual([1, 1]);
    await ok('PATCH', `/documentos/${id}/signatarios/${signatarios[0]?.id}`, { nome: 'Ana Jabuticaba' });
    expect(await found('jabuticaba')).toBe(2);
    await ok('PATCH', `/documentos/${id}/signatarios/${signatarios[0]?.id}`, { nome: 'Ana' });
    expect(await found('jabuticaba')).toBe(1);
  });

  const textOf = async (id: string) => {
    const [row] = await service.owner<{ busca: string; whole: string; revisao: string }[]>`
      select busca, rubrica_texto_de_busca(id, titulo, referencia_externa) as whole, revisao::text from documento
       where id = ${id}`;
    return row as { busca: string; whole: string; revisao: string };
  };

  it('finds a new document by all that its signers’ rows say, also if its own row came without', async () => {
    const other = { ...SIGNER, nome: 'Bia', email: 'bia@exemplo.com.br', referenciaExterna: 'Cliente-7' };
    const signatarios = [{ ...SIGNER, referenciaExterna: 'Ação' }, other];
    const { id } = await create({ referenciaExterna: 'Pedido Nº 3', signatarios, campos: [] });
    const { busca, whole } = await textOf(id);
    expect(busca).toBe(whole);
    expect(busca).toContain('cliente-7');
    // A copy made by one transaction, and what that does afterwards.
    const copied = async (busca: string, then: (tx: typeof service.owner, copy: string) => Promise<unknown>) => {
      const copy = randomUUID();
      await service.owner.begin(async (tx) => {
        await tx`
          insert into documento
          select (jsonb_populate_record(d, jsonb_build_object('id', ${copy}::text, 'busca', ${busca}::text))).*
            from documento d
           where id = ${id}`;
        await tx`
          insert into signatario
          select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'documento_id', ${copy}::text))).*
            from signatario s
           where documento_id = ${id}`;
        await then(tx as typeof service.owner, copy);
      });
      return textOf(copy);
    };
    expect((await copied('', async () => {})).busca).toBe(whole);
    const less = await copied(
      busca,
      (tx, copy) => tx`delete from signatario where documento_id = ${copy} and nome = 'Bia'`,
    );
    expect(less.busca).toBe(less.whole);
    expect(less.busca).not.toContain('cliente-7');
  });

  it('finds a document by what its signers’ rows say now, whichever part of them was written', async () => {
    const other = { ...SIGNER, nome: 'Bia', email: 'bia@exemplo.com.br' };
    const { id, signatarios } = await create({ signatarios: [SIGNER, other], campos: [] });
    const { owner } = service;
    let before = await textOf(id);
    const [first] = signatarios;
    for (const [written, rewritten] of [
      [() => owner`update signatario set nome = 'Caio' where id = ${first?.id ?? ''}`, true],
      [() => owner`update signatario set email = 'caio@exemplo.com.br' where id = ${first?.id ?? ''}`, true],
      [
        () => owner`update signatario set email = null, telefone = '+5511912345678' where id = ${first?.id ?? ''}`,
        true,
      ],
      [() => owner`update signatario set referencia_externa = 'cliente-7' where id = ${first?.id ?? ''}`, true],
      [() => owner`update signatario set posicao = 9 - posicao where documento_id = ${id}`, true],
      [() => owner`update signatario set metadados = '{"a": "b"}' where documento_id = ${id}`, false],
    ] as const) {
      await written();
      const after = await textOf(id);
      expect(after.busca).toBe(after.whole);
      expect(after.busca !== before.busca).toBe(rewritten);
      expect(Number(after.revisao)).toBe(Number(before.revisao) + 1);
      before = after;
    }
  });

  it('asked again follows states and deletions', async () => {
    const { id } = await create();
    expect(await found('contrato', { status: 'RASCUNHO' })).toBe(1);
    await ok('POST', `/documentos/${id}/enviar`);
    expect([await found('contrato', { status: 'RASCUNHO' }), await found('contrato')]).toEqual([0, 1]);
    await ok('POST', `/documentos/${id}/cancelar`, { motivo: 'Valor errado.' });
    await ok('DELETE', `/documentos/${id}`);
    expect(await found('contrato')).toBe(0);
  });

  it('asked again is right after the text of a change was forgotten', async () => {
    const { id } = await create();
    expect(await found('contrato')).toBe(1);
    await create();
    await service.owner`update documento_variacao set busca = '', sem_texto = true where documento_id <> ${id}`;
    expect(await found('contrato')).toBe(2);
  });

  it('finds nothing of another organization', async () => {
    await create({ titulo: 'Segredo' });
    expect(await found('segredo')).toBe(1);
    key = (await newAccount(service.origin)).test;
    expect(await found('segredo')).toBe(0);
  });
});
