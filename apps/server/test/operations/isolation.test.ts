import { randomUUID } from 'node:crypto';
import { MEMBER_ROLES, type OperationId, operationOf, type Papel } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyPdf } from '../adapters/tiny-pdf.ts';
import { type Answer, type Credentials, documentForm, type Service, startService } from '../harness.ts';
import { actorFor, newDraft, ownParams, RESOURCES, validBody } from './factories.ts';
import { bodySchema, leavesOf, placeOf, withValueAt } from './schema-walk.ts';
import {
  type Caller,
  comparable,
  createWorld,
  type Environment,
  environmentsOf,
  memberIds,
  outcome,
  type World,
} from './world.ts';

/** What belongs to others, and what one's own role does not reach: generated for every live operation. */

let service: Service;
let world: World;
const members = {} as Record<Papel, Credentials>;
beforeAll(async () => {
  service = await startService();
  world = await createWorld(service);
  for (const papel of ['ADMINISTRADOR', 'OPERADOR', 'VISUALIZADOR'] as const) {
    members[papel] = await world.ours.member(papel);
  }
  members.PROPRIETARIO = world.ours;
});
afterAll(() => service?.stop());

const us = (environment: Environment): Caller => ({ credentials: world.ours, environment });
const them = (environment: Environment): Caller => ({ credentials: world.theirs, environment });
const other = (environment: Environment): Environment => (environment === 'test' ? 'live' : 'test');
/** What a path names by an id: a page's number is nobody's. */
const namesOf = (id: OperationId) =>
  Object.keys(operationOf(id).params?.properties ?? {}).filter((name) => name !== 'numero');
const withParams = memberIds.filter((id) => namesOf(id).length > 0);

/** People, keys and sessions belong to the organization as a whole; both environments show the same ones. */
const OF_BOTH_ENVIRONMENTS = new Set(['chaveId', 'sessaoId', 'membroId']);

/** Everything but what tells one call from another. */
const shown = (answer: Answer) => ({
  status: answer.status,
  bytes: comparable(answer),
  headers: [...answer.headers.keys()].filter((name) => name !== 'date').sort(),
});

/** Ids of the last parameter, or of every one, that name something the caller may not know of. */
async function foreignParams(id: OperationId, environment: Environment) {
  const own = await ownParams(world, us(environment), id);
  const found: [string, Record<string, string>][] = [['theirs', await ownParams(world, them(environment), id)]];
  const names = namesOf(id);
  if (environmentsOf(operationOf(id)).length === 2 && !names.some((name) => OF_BOTH_ENVIRONMENTS.has(name))) {
    found.push(['ours of the other environment', await ownParams(world, us(other(environment)), id)]);
  }
  const last = names.at(-1);
  if (last && names.length > 1) {
    for (const [what, params] of [...found]) found.push([`${what} under ours`, { ...own, [last]: params[last] ?? '' }]);
  }
  return { own, found };
}

describe('what is foreign and what does not exist', () => {
  const cases = withParams.flatMap((id) =>
    environmentsOf(operationOf(id)).map((environment) => [id, environment] as const),
  );

  it.each(cases)('%s in %s: the same bytes', async (id, environment) => {
    const { own, found } = await foreignParams(id, environment);
    const body = () => validBody(world, us(environment), id, own);
    const last = namesOf(id).at(-1) ?? '';
    const missing = { ...own, ...Object.fromEntries(namesOf(id).map((name) => [name, randomUUID()])) };
    const reference = await world.as(us(environment), id, { params: missing, body: await body() });
    expect(outcome(reference)).toBe('404 NAO_ENCONTRADO');
    for (const [what, params] of [...found, ['missing under ours', { ...own, [last]: randomUUID() }] as const]) {
      const answer = await world.as(us(environment), id, { params, body: await body() });
      expect([what, shown(answer)]).toEqual([what, shown(reference)]);
    }
  });

  it.each(withParams)('%s: an id that is not a UUID names nothing', async (id) => {
    const environment = environmentsOf(operationOf(id)).at(-1) ?? 'test';
    const body = await validBody(world, us(environment), id);
    for (const wrong of ['1', 'atual!', `urn:uuid:${randomUUID()}`, '%00', '..%2f', 'a'.repeat(400)]) {
      const params = { numero: '1', ...Object.fromEntries(namesOf(id).map((name) => [name, wrong])) };
      const answer = await world.as(us(environment), id, { params, body });
      expect([wrong, outcome(answer)]).toEqual([wrong, '404 NAO_ENCONTRADO']);
    }
  });
});

describe('an id in a body', () => {
  const MADE_BY: Readonly<Record<string, string>> = { paiId: 'pastaId', membroId: '' };
  const cases = memberIds.flatMap((id) =>
    leavesOf(bodySchema(operationOf(id)) ?? {})
      .map((leaf) => ({ leaf, name: String(leaf.path.at(-1)) }))
      .map(({ leaf, name }) => ({ id, leaf, maker: MADE_BY[name] ?? name }))
      .filter(({ leaf, maker }) => leaf.schema.format === 'uuid' && maker in RESOURCES),
  );

  it.each(cases.map((one) => [`${one.id}: ${placeOf(one.leaf.path)}`, one] as const))(
    '%s says the same of what is foreign and of what does not exist',
    async (_label, { id, leaf, maker }) => {
      const make = async (caller: Caller) => {
        const params = maker === 'signatarioId' ? { documentoId: (await newDraft(world, caller)).id } : {};
        return RESOURCES[maker]?.(world, caller, params, id);
      };
      const own = await ownParams(world, us('test'), id);
      const answers: Answer[] = [];
      for (const value of [randomUUID(), await make(them('test')), await make(us('live'))]) {
        const valid = await validBody(world, us('test'), id, own);
        const base = valid instanceof FormData ? JSON.parse(String(valid.get('dados'))) : valid;
        const changed = withValueAt(base, leaf.path, value) as object;
        const body = valid instanceof FormData ? documentForm(tinyPdf(), changed) : changed;
        answers.push(await world.as(us('test'), id, { params: own, body }));
      }
      const [missing, ...foreign] = answers.map(shown);
      expect(missing?.status).toBeGreaterThanOrEqual(400);
      expect(foreign).toEqual([missing, missing]);
    },
  );
});

/** The role just below the lowest that may. */
const below = (papel: Papel): Papel | undefined => MEMBER_ROLES[MEMBER_ROLES.indexOf(papel) + 1];

describe('a role too low', () => {
  const restricted = memberIds.filter((id) => below(operationOf(id).role ?? 'VISUALIZADOR') !== undefined);

  it.each(restricted)('%s: 403 for the own, 404 for the foreign, and it stays as it was', async (id) => {
    const { role = 'VISUALIZADOR' } = operationOf(id);
    const environment = environmentsOf(operationOf(id)).at(-1) ?? 'test';
    const { own, found } = await foreignParams(id, environment);
    const low = { credentials: members[below(role) ?? 'VISUALIZADOR'], environment };
    const body = () => validBody(world, us(environment), id, own);
    const refused = await world.as(low, id, { params: own, body: await body() });
    expect(outcome(refused)).toBe('403 PAPEL_INSUFICIENTE');
    for (const [what, params] of namesOf(id).length > 0 ? found : []) {
      const answer = await world.as(low, id, { params, body: await body() });
      expect([what, outcome(answer)]).toEqual([what, '404 NAO_ENCONTRADO']);
    }
  });

  it.each(memberIds.filter((id) => operationOf(id).role !== undefined))('%s takes its lowest role', async (id) => {
    const { role = 'VISUALIZADOR', success } = operationOf(id);
    const environment = environmentsOf(operationOf(id)).at(-1) ?? 'test';
    // Whoever may only change its own has made it; readers read what anybody made.
    const lowest = await actorFor(world, { credentials: members[role], environment }, id);
    const maker = role === 'VISUALIZADOR' ? world.ours : lowest.credentials;
    const made = await makeAs(id, { credentials: maker, environment });
    // Only the signer's own account opens the signature, whatever its role.
    if (id === 'abrirMinhaAssinatura') {
      const body = { email: lowest.credentials.email };
      await world.as({ credentials: maker, environment }, 'alterarSignatario', { params: made.params, body });
    }
    const answer = await world.as(lowest, id, made);
    expect([answer.status, answer.body?.detail]).toEqual([success, undefined]);
  });
});

/** What only a higher role can make is made by the owner. */
async function makeAs(id: OperationId, caller: Caller) {
  const params = await ownParams(world, caller, id).catch(() => ownParams(world, us(caller.environment), id));
  return { params, body: await validBody(world, caller, id, params) };
}

describe('an OPERADOR', () => {
  /** What makes something else of a document, which everybody may read. */
  const READS: readonly OperationId[] = ['duplicarDocumento', 'criarModeloDeDocumento'];
  const changes = memberIds.filter(
    (id) =>
      operationOf(id).role === 'OPERADOR' &&
      operationOf(id).method !== 'GET' &&
      namesOf(id).includes('documentoId') &&
      !READS.includes(id),
  );

  it.each(changes)('does not reach by %s what somebody else created', async (id) => {
    const params = await ownParams(world, us('test'), id);
    const body = await validBody(world, us('test'), id, params);
    const operator = { credentials: members.OPERADOR, environment: 'test' } as const;
    expect(outcome(await world.as(operator, id, { params, body }))).toBe('403 PAPEL_INSUFICIENTE');
  });
});
