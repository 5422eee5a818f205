import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE, watched } from '../browser/browser.ts';
import { openStage } from '../browser/stage.ts';
import { field, newSender, person, type Sender, send, tokenOf } from '../browser/world.ts';
import {
  agree,
  begin,
  button,
  drawn,
  FRAMES,
  fillAll,
  fillAndSign,
  heading,
  holds,
  offerPicture,
  readAll,
  readingTold,
  sign,
} from './steps.ts';

/** What nobody means to send and somebody always does. */

const { browser, service, missing } = await openStage();
let sender: Sender;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rubrica-imagens-'));
  sender = await newSender(service);
});
afterAll(async () => {
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function open(options: BrowserContextOptions = PHONE) {
  const { context, watch } = await watched(browser, options);
  return { context, watch, page: await context.newPage() };
}

describe.skipIf(missing)('whatever comes', () => {
  const ODD = ['x', '%F0%28%8C%BC', '%E0%A4%A', 'a/b', '%C3%A9'.repeat(300), '../../etc/passwd', "'%3B--", '%00'];
  it.each(ODD.map((odd) => [odd.slice(0, 20), odd] as const))(
    'a link that ends in %s is an unknown one',
    async (_name, odd) => {
      const { page, context, watch } = await open();
      await page.goto(`${service.origin}/assinar/${odd}`);
      // What a browser makes of dots is another page, which is not ours to show.
      if (page.url().includes('/assinar/')) await heading(page, 'Não encontramos este link').waitFor();
      expect(watch.problems.filter((text) => !/Failed to load resource/.test(text))).toEqual([]);
      await context.close();
    },
  );

  it('scripts in every name are text on every screen of the road', async () => {
    const script = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    const evil = await newSender(service, { nomeRemetente: script });
    const { page, context, watch } = await open();
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const [one, other] = [person({ nome: script }), person({ nome: script })];
    const { links } = await send(
      evil,
      [one, other],
      [
        field({ signatarioId: one.id, rotulo: '<b onclick=alert(3)>Assine</b>' }),
        field({ signatarioId: other.id, y: 0.5 }),
        field({ tipo: 'TEXTO', signatarioId: one.id, y: 0.3, altura: 0.05, rotulo: script, valorPadrao: script }),
        field({ tipo: 'TEXTO', signatarioId: null, y: 0.4, altura: 0.05, rotulo: script, valorPadrao: script }),
      ],
      { titulo: script, mensagem: script },
    );
    const clean = async (screen: string) => {
      expect(await page.locator('img[src=x], script:not([src]), b[onclick]').count(), screen).toBe(0);
    };
    await page.goto(links[0] ?? '');
    await page.getByText(script).first().waitFor();
    await clean('start');
    await button(page, 'Começar').click();
    await readAll(page);
    await clean('reading');
    await fillAll(page);
    await page.getByText(script).first().waitFor();
    await clean('review');
    await sign(page);
    await heading(page, 'Pronto, você assinou').waitFor();
    await page.getByText(script).first().waitFor();
    await clean('signed');
    expect([dialogs, watch.problems]).toEqual([[], []]);
    await context.close();
  });

  it('a picture of 30 MB is made small on the device; 30 MB that are none are refused', async () => {
    const { page, context } = await open(DESKTOP);
    const { links } = await send(sender, [person()]);
    const input = await offerPicture(page, links[0] ?? '');
    // By their path: as bytes they would go through the test's own connection to the browser.
    const [noise, picture] = [join(folder, 'foto.jpg'), join(folder, 'foto.bmp')];
    await writeFile(noise, Buffer.alloc(30 * 1024 * 1024, 'isto não é imagem; '));
    await writeFile(picture, bitmap(3600, 2900));
    await input.setInputFiles(noise);
    await page.getByText('não é uma imagem que possamos usar').waitFor();
    await input.setInputFiles(picture);
    await page.locator('dialog img').waitFor();
    await holds(page, 'document.querySelector("dialog img").naturalWidth > 0');
    const [width, bytes] = JSON.parse(
      String(
        await page.evaluate(
          '((img) => JSON.stringify([img.naturalWidth, img.src.length * 0.75]))(document.querySelector("dialog img"))',
        ),
      ),
    ) as [number, number];
    expect(width).toBe(1200);
    expect(bytes).toBeLessThanOrEqual(2 * 1024 * 1024 + 100);
    await button(page, 'Usar esta assinatura').click();
    await fillAndSign(page);
    await context.close();
  });

  it('turning the phone in the middle of a stroke loses nothing that was drawn', async () => {
    const { page, context } = await open({ ...PHONE, isMobile: false });
    const { links } = await send(sender, [person()]);
    await begin(page, links[0] ?? '');
    await readAll(page);
    await page.locator('[data-tipo=ASSINATURA] button').click();
    await page.getByRole('dialog').getByText('Desenhar', { exact: true }).click();
    const ink = `(() => { const c = document.querySelector("dialog canvas"); const { data } = c.getContext("2d").getImageData(0, 0, c.width, c.height); let n = 0; for (let i = 3; i < data.length; i += 4) if (data[i]) n += 1; return n; })()`;
    const [x, y] = await corner(page);
    await stroke(page, x, y, 180);
    await holds(page, `${ink} > 200`);
    await page.mouse.move(x, y + 30);
    await page.mouse.down();
    for (let by = 0; by < 100; by += 10) await page.mouse.move(x + by, y + 30);
    await page.setViewportSize({ width: 780, height: 390 });
    await holds(page, 'document.querySelector("dialog canvas").clientWidth > 500');
    await page.mouse.up();
    await holds(page, `${ink} > 200`);
    // Both strokes are there, and each is undone by itself.
    await button(page, 'Desfazer').click();
    await holds(page, `${ink} > 100`);
    await button(page, 'Desfazer').click();
    await holds(page, `${ink} === 0`);
    await stroke(page, ...(await corner(page)), 300);
    await button(page, 'Usar esta assinatura').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.locator('[data-tipo=ASSINATURA] img').waitFor();
    await context.close();
  });
});

/**
 * The next answer about the session is what it is now, and comes when it is released.
 * @returns asks for it, as whoever comes back to the tab does, and gives what releases it
 */
async function holdNextSession(page: Page, token: string): Promise<() => Promise<void>> {
  const answered = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const given = Promise.withResolvers<void>();
  const asksForSession = (url: URL) => url.pathname.endsWith(`/assinatura/${token}`);
  await page.route(
    asksForSession,
    async (route) => {
      const response = await route.fetch();
      answered.resolve();
      await released.promise;
      await route.fulfill({ response });
      given.resolve();
    },
    { times: 1 },
  );
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  await answered.promise;
  return async () => {
    released.resolve();
    await given.promise;
    await page.evaluate(FRAMES);
  };
}

describe.skipIf(missing)('an answer that was overtaken on its way', () => {
  it('takes back nothing that was read, agreed to or signed meanwhile', async () => {
    const { page, context } = await open();
    const { links } = await send(sender, [person()]);
    const link = links[0] ?? '';
    const token = tokenOf(link);
    await begin(page, link);
    await drawn(page);
    const beforeReading = await holdNextSession(page, token);
    const told = readingTold(page);
    await readAll(page);
    await told;
    await beforeReading();
    await fillAll(page);
    const beforeAgreeing = await holdNextSession(page, token);
    const agreed = page.waitForResponse((response) => response.url().endsWith('/aceite'));
    await agree(page);
    await agreed;
    await beforeAgreeing();
    const beforeSigning = await holdNextSession(page, token);
    await button(page, 'Assinar').click();
    await heading(page, 'Pronto, você assinou').waitFor();
    await beforeSigning();
    // What was overtaken is asked for once more, and tells the same.
    await holds(page, 'document.querySelector("h1").textContent === "Pronto, você assinou"');
    await context.close();
  });
});

/** A place inside the pad, near its upper left. */
async function corner(page: Page): Promise<[number, number]> {
  const box = await page.locator('dialog canvas').boundingBox();
  if (!box) throw new Error('no pad');
  return [box.x + 20, box.y + 30];
}

async function stroke(page: Page, x: number, y: number, length: number): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let at = 0; at <= length; at += 6) await page.mouse.move(x + at, y + Math.sin(at / 9) * 12);
  await page.mouse.up();
}

/** A picture of 24 bits a pixel as an uncompressed bitmap, which makes it as large as it can be. */
function bitmap(width: number, height: number): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4;
  const bytes = Buffer.alloc(54 + row * height, 0xff);
  bytes.write('BM', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(0, 6);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  bytes.fill(0, 30, 54);
  // A signature of a kind: a dark band, and noise that does not compress.
  for (let y = Math.floor(height * 0.45); y < height * 0.55; y += 1) {
    for (let x = row * 0.1; x < row * 0.9; x += 1) bytes[54 + y * row + Math.floor(x)] = (x * 7919 + y * 104729) & 63;
  }
  return bytes;
}
