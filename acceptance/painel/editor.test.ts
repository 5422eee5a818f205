import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { complaints } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { create, field, person, SAMPLE, until } from '../browser/world.ts';
import {
  address,
  apart,
  boxOf,
  button,
  drag,
  include,
  middleOf,
  on,
  openEditor,
  place,
  read,
  ready,
  saved,
  serverFields,
  shownFields,
  tabTo,
  type,
} from './editor.ts';
import { type Member, newOwner, openAs, panelUrl, senderOf } from './members.ts';

/** Preparing a document in a browser, against the real service: from the uploaded PDF to what is sent. */

const { browser, service, missing } = await openStage();
let owner: Member;
/** A pixel of a page that is 600 wide, and then some. */
const NEAR = 0.004;

beforeAll(async () => {
  if (!missing) owner = await newOwner(service);
});

const uploaded = () => create(senderOf(owner), [], []);
const opened = () => openAs(browser, owner);

describe.skipIf(missing)('preparing a document', () => {
  it('by mouse: people, fields drawn on the page, and the sending', async () => {
    const id = await uploaded();
    const { page, watch, context } = await opened();
    await openEditor(page, service.origin, id);
    await include(page, 'Ana Lima', 'ana@exemplo.com.br');
    await include(page, 'Bruno Tavares', 'bruno@exemplo.com.br');
    await button(page, 'Mais opções').click();
    await page.getByLabel('Como recebe o convite').selectOption('LINK');
    await page.getByLabel('Preenchido por').selectOption({ label: 'Ana Lima' });
    await place(page, 'ASSINATURA', 1, 0.3, 0.4);
    await page.getByLabel('Preenchido por').selectOption({ label: 'Bruno Tavares' });
    await place(page, 'ASSINATURA', 1, 0.7, 0.5);
    expect(await page.locator('[data-campo]').count()).toBe(2);

    const before = await boxOf(page.locator('[data-campo]').first());
    await drag(page, await middleOf(page.locator('[data-campo]').first()), await on(page, 1, 0.3, 0.55));
    const moved = await boxOf(page.locator('[data-campo]').first());
    expect(moved.y - before.y).toBeGreaterThan(20);
    expect(moved.width).toBeCloseTo(before.width, 0);
    await drag(page, await middleOf(page.locator('[data-handle="e"]')), { x: moved.x + moved.width + 60, y: moved.y });
    expect((await boxOf(page.locator('[data-campo]').first())).width).toBeGreaterThan(moved.width + 40);

    await saved(page);
    const documento = await read(owner, id);
    expect(documento.signatarios.map(({ nome, metodoEntrega }) => [nome, metodoEntrega]).sort()).toEqual([
      ['Ana Lima', 'EMAIL'],
      ['Bruno Tavares', 'LINK'],
    ]);
    expect(apart(await shownFields(page), serverFields(documento))).toBeLessThan(NEAR);

    await button(page, /^Revisar/).click();
    await page.getByText('Ana Lima recebe o convite por e-mail em ana@exemplo.com.br').waitFor();
    await button(page, 'Enviar agora').click();
    await address(page, new RegExp(`/documentos/${id}$`));
    expect((await read(owner, id)).status).toBe('AGUARDANDO_ASSINATURAS');
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('by keyboard alone: the same, with turns, sizes and a read-only field', async () => {
    const id = await uploaded();
    const { page, context } = await opened();
    await openEditor(page, service.origin, id);
    const { keyboard } = page;
    for (const [nome, email] of [
      ['Ana Lima', 'ana@exemplo.com.br'],
      ['Bruno Tavares', 'bruno@exemplo.com.br'],
    ] as const) {
      await tabTo(page, 'Incluir pessoa');
      await keyboard.press('Enter');
      await tabTo(page, 'Nome completo');
      await keyboard.type(nome);
      await keyboard.press('Tab');
      await keyboard.type(email);
      await tabTo(page, 'Fechar');
      await keyboard.press('Enter');
    }
    await tabTo(page, 'Assinam em ordem', true);
    await keyboard.press('Space');
    await tabTo(page, /^Mover Bruno/);
    await keyboard.press('ArrowUp');
    await keyboard.press('ArrowUp');
    await tabTo(page, 'Preenchido por');
    await keyboard.type('Bruno');
    await tabTo(page, 'Assinatura');
    await keyboard.press('Enter');
    await tabTo(page, /^Assinatura, de Bruno/);
    const before = await boxOf(page.locator('[data-campo]'));
    for (let turn = 0; turn < 4; turn += 1) await keyboard.press('Shift+ArrowRight');
    await keyboard.press('ArrowUp');
    await keyboard.press('Alt+Shift+ArrowRight');
    const after = await boxOf(page.locator('[data-campo]'));
    expect(after.x - before.x).toBeGreaterThan(35);
    expect(after.width).toBeGreaterThan(before.width + 5);
    await keyboard.press('Enter');
    await tabTo(page, 'Rótulo');
    await keyboard.type('Assine como locatário');
    await tabTo(page, 'Preenchido por', true);
    await keyboard.press('End');
    await tabTo(page, 'Texto');
    await keyboard.press('Enter');
    await tabTo(page, /^Texto, de você/);
    await keyboard.press('Alt+PageDown');
    await tabTo(page, /^Texto, de você, página 2/);
    await keyboard.press('Enter');
    await tabTo(page, 'Valor');
    await keyboard.type('Pago em 21/11/2026');
    await saved(page);

    const documento = await read(owner, id);
    const ordem = new Map(documento.signatarios.map((one) => [one.nome, one.ordem]));
    expect([documento.ordenado, ordem.get('Bruno Tavares'), ordem.get('Ana Lima')]).toEqual([true, 1, 2]);
    expect(
      documento.campos.map(({ tipo, pagina, rotulo, valorPadrao }) => [tipo, pagina, rotulo, valorPadrao]),
    ).toEqual([
      ['ASSINATURA', 1, 'Assine como locatário', null],
      ['TEXTO', 2, null, 'Pago em 21/11/2026'],
    ]);
    await tabTo(page, /^Revisar e enviar/, true);
    await keyboard.press('Enter');
    await tabTo(page, 'Enviar agora');
    await keyboard.press('Enter');
    await address(page, new RegExp(`/documentos/${id}$`));
    expect((await read(owner, id)).status).toBe('AGUARDANDO_ASSINATURAS');
    await context.close();
  });

  it('undo and redo take back and bring again, and so does the service', async () => {
    const ana = person();
    const id = await create(senderOf(owner), [ana], [field({ signatarioId: ana.id })]);
    const { page, context } = await opened();
    await openEditor(page, service.origin, id);
    const start = await shownFields(page);
    await page.locator('[data-campo]').click();
    await page.keyboard.press('Control+d');
    await page.keyboard.press('Shift+ArrowLeft');
    await button(page, 'Copiar para todas as páginas').click();
    const end = (await read(owner, id)).paginas + 1;
    await until(async () => (await page.locator('.screens-thumbnails_field, [data-campo]').count()) >= 2);
    await saved(page);
    expect((await read(owner, id)).campos).toHaveLength(end);
    await page.getByRole('region', { name: 'Documento' }).focus();
    for (let turn = 0; turn < 3; turn += 1) await page.keyboard.press('Control+z');
    await saved(page);
    expect(apart(await shownFields(page), start)).toBeLessThan(1e-6);
    expect((await read(owner, id)).campos).toHaveLength(1);
    for (let turn = 0; turn < 3; turn += 1) await page.keyboard.press('Control+Shift+z');
    await saved(page);
    expect((await read(owner, id)).campos).toHaveLength(end);
    await context.close();
  });

  it('every problem is listed and leads to its place', async () => {
    const id = await uploaded();
    const { page, context } = await opened();
    await openEditor(page, service.origin, id);
    await button(page, /^Revisar/).click();
    await page.getByRole('button', { name: /Inclua ao menos uma pessoa/ }).waitFor();
    expect(await button(page, 'Enviar agora').count()).toBe(0);
    await page.keyboard.press('Escape');
    await include(page, 'Ana Lima', '');
    await saved(page, 'withheld');
    await button(page, /^Revisar/).click();
    await page.getByRole('button', { name: /Ana Lima: Falta o e-mail/ }).click();
    await until(async () => /-email$/.test(await page.evaluate('document.activeElement.id')));
    await page.keyboard.type('ana@exemplo.com.br');
    await saved(page);
    await button(page, /^Revisar/).click();
    await page.getByRole('button', { name: /ao menos um campo de assinatura/ }).click();
    await until(async () => (await page.evaluate('document.activeElement.dataset.tipo')) === 'ASSINATURA');
    await context.close();
  });
});

describe.skipIf(missing)('a template', () => {
  it('is prepared in the same editor: roles in the place of people', async () => {
    const arquivo = new Blob([await readFile(SAMPLE)], { type: 'application/pdf' });
    const { id } = await owner.sandbox.criarModelo({ arquivo, dados: { nome: 'Locação' } });
    const { page, watch, context } = await opened();
    await page.goto(panelUrl(service.origin, `/modelos/${id}/preparar`));
    await ready(page);
    for (const papel of ['Locador', 'Locatário']) {
      await button(page, 'Incluir papel').click();
      await page.getByLabel('Nome do papel').fill(papel);
    }
    await place(page, 'ASSINATURA', 1, 0.3, 0.4);
    await saved(page);
    const modelo = await owner.sandbox.obterModelo({ params: { modeloId: id } });
    expect(modelo.papeis.map(({ rotulo, ordem }) => [rotulo, ordem])).toEqual([
      ['Locador', 1],
      ['Locatário', 2],
    ]);
    expect(modelo.campos.map(({ tipo, papelId }) => [tipo, papelId])).toEqual([['ASSINATURA', modelo.papeis[1]?.id]]);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });
});

describe.skipIf(missing)('saving', () => {
  it('over a slow line ends with the service having what the screen shows, one request at a time', async () => {
    const ana = person();
    const id = await create(senderOf(owner), [ana], [field({ signatarioId: ana.id })]);
    const { page, context } = await opened();
    let under = 0;
    let most = 0;
    let writes = 0;
    /** A line so slow that a request takes as long as the hand needs. */
    let slow = true;
    const held: (() => void)[] = [];
    const letGo = () => {
      for (const go of held.splice(0)) go();
    };
    await context.route(/\/v1\/sandbox\/documentos\//, async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      under += 1;
      writes += 1;
      most = Math.max(most, under);
      if (slow) await new Promise<void>((done) => held.push(done));
      const answer = await route.fetch();
      under -= 1;
      await route.fulfill({ response: answer });
    });
    await openEditor(page, service.origin, id);
    await page.locator('[data-campo]').first().click();
    for (let turn = 0; turn < 5; turn += 1) {
      await page.keyboard.press('Control+d');
      for (let step = 0; step < 8; step += 1) await page.keyboard.press(step % 2 ? 'Shift+ArrowRight' : 'ArrowUp');
      await drag(
        page,
        await middleOf(page.locator('[data-campo][aria-pressed="true"]')),
        await on(page, 1, 0.3 + turn / 20, 0.2 + turn / 10),
      );
      if (turn === 3) await page.keyboard.press('Control+z');
      // What follows is done while a request is on its way.
      if (turn % 2 === 0) await saved(page, 'saving');
      else letGo();
    }
    slow = false;
    letGo();
    await saved(page);
    expect(apart(await shownFields(page), serverFields(await read(owner, id)))).toBeLessThan(NEAR);
    expect(most).toBe(1);
    expect(writes).toBeGreaterThan(1);
    await context.close();
  });

  it('without a line says so, loses nothing, and goes on when it is back', async () => {
    const ana = person();
    const id = await create(senderOf(owner), [ana], [field({ signatarioId: ana.id })]);
    const { page, context } = await opened();
    await openEditor(page, service.origin, id);
    await context.setOffline(true);
    await page.locator('[data-campo]').click();
    await page.keyboard.press('Shift+ArrowUp');
    await saved(page, 'no-connection');
    await page.keyboard.press('Shift+ArrowUp');
    await context.setOffline(false);
    await saved(page);
    expect(apart(await shownFields(page), serverFields(await read(owner, id)))).toBeLessThan(NEAR);
    await context.close();
  });

  it('a session that ended in the middle of an edit asks for a login over the page and then saves all of it', async () => {
    const ana = person({ nome: 'Ana Lima' });
    const id = await create(senderOf(owner), [ana], [field({ signatarioId: ana.id })]);
    const { page, context } = await opened();
    await openEditor(page, service.origin, id);
    await context.clearCookies();
    // The edit ends before a request to save it is answered.
    const { promise: edited, resolve: answer } = Promise.withResolvers<void>();
    await page.route(/\/v1\/sandbox\/documentos\//, async (route) => {
      await edited;
      await route.continue();
    });
    await page.locator('[data-campo]').click();
    await page.keyboard.press('Shift+ArrowUp');
    await page.locator('[data-party] [aria-expanded]').click();
    await page.getByLabel('Nome completo').fill('Ana Lima de Souza');
    answer();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/Senha/).first().fill(owner.senha);
    await button(dialog, 'Entrar').click();
    await saved(page);
    const documento = await read(owner, id);
    expect(apart(await shownFields(page), serverFields(documento))).toBeLessThan(NEAR);
    expect(documento.signatarios.map(({ nome }) => nome)).toEqual(['Ana Lima de Souza']);
    await context.close();
  });

  it('a second tab looks on, follows, and takes over when it is asked to', async () => {
    const ana = person();
    const id = await create(senderOf(owner), [ana], [field({ signatarioId: ana.id })]);
    const { page: first, context } = await opened();
    await openEditor(first, service.origin, id);
    const second = await context.newPage();
    await openEditor(second, service.origin, id);
    await second.getByText('aberto para edição em outra aba').waitFor();
    expect(await type(second, 'ASSINATURA').count()).toBe(0);

    await first.bringToFront();
    await first.locator('[data-campo]').click();
    await first.keyboard.press('Control+d');
    await saved(first);
    await until(async () => (await second.locator('[data-campo]').count()) === 2);

    await first.keyboard.press('Shift+ArrowUp');
    await second.bringToFront();
    await button(second, 'Editar nesta aba').click();
    await type(second, 'ASSINATURA').waitFor();
    await first.getByText('aberto para edição em outra aba').waitFor();
    expect(apart(await shownFields(second), serverFields(await read(owner, id)))).toBeLessThan(NEAR);
    await second.locator('[data-campo]').first().click();
    await second.keyboard.press('Delete');
    await saved(second);
    await until(async () => (await first.locator('[data-campo]').count()) === 1);
    await context.close();
  });

  it('a tab that does not answer is overruled', async () => {
    const ana = person();
    const id = await create(senderOf(owner), [ana], [field({ signatarioId: ana.id })]);
    const { page: first, context } = await opened();
    await openEditor(first, service.origin, id);
    const second = await context.newPage();
    await openEditor(second, service.origin, id);
    const stuck = first.evaluate('for (const end = Date.now() + 12_000; Date.now() < end; );');
    await button(second, 'Editar nesta aba').click();
    await type(second, 'ASSINATURA').waitFor();
    await second.locator('[data-campo]').click();
    await second.keyboard.press('Shift+ArrowUp');
    await saved(second);
    await stuck;
    await first.getByText('aberto para edição em outra aba').waitFor();
    expect(apart(await shownFields(second), serverFields(await read(owner, id)))).toBeLessThan(NEAR);
    await context.close();
  });

  it('what lacked something is there again after the page was loaded anew', async () => {
    const id = await uploaded();
    const { page, context } = await opened();
    await openEditor(page, service.origin, id);
    await include(page, 'Caio Prado', '');
    await saved(page, 'withheld');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await ready(page);
    await page.locator('.screens-card_name', { hasText: 'Caio Prado' }).waitFor();
    await context.close();
  });
});
