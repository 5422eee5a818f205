import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { RENDERERS, render } from '../../packages/pdf/test/judges/drawing.ts';
import { NARROW, watched } from '../browser/browser.ts';
import { findings } from '../browser/examination.ts';
import { type Box, inkOf, PAGES } from '../browser/ink.ts';
import { pdfOf } from '../browser/pages.ts';
import { openStage } from '../browser/stage.ts';
import { field, newSender, person, type Sender, send } from '../browser/world.ts';
import { holdDocument } from './scenes.ts';
import { begin, button, fillAndSign, readAll } from './steps.ts';

/** The handwriting of a typed signature, from the dialog to the signed file. */

const { browser, service, missing } = await openStage();
let sender: Sender;

beforeAll(async () => {
  sender = await newSender(service);
});

const AT = { x: 0.3, y: 0.4, largura: 0.4, altura: 0.06 };
const FIELDS = [field({ tipo: 'RUBRICA', ...AT }), field()];
/** Of the page, whose field is ten times as wide. */
const TOLERANCE = 0.006;

async function open(fields = FIELDS) {
  const { context } = await watched(browser, NARROW);
  const page = await context.newPage();
  const { id, links } = await send(sender, [person()], fields, {}, pdfOf(PAGES.slice(0, 1)));
  await begin(page, links[0] ?? '');
  await readAll(page);
  await page.locator('[data-ready]').waitFor();
  return { context, page, id };
}

const dialog = (page: Page) => page.getByRole('dialog');
const hand = (page: Page, name: RegExp) => dialog(page).getByRole('radio', { name });

/** Opens what makes the mark of a field. */
async function make(page: Page, tipo: 'ASSINATURA' | 'RUBRICA'): Promise<void> {
  await page.locator(`[data-tipo=${tipo}] button`).click();
  await dialog(page).getByText('Digitar', { exact: true }).click();
}

const LENGTHY = `Marina ${'Duarte '.repeat(26)}Leal`;

/** How much is kept on the device. */
const keptBytes = (page: Page): Promise<number> =>
  page.evaluate(`(async () => {
    if ((await indexedDB.databases()).length === 0) return 0;
    const done = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
    const database = await done(indexedDB.open("rubrica"));
    const stored = [...database.objectStoreNames].includes("guardado");
    const rows = stored ? await done(database.transaction("guardado").objectStore("guardado").getAll()) : [];
    database.close();
    return rows.reduce((sum, { sealed }) => sum + sealed.byteLength, 0);
  })()`);

async function use(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: /^Usar/ }).click();
  await dialog(page).waitFor({ state: 'hidden' });
}

/** The edges of the ink of a field on the screen, as fractions of the page. */
async function shownInk(page: Page): Promise<Box> {
  const spot = await page.locator('[data-tipo=RUBRICA] [class*=ink]').boundingBox();
  const sheet = await page.locator('[data-page="1"]').boundingBox();
  if (!spot || !sheet) throw new Error('not shown');
  const picture = sharp(await page.screenshot({ clip: spot, scale: 'device' })).greyscale();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const [left, top, right, bottom] = inkOf({ width: info.width, height: info.height, data }, [0, 0, 1, 1]);
  const across = (part: number) => (spot.x - sheet.x + part * spot.width) / sheet.width;
  const down = (part: number) => (spot.y - sheet.y + part * spot.height) / sheet.height;
  return [across(left), down(top), across(right), down(bottom)];
}

const FAMILIES = ['Allura', 'Caveat', 'Dancing Script'];
const FONT_FILE = /\/(caveat|dancing-script|allura)-[^/]*\.woff2$/;

/** The fonts that the page has fetched, besides its own. */
const lettersThere = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.fonts].filter(({ status }) => status === 'loaded')
    .map(({ family }) => family.replaceAll('"', '')).filter((family) => ${JSON.stringify(FAMILIES)}.includes(family)).sort()`);

const HANDS = [
  [/Solta/, 'Caveat'],
  [/Redonda/, 'Dancing Script'],
  [/Fina/, 'Allura'],
] as const;

/** Whether what is written in a font is as wide as in those that stand in for it. */
const otherLetters = (page: Page, family: string): Promise<boolean> =>
  page.evaluate(`(() => {
    const ruler = document.createElement('canvas').getContext('2d');
    const widthIn = (fonts) => { ruler.font = '100px ' + fonts; return ruler.measureText('Jandira Ávila Quirog').width; };
    return widthIn('"${family}", "Noto Sans", system-ui, sans-serif') === widthIn('"Noto Sans", system-ui, sans-serif');
  })()`);

describe.skipIf(missing)('a typed signature', () => {
  it.each([
    ['Solta', 'Caveat'],
    ['Redonda', 'DancingScript'],
    ['Fina', 'Allura'],
  ])('in the handwriting %s is on the page where the signed file has it', async (name, font) => {
    const { context, page, id } = await open();
    await make(page, 'RUBRICA');
    await dialog(page).getByRole('textbox').fill('Jandira Ávila Quirog');
    await hand(page, new RegExp(name)).check();
    expect(await findings(page)).toEqual([]);
    await use(page);
    await page.locator('[data-tipo=RUBRICA]').scrollIntoViewIfNeeded();
    await page.evaluate('document.fonts.ready.then(() => null)');
    const shown = await shownInk(page);
    await fillAndSign(page);
    await context.close();

    const file = await sender.api.baixarArquivo({ params: { documentoId: id } });
    expect(Buffer.from(file).toString('latin1')).toContain(`+${font}-Regular`);
    const around: Box = [AT.x, AT.y, AT.x + AT.largura, AT.y + AT.altura];
    const ink = inkOf(await render(RENDERERS[0], file, { dpi: 200 }), around);
    const off = ink.map((edge, side) => Math.abs(edge - (shown[side] ?? 0)));
    expect(Math.max(...off), `${ink} for ${shown}`).toBeLessThanOrEqual(TOLERANCE);
  });

  it('keeps its handwriting through a reload, lends it to the initials, and is chosen by the keyboard alone', async () => {
    const { context, page, id } = await open([field(), field({ tipo: 'RUBRICA', ...AT })]);
    await make(page, 'ASSINATURA');
    const before = await keptBytes(page);
    await dialog(page).getByRole('textbox').fill(LENGTHY);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.name')).toBe('letra');
    await page.keyboard.press('ArrowDown');
    expect(await hand(page, /Redonda/).isChecked()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'hidden' });
    // Nothing else that is kept meanwhile is as long as the name.
    await expect.poll(() => keptBytes(page)).toBeGreaterThan(before + LENGTHY.length);

    await page.reload();
    await page.locator('[data-ready]').waitFor();
    await make(page, 'ASSINATURA');
    expect(await hand(page, /Redonda/).isChecked()).toBe(true);
    await button(page, 'Voltar').click();
    await make(page, 'RUBRICA');
    expect(await hand(page, /Redonda/).isChecked()).toBe(true);
    await hand(page, /Fina/).check();
    await use(page);
    await fillAndSign(page);
    const file = Buffer.from(await sender.api.baixarArquivo({ params: { documentoId: id } })).toString('latin1');
    for (const font of ['DancingScript', 'Allura']) expect(file).toContain(`+${font}-Regular`);
    expect(file).not.toContain('+Caveat-');
    await context.close();
  });

  it('is in its own letters where the line fell before one was chosen', async () => {
    const { context, page } = await open();
    await expect.poll(() => lettersThere(page)).toEqual(FAMILIES);
    await context.setOffline(true);
    await make(page, 'ASSINATURA');
    await dialog(page).getByRole('textbox').fill('Jandira Ávila Quirog');
    for (const [name, family] of HANDS) {
      await hand(page, name).check();
      expect(await page.evaluate(`document.fonts.check('20px "${family}"', 'Jandira')`)).toBe(true);
      expect(await otherLetters(page, family)).toBe(false);
    }
    await context.close();
  });

  it('asks for the letters of the handwritings once the document is there, and again where the line fell meanwhile', async () => {
    const { context } = await watched(browser, NARROW);
    const page = await context.newPage();
    const asked = new Set<string>();
    page.on('request', (request) => {
      const [, family] = FONT_FILE.exec(request.url()) ?? [];
      if (family) asked.add(family);
    });
    let fallen = true;
    await page.route(FONT_FILE, (route) => (fallen ? route.abort() : route.continue()));
    const release = await holdDocument(page);
    const { links } = await send(sender, [person()], FIELDS);
    await begin(page, links[0] ?? '');
    await page.locator('[data-page] > img').waitFor();
    expect([...asked]).toEqual([]);
    release();
    await page.locator('[data-ready]').waitFor();
    await expect.poll(() => [...asked].sort()).toEqual(['allura', 'caveat', 'dancing-script']);
    expect(await lettersThere(page)).toEqual([]);
    fallen = false;
    await expect.poll(() => lettersThere(page)).toEqual(FAMILIES);
    await context.close();
  });
});
