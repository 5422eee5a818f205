import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, foreign, NARROW, watched } from '../browser/browser.ts';
import { complaints, findings, fits } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { newSender, until } from '../browser/world.ts';
import { startOperated } from '../painel/operator.ts';
import { elsewhere } from './steps.ts';

/** The page at which an invoice is paid, as whoever holds its link sees it. */

const TERMS = join(tmpdir(), `rubrica-terms-${randomUUID()}.md`);
writeFileSync(TERMS, '# Condições da Acácia\n\nValem as da loja.\n\n## Prazos\n\nTrinta dias.\n');
afterAll(() => rmSync(TERMS));

const { browser, service, missing } = await openStage(() =>
  startOperated({
    PIX_KEY: 'cobranca@exemplo.com.br',
    PIX_NAME: 'Rubrica Ltda',
    PIX_CITY: 'SAO PAULO',
    TERMS_FILE: TERMS,
  }),
);
let links: Readonly<Record<'open' | 'overdue' | 'paid', string>>;

beforeAll(async () => {
  if (missing) return;
  links = { open: await link(5), overdue: await link(-5), paid: await link(5, true) };
});

let numbers = 0;
/** The link of an invoice of an organization of its own. */
async function link(dueInDays: number, paid = false): Promise<string> {
  const { api } = await newSender(service, {}, 'PRODUCAO');
  const { id } = await api.obterOrganizacao({});
  numbers += 1;
  await service.sql`
    insert into fatura (id, organizacao_id, mes, numero, itens, total_centavos, emitida_em, vence_em, paga_em)
    values (${randomUUID()}, ${id}, '2026-10-01', ${`2026-00000${numbers}`}, '[]', 10350, now(),
            now() + make_interval(days => ${dueInDays}), case when ${paid} then now() end)`;
  return until(async () => (await api.listarFaturas({ query: {} })).itens[0]?.linkPagamento);
}

const LOOKS = [
  ['a phone', { ...NARROW, colorScheme: 'light' }],
  ['a desktop in the dark', { ...DESKTOP, colorScheme: 'dark' }],
  ['a browser without JavaScript', { ...DESKTOP, javaScriptEnabled: false }],
] as const;

describe.skipIf(!browser).each(LOOKS)('on %s', (_look, options) => {
  it('each state is told, in each language, and nothing is wrong with it', async () => {
    if (!browser) return;
    const { context, watch } = await watched(browser, elsewhere(options));
    const page = await context.newPage();
    const wanted = [
      [links.open, 'Pagar com Pix'],
      [links.overdue, 'Esta fatura venceu em'],
      [links.paid, 'Esta fatura foi paga'],
      [`${links.open}?idioma=en`, 'Pay with Pix'],
      [`${links.open}?idioma=es`, 'Quién recibe'],
    ] as const;
    for (const [url, text] of wanted) {
      await page.goto(url);
      await page.getByText(text).first().waitFor();
      expect(await fits(page), `${text} fits`).toBe(true);
      if ('javaScriptEnabled' in options) expect(await page.getByRole('button').count()).toBe(0);
      else expect(await findings(page), text).toEqual([]);
    }
    expect(complaints(watch.problems)).toEqual([]);
    expect(foreign(watch, service.origin)).toEqual([]);
    await context.close();
  });
});

describe.skipIf(!browser)('the code', () => {
  it('is copied by a click', async () => {
    if (!browser) return;
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { context } = await watched(browser, elsewhere({ ...DESKTOP, permissions }));
    const page = await context.newPage();
    await page.goto(links.open);
    await page.getByRole('button', { name: 'Copiar o código' }).click();
    await page.getByText('Código copiado.').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toBe(await page.getByLabel('Pix Copia e Cola').inputValue());
    expect(copied).toMatch(/^000201.*6304[0-9A-F]{4}$/);
    await context.close();
  });
});

describe.skipIf(!browser)('an operator who takes payments', () => {
  it('has the prices of every plan on the front page', async () => {
    if (!browser) return;
    const { context } = await watched(browser, elsewhere(NARROW));
    const page = await context.newPage();
    await page.goto(service.origin);
    const prices = page.locator('#precos');
    expect((await prices.getByRole('heading', { level: 3 }).allTextContents()).join()).toBe(
      'Inicial,Essencial,Profissional,Empresarial',
    );
    for (const words of ['Grátis', /R\$\s99,00 por mês/, '500 envios por mês', /R\$\s0,59 por envio além disso/])
      expect(await prices.getByText(words).count()).toBe(1);
    expect([await findings(page), await fits(page)]).toEqual([[], true]);
    await context.close();
  });

  it('has terms of their own, and the text on privacy that comes with the service', async () => {
    const texts = await Promise.all(
      ['/termos', '/privacidade'].map(async (path) => (await fetch(service.origin + path)).text()),
    );
    expect(texts[0]).toMatch(/<h1>Condições da Acácia<\/h1>.*<h2 id="prazos">/s);
    expect(texts[1]).toContain('<h1>Privacidade</h1>');
  });
});
