import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDatabase } from '../../database.ts';
import { call, elsewhere, newAccount, type Service, startService, until } from '../../harness.ts';
import { readBrCode } from '../../modules/faturamento/br-code.ts';
import { operator } from '../../operator.ts';

/** An invoice is paid by Pix at a page of its own, which its link leads to, and the operator notes the payment. */

const PIX = { PIX_KEY: 'cobranca@rubrica.exemplo.com.br', PIX_NAME: 'Rubrica Ltda', PIX_CITY: 'SAO PAULO' };
const DAY_MS = 86_400_000;

let database: Awaited<ReturnType<typeof newDatabase>>;
let dataDir: string;
let service: Service;
const start = (env: Record<string, string>) => startService({ DATABASE_URL: database.url, DATA_DIR: dataDir, ...env });
beforeAll(async () => {
  database = await newDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'rubrica-pix-'));
  service = await start(PIX);
});
afterAll(async () => {
  await service?.stop();
  await database?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

let numbers = 0;
/** An organization with an invoice as an earlier version closed it: without a token, which a sweep gives it. */
async function invoiced(cents: number, dueInDays: number) {
  const account = await newAccount(service.origin);
  const base = `${service.origin}/v1`;
  const { id } = (await call(`${base}/organizacao`, 'GET', undefined, account.live)).body;
  numbers += 1;
  const numero = `2026-${String(numbers).padStart(6, '0')}`;
  const now = service.clock.now();
  await service.owner`
    insert into fatura (id, organizacao_id, mes, numero, itens, total_centavos, emitida_em, vence_em)
    values (gen_random_uuid(), ${id}, '2026-10-01', ${numero},
            '[{"tipo":null,"descricao":"Mensalidade","quantidade":1,"valorUnitarioCentavos":1,"valorCentavos":1}]',
            ${cents}, ${now}, ${new Date(now.getTime() + dueInDays * DAY_MS)})`;
  const read = async () => (await call(`${base}/faturas`, 'GET', undefined, account.live)).body.itens[0];
  const link = await until(async () => (await read()).linkPagamento as string | null);
  return { account, numero, read, link };
}

async function open(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers: { ...elsewhere(), ...headers } });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

const codeIn = (html: string) => /<textarea id="codigo"[^>]*>([^<]*)</.exec(html)?.[1];

/** What the picture of the page says to a camera. */
async function scanned(html: string): Promise<string> {
  const [, base64 = ''] = /<img src="data:image\/png;base64,([^"]+)"/.exec(html) ?? [];
  const { data, info } = await sharp(Buffer.from(base64, 'base64'))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) });
}

describe('the page of an open invoice', () => {
  it('shows what is owed and a code that banks read, drawn and in letters', async () => {
    const { numero, link } = await invoiced(10_350, 5);
    expect(link).toMatch(new RegExp(`^${service.origin}/pagar/[A-Za-z0-9_-]{43}$`));
    const { status, headers, html } = await open(link);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(html).toContain(`Fatura ${numero}`);
    expect(html.replaceAll('\u00a0', ' ')).toContain('R$ 103,50');
    const code = codeIn(html) ?? '';
    expect(readBrCode(code)).toMatchObject({
      '26': { '00': 'br.gov.bcb.pix', '01': PIX.PIX_KEY },
      '54': '103.50',
      '59': PIX.PIX_NAME,
      '60': PIX.PIX_CITY,
      '62': { '05': numero.replace('-', '') },
    });
    expect(await scanned(html)).toBe(code);
  });

  it('speaks the language of the browser, or the one that is chosen', async () => {
    const { numero, link } = await invoiced(100, 5);
    expect((await open(link, { 'accept-language': 'en-GB,en;q=0.9' })).html).toMatch(
      new RegExp(`<html lang="en">[^]*Invoice ${numero}`),
    );
    expect((await open(`${link}?idioma=es`)).html).toMatch(new RegExp(`<html lang="es">[^]*Factura ${numero}`));
    expect((await open(link, { 'accept-language': 'fi' })).html).toContain('<html lang="pt-BR">');
  });

  it('says that it is overdue, and still takes the money', async () => {
    const { read, link } = await invoiced(100, -1);
    expect((await read()).status).toBe('VENCIDA');
    const { html } = await open(link);
    expect(html).toContain('Esta fatura venceu em');
    expect(readBrCode(codeIn(html) ?? '')).toMatchObject({ '54': '1.00' });
  });

  it('says that it was paid once the operator has noted it, and shows no code', async () => {
    const { numero, read, link } = await invoiced(100, 5);
    const run = (...args: string[]) => operator({ DATA_DIR: dataDir, DATABASE_URL: database.url }, ...args);
    const noted = await run('fatura', 'paga', numero);
    expect([noted.code, noted.out]).toEqual([0, `A fatura ${numero} de Acácia Ltda. está paga.\n`]);
    expect((await read()).status).toBe('PAGA');
    const { html } = await open(link);
    expect(html).toContain('Esta fatura foi paga');
    expect(codeIn(html)).toBeUndefined();
    expect((await run('fatura', 'paga', numero)).code).toBe(1);
    expect((await run('fatura', 'paga', '2026-999999')).code).toBe(1);
  });
});

describe('a token that names no invoice', () => {
  it('is answered alike, whatever it is', async () => {
    const { link } = await invoiced(100, 5);
    const token = link.split('/').at(-1) ?? '';
    const other = token.startsWith('A') ? `B${token.slice(1)}` : `A${token.slice(1)}`;
    const pages = [];
    for (const wrong of [other, randomBytes(32).toString('base64url'), 'x', `${token}x`, '2026-000001', '%00']) {
      const page = await open(`${service.origin}/pagar/${wrong}`);
      pages.push(page.html);
      expect(page.status).toBe(404);
    }
    expect(new Set(pages).size).toBe(1);
  });

  it('takes nothing but readings', async () => {
    const { link, read } = await invoiced(100, 5);
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await fetch(link, { method })).status).toBe(404);
    expect((await read()).status).toBe('ABERTA');
  });
});

it('an invoice has no payment link without a Pix key, and an old link says to ask the operator', async () => {
  const { link, account } = await invoiced(100, 5);
  const path = new URL(link).pathname;
  await service.stop();
  service = await start({});
  const { body } = await call(`${service.origin}/v1/faturas`, 'GET', undefined, account.live);
  expect(body.itens[0].linkPagamento).toBeNull();
  const { status, html } = await open(service.origin + path);
  expect([status, codeIn(html)]).toEqual([200, undefined]);
  expect(html).toContain('O pagamento por Pix não está ligado');
  await service.stop();
  service = await start(PIX);
});
