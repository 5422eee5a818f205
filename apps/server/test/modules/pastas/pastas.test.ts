import { randomUUID } from 'node:crypto';
import type { Pasta } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import {
  type Account,
  type Answer,
  call,
  documentForm,
  newAccount,
  type Service,
  startService,
  until,
} from '../../harness.ts';

let service: Service;
let account: Account;
let base: string;

beforeAll(async () => {
  service = await startService();
  account = await newAccount(service.origin);
  base = `${service.origin}/v1/sandbox`;
});
afterAll(() => service?.stop());

type Headers = Record<string, string>;
let names = 0;
const freshName = () => `Pasta ${++names}`;

const create = (body: object, as: Headers = account.panel) => call(`${base}/pastas`, 'POST', body, as);
const change = (id: string, body: object, as: Headers = account.panel) =>
  call(`${base}/pastas/${id}`, 'PATCH', body, as);
const remove = (id: string, as: Headers = account.panel) => call(`${base}/pastas/${id}`, 'DELETE', undefined, as);
const move = (documentoId: string, pastaId: string | null, as: Headers = account.panel) =>
  call(`${base}/documentos/${documentoId}/mover`, 'POST', { pastaId }, as);

async function folder(paiId: string | null = null, as: Headers = account.panel): Promise<Pasta> {
  const { status, body } = await create({ nome: freshName(), paiId }, as);
  expect(status).toBe(201);
  return body;
}

async function draft(dados: object = {}, as: Headers = account.panel): Promise<string> {
  const { status, body } = await call(
    `${base}/documentos`,
    'POST',
    documentForm(tinyPdf(1), { titulo: 'Contrato', ...dados }),
    as,
  );
  expect(status).toBe(201);
  return body.id;
}

async function all(as: Headers = account.panel): Promise<Pasta[]> {
  const found: Pasta[] = [];
  let cursor: string | null = null;
  do {
    const query = `limite=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`;
    const { body } = await call(`${base}/pastas?${query}`, 'GET', undefined, as);
    found.push(...body.itens);
    cursor = body.proximoCursor;
  } while (cursor);
  return found;
}

const countOf = async (id: string) => (await all()).find((pasta) => pasta.id === id)?.quantidadeDocumentos;
const refusal = ({ status, body }: Answer) => [status, body.codigo];
const anonymous = ({ body: { instance: _, requestId: __, ...rest } }: Answer) => rest;

describe('a folder', () => {
  it('is created at the root, with its address, no documents and its name without the blanks around it', async () => {
    const { status, body, headers } = await create({ nome: '  Locações 2026 ' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ nome: 'Locações 2026', paiId: null, quantidadeDocumentos: 0 });
    expect(headers.get('location')).toBe(`${base}/pastas/${body.id}`);
  });

  it('is created inside another', async () => {
    const parent = await folder();
    const child = await folder(parent.id);
    expect(child.paiId).toBe(parent.id);
  });

  it('is created once, however often the same Idempotency-Key repeats it', async () => {
    const nome = freshName();
    const key = { ...account.panel, 'idempotency-key': `pasta-${nome.replace(' ', '-')}` };
    const [first, second] = [await create({ nome }, key), await create({ nome }, key)];
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
  });

  it.each(['', '   ', 'x'.repeat(201), 'a\u0000b'])('is refused the name %j', async (nome) => {
    const answer = await create({ nome });
    expect(refusal(answer)).toEqual([400, 'ENTRADA_INVALIDA']);
    expect(answer.body.erros[0].campo).toBe('nome');
  });

  it('takes a name of 200 characters', async () => {
    expect((await create({ nome: 'ç'.repeat(200) })).status).toBe(201);
  });

  it.each([
    ['the same', 'Ação', 'Ação'],
    ['the same in another letter case', 'Contábil', 'CONTÁBIL'],
    ['the same typed with a combining accent', 'Jurídico', 'Juri\u0301dico'],
  ])('may not have the name of a sibling: %s', async (_, one, other) => {
    const { id: paiId } = await folder();
    expect((await create({ nome: one, paiId })).status).toBe(201);
    expect(refusal(await create({ nome: other, paiId }))).toEqual([409, 'CONFLITO']);
    expect((await create({ nome: other })).status).toBe(201);
  });

  it('of one name is created once when twenty ask at the same time', async () => {
    const nome = freshName();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ nome })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });

  it('is renamed and moved, and keeps what the change leaves out', async () => {
    const [a, b] = [await folder(), await folder()];
    const renamed = await change(a.id, { nome: 'Nome novo' });
    expect(renamed.body).toEqual({ ...a, nome: 'Nome novo' });
    const moved = await change(a.id, { paiId: b.id });
    expect(moved.body).toEqual({ ...a, nome: 'Nome novo', paiId: b.id });
    expect((await change(a.id, {})).body).toEqual(moved.body);
    expect((await change(a.id, { paiId: null })).body.paiId).toBeNull();
  });

  it('may be given its own name in another letter case', async () => {
    const { body } = await create({ nome: 'vendas antigas' });
    expect((await change(body.id, { nome: 'Vendas Antigas' })).body.nome).toBe('Vendas Antigas');
  });

  it('is refused a name taken where it goes', async () => {
    const parent = await folder();
    const nome = freshName();
    await create({ nome, paiId: parent.id });
    const { body } = await create({ nome });
    expect(refusal(await change(body.id, { paiId: parent.id }))).toEqual([409, 'CONFLITO']);
  });
});

describe('the tree', () => {
  it('has no cycles: a folder goes neither into itself nor into a folder below it', async () => {
    const a = await folder();
    const b = await folder(a.id);
    const c = await folder(b.id);
    for (const paiId of [a.id, b.id, c.id, a.id.toUpperCase()]) {
      expect(refusal(await change(a.id, { paiId }))).toEqual([409, 'CONFLITO']);
    }
    expect((await change(c.id, { paiId: a.id })).status).toBe(200);
  });

  it('has none after two folders are moved into each other at the same time', async () => {
    for (let round = 0; round < 20; round++) {
      const [a, b] = [await folder(), await folder()];
      const answers = await Promise.all([change(a.id, { paiId: b.id }), change(b.id, { paiId: a.id })]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  it('knows nothing of folders that do not exist, of another organization or of the other environment', async () => {
    const other = await newAccount(service.origin);
    const foreign = await folder(null, other.panel);
    const elsewhere = await call(`${service.origin}/v1/pastas`, 'POST', { nome: 'Produção' }, account.panel);
    const own = await folder();
    const ids = [randomUUID(), foreign.id, elsewhere.body.id];
    const acts = [
      (id: string) => create({ nome: freshName(), paiId: id }),
      (id: string) => change(own.id, { paiId: id }),
      (id: string) => change(id, { nome: 'x' }),
      (id: string) => remove(id),
    ];
    for (const act of acts) {
      const answers = await Promise.all(ids.map(act));
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect(new Set(answers.map((answer) => JSON.stringify(anonymous(answer)))).size).toBe(1);
    }
    expect((await all(other.panel)).map(({ id }) => id)).toEqual([foreign.id]);
  });
});

describe('the listing', () => {
  it('shows every folder once, newest first, whatever page it is on', async () => {
    const { panel } = await newAccount(service.origin);
    const ids: string[] = [];
    for (let n = 0; n < 7; n++) ids.unshift((await folder(ids[0] ?? null, panel)).id);
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await call(`${base}/pastas?limite=3${cursor}`, 'GET', undefined, panel);
      expect(body.total).toBe(7);
      seen.push(...body.itens.map(({ id }: Pasta) => id));
      cursor = body.proximoCursor ? `&cursor=${encodeURIComponent(body.proximoCursor)}` : '';
    } while (cursor);
    expect(seen).toEqual(ids);
  });

  it('counts the documents directly in each folder, as they are created, moved and deleted', async () => {
    const [a, b] = [await folder(), await folder()];
    const inner = await folder(a.id);
    const one = await draft({ pastaId: a.id });
    await draft({ pastaId: a.id });
    await draft({ pastaId: inner.id });
    expect([await countOf(a.id), await countOf(inner.id), await countOf(b.id)]).toEqual([2, 1, 0]);
    await move(one, b.id);
    expect([await countOf(a.id), await countOf(b.id)]).toEqual([1, 1]);
    await call(`${base}/documentos/${one}`, 'PATCH', { pastaId: a.id }, account.panel);
    expect([await countOf(a.id), await countOf(b.id)]).toEqual([2, 0]);
    expect((await call(`${base}/documentos/${one}`, 'DELETE', undefined, account.panel)).status).toBe(204);
    expect(await countOf(a.id)).toBe(1);
  });

  it('counts right when documents change places all at once', async () => {
    const [a, b] = [await folder(), await folder()];
    const ids = await Promise.all(Array.from({ length: 8 }, (_, n) => draft({ pastaId: n % 2 ? a.id : b.id })));
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(ids.map((id, n) => move(id, (n + round) % 2 ? b.id : a.id)));
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    }
    const counts = await Promise.all([a, b].map(({ id }) => countOf(id)));
    const listed = await Promise.all(
      [a, b].map(
        async ({ id }) => (await call(`${base}/documentos?pastaId=${id}`, 'GET', undefined, account.panel)).body.total,
      ),
    );
    expect(counts).toEqual([4, 4]);
    expect(listed).toEqual(counts);
  });
});

describe('removing a folder', () => {
  it('takes an empty one away', async () => {
    const { id } = await folder();
    expect((await remove(id)).status).toBe(204);
    expect((await remove(id)).status).toBe(404);
    expect(await countOf(id)).toBeUndefined();
  });

  it('is refused while anything is inside, with the count of it, and takes nothing', async () => {
    const parent = await folder();
    const child = await folder(parent.id);
    const one = await draft({ pastaId: parent.id });
    const both = await remove(parent.id);
    expect(refusal(both)).toEqual([409, 'CONFLITO']);
    expect(both.body.detail).toContain('1 documento e 1 subpasta');
    const other = await draft({ pastaId: parent.id });
    await remove(child.id);
    expect((await remove(parent.id)).body.detail).toContain('contém 2 documentos.');
    await move(one, null);
    await move(other, null);
    expect((await remove(parent.id)).status).toBe(204);
  });

  it('is not held up by documents that were deleted in it', async () => {
    const { id } = await folder();
    const documentoId = await draft({ pastaId: id });
    await call(`${base}/documentos/${documentoId}`, 'DELETE', undefined, account.panel);
    expect((await remove(id)).status).toBe(204);
  });

  it('and a document arriving at the same moment leave the folder with it, or neither', async () => {
    const documentoId = await draft();
    for (let round = 0; round < 20; round++) {
      const { id } = await folder();
      const [gone, moved] = await Promise.all([remove(id), move(documentoId, id)]);
      expect([
        [204, 404],
        [409, 200],
      ]).toContainEqual([gone.status, moved.status]);
      const { body } = await call(`${base}/documentos/${documentoId}`, 'GET', undefined, account.panel);
      expect(body.pastaId).toBe(moved.status === 200 ? id : null);
      await move(documentoId, null);
    }
  });

  it('and a folder created in it at the same moment leave both, or neither', async () => {
    for (let round = 0; round < 20; round++) {
      const { id } = await folder();
      const [gone, created] = await Promise.all([remove(id), create({ nome: 'Dentro', paiId: id })]);
      expect([
        [204, 404],
        [409, 201],
      ]).toContainEqual([gone.status, created.status]);
    }
  });
});

describe('roles', () => {
  it('let a VISUALIZADOR see, an OPERADOR create and change, and only an ADMINISTRADOR remove', async () => {
    const { id } = await folder();
    const [viewer, operator, admin] = [
      await account.member('VISUALIZADOR'),
      await account.member('OPERADOR'),
      await account.member('ADMINISTRADOR'),
    ];
    expect((await call(`${base}/pastas`, 'GET', undefined, viewer.test)).status).toBe(200);
    expect(refusal(await create({ nome: freshName() }, viewer.test))).toEqual([403, 'PAPEL_INSUFICIENTE']);
    expect(refusal(await change(id, { nome: freshName() }, viewer.test))).toEqual([403, 'PAPEL_INSUFICIENTE']);
    expect((await create({ nome: freshName() }, operator.test)).status).toBe(201);
    expect((await change(id, { nome: freshName() }, operator.test)).status).toBe(200);
    expect(refusal(await remove(id, operator.test))).toEqual([403, 'PAPEL_INSUFICIENTE']);
    expect(refusal(await remove(randomUUID(), operator.test))).toEqual([404, 'NAO_ENCONTRADO']);
    expect((await remove(id, admin.test)).status).toBe(204);
  });
});

describe('moving a document', () => {
  it('puts it into a folder and back to the root, each told once by its trail', async () => {
    const { id } = await folder();
    const documentoId = await draft();
    expect((await move(documentoId, id)).body.pastaId).toBe(id);
    expect((await move(documentoId, id.toUpperCase())).body.pastaId).toBe(id);
    expect((await move(documentoId, null)).body.pastaId).toBeNull();
    const trail = await call(`${base}/documentos/${documentoId}/auditoria`, 'GET', undefined, account.panel);
    const moves = trail.body.itens.filter(({ acao }: { acao: string }) => acao === 'DOCUMENTO_MOVIDO');
    expect(moves.map(({ detalhe }: { detalhe: object }) => detalhe)).toEqual([
      { de: null, para: id },
      { de: id, para: null },
    ]);
  });

  it('works after sending too: where it is filed is not its content', async () => {
    const { id } = await folder();
    const documentoId = await draft({
      signatarios: [{ funcao: 'ASSINAR', nome: 'João', email: 'joao@exemplo.com.br' }],
      campos: [{ tipo: 'ASSINATURA', pagina: 1, x: 0.1, y: 0.1, largura: 0.3, altura: 0.1 }],
    });
    expect((await call(`${base}/documentos/${documentoId}/enviar`, 'POST', undefined, account.panel)).status).toBe(200);
    expect((await move(documentoId, id)).body.pastaId).toBe(id);
    const change = { pastaId: null };
    expect(refusal(await call(`${base}/documentos/${documentoId}`, 'PATCH', change, account.panel))).toEqual([
      409,
      'DOCUMENTO_IMUTAVEL',
    ]);
  });

  it('into a folder that is not there is the same refusal, missing or foreign', async () => {
    const documentoId = await draft();
    const other = await newAccount(service.origin);
    const foreign = await folder(null, other.panel);
    const answers = [await move(documentoId, randomUUID()), await move(documentoId, foreign.id)];
    expect(answers.map(refusal)).toEqual(Array(2).fill([404, 'NAO_ENCONTRADO']));
    expect(anonymous(answers[0] as Answer)).toEqual(anonymous(answers[1] as Answer));
    expect((await draftRefusal(foreign.id)).status).toBe(404);
  });

  it('is the creator’s for an OPERADOR, anyone’s for an ADMINISTRADOR', async () => {
    const { id } = await folder();
    const documentoId = await draft();
    const [operator, admin] = [await account.member('OPERADOR'), await account.member('ADMINISTRADOR')];
    expect(refusal(await move(documentoId, id, operator.test))).toEqual([403, 'PAPEL_INSUFICIENTE']);
    expect((await move(await draft({}, operator.test), id, operator.test)).status).toBe(200);
    expect((await move(documentoId, id, admin.test)).status).toBe(200);
  });

  const draftRefusal = (pastaId: string) =>
    call(`${base}/documentos`, 'POST', documentForm(tinyPdf(1), { titulo: 'Contrato', pastaId }), account.panel);
});

describe('a folder that the clearing of the sandbox is removing', () => {
  const whileRemoved = async (pastaId: string, act: () => Promise<Answer>): Promise<Answer> => {
    let answer: Promise<Answer> | undefined;
    await service.owner.begin(async (clearing) => {
      await clearing`delete from pasta where id = ${pastaId}`;
      answer = act();
      await until(async () => {
        const waiting = await service.owner`
          select from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query ~ 'pasta'`;
        return waiting.length > 0;
      });
    });
    return answer as Promise<Answer>;
  };

  it.each<[string, (pastaId: string) => Promise<Answer>]>([
    ['is renamed', (pastaId) => change(pastaId, { nome: freshName() })],
    ['is given a folder', (pastaId) => create({ nome: freshName(), paiId: pastaId })],
    ['is moved into', async (pastaId) => change((await folder()).id, { paiId: pastaId })],
  ])('%s: it is not there any more', async (_, act) => {
    const { id } = await folder();
    const { status, body } = await whileRemoved(id, () => act(id));
    expect([status, body.codigo]).toEqual([404, 'NAO_ENCONTRADO']);
  });
});
