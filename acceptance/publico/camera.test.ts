import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, launch, PHONE } from '../browser/browser.ts';
import { openStage } from '../browser/stage.ts';
import { newSender, until } from '../browser/world.ts';
import { type Completed, completed } from './records.ts';
import { button, heading } from './steps.ts';
import { videoOf } from './video.ts';
import { visitorsOf } from './visit.ts';

/** The camera of the page of public validation, which is shown a QR code. */

const stage = await openStage();
const { service, missing } = stage;
const { opened, closed } = visitorsOf(stage);
const FAKE_CAMERA = ['--use-fake-device-for-media-stream'];
let ready: Completed;

beforeAll(async () => {
  ready = await completed(await newSender(service, {}, 'PRODUCAO'));
});

/** A Chromium whose camera sees a QR code with this text. */
async function withCamera(text: string, use: (browser: Browser) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rubrica-camera-'));
  const film = join(folder, 'qr.y4m');
  await writeFile(film, videoOf(text));
  const switches = [...FAKE_CAMERA, `--use-file-for-fake-video-capture=${film}`, '--use-fake-ui-for-media-stream'];
  await withBrowser(switches, use).finally(() => rm(folder, { recursive: true, force: true }));
}

/** A Chromium started otherwise than the one the rest is shown in. */
async function withBrowser(switches: readonly string[], use: (browser: Browser) => Promise<void>): Promise<void> {
  const other = await launch(switches);
  try {
    if (other) await use(other);
  } finally {
    await other?.close();
  }
}

/** A picture of a QR code, as a phone's camera program would give it. */
async function photoOf(text: string): Promise<Buffer> {
  const { toBuffer } = await import('qrcode');
  return toBuffer(text, { scale: 8, margin: 6 });
}

describe.skipIf(missing)('the camera', () => {
  it('refused leads to the other ways', async () => {
    await withBrowser([...FAKE_CAMERA, '--use-fake-ui-for-media-stream=deny'], async (refusing) => {
      const shown = await opened('/validar', PHONE, refusing);
      const { page } = shown;
      await button(page, 'Abrir a câmera').click();
      await page.getByRole('heading', { name: 'A câmera não foi liberada' }).waitFor();
      await button(page, 'Digitar o código').click();
      await until(async () => (await page.evaluate('document.activeElement.placeholder')) === 'SVC-XXXX-XXXX-XXXX');
      await closed(shown);
    });
  });

  it('missing leads to a photo of the code', async () => {
    const shown = await opened('/validar', PHONE);
    const { page } = shown;
    await page.evaluate('Object.defineProperty(navigator, "mediaDevices", { value: undefined })');
    await button(page, 'Abrir a câmera').click();
    await page.getByRole('heading', { name: 'Não encontramos uma câmera' }).waitFor();
    const photo = await photoOf(`${service.origin}/validar/${ready.codigo}`);
    const picker = page.locator('input[type=file][accept*=image]');
    await picker.setInputFiles({
      name: 'nada.png',
      mimeType: 'image/png',
      buffer: await photoOf('https://exemplo.com'),
    });
    await page.getByText('Não encontramos um QR de documento nessa foto').waitFor();
    await picker.setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: photo });
    await heading(page, 'Código registrado, documento concluído').waitFor();
    await closed(shown);
  });

  it('shows a QR code, which is read without any picture leaving the page', async () => {
    await withCamera(`${service.origin}/validar/${ready.codigo}`, async (filmed) => {
      const shown = await opened('/validar', { ...PHONE, permissions: ['camera'] }, filmed);
      const { page, watch } = shown;
      await heading(page, 'Este documento é autêntico?').waitFor();
      expect(watch.urls.some((url) => /leitor-qr/.test(url))).toBe(false);
      await button(page, 'Abrir a câmera').click();
      await heading(page, 'Código registrado, documento concluído').waitFor();
      const proof = `${service.origin}/registro/prova/${ready.codigo}?de=CONCLUSAO`;
      const calls = watch.urls.filter((url) => !url.includes('/assets/') && url !== proof);
      expect(calls.slice(1)).toEqual([`${service.origin}/api/v1/validacao/consultar`]);
      await closed(shown);
    });
  });

  it('is read by the browser itself where it can, and our reader is not fetched', async () => {
    await withCamera('https://exemplo.com.br', async (filmed) => {
      const shown = await opened('/validar', DESKTOP, filmed);
      const { page, watch } = shown;
      // Chromium has its own reader on some systems only, and not on those tests run on.
      await page.evaluate(`globalThis.BarcodeDetector = class {
        static async getSupportedFormats() { return ['qr_code']; }
        async detect() { return [{ rawValue: 'HTTPS://EXEMPLO.COM.BR/VALIDAR/${ready.codigo}' }]; }
      }`);
      await button(page, 'Abrir a câmera').click();
      await heading(page, 'Código registrado, documento concluído').waitFor();
      expect(watch.urls.some((url) => /leitor-qr/.test(url))).toBe(false);
      await closed(shown);
    });
  });

  it('shows a code of another address, which is said', async () => {
    await withCamera(`https://rubrica-falsa.exemplo/validar/${ready.codigo}`, async (filmed) => {
      const shown = await opened('/validar', { ...DESKTOP, permissions: ['camera'] }, filmed);
      await button(shown.page, 'Abrir a câmera').click();
      await shown.page.getByText('o QR leva a rubrica-falsa.exemplo, que não é este serviço').waitFor();
      await closed(shown);
    });
  });
});
