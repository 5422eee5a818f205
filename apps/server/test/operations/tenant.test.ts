import { randomUUID } from 'node:crypto';
import { type OperationId, operationOf } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Service, startService } from '../harness.ts';
import { actorFor, validRequest } from './factories.ts';
import { bodySchema, sprinkle } from './schema-walk.ts';
import { type Caller, createWorld, credentialFor, environmentsOf, liveIds, memberIds, type World } from './world.ts';

/** Nobody names an organization: what does is dropped before validation and recorded. */

let service: Service;
let world: World;
let theirId: string;
beforeAll(async () => {
  service = await startService();
  world = await createWorld(service);
  theirId = (await world.as({ credentials: world.theirs, environment: 'test' }, 'obterOrganizacao')).body.id;
});
afterAll(() => service?.stop());

const callerOf = (id: OperationId): Caller => ({
  credentials: world.ours,
  environment: environmentsOf(operationOf(id)).at(-1) ?? 'test',
});

const recorded = async ({ headers }: Answer): Promise<string[]> => {
  const rows = await service.owner<{ detalhe: { campos: string[] } }[]>`
    select detalhe from evento_seguranca
     where requisicao_id = ${headers.get('x-request-id')} and tipo = 'CAMPO_DE_ORGANIZACAO_DESCARTADO'`;
  return rows.flatMap(({ detalhe }) => detalhe.campos);
};

/** The `dados` of a form with a member more in each object, as the form that holds them. */
async function sprinkled(body: unknown, name: string) {
  if (!(body instanceof FormData)) return sprinkle(body, name, theirId);
  const { value, places } = sprinkle(JSON.parse(String(body.get('dados'))), name, theirId);
  const form = new FormData();
  form.set('arquivo', body.get('arquivo') as File);
  form.set('dados', JSON.stringify(value));
  return { value: form, places };
}

const withBody = liveIds.filter((id) => bodySchema(operationOf(id)) !== undefined);
const SPELLINGS = ['tenantId', 'organizacaoId', 'TENANT_ID', 'Organizacao-Id'];

describe('in a body, at any depth and in any spelling', () => {
  const ours = withBody.filter((id) => memberIds.includes(id));

  it.each(ours)('%s succeeds without it and records it', async (id) => {
    for (const name of ours.indexOf(id) % 2 === 0 ? SPELLINGS.slice(0, 2) : SPELLINGS.slice(2)) {
      const who = await actorFor(world, callerOf(id), id);
      const request = await validRequest(world, who, id);
      // A caller may leave an optional body out; here there has to be one to put the field into.
      const { value, places } = await sprinkled(request.body ?? {}, name);
      const answer = await world.as(who, id, { ...request, body: value });
      expect([answer.status, answer.body?.erros]).toEqual([operationOf(id).success, undefined]);
      expect((await recorded(answer)).sort()).toEqual(places.sort());
      expect(answer.bytes.toString()).not.toContain(theirId);
    }
  });

  it.each(withBody.filter((id) => !memberIds.includes(id)))('%s drops and records it, whoever asks', async (id) => {
    const schema = bodySchema(operationOf(id)) as { examples?: object[] };
    const { value, places } = await sprinkled(schema.examples?.[0] ?? {}, 'tenantId');
    const answer = await world.send(id, callerOf(id).environment, { params: { token: 'x' }, body: value });
    expect((await recorded(answer)).sort()).toEqual(places.sort());
    expect(JSON.stringify(answer.body?.erros ?? [])).not.toMatch(/tenant/i);
  });
});

describe('as a part of a form', () => {
  const uploads = memberIds.filter((id) => operationOf(id).body?.kind === 'multipart');
  const parts: [what: string, value: () => string | Blob][] = [
    ['text', () => theirId],
    ['a file', () => new Blob([Buffer.alloc(2 * 1024 * 1024)], { type: 'application/pdf' })],
    ['what says that it is JSON', () => new Blob(['{'], { type: 'application/json' })],
  ];

  /** A valid form with these parts before and after its own. */
  async function surrounded(who: Caller, id: OperationId, names: readonly string[], value: () => string | Blob) {
    const request = await validRequest(world, who, id);
    const form = new FormData();
    const [first = '', ...rest] = names;
    form.append(first, value());
    for (const [name, own] of request.body as FormData) form.append(name, own);
    for (const name of rest) form.append(name, value());
    return world.as(who, id, { ...request, body: form });
  }

  describe.each(parts)('that is %s', (_, value) => {
    it.each(uploads)('%s succeeds without it and records it', async (id) => {
      const who = await actorFor(world, callerOf(id), id);
      const answer = await surrounded(who, id, SPELLINGS, value);
      expect([answer.status, answer.body?.erros]).toEqual([operationOf(id).success, undefined]);
      expect((await recorded(answer)).sort()).toEqual([...SPELLINGS].sort());
    });
  });

  it('it counts among the parts a form may have', async () => {
    const who = await actorFor(world, callerOf('criarDocumento'), 'criarDocumento');
    const answer = await surrounded(who, 'criarDocumento', [...SPELLINGS, 'tenantid'], () => theirId);
    expect([answer.status, answer.body.erros]).toMatchObject([400, [{ campo: 'corpo' }]]);
  });
});

describe('in the query and in headers', () => {
  it.each(memberIds)('%s drops and records it', async (id) => {
    const who = await actorFor(world, callerOf(id), id);
    const request = await validRequest(world, who, id);
    const headers = {
      ...credentialFor(id, who),
      'X-Tenant-Id': theirId,
      'organizacao-id': theirId,
    };
    const query = `organizacaoId=${theirId}&TENANT_ID=${randomUUID()}`;
    const answer = await world.send(id, who.environment, { ...request, query, headers });
    expect([answer.status, answer.body?.erros]).toEqual([operationOf(id).success, undefined]);
    expect((await recorded(answer)).sort()).toEqual(
      ['header.organizacao-id', 'header.x-tenant-id', 'query.TENANT_ID', 'query.organizacaoId'].sort(),
    );
    if (answer.headers.get('content-type')?.includes('json')) expect(answer.bytes.toString()).not.toContain(theirId);
  });
});

describe('the record', () => {
  it('names the organization of the credential, the address and the operation, and no value', async () => {
    const answer = await world.send('obterOrganizacao', 'test', {
      query: `tenantId=${theirId}`,
      headers: { ...world.ours.test, 'x-forwarded-for': '203.0.113.9' },
    });
    const [row] = await service.owner`
      select organizacao_id, ip, detalhe from evento_seguranca where requisicao_id = ${answer.headers.get('x-request-id')}`;
    expect(row).toEqual({
      organizacao_id: answer.body.id,
      ip: '203.0.113.9',
      detalhe: { operacao: 'GET /organizacao', campos: ['query.tenantId'] },
    });
  });

  it('takes a name that no text column could hold', async () => {
    const answer = await world.send('obterOrganizacao', 'test', { query: 'tenant%00Id=1', headers: world.ours.test });
    expect(answer.status).toBe(200);
    expect(await recorded(answer)).toEqual(['query.tenant\uFFFDId']);
  });
});
