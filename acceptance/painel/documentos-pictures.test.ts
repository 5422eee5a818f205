import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { complaints } from '../browser/examination.ts';
import { PAGES } from '../browser/ink.ts';
import { pdfOf } from '../browser/pages.ts';
import { openStage } from '../browser/stage.ts';
import { create, field, person, send, signByApi } from '../browser/world.ts';
import { newOwner, openAt, senderOf } from './members.ts';
import { completed } from './scenes/documentos.ts';

/** The document in sight: its first page in lists, its pages with their fields, how far it is, and all of it as one file. */

const { browser, service, missing } = await openStage();

/** What a page asks for of pictures, and how many at once. */
function watchPictures(page: Page) {
  const asked: string[] = [];
  let underWay = 0;
  let most = 0;
  const isPicture = (url: string) => /\/imagem\?largura=/.test(url);
  page.on('request', (request) => {
    if (!isPicture(request.url())) return;
    asked.push(request.url());
    underWay += 1;
    most = Math.max(most, underWay);
  });
  const end = (request: { url(): string }) => {
    if (isPicture(request.url())) underWay -= 1;
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return { asked, most: () => most };
}

const shown = (page: Page) => page.locator('li[aria-posinset] [data-picture="there"]');

describe.skipIf(missing)('pictures of documents', () => {
  it('come in a list for the rows in sight alone, two at a time', async () => {
    const owner = await newOwner(service);
    const sender = senderOf(owner);
    for (let i = 0; i < 24; i++) await create(sender, [], [], { titulo: `Contrato ${i}` });
    const { page, context, watch } = await openAt(browser, owner, '/conta');
    const pictures = watchPictures(page);
    await page.getByRole('link', { name: 'Documentos' }).first().click();
    const inSight = 1 + Math.ceil((page.viewportSize()?.height ?? 0) / 64);
    await shown(page).nth(5).waitFor();
    await expect.poll(() => page.locator('[data-picture="coming"]').count()).toBe(0);
    expect(pictures.asked.length).toBeLessThanOrEqual(inSight);
    expect(pictures.most()).toBeLessThanOrEqual(2);
    await page.mouse.wheel(0, 4_000);
    await page
      .locator('li[aria-posinset]', { hasText: /^Contrato 0(?!\d)/ })
      .locator('[data-picture="there"]')
      .waitFor();
    expect(pictures.most()).toBeLessThanOrEqual(2);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('stand beside the titles of envelopes, their documents and what waits at the start, where they had their place', async () => {
    const owner = await newOwner(service);
    const sender = senderOf(owner);
    for (let i = 0; i < 20; i++) {
      const { id: envelopeId } = await sender.api.criarEnvelope({ body: { titulo: `Conjunto ${i}` } });
      if (i === 0) continue;
      for (const titulo of ['Contrato', 'Vistoria']) await create(sender, [], [], { titulo, envelopeId });
    }
    const { page, context, watch } = await openAt(browser, owner, '/conta');
    const pictures = watchPictures(page);
    const rows = page.locator('main li', { has: page.locator('[data-picture]') });
    const settled = async () => {
      await page.locator('main [data-picture="there"]').first().waitFor();
      await expect.poll(() => page.locator('[data-picture="coming"]').count()).toBe(0);
    };
    await page.getByRole('link', { name: 'Envelopes' }).first().click();
    await settled();
    expect(await rows.count()).toBe(19);
    expect(await page.locator('main li', { hasText: 'Conjunto' }).count()).toBe(20);
    await rows.last().scrollIntoViewIfNeeded();
    await page
      .locator('main li', { has: page.getByRole('link', { name: 'Conjunto 1', exact: true }) })
      .locator('[data-picture="there"]')
      .waitFor();
    expect(pictures.asked.length).toBeLessThanOrEqual(20);
    const sizes = await page.locator('main [data-picture]').evaluateAll((all) =>
      all.map((one) => {
        const { width, height } = one.getBoundingClientRect();
        return `${width}x${height}`;
      }),
    );
    expect(new Set(sizes)).toEqual(new Set(['32x44']));
    await page.getByRole('link', { name: 'Conjunto 19' }).click();
    await page.getByRole('heading', { name: 'Conjunto 19' }).waitFor();
    await expect.poll(() => page.locator('main [data-picture="there"]').count()).toBe(2);
    await page.getByRole('link', { name: 'Início' }).first().click();
    await page.locator('[data-group="rascunhos"]').waitFor();
    await settled();
    const drafts = page.locator('[data-group="rascunhos"] li');
    expect(await drafts.locator('[data-picture]').count()).toBe(await drafts.count());
    expect(pictures.most()).toBeLessThanOrEqual(2);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('stand beside drafts chosen into a new envelope, and an empty sheet beside a file that is not sent yet', async () => {
    const owner = await newOwner(service);
    await create(senderOf(owner), [], [], { titulo: 'Contrato escolhido' });
    const { page, context, watch } = await openAt(browser, owner, '/envelopes/novo');
    await page.getByRole('button', { name: 'Escolher rascunhos' }).click();
    await page.getByRole('dialog').getByText('Contrato escolhido').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Incluir 1 rascunho' }).click();
    const chosen = page.locator('main li', { hasText: 'Contrato escolhido' });
    await chosen.locator('[data-picture="there"]').waitFor();
    const fresh = { name: 'Vistoria.pdf', mimeType: 'application/pdf', buffer: pdfOf(PAGES.slice(0, 1)) };
    await page.locator('main input[type=file]').setInputFiles(fresh);
    const file = page.locator('main li', { hasText: 'Vistoria' });
    await file.waitFor();
    const placeOf = async (row: typeof file) => {
      const { x, width, height } = (await row.locator('[aria-hidden] > span').boundingBox()) ?? {};
      return { x, width, height };
    };
    expect(await placeOf(file)).toEqual(await placeOf(chosen));
    expect(await placeOf(chosen)).toMatchObject({ width: 32, height: 44 });
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('show the pages with their fields, where they stand and whose they are, and how far the document is', async () => {
    const owner = await newOwner(service);
    const sender = senderOf(owner);
    const people = [person({ nome: 'Marina Duarte' }), person({ nome: 'José Prado' }), person({ nome: 'Carla Nunes' })];
    const fields = people.map(({ id }, i) => field({ signatarioId: id, x: 0.04 + i * 0.32, y: 0.5, largura: 0.28 }));
    const { id, links } = await send(sender, people, fields, {});
    await signByApi(sender, links[0] ?? '');
    const { page, context, watch } = await openAt(browser, owner, `/documentos/${id}`);
    await page.getByText('1 de 3 assinou').waitFor();
    await page.getByText(/^Marina Duarte assinou, /).waitFor();
    await page.getByRole('button', { name: 'Ver as páginas' }).click();
    const picture = page.getByRole('figure', { name: /^Página 1 de / }).locator('img');
    await picture.waitFor();
    const paper = await picture.boundingBox();
    const marks = page.getByTitle(/: (Marina Duarte|José Prado|Carla Nunes)$/);
    expect(await marks.count()).toBe(3);
    for (const [i, one] of (await marks.all()).entries()) {
      const box = await one.boundingBox();
      if (!box || !paper) throw new Error('nothing is shown');
      expect((box.x - paper.x) / paper.width).toBeCloseTo(0.04 + i * 0.32, 1);
      expect((box.y - paper.y) / paper.height).toBeCloseTo(0.5, 1);
    }
    expect(await marks.evaluateAll((all) => all.map((one) => one.getAttribute('data-done')))).toEqual([
      'true',
      'false',
      'false',
    ]);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('and everything about a signed one is a ZIP, one choice away', async () => {
    const owner = await newOwner(service);
    const id = await completed(senderOf(owner));
    const { page, context, watch } = await openAt(browser, owner, `/documentos/${id}`);
    await page.getByRole('button', { name: 'Baixar', exact: true }).click();
    await page.getByRole('menuitem').first().waitFor();
    const items = await page.getByRole('menuitem').allInnerTexts();
    expect(items).toEqual(['Via assinada', 'Tudo em um ZIP', 'Certificado de conclusão', 'Arquivo original']);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Tudo em um ZIP' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Distrato assinado (dossiê).zip');
    expect((await readFile(await download.path())).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });
});
