import { randomUUID } from 'node:crypto';
import { type OperationId, operationOf } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../../harness.ts';
import { actorFor, validRequest } from '../../operations/factories.ts';
import { type Caller, createWorld, environmentsOf, memberIds, outcome, type World } from '../../operations/world.ts';
import { organizationOf, type SwitchedService, startSwitchedService, tallyFiles } from './support.ts';

/**
 * Every write of a member: PostgreSQL commits and the connection breaks before the answer, or it breaks before the commit
 * arrives. The service cannot know which of the two it was.
 */

/** Where a repetition of what was done is answered otherwise, and why. */
const OTHERWISE: Partial<Record<OperationId, { readonly outcome: string; readonly why: string }>> = {
  renovarSessao: { outcome: '401 CREDENCIAL_INVALIDA', why: 'the session that asked has ended by it' },
  sair: { outcome: '401 CREDENCIAL_INVALIDA', why: 'the same' },
  encerrarSessoes: { outcome: '401 CREDENCIAL_INVALIDA', why: 'the same' },
  alterarSenha: { outcome: '401 CREDENCIAL_INVALIDA', why: 'the password that proved it is another now' },
  transferirOrganizacao: { outcome: '403 PAPEL_INSUFICIENTE', why: 'who asked is no owner any more' },
  desativarSegundoFator: { outcome: '409 CONFLITO', why: 'there is no second factor any more' },
};

let switched: SwitchedService;
let service: Service;
let world: World;
beforeAll(async () => {
  switched = await startSwitchedService();
  service = switched.service;
  world = await createWorld(service);
});
afterAll(() => switched?.stop());

/** A POST because of what it is given; it has no commit to lose. */
const WRITES_NOTHING: readonly OperationId[] = ['previsualizarModeloEmail'];
const writes = memberIds.filter((id) => operationOf(id).method !== 'GET' && !WRITES_NOTHING.includes(id));

const callerOf = (id: OperationId): Promise<Caller> => {
  const environment = environmentsOf(operationOf(id)).at(-1) ?? 'test';
  return actorFor(world, { credentials: world.ours, environment }, id);
};

/** Calls an operation while commits of its organization go wrong, and again with the same key when they go right. */
async function callThrough(id: OperationId, commit: 'lost' | 'before') {
  const who = await callerOf(id);
  const request = await validRequest(world, who, id);
  const wanted = { ...request, headers: { 'idempotency-key': randomUUID() } };
  const marker = await organizationOf(service, who.credentials as never);
  const mend = switched.proxy.breakAtCommit({ marker, commit });
  const broken = await world.as(who, id, wanted).finally(mend);
  return { broken, repeated: await world.as(who, id, wanted), success: operationOf(id).success };
}

describe('a commit whose answer is lost', () => {
  it.each(writes)('%s: 503 with Retry-After, and the repetition finds it done', async (id) => {
    const { broken, repeated, success } = await callThrough(id, 'lost');
    expect(outcome(broken)).toBe('503 SERVICO_INDISPONIVEL');
    expect(Number(broken.headers.get('retry-after'))).toBeGreaterThan(0);
    const { method } = operationOf(id);
    if (OTHERWISE[id]) expect(outcome(repeated)).toBe(OTHERWISE[id].outcome);
    else if (method === 'POST') {
      expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([success, 'true']);
    } else {
      expect(method === 'DELETE' ? [success, 404] : [success]).toContain(repeated.status);
    }
  });

  it('has cost no file that a row names', async () => {
    expect((await tallyFiles(service)).missing).toEqual([]);
  });
});

describe('a commit that did not arrive', () => {
  it.each(writes)('%s: 503 with Retry-After, and the repetition does it', async (id) => {
    const { broken, repeated, success } = await callThrough(id, 'before');
    expect(outcome(broken)).toBe('503 SERVICO_INDISPONIVEL');
    expect(Number(broken.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([success, null]);
  });

  it('has cost no file that a row names', async () => {
    expect((await tallyFiles(service)).missing).toEqual([]);
  });
});
