import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, NARROW } from '../browser/browser.ts';
import { openStage } from '../browser/stage.ts';
import { create, field, person, until } from '../browser/world.ts';
import { button, clickAtOnce, openEditor, pressAtOnce, read, saved, tabTo } from './editor.ts';
import { type Member, newOwner, openAs, senderOf } from './members.ts';

/** Who is faster than the screen: nothing is waited for between one key or click and the next, and none is lost. */

const { browser, service, missing } = await openStage();
let owner: Member;

beforeAll(async () => {
  if (!missing) owner = await newOwner(service);
});

const THREE = ['Ana Lima', 'Bruno Tavares', 'Caio Prado'];
const inTurns = () =>
  create(
    senderOf(owner),
    THREE.map((nome, index) => person({ nome, ordem: index + 1 })),
    [],
    { ordenado: true },
  );

async function opened(id: string, options = DESKTOP) {
  const { page, context } = await openAs(browser, owner, options);
  await openEditor(page, service.origin, id);
  return { page, context };
}

/** The turns on the screen, who has the focus, how far saving is, and what was said. */
const ORDER = `[
  [...document.querySelectorAll('[data-turn]')].map((one) => [...one.querySelectorAll('.screens-card_name')].map((nome) => nome.textContent)),
  document.activeElement.getAttribute('aria-label').split(':')[0],
  document.querySelector('[data-saving]').dataset.saving,
  document.querySelector('[data-announcement]').textContent,
]`;
const FOCUSED = 'document.activeElement.id';
const orderOf = async (id: string) => {
  const { signatarios } = await read(owner, id);
  return THREE.map((nome) => signatarios.find((one) => one.nome === nome)?.ordem);
};

describe.skipIf(missing)('people', () => {
  it('go a step up for each key, their handle keeps the focus, and it is told where they are by then', async () => {
    const id = await inTurns();
    const { page, context } = await opened(id);
    await tabTo(page, /^Mover Caio/);
    expect(await pressAtOnce(page, ['ArrowUp', 'ArrowUp'], ORDER)).toEqual([
      [['Ana Lima'], ['Caio Prado'], ['Bruno Tavares']],
      'Mover Caio Prado',
      'pending',
      'Caio Prado: 2ª vez de 3',
    ]);
    const press = () => page.keyboard.press('ArrowUp');
    await Promise.all([press(), press(), press()]);
    await saved(page);
    expect(await orderOf(id)).toEqual([2, 3, 1]);
    await context.close();
  });

  it('let go by the pointer are where it was let go, though no move was seen on the way', async () => {
    const id = await inTurns();
    const { page, context } = await opened(id);
    const after = await page.evaluate(`(() => {
      const handle = [...document.querySelectorAll('[data-party-handle]')].at(-1);
      const [{ x, top, height }, from] = [document.querySelector('[data-turn]').getBoundingClientRect(), handle.getBoundingClientRect()];
      handle.setPointerCapture = () => {};
      const point = (type, clientY) =>
        handle.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, button: 0, clientX: x + 20, clientY }));
      point('pointerdown', from.top + 5);
      point('pointermove', from.top - 5);
      point('pointerup', top + height / 2);
      return ${ORDER};
    })()`);
    expect(after).toEqual([
      [['Ana Lima', 'Caio Prado'], ['Bruno Tavares']],
      'Mover Caio Prado',
      'pending',
      'Caio Prado: 1ª vez de 2',
    ]);
    await saved(page);
    expect(await orderOf(id)).toEqual([1, 2, 1]);
    await context.close();
  });

  it('included get the first letter that is typed', async () => {
    const id = await create(senderOf(owner), [], []);
    const { page, context } = await opened(id);
    expect(await clickAtOnce(page, ['#include-party'], FOCUSED)).toMatch(/^party-.*-nome$/);
    await page.keyboard.type('Rui Sá');
    expect(await page.locator('.screens-card_name').innerText()).toBe('Rui Sá');
    await context.close();
  });
});

describe.skipIf(missing)('fields', () => {
  const draft = (...heights: readonly number[]) => {
    const ana = person({ nome: 'Ana Lima' });
    return create(
      senderOf(owner),
      [ana],
      heights.map((y) => field({ signatarioId: ana.id, largura: 0.2, altura: 0.05, x: 0.1, y })),
    );
  };
  const CHOSEN = `[
    document.querySelectorAll('[data-campo]').length,
    document.querySelectorAll('[data-campo][aria-pressed="true"]').length,
    document.activeElement.matches('[data-campo][aria-pressed="true"]'),
  ]`;

  it('are chosen, copied, pasted, moved and deleted, the focus always with those the next key is for', async () => {
    const id = await draft(0.1, 0.2, 0.34);
    const { page, context } = await opened(id);
    await tabTo(page, /^Assinatura, de Ana/);
    expect(await pressAtOnce(page, ['Control+a', 'Control+c', 'Control+v'], CHOSEN)).toEqual([6, 3, true]);
    await pressAtOnce(page, ['Shift+ArrowRight', 'Shift+ArrowRight', 'Alt+ArrowRight', 'Alt+ArrowRight']);
    await saved(page);
    const { campos } = await read(owner, id);
    expect(new Set(campos.map(({ x }) => x.toFixed(3))).size).toBe(2);
    expect(new Set(campos.map(({ largura }) => largura.toFixed(4))).size).toBe(2);
    expect(await pressAtOnce(page, ['Delete'], CHOSEN)).toEqual([3, 0, false]);
    expect(await page.evaluate('document.activeElement.matches("[data-campo]")')).toBe(true);
    const none = ['Control+a', 'Delete'];
    expect(await pressAtOnce(page, none, 'document.activeElement.ariaLabel')).toBe('Documento');
    expect(await page.locator('[data-campo]').count()).toBe(0);
    await context.close();
  });

  it('put twice from the palette stand apart, the last of them with the focus', async () => {
    const id = await draft();
    const { page, context } = await opened(id);
    const twice = ['[data-tipo="TEXTO"]', '[data-tipo="TEXTO"]'];
    expect(await clickAtOnce(page, twice, CHOSEN)).toEqual([2, 1, true]);
    await saved(page);
    const [a, b] = (await read(owner, id)).campos;
    expect([a?.x, a?.y]).not.toEqual([b?.x, b?.y]);
    await context.close();
  });

  it('go to other pages with the focus, however far these are, and open for changing at once', async () => {
    const id = await draft(0.1);
    const { page, context } = await opened(id);
    const { paginas } = await read(owner, id);
    await tabTo(page, /^Assinatura, de Ana/);
    const turns = Array.from({ length: paginas + 1 }, () => 'Alt+PageDown');
    const where = 'document.activeElement.closest("[data-page]").dataset.page';
    expect(await pressAtOnce(page, turns, where)).toBe(String(paginas));
    expect(await pressAtOnce(page, ['Enter'], FOCUSED)).toBe('field-holder');
    await context.close();
  });
});

describe.skipIf(missing)('a problem', () => {
  const review = async (page: Page, name: RegExp) => {
    await button(page, /^Revisar/).click();
    await page.getByRole('button', { name }).waitFor();
    // As the page has it by the time the click is over: before the next key.
    return page.evaluate(`(() => {
      [...document.querySelectorAll('.screens-review_problems button')].find((one) => ${name}.test(one.textContent)).click();
      return document.activeElement.type + ' ' + document.activeElement.id;
    })()`);
  };
  const MOVING = { ...DESKTOP, reducedMotion: 'no-preference' } as const;

  it('leads to its place at once, and is mended by what is typed from then on', async () => {
    const id = await create(senderOf(owner), [], []);
    const { page, context } = await opened(id, MOVING);
    await button(page, 'Incluir pessoa').click();
    await page.keyboard.type('Ana Lima');
    expect(await review(page, /Falta o e-mail/)).toMatch(/^text party-.*-email$/);
    await page.keyboard.type('ana@exemplo.com.br');
    await saved(page);
    expect((await read(owner, id)).signatarios.map(({ email }) => email)).toEqual(['ana@exemplo.com.br']);
    await context.close();
  });

  it('of a rule opens the rules there, and they give the focus back to where the review came from', async () => {
    const id = await inTurns();
    const { page, context } = await opened(id, MOVING);
    await button(page, 'Regras').click();
    const title = page.getByRole('dialog').getByLabel('Título');
    await title.fill('');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await review(page, /título/i);
    await until(async () => (await page.evaluate(FOCUSED)) === 'option-titulo');
    await page.keyboard.type('Locação');
    expect(await title.inputValue()).toBe('Locação');
    await page.keyboard.press('Escape');
    await until(async () => (await page.evaluate('document.activeElement.matches("#review")')) === true);
    await context.close();
  });

  it('opens the sheet it is in on a phone, and has the focus there', async () => {
    const id = await create(senderOf(owner), [person({ nome: 'Ana Lima' })], []);
    const { page, context } = await opened(id, { ...NARROW, reducedMotion: 'no-preference' });
    await page
      .getByRole('navigation', { name: 'Ferramentas do editor' })
      .getByRole('button', { name: 'Pessoas' })
      .click();
    await page.locator('[data-party] [aria-expanded]').click();
    await page.getByLabel('E-mail ou celular').fill('');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await review(page, /Falta o e-mail/);
    await until(async () => /-email$/.test(await page.evaluate('document.activeElement.id')));
    await page.keyboard.type('ana@exemplo.com.br');
    await saved(page);
    await context.close();
  });
});
