import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, call, newAccount, until } from '../../harness.ts';
import { about, field, person, type Sender, sent, sharedService, signer, tokenOf } from '../support.ts';

/** The mailbox of the sandbox: what a captured message says of itself, finding one, waiting for one, emptying it. */

const service = sharedService();
let account: Account;
let sandbox: Sender;
beforeAll(async () => {
  account = await newAccount(service().origin);
  sandbox = { service: service(), base: `${service().origin}/v1/sandbox`, as: account.panel };
});

const caixa = async (query = '', as: Record<string, string> = sandbox.as) =>
  (await call(`${sandbox.base}/caixa?${query}`, 'GET', undefined, as)).body;
const byMail = (more: object = {}) => person({ metodoEntrega: 'EMAIL', ...more });
const sentTo = (who: object, more: object = {}) => sent(sandbox, { signatarios: [who], campos: [field()], ...more });

describe('a message', () => {
  it('of an invitation says for whom it is, from whom, and holds its link', async () => {
    const who = byMail() as { email: string };
    const { id, signatarios } = await sentTo(who, { responderPara: 'vendas@exemplo.com.br' });
    const { itens } = await caixa(`documentoId=${id}&aguardar=20`);
    expect(itens).toMatchObject([
      {
        canal: 'EMAIL',
        tipo: 'CONVITE',
        destino: who.email,
        documentoId: id,
        signatarioId: signatarios[0].id,
        link: expect.stringMatching(/\/assinar\/[\w-]{43}$/),
        codigo: null,
        de: expect.stringMatching(/^Acácia Ltda\. <.+@.+>$/),
        responderPara: 'vendas@exemplo.com.br',
      },
    ]);
    const token = itens[0].link.split('/').pop();
    expect((await signer(sandbox.base, token).open()).status).toBe(200);
  });

  it('of a code holds it, and works', async () => {
    const telefone = '+5511987650101';
    const { id, signatarios } = await sentTo(person({ telefone, fatoresExigidos: ['EMAIL', 'SMS_OTP'] }));
    const one = signer(sandbox.base, tokenOf(signatarios[0]));
    await one.open();
    await one.otp('SMS_OTP');
    const { itens } = await caixa(`documentoId=${id}&tipo=CODIGO&canal=SMS&aguardar=20`);
    expect(itens).toMatchObject([{ destino: telefone, link: null, de: null, responderPara: null }]);
    expect(itens[0].texto).toContain(`[TESTE] ${itens[0].codigo} é o seu código`);
    expect((await one.answer('SMS_OTP', itens[0].codigo)).status).toBe(200);
  });

  it('of an outcome is for each who is told', async () => {
    const { id, signatarios } = await sentTo(byMail());
    await caixa(`documentoId=${id}&aguardar=20`);
    await about(sandbox, id, `/signatarios/${signatarios[0].id}/simular`, 'POST', { acao: 'ASSINAR' });
    await until(async () => (await caixa(`documentoId=${id}&tipo=DESFECHO`)).total === 2);
    const { itens } = await caixa(`documentoId=${id}&tipo=DESFECHO`);
    const told = itens.map(({ destino, signatarioId, link }: Record<string, string>) => [
      destino,
      signatarioId,
      /\/(assinar|painel\/sandbox\/documentos)\//.exec(link ?? '')?.[1],
    ]);
    expect(told.sort()).toEqual(
      [
        [account.email, null, 'painel/sandbox/documentos'],
        [signatarios[0].email, signatarios[0].id, 'assinar'],
      ].sort(),
    );
  });

  it('of no document has no kind', async () => {
    const invited = { email: `colega${Date.now()}@exemplo.com.br`, papel: 'OPERADOR' };
    await call(`${sandbox.base}/organizacao/membros`, 'POST', invited, sandbox.as);
    const { itens } = await caixa(`destino=${invited.email}&aguardar=20`);
    expect(itens).toMatchObject([{ tipo: null, documentoId: null, signatarioId: null, link: null }]);
  });
});

describe('what is asked for', () => {
  it('is found by address in any letter case, by kind, channel and time', async () => {
    const who = byMail({ email: `Rita.${Date.now()}@Exemplo.com.br` }) as { email: string };
    await sentTo(who);
    const path = `destino=${encodeURIComponent(who.email.toLowerCase())}`;
    const found = await caixa(`${path}&aguardar=20`);
    expect(found.total).toBe(1);
    const { criadoEm } = found.itens[0];
    const later = new Date(Date.parse(criadoEm) + 1).toISOString();
    const totals = [];
    for (const more of [
      'canal=EMAIL',
      'canal=SMS',
      'tipo=CONVITE',
      'tipo=LEMBRETE',
      `desde=${criadoEm}`,
      `desde=${later}`,
    ])
      totals.push((await caixa(`${path}&${more}`)).total);
    expect(totals).toEqual([1, 0, 1, 0, 1, 0]);
  });

  it('is waited for, by whoever waits for it and no longer than was said', async () => {
    const destino = `espera.${Date.now()}@exemplo.com.br`;
    const start = performance.now();
    expect((await caixa(`destino=${destino}&aguardar=1`)).itens).toEqual([]);
    expect(performance.now() - start).toBeGreaterThan(950);
    const waiting = caixa(`destino=${destino}&aguardar=25`);
    const other = caixa(`destino=outra.${destino}&aguardar=2`);
    await sentTo(byMail({ email: destino }));
    expect((await waiting).itens).toMatchObject([{ destino }]);
    expect((await other).itens).toEqual([]);
  });

  it('is refused if it cannot be meant', async () => {
    for (const query of ['tipo=OUTRO', 'aguardar=26', 'documentoId=x', 'desde=ontem', 'destino=']) {
      const { status } = await call(`${sandbox.base}/caixa?${query}`, 'GET', undefined, sandbox.as);
      expect([query, status]).toEqual([query, 400]);
    }
  });
});

it('emptying removes what the caller sees: not what only administrators may, nor another organization’s', async () => {
  const other = await newAccount(service().origin);
  const theirs = { ...sandbox, as: other.panel };
  const kept = byMail() as { email: string };
  await sent(theirs, { signatarios: [kept], campos: [field()] });
  await caixa(`destino=${kept.email}&aguardar=20`, other.panel);

  const invited = { email: `${randomUUID()}@exemplo.com.br`, papel: 'OPERADOR' };
  await call(`${sandbox.base}/organizacao/membros`, 'POST', invited, sandbox.as);
  await caixa(`destino=${invited.email}&aguardar=20`);
  const operator = await account.member('OPERADOR');
  const empty = (as: Record<string, string>) => call(`${sandbox.base}/caixa`, 'DELETE', undefined, as);
  expect((await empty(operator.test)).status).toBe(204);
  expect((await caixa('', operator.test)).total).toBe(0);
  expect((await caixa(`destino=${invited.email}`)).total).toBe(1);
  expect((await empty(account.test)).status).toBe(204);
  expect((await caixa()).total).toBe(0);
  expect((await caixa(`destino=${kept.email}`, other.panel)).total).toBe(1);
});
