import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { sceneSender } from '../assinatura/scenes.ts';
import { begin, button, drawn, fillAll, readAll, sign } from '../assinatura/steps.ts';
import { openEditor } from '../painel/editor.ts';
import { openAs, senderOf } from '../painel/members.ts';
import { castOf } from '../painel/scenes/index.ts';
import { DESKTOP, launch, PHONE, watched } from './browser.ts';
import { withoutBrowser } from './chromium.ts';
import { create, field, person, ROOT, type Service, send, startService } from './world.ts';

/**
 * The pictures of README.md and of the front page, taken of the real pages, by day and by night, into `docs/pictures` and
 * `apps/server/src/http/site/pictures`. Usage: npm exec -- node
 * acceptance/browser/readme-pictures.ts
 */

const started = await launch();
if (!started) {
  process.stderr.write(`${withoutBrowser()}\n`);
  process.exit(1);
}
const browser = started;

const FOLDER = join(ROOT, 'docs/pictures');
const QUALITY = 82;
/** Of the phones of the signing page: between them, round their corners, and of each in points. */
const [GAP, RADIUS] = [40, 28];
const SITE = join(ROOT, 'apps/server/src/http/site/pictures');
/** In pixels; the front page asks for them so. */
const SITE_WIDTH = 1200;
type Look = Required<Pick<BrowserContextOptions, 'colorScheme'>>;

/** The last page of the sample has a line for each of them. */
const PEOPLE = [
  { nome: 'Helena Figueiredo Prado', email: 'helena@exemplo.com.br', x: 0.094, y: 0.14 },
  { nome: 'Otávio Lacerda Brandão', email: 'otavio@exemplo.com.br', x: 0.5, y: 0.14 },
  { nome: 'Iracema Duarte Nóbrega', email: 'iracema@exemplo.com.br', x: 0.094, y: 0.31 },
  { nome: 'Benício Tavares Rocha', email: 'benicio@exemplo.com.br', x: 0.5, y: 0.31 },
].map(({ x, y, ...one }) => {
  const who = person(one);
  return { who, place: field({ signatarioId: who.id, pagina: 4, x, y, largura: 0.36, altura: 0.066 }) };
});
const TITLE = 'Contrato de prestação de serviços nº 2026/0147';

/** The picture of the document's first page is drawn by the service after what stands around it. */
async function firstPage(page: Page): Promise<void> {
  await page.locator('[data-first-page] img').first().waitFor();
  await page.evaluate(
    "Promise.all([...document.querySelectorAll('[data-first-page] img')].map((one) => one.decode()))",
  );
}

/** The signing page on a phone: what is asked, the signature in its place, what one has afterwards. */
async function signingPage(service: Service, look: Look): Promise<Buffer[]> {
  const { who, place } = PEOPLE[0] as (typeof PEOPLE)[number];
  const { links } = await send(await sceneSender(service), [who], [place], {
    titulo: TITLE,
    mensagem: 'Segue o contrato que combinamos.\nQualquer dúvida, me ligue.',
    prazoEm: new Date(Date.now() + 12 * 86_400_000).toISOString(),
  });
  const { context } = await watched(browser, { ...PHONE, ...look });
  const page = await context.newPage();
  await page.goto(links[0] ?? '');
  await button(page, 'Começar').waitFor();
  await firstPage(page);
  const asked = await page.screenshot();
  await begin(page, links[0] ?? '');
  await readAll(page);
  await fillAll(page);
  await button(page, 'Voltar ao documento').click();
  await page.locator('[data-ready]').waitFor();
  await drawn(page);
  await page.locator('[data-tipo=ASSINATURA]').scrollIntoViewIfNeeded();
  // The page of the signature, and the one before it, which is seen above.
  for (const number of [3, 4]) await page.locator(`[data-page="${number}"] canvas[data-drawn]`).waitFor();
  const placed = await page.screenshot();
  await fillAll(page);
  await sign(page);
  await page.getByText(/SVC-/).waitFor();
  await firstPage(page);
  return [asked, placed, await page.screenshot()];
}

async function editor(service: Service, look: Look): Promise<Buffer> {
  const { owner } = await castOf(service);
  const fields = PEOPLE.map(({ place }) => place);
  const id = await create(
    senderOf(owner),
    PEOPLE.map(({ who }) => who),
    fields,
    { titulo: TITLE },
  );
  const { page } = await openAs(browser, owner, { ...DESKTOP, ...look, deviceScaleFactor: 1.5 });
  await openEditor(page, owner.origin, id);
  await page.getByText('Páginas', { exact: true }).click();
  await page.locator('.screens-thumbnails_thumbnail').nth(3).click();
  await page.locator('[data-campo]').first().waitFor();
  await page.locator('[data-page] canvas[data-drawn]').last().waitFor();
  await page.locator('[data-campo]').first().click();
  await page.getByText('Posição e tamanho').waitFor();
  return page.screenshot();
}

const rounded = (width: number, height: number, paint: string) =>
  Buffer.from(
    `<svg width="${width}" height="${height}"><rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="${RADIUS}" ${paint}/></svg>`,
  );

/** Phones side by side on nothing, so that they stand on a light page as on a dark one. */
async function inARow(phones: readonly Buffer[]): Promise<Buffer> {
  const { width, height } = await sharp(phones[0]).metadata();
  const cut = await Promise.all(
    phones.map((phone) =>
      sharp(phone)
        .composite([
          { input: rounded(width, height, 'fill="white"'), blend: 'dest-in' },
          { input: rounded(width, height, 'fill="none" stroke="#8a949e" stroke-width="2"') },
        ])
        .png()
        .toBuffer(),
    ),
  );
  const whole = { width: width * cut.length + GAP * (cut.length - 1), height, channels: 4 as const };
  return sharp({ create: { ...whole, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite(cut.map((input, index) => ({ input, left: index * (width + GAP), top: 0 })))
    .webp({ quality: QUALITY })
    .toBuffer();
}

/** As the front page shows it: small, and of one width. */
const forSite = (picture: Buffer, name: string) =>
  sharp(picture)
    .resize(SITE_WIDTH)
    .webp({ quality: QUALITY })
    .toFile(join(SITE, `${name}.webp`));

const service = await startService();
try {
  for (const folder of [FOLDER, SITE]) await mkdir(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    const phones = await inARow(await signingPage(service, { colorScheme }));
    const desk = await editor(service, { colorScheme });
    await forSite(phones, `signing-${colorScheme}`);
    await forSite(desk, `editor-${colorScheme}`);
    if (colorScheme === 'dark') continue;
    await writeFile(join(FOLDER, 'signing-page.webp'), phones);
    await writeFile(join(FOLDER, 'editor.webp'), await sharp(desk).webp({ quality: QUALITY }).toBuffer());
  }
} finally {
  await browser.close();
  await service.stop();
}
