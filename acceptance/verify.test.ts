import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { fingerprintOf, makePair, ownSeal, type Pair } from '../packages/verify/test/pair.ts';
import { DESKTOP, PHONE, watched } from './browser/browser.ts';
import { sharedBrowser } from './browser/stage.ts';

/** The page for checking without network, opened from disk in a real browser that has none. */

const FILE = resolve(import.meta.dirname, '../packages/verify/verificar.html');
const browser = await sharedBrowser();
let pair: Pair;
beforeAll(async () => {
  pair = await makePair();
});

async function open(options = DESKTOP, file = FILE) {
  const { context, watch } = await watched(browser as Browser, { ...options, offline: true });
  const page = await context.newPage();
  await page.goto(pathToFileURL(file).href);
  const give = (label: string, buffer: Buffer) =>
    page.getByLabel(label).setInputFiles({ name: `${label}.pdf`, mimeType: 'application/pdf', buffer });
  const both = async (signed: Buffer, certificate: Buffer) => {
    await give('Arquivo assinado', signed);
    await give('Certificado de conclusão', certificate);
    await page.locator('#resultado h2').first().waitFor();
  };
  return { page, watch, both };
}

describe.skipIf(!browser)('verificar.html in a browser, from disk', () => {
  it('checks a genuine pair and asks nothing of any network', async () => {
    const { page, watch, both } = await open();
    await both(pair.signed, pair.certificate);
    expect(await page.getByRole('heading', { name: 'SELO NÃO IDENTIFICADO' }).count()).toBe(1);
    expect(await page.getByText(/^✗/).count()).toBe(0);
    expect(watch.urls).toEqual([pathToFileURL(FILE).href]);
    expect(watch.problems).toEqual([]);
  });

  const dropped = (page: Page, files: Readonly<Record<string, Buffer>>) => {
    const made = Object.entries(files).map(
      ([name, buffer]) =>
        `new File([Uint8Array.from(atob('${buffer.toString('base64')}'), (c) => c.charCodeAt(0))], '${name}')`,
    );
    return page.evaluate(`{
      const dataTransfer = new DataTransfer();
      for (const file of [${made.join()}]) dataTransfer.items.add(file);
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }`);
  };

  it('takes both files dropped at once, in any order', async () => {
    const { page } = await open();
    await dropped(page, { 'certificado.pdf': pair.certificate, 'assinado.pdf': pair.signed });
    await page.getByRole('heading', { name: 'SELO NÃO IDENTIFICADO' }).waitFor();
  });

  it('takes what there is of the open log, dropped with them or after them', async () => {
    const { page, watch } = await open();
    const vector = (name: string) => readFileSync(resolve(FILE, '../vectors', name));
    const pdf = (which: string) => ({ [`${which}.pdf`]: vector(`genuino-registrado.${which}.pdf`) });
    const [key, proof] = ['registro.vkey', 'registro.tlog-proof'] as const;
    await dropped(page, { [key]: vector(key), ...pdf('certificado'), ...pdf('assinado') });
    await page.getByText(/^Nível ÍNTEGRO/).waitFor();
    await dropped(page, { [proof]: vector(proof) });
    await page.getByText(/^Nível ANCORADO:/).waitFor();
    expect(watch.problems).toEqual([]);
  });

  it('takes the fingerprint of the seal, and checks again', async () => {
    const { page, both } = await open();
    await both(pair.signed, pair.certificate);
    await page.getByLabel(/Impressões digitais/).fill(fingerprintOf(await ownSeal()));
    await page.getByLabel(/Impressões digitais/).blur();
    await page.getByRole('heading', { name: 'TUDO CONFERE' }).waitFor();
  });

  it('carries the seals of who hands it out, and its policy lets nothing else in', async () => {
    const line = {
      impressaoDigital: fingerprintOf(await ownSeal()),
      ambiente: 'PRODUCAO',
      de: '2026-01-01T00:00:00.000Z',
    };
    const data = JSON.stringify({ origem: 'https://rubrica.exemplo.br', selos: [line] });
    const html = readFileSync(FILE, 'utf8').replace('id="instalacao">null<', () => `id="instalacao">${data}<`);
    const file = join(mkdtempSync(join(tmpdir(), 'verificar-')), 'verificar.html');
    writeFileSync(file, html);
    const { page, watch, both } = await open(DESKTOP, file);
    await page.getByText('entregue por https://rubrica.exemplo.br').waitFor();
    await both(pair.signed, pair.certificate);
    expect(await page.getByRole('heading', { name: 'TUDO CONFERE' }).count()).toBe(1);
    expect(watch.problems).toEqual([]);
  });

  it('tells of a changed byte', async () => {
    const { page, both } = await open();
    const changed = Buffer.from(pair.signed);
    changed[100] = (changed[100] as number) ^ 1;
    await both(changed, pair.certificate);
    expect(await page.getByRole('heading', { name: 'NÃO CONFERE' }).count()).toBe(1);
    expect(await page.getByText(/^✗/).count()).toBe(3);
  });

  it('could not reach a network if its script wished to', async () => {
    const { page } = await open();
    const tried = await page.evaluate(
      "fetch('https://exemplo.com.br').then(() => 'reached', (error) => String(error))",
    );
    expect(tried).toMatch(/TypeError/);
    const image =
      "new Promise((done) => { document.addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective)); new Image().src = 'https://exemplo.com.br/x.png'; })";
    expect(await page.evaluate(image)).toBe('img-src');
  });

  it.each([
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
    ['a dark screen', { ...DESKTOP, colorScheme: 'dark' as const }],
  ])('is accessible on %s, before and after a check', async (_, options) => {
    const { page, both } = await open(options);
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    await page.evaluate(axe);
    const violations = async () => {
      const found = (await page.evaluate('axe.run()')) as { violations: { id: string; help: string }[] };
      return found.violations.map(({ id, help }) => `${id}: ${help}`);
    };
    expect(await violations()).toEqual([]);
    await both(pair.signed, pair.certificate);
    expect(await violations()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(
      true,
    );
  });
});
