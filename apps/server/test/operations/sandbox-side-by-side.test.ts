import { randomUUID } from 'node:crypto';
import { operationIds, operationOf } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyPdf } from '../adapters/tiny-pdf.ts';
import { call, newAccount, until } from '../harness.ts';
import { granted, newClient } from '../modules/oauth/support.ts';
import { documentForm, field, person, type Sender, sent, sharedService } from '../modules/support.ts';
import { answer, type Receiver, startReceiver } from '../modules/webhooks/receiver.ts';
import { walk } from './listings.ts';

/** The same operations under both roots, over one organization's two sets of data. */

const service = sharedService();
let receiver: Receiver;
let sides: { live: Sender; test: Sender };
/** Ids of what has listings below it, by side. */
const inside = {
  live: { documentoId: '', webhookId: '', modeloId: '' },
  test: { documentoId: '', webhookId: '', modeloId: '' },
};

beforeAll(async () => {
  receiver = await startReceiver(answer(200));
  const { panel } = await newAccount(service().origin);
  const live = { service: service(), base: `${service().origin}/v1`, as: panel };
  sides = { live, test: { ...live, base: `${live.base}/sandbox` } };
  for (const side of ['live', 'test'] as const) {
    const by = sides[side];
    const post = async (path: string, body: unknown) => {
      const made = await call(`${by.base}${path}`, 'POST', body, by.as);
      expect([made.status, made.body?.erros]).toEqual([201, undefined]);
      return made.body;
    };
    const { id: pastaId } = await post('/pastas', { nome: 'Contratos' });
    const webhook = await post('/webhooks', { url: receiver.url, eventos: ['document.created'] });
    inside[side].webhookId = webhook.id;
    await post('/envelopes', { titulo: 'Conjunto' });
    await post('/clientes', { nome: 'Ana Reis' });
    const titular = { nome: 'Ana Reis', email: 'ana.reis@exemplo.com.br' };
    await post('/lgpd/solicitacoes', { tipo: 'CORRECAO', titular });
    const papelId = randomUUID();
    const papeis = [{ id: papelId, rotulo: 'Cliente', funcao: 'ASSINAR' }];
    const campos = [{ ...field(), papelId }];
    const modelo = await post('/modelos', documentForm(tinyPdf(), { nome: 'Modelo', papeis, campos }));
    inside[side].modeloId = modelo.id;
    await post(`/modelos/${modelo.id}/links`, { titulo: 'Adesão', papelId });
    const ambiente = side === 'live' ? 'PRODUCAO' : 'TESTE';
    await granted(service(), await newClient(service(), { ambiente }), { panel });
    const signatarios = [person({ metodoEntrega: 'EMAIL' })];
    inside[side].documentoId = (await sent(by, { pastaId, signatarios, campos: [field()] })).id;
    await until(async () => {
      const path = `${by.base}/webhooks/${webhook.id}/entregas`;
      return (await call(path, 'GET', undefined, by.as)).body.total === 1;
    });
    await until(async () => {
      const { body } = await call(`${by.base}/documentos/${inside[side].documentoId}`, 'GET', undefined, by.as);
      return body.signatarios[0].status === 'ENVIADO';
    });
  }
});
afterAll(() => receiver?.close());

/** People, their credentials and the bill belong to the organization; e-mail templates to everybody. */
const SHARED = ['listarMembros', 'listarOrganizacoes', 'listarSessoes', 'listarChavesApi', 'listarModelosEmail'];
/** Only production is metered and billed. */
const PRODUCTION_ONLY = ['listarExtrato', 'listarFaturas'];
const PAGED = operationIds.filter((id) => 'cursor' in (operationOf(id).query?.properties ?? {}));
const SEPARATE = PAGED.filter((id) => ![...SHARED, ...PRODUCTION_ONLY, 'listarCaixa'].includes(id));

/** What tells the items of a listing apart where it is not their id. */
const KEYS: Readonly<Record<string, string>> = {
  listarVersoes: 'hash',
  listarChamadas: 'requestId',
  listarEventos: 'eventoId',
};

async function idsOf(side: 'live' | 'test', id: (typeof PAGED)[number], of = side): Promise<readonly string[]> {
  const { base, as } = sides[side];
  const path = operationOf(id).path.replace(/\{(\w+)\}/g, (_, name: keyof typeof inside.live) => inside[of][name]);
  return (await walk(`${base}${path}`, { as, limite: 2, key: KEYS[id] ?? 'id' })).seen;
}

describe.each(SEPARATE)('%s', (id) => {
  it('shows under each root what was made under it', async () => {
    const [live, test] = [await idsOf('live', id), await idsOf('test', id)];
    expect([live.length > 0, test.length > 0]).toEqual([true, true]);
    if (id !== 'listarVersoes') expect(live.filter((one) => test.includes(one))).toEqual([]);
  });

  if (!operationOf(id).params) return;
  it('does not exist under the other root', async () => {
    const path = operationOf(id).path.replace(/\{(\w+)\}/g, (_, name: keyof typeof inside.live) => inside.live[name]);
    expect((await call(`${sides.test.base}${path}`, 'GET', undefined, sides.test.as)).status).toBe(404);
  });
});

it.each(SHARED.filter((id) => id !== 'listarSessoes'))('%s is the same under both roots', async (id) => {
  const as = id as (typeof PAGED)[number];
  expect(await idsOf('test', as)).toEqual(await idsOf('live', as));
});

it.each(PRODUCTION_ONLY)('the answer of %s is empty in the sandbox', async (id) => {
  expect(await idsOf('test', id as (typeof PAGED)[number])).toEqual([]);
});

it('captured messages are the sandbox’s own', async () => {
  const { body } = await call(`${sides.test.base}/caixa`, 'GET', undefined, sides.test.as);
  expect(body.total).toBe(1);
  expect((await call(`${sides.live.base}/caixa`, 'GET', undefined, sides.live.as)).status).toBe(404);
});
