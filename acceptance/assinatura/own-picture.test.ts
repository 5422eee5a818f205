import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, watched } from '../browser/browser.ts';
import { openStage } from '../browser/stage.ts';
import { newSender, person, type Sender, send, until } from '../browser/world.ts';
import { button, fillAndSign, holds, offerPicture } from './steps.ts';

/** A signature that is a picture of the person's own. */

const { browser, service, missing } = await openStage();
let sender: Sender;

beforeAll(async () => {
  sender = await newSender(service);
});

async function open() {
  const { context } = await watched(browser, DESKTOP);
  return { context, page: await context.newPage() };
}

describe.skipIf(missing)('the signature', () => {
  it('is a picture, made small enough on the device', async () => {
    const { page, context } = await open();
    const { id, links } = await send(sender, [person()]);
    const input = await offerPicture(page, links[0] ?? '');
    await input.setInputFiles({ name: 'nota.png', mimeType: 'image/png', buffer: Buffer.from('isto não é imagem') });
    await page.getByText('não é uma imagem que possamos usar').waitFor();
    const made = await page.evaluate(
      `(() => { const c = document.createElement("canvas"); c.width = 5000; c.height = 2000; const x = c.getContext("2d"); x.fillRect(500, 900, 4000, 200); return c.toDataURL("image/png"); })()`,
    );
    await input.setInputFiles({
      name: 'a.png',
      mimeType: 'image/png',
      buffer: Buffer.from(String(made).split(',')[1] ?? '', 'base64'),
    });
    await page.locator('dialog img').waitFor();
    await holds(page, 'document.querySelector("dialog img").naturalWidth === 1200');
    // What is clear already has no paper to leave out; a photo has.
    const leaveOut = page.getByLabel('Tirar o fundo da foto');
    expect(await leaveOut.count()).toBe(0);
    const photo = await page.evaluate(
      `(() => { const c = document.createElement("canvas"); c.width = 800; c.height = 400; const x = c.getContext("2d"); x.fillStyle = "#d8d4cc"; x.fillRect(0, 0, 800, 400); x.fillStyle = "#1a2250"; x.fillRect(200, 180, 400, 12); return c.toDataURL("image/jpeg"); })()`,
    );
    const buffer = Buffer.from(String(photo).split(',')[1] ?? '', 'base64');
    await input.setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer });
    await holds(page, 'document.querySelector("dialog img").naturalWidth === 800');
    await leaveOut.check();
    await holds(page, 'document.querySelector("dialog img").naturalWidth < 420');
    await leaveOut.uncheck();
    await holds(page, 'document.querySelector("dialog img").naturalWidth === 800');
    await leaveOut.check();
    await button(page, 'Usar esta assinatura').click();
    await fillAndSign(page);
    const { status } = await sender.api.obterDocumento({ params: { documentoId: id } });
    expect(status).toBe('ASSINADO');
    await context.close();
  });
});

describe.skipIf(missing)('a picture for a slow line', () => {
  /** A canvas with the grain of a camera, as a photo's; `clear` leaves its left half without paper. */
  const grained = (clear: boolean) => `(() => {
    const c = document.createElement("canvas"); c.width = 1200; c.height = 500;
    const x = c.getContext("2d"); const pixels = x.createImageData(1200, 500); let seed = 7;
    for (let i = 0; i < pixels.data.length; i += 4) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      const grey = 200 + (seed >> 16) % 8;
      pixels.data.set([grey, grey - 2, grey - 6, ${clear} && (i / 4) % 1200 < 600 ? 0 : 255], i);
    }
    x.putImageData(pixels, 0, 0);
    x.fillStyle = "#1a2250"; x.fillRect(300, 220, 600, 14);
    return c.toDataURL("image/png").split(",")[1];
  })()`;

  it('is as light as a photo may be; one with something clear stays as it is', async () => {
    const { page, context } = await open();
    const { links } = await send(sender, [person()]);
    const input = await offerPicture(page, links[0] ?? '');
    const shown = 'document.querySelector("dialog img")?.src ?? ""';
    let before = '';
    for (const [clear, kind, most] of [
      [false, 'image/jpeg', 200_000],
      [true, 'image/png', 2_000_000],
    ] as const) {
      const buffer = Buffer.from(String(await page.evaluate(grained(clear))), 'base64');
      expect(buffer.length).toBeGreaterThan(300_000);
      await input.setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer });
      const uri = await until(async () => {
        const now = String(await page.evaluate(shown));
        return now !== '' && now !== before ? now : null;
      });
      before = uri;
      expect(uri.startsWith(`data:${kind};`)).toBe(true);
      expect(uri.length).toBeLessThan(most);
    }
    await context.close();
  });
});
