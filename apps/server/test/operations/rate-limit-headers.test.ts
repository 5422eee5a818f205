import { IDEMPOTENCY_TTL_MS } from '@rubrica/contract';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { tinyPdf } from '../adapters/tiny-pdf.ts';
import { type Account, type Answer, call, documentForm, newAccount, newKey } from '../harness.ts';
import { sharedService } from '../modules/support.ts';

/** Limits that show in every answer: rate-limit headers, pages, remembered keys. */

const NOBODY = '3f0a1c52-9b0e-4c7a-8f64-2a5e91c0d3b8';
const service = sharedService();
let account: Account;
let base: string;
beforeEach(async () => {
  account = await newAccount(service().origin);
  base = `${service().origin}/v1/sandbox`;
});

const limits = ({ headers }: Answer) =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));

describe('an answer to an authenticated caller', () => {
  it('carries the rate-limit headers whatever it says, and tells one request less each time', async () => {
    onTestFinished(service().clock.slow());
    const { authorization } = await newKey(service().origin, account.panel, 'TESTE', [
      'documentos:ler',
      'documentos:escrever',
      'arquivos:ler',
      'pastas:escrever',
    ]);
    const as = { authorization };
    const created = await call(`${base}/documentos`, 'POST', documentForm(tinyPdf(), { titulo: 'Contrato' }), as);
    const pasta = await call(`${base}/pastas`, 'POST', { nome: 'Contratos' }, as);
    const documento = `${base}/documentos/${created.body.id}`;
    const tooBig = documentForm(tinyPdf(1, Buffer.alloc(20 * 1024 ** 2)), { titulo: 'Contrato' });
    const answers = [
      created,
      pasta,
      await call(documento, 'GET', undefined, as),
      await call(`${documento}/arquivo?tipo=ORIGINAL`, 'GET', undefined, as),
      await call(`${base}/pastas/${pasta.body.id}`, 'DELETE', undefined, as),
      await call(`${base}/documentos?limite=0`, 'GET', undefined, as),
      await call(`${base}/documentos`, 'POST', '{', { ...as, 'content-type': 'application/json' }),
      await call(`${base}/organizacao`, 'GET', undefined, as),
      await call(`${base}/chaves-api`, 'GET', undefined, as),
      await call(`${base}/documentos/${NOBODY}`, 'GET', undefined, as),
      await call(`${base}/documentos/nenhum`, 'GET', undefined, as),
      await call(`${documento}/cancelar`, 'POST', { motivo: 'Engano.' }, as),
      await call(`${base}/documentos`, 'POST', tooBig, as),
      await call(`${documento}/cancelar`, 'POST', 'motivo=x', { ...as, 'content-type': 'text/csv' }),
      await call(`${documento}/enviar`, 'POST', undefined, as),
    ];
    expect(answers.map(({ status }) => status)).toEqual([
      ...[201, 201, 200, 200, 204],
      ...[400, 400, 403, 403, 404, 404, 409, 413, 415, 422],
    ]);
    expect(answers.map((one) => limits(one).slice(0, 2))).toEqual(
      answers.map((_, index) => ['60', String(59 - index)]),
    );
    const resets = answers.map((one) => Number(limits(one)[2]));
    const now = service().clock.now().getTime() / 1000;
    expect(resets.filter((reset) => !Number.isInteger(reset) || reset < now || reset > now + 61)).toEqual([]);
    for (let left = 60 - answers.length; left > 0; left -= 1) await call(documento, 'GET', undefined, as);
    const refused = await call(documento, 'GET', undefined, as);
    expect([refused.status, ...limits(refused).slice(0, 2)]).toEqual([429, '60', '0']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('by session carries them too', async () => {
    const found = await call(`${base}/documentos`, 'GET', undefined, account.panel);
    const missing = await call(`${base}/documentos/${NOBODY}`, 'GET', undefined, account.panel);
    const forged = await call(
      `${base}/pastas`,
      'POST',
      { nome: 'x' },
      { cookie: account.panel.cookie, 'x-csrf-token': 'x' },
    );
    expect([found, missing, forged].map(({ status }) => status)).toEqual([200, 404, 403]);
    for (const one of [found, missing, forged]) expect(limits(one)).not.toContain(null);
  });
});

describe('a page', () => {
  it('has 25 items unless told otherwise, 1 to 100, and 100 where more is asked', async () => {
    const as = account.panel;
    // Folders are the cheapest thing to have a hundred and one of.
    const made = Array.from({ length: 101 }, (_, n) => call(`${base}/pastas`, 'POST', { nome: `Pasta ${n}` }, as));
    expect(new Set((await Promise.all(made)).map(({ status }) => status))).toEqual(new Set([201]));
    const shown = async (query: string) => {
      const { status, body } = await call(`${base}/pastas${query}`, 'GET', undefined, as);
      return status === 200 ? [body.itens.length, body.total] : [status, body.erros[0].campo];
    };
    expect(await shown('')).toEqual([25, 101]);
    for (const [asked, got] of [
      [1, 1],
      [2, 2],
      [99, 99],
      [100, 100],
      [101, 100],
      [1_000_000, 100],
    ]) {
      expect([asked, ...(await shown(`?limite=${asked}`))]).toEqual([asked, got, 101]);
    }
    for (const asked of ['0', '-1', '1.5', 'dez', '', '1e2x']) {
      expect([asked, ...(await shown(`?limite=${asked}`))]).toEqual([asked, 400, 'query.limite']);
    }
  });
});

describe('an Idempotency-Key', () => {
  it('is remembered until just before 24 hours, and then is new', async () => {
    const headers = { authorization: account.test.authorization, 'idempotency-key': 'pedido-limite' };
    const post = () => call(`${base}/pastas`, 'POST', { nome: 'Uma só' }, headers);
    const first = await post();
    expect(first.status).toBe(201);
    service().clock.advance(IDEMPOTENCY_TTL_MS - 30_000);
    const again = await post();
    expect([again.headers.get('idempotency-replayed'), again.body.id]).toEqual(['true', first.body.id]);
    service().clock.advance(31_000);
    const later = await post();
    expect(later.headers.get('idempotency-replayed')).toBe(null);
    expect(later.body.id).not.toBe(first.body.id);
  });
});
