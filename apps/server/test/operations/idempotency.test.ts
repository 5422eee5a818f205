import { randomUUID } from 'node:crypto';
import { IDEMPOTENCY_WAIT_MS, type OperationId, operationOf } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyPdf } from '../adapters/tiny-pdf.ts';
import { type Answer, call, documentForm, newAccount, newKey, type Service, startService } from '../harness.ts';
import { actorFor, validBody, validRequest } from './factories.ts';
import {
  type Caller,
  createWorld,
  environmentsOf,
  liveIds,
  memberIds,
  outcome,
  type Wanted,
  type World,
} from './world.ts';

/** Every POST of an authenticated caller, done twice: generated from the contract. */

/** POSTs that cannot be repeated as the same caller, and why. */
const NOT_REPEATABLE: Partial<Record<OperationId, string>> = {
  renovarSessao: 'the session that asked has ended by it',
  transferirOrganizacao: 'who asked is no owner any more',
  alterarSenha: 'the password that proved it is another now',
  previsualizarModeloEmail: 'it writes nothing, and is made anew',
};

let service: Service;
let world: World;
let caller: Caller;
beforeAll(async () => {
  service = await startService();
  await enter();
});
afterAll(() => service?.stop());

/** Goes on as other organizations, with sessions that have just begun. */
async function enter(): Promise<void> {
  world = await createWorld(service);
  caller = { credentials: world.ours, environment: 'test' };
}

const posts = memberIds.filter((id) => operationOf(id).method === 'POST' && NOT_REPEATABLE[id] === undefined);
const creations = posts.filter((id) => operationOf(id).success === 201);
const replayed = ({ headers }: Answer) => headers.get('idempotency-replayed');
const withKey = (key: string) => ({ 'idempotency-key': key });

/** The listing a creation adds to, where there is one at the same path. */
const listingOf = (id: OperationId) =>
  liveIds.find((other) => operationOf(other).method === 'GET' && operationOf(other).path === operationOf(id).path);

async function countOf(
  who: Caller,
  id: OperationId,
  params?: Readonly<Record<string, string>>,
): Promise<number | null> {
  const listing = listingOf(id);
  if (!listing) return null;
  const answer = await world.as(who, listing, params ? { params } : {});
  return typeof answer.body?.total === 'number' ? answer.body.total : null;
}

const callerOf = (id: OperationId): Promise<Caller> =>
  actorFor(world, { ...caller, environment: environmentsOf(operationOf(id)).at(-1) ?? 'test' }, id);

/** Asks again where the call that came first is still under way, as the refusal says: on a slow machine it may be. */
async function patiently(who: Caller, id: OperationId, wanted: Wanted): Promise<Answer> {
  for (;;) {
    const asked = performance.now();
    const answer = await world.as(who, id, wanted);
    if (answer.body?.regra !== 'keyRunning') return answer;
    expect(performance.now() - asked).toBeGreaterThanOrEqual(IDEMPOTENCY_WAIT_MS);
  }
}

describe('the same Idempotency-Key', () => {
  it.each(posts)('%s: the same answer, replayed', async (id) => {
    const who = await callerOf(id);
    const request = await validRequest(world, who, id);
    const wanted = { ...request, headers: withKey(randomUUID()) };
    const before = await countOf(who, id, request.params);
    const first = await world.as(who, id, wanted);
    expect([first.status, replayed(first)]).toEqual([operationOf(id).success, null]);
    const second = await world.as(who, id, wanted);
    expect([second.status, replayed(second)]).toEqual([first.status, 'true']);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    const after = await countOf(who, id, request.params);
    if (before !== null && operationOf(id).success === 201) expect(after).toBe(before + 1);
  });

  it.each(posts)('%s: 409 CONFLITO with another request', async (id) => {
    const who = await callerOf(id);
    const request = await validRequest(world, who, id);
    const headers = withKey(randomUUID());
    const first = await world.as(who, id, { ...request, headers });
    expect(first.status).toBe(operationOf(id).success);
    // Where there is no body to differ, or no second valid one, the query does.
    const body = await validBody(world, who, id, request.params).catch(() => request.body);
    const differs = operationOf(id).body !== undefined && JSON.stringify(body) !== JSON.stringify(request.body);
    const second = await world.as(who, id, {
      ...request,
      headers,
      ...(differs || body instanceof FormData ? { body } : { query: 'outra=1' }),
    });
    expect(outcome(second)).toBe('409 CONFLITO');
  });

  it.each(creations)('%s fifty times at once: one resource and fifty equal answers', async (id) => {
    const who = await callerOf(id);
    const request = await validRequest(world, who, id);
    const before = await countOf(who, id, request.params);
    const wanted = { ...request, headers: withKey(randomUUID()) };
    world.pace(who.credentials[who.environment], 51);
    const answers = await Promise.all(Array.from({ length: 50 }, () => patiently(who, id, wanted)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201));
    expect(answers.filter((answer) => replayed(answer) === 'true')).toHaveLength(49);
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    if (before !== null) expect(await countOf(who, id, request.params)).toBe(before + 1);
  });

  it.each(posts)('%s is its own in each organization and environment', async (id) => {
    const headers = withKey('pedido-1');
    const outcomes: (string | null)[] = [];
    for (const credentials of [world.ours, world.theirs]) {
      for (const environment of environmentsOf(operationOf(id))) {
        const other = await actorFor(world, { credentials, environment }, id);
        const request = await validRequest(world, other, id);
        const answer = await world.as(other, id, { ...request, headers });
        if (answer.status !== operationOf(id).success) throw new Error(answer.bytes.toString());
        outcomes.push(replayed(answer));
      }
    }
    expect(outcomes.filter((one) => one !== null)).toEqual([]);
  });
});

describe('an Idempotency-Key that is none', () => {
  it.each(posts)('%s: 400 naming the header', async (id) => {
    const who = await callerOf(id);
    const request = await validRequest(world, who, id);
    for (const key of ['', 'a b', 'x'.repeat(256), 'ação']) {
      const sent = Buffer.from(key).toString('latin1');
      const answer = await world.as(who, id, { ...request, headers: withKey(sent) });
      expect([key, outcome(answer), answer.body.erros?.[0]?.campo]).toEqual([
        key,
        '400 ENTRADA_INVALIDA',
        'header.idempotency-key',
      ]);
    }
  });
});

describe('a refusal', () => {
  it('is not remembered: the same key works once the request does', async () => {
    const headers = withKey('depois-certo');
    const wrong = await world.as(caller, 'criarWebhook', { body: { url: 'http://10.0.0.1/', eventos: [] }, headers });
    expect(outcome(wrong)).toBe('400 ENTRADA_INVALIDA');
    const request = await validRequest(world, caller, 'criarWebhook');
    const right = await world.as(caller, 'criarWebhook', { ...request, headers });
    expect([right.status, replayed(right)]).toEqual([201, null]);
  });
});

describe('an answer that shows a link of a signer', () => {
  it('is replayed to the caller that made it, and to nobody else', async () => {
    const { origin } = service;
    const account = await newAccount(origin);
    const other = await newKey(origin, account.panel, 'TESTE');
    const dados = (metodoEntrega: string) => ({
      titulo: 'Contrato',
      signatarios: [{ nome: 'Ana', email: 'ana@exemplo.com.br', funcao: 'ASSINAR', metodoEntrega }],
    });
    const create = (as: Record<string, string>, metodoEntrega: string) =>
      call(`${origin}/v1/sandbox/documentos`, 'POST', documentForm(tinyPdf(), dados(metodoEntrega)), {
        ...as,
        ...withKey(`pedido-${metodoEntrega}`),
      });
    const first = await create(account.test, 'LINK');
    expect([first.status, typeof first.body.signatarios[0].link]).toEqual([201, 'string']);
    expect((await create(account.test, 'LINK')).body).toEqual(first.body);
    const refused = await create(other, 'LINK');
    expect([refused.status, refused.body.regra]).toEqual([409, 'keyOfAnother']);
    const mailed = await create(account.test, 'EMAIL');
    expect((await create(other, 'EMAIL')).body).toEqual(mailed.body);
  });
});

describe('a request that was remembered', () => {
  // A session that rested for the day is over.
  afterAll(enter);

  it('is forgotten with its answer after 24 hours', async () => {
    const request = await validRequest(world, caller, 'criarWebhook');
    const wanted = { ...request, headers: withKey('ontem') };
    const first = await world.as(caller, 'criarWebhook', wanted);
    service.clock.advance(24 * 3600_000 + 1000);
    const second = await world.as(caller, 'criarWebhook', wanted);
    expect(replayed(second)).toBeNull();
    expect(second.body.id).not.toBe(first.body.id);
  });
});
