import { randomUUID } from 'node:crypto';
import { operationIds, operationOf } from '@rubrica/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { scopeOf } from '../../../src/core/scope.ts';
import { recordEvent } from '../../../src/modules/auditoria/index.ts';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Account, call, documentForm, elsewhere, newAccount } from '../../harness.ts';
import { newLink } from '../formularios/support.ts';
import {
  about,
  draft,
  field,
  person,
  postDocument,
  type Sender,
  sent,
  sharedService,
  signer,
  tokenOf,
} from '../support.ts';

/** The attack: a person of test forges evidence of production. In production there is no such person. */

const service = sharedService();
const EMAIL = 'assina.x@teste.rubrica';
const PHONE = '+5500000000001';
let account: Account;
let production: Sender;
beforeAll(async () => {
  account = await newAccount(service().origin);
  production = { service: service(), base: `${service().origin}/v1`, as: account.panel };
});

const post = (path: string, body?: unknown) => call(`${production.base}${path}`, 'POST', body, production.as);
const rules = ({ status, body }: { status: number; body: { erros?: { campo: string; regra: string }[] } }) => [
  status,
  ...(body?.erros ?? []).map(({ campo, regra }) => `${campo} ${regra}`),
];

describe('what drives the sandbox', () => {
  const only = operationIds.filter((id) => operationOf(id).only === 'sandbox');

  it.each(only)('%s is an unknown route of production, whoever asks', async (id) => {
    const { method, path } = operationOf(id);
    const url = `${production.base}${path.replace(/\{\w+\}/g, () => randomUUID())}`;
    for (const as of [account.live, account.panel, elsewhere()]) {
      const response = await fetch(url, { method, headers: { ...as, 'content-type': 'application/json' } });
      const { regra } = (await response.json()) as { regra: string };
      expect([response.status, regra]).toEqual([404, 'routeUnknown']);
    }
  });

  it('takes no key of production', async () => {
    const { status } = await call(`${production.base}/sandbox/caixa`, 'GET', undefined, account.live);
    expect(status).toBe(401);
  });
});

describe('a contact of test is refused in production', () => {
  const both = person({ email: EMAIL, telefone: PHONE });

  it('when a document is created, its draft is changed, and a signer is added', async () => {
    expect(rules(await postDocument(production, { signatarios: [both], campos: [field()] }))).toEqual([
      400,
      'signatarios[0].email testAddress',
      'signatarios[0].telefone testPhone',
    ]);
    const made = await draft(production, { signatarios: [person()], campos: [field()] });
    const of = `/documentos/${made.id}`;
    expect(rules(await post(`${of}/signatarios`, both))).toEqual([400, 'email testAddress', 'telefone testPhone']);
    const change = { email: EMAIL.toUpperCase() };
    const path = `/signatarios/${made.signatarios[0].id}`;
    expect(rules(await about(production, made.id, path, 'PATCH', change))).toEqual([400, 'email testAddress']);
    const reply = { responderPara: EMAIL };
    expect(rules(await about(production, made.id, '', 'PATCH', reply))).toEqual([400, 'responderPara testAddress']);
  });

  it('when somebody is corrected after sending, and when a document is adjusted', async () => {
    const out = await sent(production, { signatarios: [person()], campos: [field()] });
    const path = `/signatarios/${out.signatarios[0].id}`;
    const corrected = await about(production, out.id, path, 'PATCH', { email: EMAIL, telefone: PHONE });
    expect(rules(corrected)).toEqual([400, 'email testAddress', 'telefone testPhone']);
    const adjusted = await about(production, out.id, '/ajustar', 'POST', { responderPara: EMAIL });
    expect(rules(adjusted)).toEqual([400, 'responderPara testAddress']);
  });

  it('when a template is used, and in an envelope', async () => {
    const roles = { nome: 'Modelo', papeis: [{ rotulo: 'Cliente', funcao: 'ASSINAR', ordem: 1 }] };
    const modelo = (await post('/modelos', documentForm(tinyPdf(), roles))).body;
    const used = { papeis: [{ papelId: modelo.papeis[0].id, nome: 'Ana', email: EMAIL, telefone: PHONE }] };
    expect(rules(await post(`/modelos/${modelo.id}/documentos`, used))).toEqual([
      400,
      'papeis[0].email testAddress',
      'papeis[0].telefone testPhone',
    ]);
    const envelope = (await post('/envelopes', { titulo: 'Conjunto' })).body;
    const inside = { envelopeId: envelope.id, signatarios: [both], campos: [field()] };
    expect(rules(await postDocument(production, inside))[0]).toBe(400);
  });

  it('wherever else an address is given', async () => {
    const member = { email: EMAIL, papel: 'OPERADOR' };
    expect(rules(await post('/organizacao/membros', member))).toEqual([400, 'email testAddress']);
    const request = { tipo: 'CORRECAO', titular: { nome: 'Ana', email: EMAIL } };
    expect(rules(await post('/lgpd/solicitacoes', request))).toEqual([400, 'titular.email testAddress']);
    const marca = { marca: { emailResposta: EMAIL } };
    const changed = await call(`${production.base}/organizacao`, 'PATCH', marca, production.as);
    expect(rules(changed)).toEqual([400, 'marca.emailResposta testAddress']);
  });

  it('by a token of production under the root of the sandbox', async () => {
    const under = `${production.base}/sandbox`;
    const { signatarios } = await sent(production, { signatarios: [person({ delegavel: true })], campos: [field()] });
    const pass = { nome: 'Ana Reis', email: EMAIL };
    const passed = await call(`${under}/assinatura/${tokenOf(signatarios[0])}/delegar`, 'POST', pass, elsewhere());
    expect(rules(passed)).toEqual([400, 'email testAddress']);
    const { url } = await newLink(production);
    const asked = await call(`${under}/formularios/${url.split('/').at(-1)}/pedidos`, 'POST', pass, elsewhere());
    expect(rules(asked)).toEqual([400, 'email testAddress']);
  });

  it('of accounts and organizations, which are of both, under the root of the sandbox too', async () => {
    const sandbox = { ...production, base: `${production.base}/sandbox` };
    const ask = (path: string, body: object, method: 'POST' | 'PATCH' = 'POST') =>
      call(`${sandbox.base}${path}`, method, body, { ...sandbox.as, ...elsewhere() });
    const member = { email: EMAIL, papel: 'OPERADOR' };
    expect(rules(await ask('/organizacao/membros', member))).toEqual([400, 'email testAddress']);
    const brand = await ask('/organizacao', { marca: { emailResposta: EMAIL } }, 'PATCH');
    expect(rules(brand)).toEqual([400, 'marca.emailResposta testAddress']);
    const other = { email: EMAIL, senha: account.senha };
    expect(rules(await ask('/conta/email', other))).toEqual([400, 'email testAddress']);
  });

  it('when a draft is sent that has one from before', async () => {
    const made = await draft(production, { signatarios: [person()], campos: [field()] });
    const update = service().owner`update signatario set email = ${EMAIL} where documento_id = ${made.id}`;
    await update;
    const { status, body } = await about(production, made.id, '/enviar', 'POST');
    expect([status, body.erros[0].regra]).toEqual([422, 'testAddress']);
  });
});

it('one who stands in a document of production from before has no known code, and does nothing by itself', async () => {
  const out = await sent(production, { signatarios: [person()], campos: [field()] });
  await service().owner`update signatario set email = ${EMAIL} where documento_id = ${out.id}`;
  const one = signer(production.base, tokenOf(out.signatarios[0]));
  expect((await one.open()).status).toBe(200);
  expect((await one.otp('EMAIL')).status).toBe(200);
  expect((await one.answer('EMAIL', '000000')).status).toBe(401);
  const [row] = await service().owner<{ jobs: number }[]>`
    select count(*)::int as jobs from fila.job where name = 'simular-pessoa' and data ->> 'ambiente' = 'PRODUCAO'`;
  expect(row?.jobs).toBe(0);
  expect((await about(production, out.id)).body.signatarios[0].status).toBe('VISUALIZADO');
});

it('no trail of production takes what was simulated', async () => {
  const out = await sent(production, { signatarios: [person()], campos: [field()] });
  const [row] = await service().owner<{ organizacao_id: string }[]>`
    select organizacao_id from documento where id = ${out.id}`;
  const scope = scopeOf(row?.organizacao_id ?? '', 'PRODUCAO');
  const source = {
    ip: '127.0.0.1',
    porta: null,
    origem: 'SIMULACAO',
    agenteUsuario: null,
    geolocalizacao: null,
  } as const;
  const actor = { tipo: 'SIGNATARIO', linkId: randomUUID(), nome: 'Ana' } as const;
  const forged = service().app.db.write(scope, (tx) =>
    recordEvent(tx, out.id, { actor, source }, { acao: 'DOCUMENTO_VISUALIZADO' }),
  );
  await expect(forged).rejects.toThrow('no evidence of production');
});
