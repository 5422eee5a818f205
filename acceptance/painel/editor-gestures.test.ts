import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, NARROW } from '../browser/browser.ts';
import { complaints, fits } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { create, field, person, until } from '../browser/world.ts';
import {
  apart,
  boxOf,
  button,
  drag,
  include,
  middleOf,
  on,
  openEditor,
  read,
  saved,
  serverFields,
  shownFields,
  still,
  type,
} from './editor.ts';
import { type Member, newMember, newOwner, openAs, senderOf } from './members.ts';

/** Hands, fingers and others in the field editor: several fields at once, turns, a phone, roles, changes from elsewhere. */

const { browser, service, missing } = await openStage();
let owner: Member;
const NEAR = 0.004;

beforeAll(async () => {
  if (!missing) owner = await newOwner(service);
});

const opened = (member = owner, options = DESKTOP) => openAs(browser, member, options);

async function draft(...places: readonly (readonly [x: number, y: number])[]): Promise<string> {
  const ana = person({ nome: 'Ana Lima' });
  const own = { signatarioId: ana.id, largura: 0.2, altura: 0.05 };
  return create(
    senderOf(owner),
    [ana],
    places.map(([x, y]) => field({ ...own, x, y })),
  );
}

/** A finger: down, along, up. */
async function swipe(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const touch = (kind: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    cdp.send('Input.dispatchTouchEvent', { type: kind, touchPoints: at ? [at] : [] });
  await touch('touchStart', from);
  for (let step = 1; step <= 8; step += 1) {
    await touch('touchMove', { x: from.x + ((to.x - from.x) * step) / 8, y: from.y + ((to.y - from.y) * step) / 8 });
  }
  await touch('touchEnd');
  await cdp.detach();
}

describe.skipIf(missing)('several fields', () => {
  it('are chosen by a frame, aligned, distributed and moved together', async () => {
    const id = await draft([0.1, 0.1], [0.3, 0.2], [0.5, 0.34]);
    const { page, context } = await opened();
    await openEditor(page, service.origin, id);
    await drag(page, await on(page, 1, 0.05, 0.05), await on(page, 1, 0.9, 0.42));
    expect(await page.locator('[data-campo][aria-pressed="true"]').count()).toBe(3);
    await button(page, 'Alinhar à esquerda').click();
    await button(page, 'Distribuir na vertical').click();
    const [a, b, c] = await shownFields(page);
    if (!a || !b || !c) throw new Error('three fields');
    expect(Math.max(a.x, b.x, c.x) - Math.min(a.x, b.x, c.x)).toBeLessThan(NEAR);
    expect(Math.abs(b.y - a.y - (c.y - b.y))).toBeLessThan(NEAR);
    await drag(page, await middleOf(page.locator('[data-campo]').nth(1)), await on(page, 1, 0.6, 0.6));
    const [d, e, f] = await shownFields(page);
    expect(Math.abs((f?.y ?? 0) - (d?.y ?? 0) - (c.y - a.y))).toBeLessThan(NEAR);
    expect((e?.x ?? 0) - b.x).toBeGreaterThan(0.2);
    await saved(page);
    expect(apart(await shownFields(page), serverFields(await read(owner, id)))).toBeLessThan(NEAR);
    await context.close();
  });

  it('snap to each other and never leave the page', async () => {
    const id = await draft([0.1, 0.1], [0.5, 0.3]);
    const { page, context } = await opened();
    await openEditor(page, service.origin, id);
    const first = page.locator('[data-campo]').first();
    const target = await boxOf(page.locator('[data-campo]').nth(1));
    const start = await boxOf(first);
    // Three pixels off the other's edge: the edge wins.
    await drag(page, await middleOf(first), { x: target.x + start.width / 2 + 3, y: start.y + 200 });
    expect(Math.abs((await boxOf(first)).x - target.x)).toBeLessThan(1);
    const sheet = await boxOf(page.locator('[data-page="1"]'));
    await drag(page, await middleOf(first), { x: sheet.x - 60, y: (await boxOf(first)).y + 5 });
    expect((await boxOf(first)).x).toBeGreaterThanOrEqual(sheet.x - 0.5);
    await context.close();
  });

  it('a field goes to another page by hand', async () => {
    const id = await draft([0.1, 0.8]);
    const { page, context } = await opened();
    await openEditor(page, service.origin, id);
    await page.locator('[data-campo]').click();
    await page.mouse.wheel(0, 500);
    await until(async () => (await boxOf(page.locator('[data-page="2"]'))).y < 560);
    await still(page.locator('[data-page="2"]'));
    await drag(page, await middleOf(page.locator('[data-campo]')), await on(page, 2, 0.5, 0.2));
    await page.locator('[data-page="2"] [data-campo]').waitFor();
    await saved(page);
    expect((await read(owner, id)).campos.map(({ pagina }) => pagina)).toEqual([2]);
    await context.close();
  });
});

describe.skipIf(missing)('people', () => {
  it('change their turn by drag', async () => {
    const people = ['Ana Lima', 'Bruno Tavares', 'Caio Prado'].map((nome) => person({ nome }));
    const id = await create(
      senderOf(owner),
      people.map((one, index) => ({ ...one, ordem: index + 1 })),
      [],
      { ordenado: true },
    );
    const { page, context } = await opened();
    await openEditor(page, service.origin, id);
    // What is said of saving as soon as the turns are others: whoever waits for `salvo` after a drop relies on it.
    await page.evaluate(`(() => {
      window.told = [];
      const tell = () => window.told.push(document.querySelector('[data-saving]').dataset.saving);
      new MutationObserver(tell).observe(document.querySelector('.screens-people_turns'), { childList: true });
    })()`);
    const handle = button(page, /^Mover Caio/);
    const first = await boxOf(page.locator('[data-turn]').first());
    await drag(page, await middleOf(handle), { x: first.x + 20, y: first.y + first.height / 2 });
    await saved(page);
    expect(await page.evaluate('window.told')).toEqual(['pending']);
    const turns = new Map((await read(owner, id)).signatarios.map(({ nome, ordem }) => [nome, ordem]));
    expect([turns.get('Ana Lima'), turns.get('Caio Prado'), turns.get('Bruno Tavares')]).toEqual([1, 1, 2]);
    await context.close();
  });

  it('with a name the file cannot show are refused by the service, and the problem leads to them', async () => {
    const id = await draft([0.1, 0.1]);
    const { page, context } = await opened();
    await openEditor(page, service.origin, id);
    await page.locator('[data-party] [aria-expanded]').click();
    await page.getByLabel('Nome completo').fill('Ana 𓀀 Lima');
    await saved(page, 'refused');
    await button(page, /^Revisar/).click();
    await page.locator('.screens-review_problems button').first().click();
    await until(async () => (await page.evaluate('document.activeElement.value')) === 'Ana 𓀀 Lima');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Ana Lima');
    await saved(page);
    await context.close();
  });
});

describe.skipIf(missing)('on a phone of 360 px', () => {
  it('a document is prepared by touch, from sheets', async () => {
    const id = await create(senderOf(owner), [], []);
    const { page, watch, context } = await opened(owner, NARROW);
    await openEditor(page, service.origin, id);
    const tab = (name: string) =>
      page.getByRole('navigation', { name: 'Ferramentas do editor' }).getByRole('button', { name });
    await tab('Pessoas').tap();
    await include(page, 'Ana Lima', 'ana@exemplo.com.br');
    await page.keyboard.press('Escape');
    await tab('Campos').tap();
    await type(page, 'ASSINATURA').tap();
    const campo = page.locator('[data-campo]');
    await campo.waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const before = await boxOf(campo);
    await swipe(page, await middleOf(campo), { x: before.x + 40, y: before.y + 90 });
    expect((await boxOf(campo)).y).toBeGreaterThan(before.y + 30);
    await saved(page);
    expect(apart(await shownFields(page), serverFields(await read(owner, id)))).toBeLessThan(NEAR);
    expect(await fits(page)).toBe(true);
    await button(page, /^Revisar/).tap();
    await button(page, 'Enviar agora').tap();
    await until(async () => (await read(owner, id)).status === 'AGUARDANDO_ASSINATURAS');
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });
});

describe.skipIf(missing)('others', () => {
  it('who may only look, or did not make it, cannot change it', async () => {
    const id = await draft([0.1, 0.1]);
    for (const papel of ['VISUALIZADOR', 'OPERADOR'] as const) {
      const { page, context } = await opened(await newMember(owner, papel));
      await openEditor(page, service.origin, id);
      await page.getByText('Seu papel não permite alterar este documento.').waitFor();
      expect(await type(page, 'ASSINATURA').count()).toBe(0);
      const before = await shownFields(page);
      await drag(page, await middleOf(page.locator('[data-campo]')), await on(page, 1, 0.6, 0.6));
      await page.keyboard.press('Delete');
      expect(apart(await shownFields(page), before)).toBe(0);
      await button(page, /^Revisar/).click();
      expect(await button(page, 'Enviar agora').count()).toBe(0);
      await context.close();
    }
  });

  it('changes through the API are shown when one comes back to the tab, and a sending closes it', async () => {
    const id = await draft([0.1, 0.1]);
    const { page, context } = await opened();
    await openEditor(page, service.origin, id);
    const { signatarios } = await read(owner, id);
    const params = { documentoId: id };
    const more = [
      field({ signatarioId: signatarios[0]?.id ?? null }),
      field({ signatarioId: signatarios[0]?.id ?? null, y: 0.2 }),
    ];
    await owner.sandbox.definirCampos({ params, body: { campos: more } });
    await page.evaluate('dispatchEvent(new Event("focus"))');
    await page.getByText('alterado em outro lugar; mostramos').waitFor();
    await until(async () => (await page.locator('[data-campo]').count()) === 2);
    await owner.sandbox.enviarDocumento({ params });
    await page.locator('[data-campo]').first().click();
    await page.keyboard.press('Shift+ArrowUp');
    await page.getByText('O documento já foi enviado').waitFor();
    expect(await type(page, 'ASSINATURA').count()).toBe(0);
    await context.close();
  });
});
