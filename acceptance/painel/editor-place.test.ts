import { beforeAll, expect, it } from 'vitest';
import { begin, button, fillAndSign, heading, readAll } from '../assinatura/steps.ts';
import { DESKTOP, watched } from '../browser/browser.ts';
import { type Box, drawn, edgesOf, inkOf, PAGES } from '../browser/ink.ts';
import { pdfOf } from '../browser/pages.ts';
import { openStage } from '../browser/stage.ts';
import { create, linkOf, person } from '../browser/world.ts';
import { openEditor, place, read, saved } from './editor.ts';
import { type Member, newOwner, openAs, senderOf } from './members.ts';

/** Where the editor shows a field is where the signing page shows it and where the signed file has its ink. */

const { browser, service, missing } = await openStage();
let owner: Member;
const TOLERANCE = 0.005;

beforeAll(async () => {
  if (!missing) owner = await newOwner(service);
});

const farthest = (one: Box, other: Box) => Math.max(...one.map((edge, side) => Math.abs(edge - (other[side] ?? 9))));

it.skipIf(missing)(
  'on turned and cropped pages editor, signing page and ink agree within 0.5 % of the page',
  async () => {
    const signer = person({ nome: 'Marina Duarte Leal' });
    const id = await create(senderOf(owner), [signer], [], {}, pdfOf(PAGES));
    const { page, context } = await openAs(browser, owner, DESKTOP);
    await openEditor(page, service.origin, id);
    const edited: Box[] = [];
    for (const [index] of PAGES.entries()) {
      const pagina = index + 1;
      await page.getByText('Páginas', { exact: true }).click();
      await page.getByRole('button', { name: new RegExp(`^Página ${pagina}(,|$)`) }).click();
      await page.locator(`[data-page="${pagina}"] canvas[data-drawn]`).waitFor();
      await place(page, 'IMAGEM', pagina, 0.37, 0.42);
      const campo = page.locator(`[data-page="${pagina}"] [data-campo]`);
      await campo.waitFor();
      edited.push(await edgesOf(campo));
    }
    await place(page, 'ASSINATURA', PAGES.length, 0.4, 0.75);
    await saved(page);
    await context.close();
    await owner.sandbox.enviarDocumento({ params: { documentoId: id } });
    const link = await linkOf(senderOf(owner), id, signer);

    const { context: other } = await watched(browser, DESKTOP);
    const signing = await other.newPage();
    await begin(signing, link);
    await readAll(signing);
    await heading(signing, 'Leia e preencha').waitFor();
    await signing.locator('[data-ready]').waitFor();
    for (const [index, box] of edited.entries()) {
      const spot = signing.locator(`[data-page="${index + 1}"] [data-tipo=IMAGEM]`);
      const shown = await edgesOf(spot);
      expect(farthest(shown, box), `page ${index + 1}: signing page`).toBeLessThanOrEqual(TOLERANCE);
      // As wide to high as the field is seen, so that the ink reaches every edge of it.
      const { width = 1, height = 1 } = (await spot.boundingBox()) ?? {};
      await spot.getByRole('button').click();
      const uri = await signing.evaluate(
        `(() => { const c = document.createElement("canvas"); c.width = Math.round(300 * ${width / height}); c.height = 300; c.getContext("2d").fillRect(0, 0, c.width, c.height); return c.toDataURL(); })()`,
      );
      const buffer = Buffer.from(String(uri).split(',')[1] ?? '', 'base64');
      await signing.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
      await signing.locator('dialog img').waitFor();
      await button(signing, 'Usar esta imagem').click();
    }
    await fillAndSign(signing);
    await other.close();

    expect((await read(owner, id)).status).toBe('ASSINADO');
    const file = await owner.sandbox.baixarArquivo({ params: { documentoId: id } });
    for (const [index, box] of edited.entries()) {
      const around: Box = [box[0] - 0.05, box[1] - 0.05, box[2] + 0.05, box[3] + 0.05];
      const ink = inkOf(await drawn(file, index + 1), around);
      expect(farthest(ink, box), `page ${index + 1}: ${ink} for ${box}`).toBeLessThanOrEqual(TOLERANCE);
    }
  },
);
