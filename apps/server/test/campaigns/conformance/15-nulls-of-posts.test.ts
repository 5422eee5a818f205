import { components, type OperationId, operationOf } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Answer, documentForm, type Service, startService } from '../../harness.ts';
import { actorFor, newDraft, ownParams, validBody } from '../../operations/factories.ts';
import { bodySchema, placeOf, withValueAt } from '../../operations/schema-walk.ts';
import { type Caller, createWorld, liveIds, memberIds, outcome, type World } from '../../operations/world.ts';

/**
 * `null` in the body of a POST means what leaving the field out means: generated for every field of every operation. In an
 * entry of a list it does so everywhere.
 */

let service: Service;
let world: World;
let us: Caller;
beforeAll(async () => {
  service = await startService();
  world = await createWorld(service);
  us = { credentials: world.ours, environment: 'test' };
});
afterAll(() => service?.stop());

type Schema = Record<string, unknown>;
type Path = readonly (string | number)[];

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (components.get(String(schema.$ref)) as unknown as Schema);

/** Every field of a body, at any depth, the first of each list. */
function fieldsOf(given: Schema, path: Path = []): { path: Path; nullable: boolean }[] {
  const schema = resolved(given);
  const choices = [schema.anyOf, schema.oneOf].flatMap((list) => (list as Schema[] | undefined) ?? []);
  const inside = Object.entries((schema.properties as Record<string, Schema> | undefined) ?? {}).flatMap(
    ([name, member]) => {
      const types = [member, ...((member.anyOf as Schema[] | undefined) ?? [])].flatMap(({ type }) => type);
      const here = { path: [...path, name], nullable: types.includes('null') };
      return [here, ...fieldsOf(member, here.path)];
    },
  );
  const items = schema.items ? fieldsOf(schema.items as Schema, [...path, 0]) : [];
  const all = [...inside, ...items, ...choices.flatMap((one) => fieldsOf(one, path))];
  return all.filter((one, index) => all.findIndex(({ path: other }) => `${other}` === `${one.path}`) === index);
}

const bodies = liveIds.filter(
  (id) => operationOf(id).method === 'POST' && bodySchema(operationOf(id)) && operationOf(id).body?.kind !== 'form',
);

/** The body without a field; what holds it stays. */
function without(value: unknown, path: Path): unknown {
  const copy = structuredClone(withValueAt(value, path, null));
  const parent = path.slice(0, -1).reduce<unknown>((at, step) => (at as never)[step], copy);
  delete (parent as Record<string, unknown>)[String(path.at(-1))];
  return copy;
}

/** What a refusal or a success says, without what is of the one request. */
const said = (answer: Answer) => [outcome(answer), answer.body?.erros ?? null];

describe.each(bodies)('%s', (id: OperationId) => {
  const member = memberIds.includes(id);
  const multipart = operationOf(id).body?.kind === 'multipart';

  async function ask(change: (valid: unknown) => unknown): Promise<Answer> {
    const who = member ? await actorFor(world, us, id) : us;
    const params: Record<string, string> = member ? await ownParams(world, who, id) : { token: 'x' };
    const valid = await validBody(world, who, id, params);
    const dados = valid instanceof FormData ? JSON.parse(String(valid.get('dados'))) : (valid ?? {});
    const changed = change(dados);
    return world.as(who, id, { params, body: multipart ? documentForm(tinyPdf(), changed as object) : changed });
  }

  it('takes null for each field as it takes its absence', async () => {
    for (const { path, nullable } of fieldsOf(bodySchema(operationOf(id)) as Schema)) {
      // Where null says something, its own rules hold.
      if (nullable) continue;
      const absent = await ask((valid) => without(valid, path));
      const isNull = await ask((valid) => withValueAt(valid, path, null));
      expect([placeOf(path), said(isNull)]).toEqual([placeOf(path), said(absent)]);
    }
  });
});

describe('null that means something', () => {
  it('is the root of the folders, and a field that nobody fills', async () => {
    const { id, signatarios } = await newDraft(world, us);
    const moved = await world.as(us, 'moverDocumento', { params: { documentoId: id }, body: { pastaId: null } });
    expect([moved.status, moved.body.pastaId]).toEqual([200, null]);
    expect(outcome(await world.as(us, 'moverDocumento', { params: { documentoId: id }, body: {} }))).toBe(
      '400 ENTRADA_INVALIDA',
    );
    const place = { tipo: 'TEXTO', pagina: 1, x: 0.1, y: 0.1, largura: 0.1, altura: 0.1 };
    const { id: _, ...who } = signatarios[0];
    const body = documentForm(tinyPdf(), {
      titulo: 'Nulos',
      signatarios: [{ funcao: who.funcao, nome: who.nome, email: 'caio@exemplo.com.br' }],
      campos: [{ ...place, signatarioId: null, valorPadrao: 'x' }, place],
    });
    const made = await world.as(us, 'criarDocumento', { body });
    expect(made.body.campos.map(({ signatarioId }: { signatarioId: string | null }) => signatarioId)).toEqual([
      null,
      made.body.signatarios[0].id,
    ]);
  });

  it('in a PATCH erases, and in the body of a POST is refused where the field is unknown', async () => {
    const { id } = await newDraft(world, us, undefined, { descricao: 'x' });
    const erased = await world.as(us, 'alterarDocumento', { params: { documentoId: id }, body: { descricao: null } });
    expect([erased.status, erased.body.descricao]).toEqual([200, null]);
    const fixed = await world.as(us, 'alterarDocumento', { params: { documentoId: id }, body: { titulo: null } });
    expect(outcome(fixed)).toBe('400 ENTRADA_INVALIDA');
    const unknown = await world.as(us, 'criarPasta', { body: { nome: 'Nulos', cor: null } });
    expect([outcome(unknown), unknown.body.erros[0].campo]).toEqual(['400 ENTRADA_INVALIDA', 'cor']);
  });
});

describe('a list that was read', () => {
  it('is put back as it is, fields of a document by PUT', async () => {
    const { id } = await newDraft(world, us);
    const params = { documentoId: id };
    const read = await world.as(us, 'listarCampos', { params });
    expect(read.body.itens[0]).toMatchObject({ rotulo: null, valorPadrao: null });
    const put = await world.as(us, 'definirCampos', { params, body: { campos: read.body.itens } });
    expect([put.status, put.body.itens]).toEqual([200, read.body.itens]);
  });

  it('is put back as it is, fields of a template by PATCH', async () => {
    const papelId = crypto.randomUUID();
    const made = await world.as(us, 'criarModelo', {
      body: documentForm(tinyPdf(), {
        nome: 'Nulos',
        papeis: [{ id: papelId, rotulo: 'Locador', funcao: 'ASSINAR' }],
        campos: [{ tipo: 'ASSINATURA', pagina: 1, x: 0.1, y: 0.1, largura: 0.1, altura: 0.1, papelId }],
      }),
    });
    const params = { modeloId: made.body.id };
    const patched = await world.as(us, 'alterarModelo', { params, body: { campos: made.body.campos } });
    expect([patched.status, patched.body.campos]).toEqual([200, made.body.campos]);
  });
});
