import { operationOf } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Service, startService } from '../harness.ts';
import { authenticated, field, newSender, person, sent } from '../modules/support.ts';
import { actorFor, validRequest } from './factories.ts';
import { type Caller, createWorld, environmentsOf, memberIds, type World } from './world.ts';

/** A UUID in capitals is the same UUID (RFC 9562, section 4), wherever a request has one. */

let service: Service;
let world: World;
beforeAll(async () => {
  service = await startService();
  world = await createWorld(service);
});
afterAll(() => service?.stop());

const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const inCapitals = (text: string) => text.replace(UUID, (id) => id.toUpperCase());

/** The JSON of a body, or of the part `dados` of a form. */
function jsonOf(body: unknown): string {
  if (body instanceof FormData) return String(body.get('dados') ?? '');
  return body === undefined ? '' : JSON.stringify(body);
}

function capitalized<T>(body: T): T {
  if (body === undefined) return body;
  if (!(body instanceof FormData)) return JSON.parse(inCapitals(jsonOf(body)));
  const dados = body.get('dados');
  if (dados !== null) body.set('dados', inCapitals(String(dados)));
  return body;
}

describe('ids in capitals', () => {
  it.each(memberIds)('%s takes those in its path and its body', async (id) => {
    const operation = operationOf(id);
    const caller: Caller = { credentials: world.ours, environment: environmentsOf(operation).at(-1) ?? 'test' };
    const who = await actorFor(world, caller, id);
    const { params = {}, body } = await validRequest(world, who, id);
    const capitals = Object.entries(params).map(([name, value]) => [name, inCapitals(value)]);
    const answer = await world.as(who, id, { params: Object.fromEntries(capitals), body: capitalized(body) });
    expect([answer.status, answer.body?.erros]).toEqual([operation.success, undefined]);
  });

  it('the page of a signer takes them', async () => {
    const sender = await newSender(service);
    const campos = [field(), field({ tipo: 'TEXTO', y: 0.1 })];
    const documento = await sent(sender, { signatarios: [person()], campos });
    const one = await authenticated(sender, documento.signatarios[0]);
    const post = (act: string, body: object) => call(`${one.path}/${act}`, 'POST', body);
    const { textoAceiteId } = (await one.open()).body.textoAceite;
    const read = { documentoId: documento.id.toUpperCase(), paginasLidas: 1, segundos: 5 };
    expect((await post('leitura', read)).status).toBe(200);
    expect((await post('aceite', { textoAceiteId: textoAceiteId.toUpperCase() })).status).toBe(200);
    const valores = [{ campoId: documento.campos[1].id.toUpperCase(), valor: 'Rua das Acácias' }];
    expect((await one.sign({ campos: valores })).status).toBe(200);
  });
});
