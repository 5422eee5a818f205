import type { Documento } from '@rubrica/contract';
import type { Frame, Locator, Page } from 'playwright-core';
import { until } from '../browser/world.ts';
import { type Member, panelUrl } from './members.ts';

/** The acts of a person in the field editor, by what the editor calls things. */

export async function openEditor(page: Page, origin: string, documentoId: string): Promise<void> {
  await page.goto(panelUrl(origin, `/documentos/${documentoId}/preparar`));
  await ready(page);
}

/** @param page that shows the editor, or the frame in it */
export async function ready(page: Page | Frame): Promise<void> {
  await page.locator('[data-ready]').waitFor();
  await page.locator('[data-page] canvas[data-drawn]').first().waitFor();
}

/** Waits until the editor says how far saving is. With a change it says so at once: what was done before is meant. */
export async function saved(page: Page | Frame, estado = 'saved'): Promise<void> {
  await page.locator(`[data-saving="${estado}"]`).waitFor();
}

export const button = (page: Page | Frame | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
/**
 * The dialog, once it has taken the focus: what is typed while the focus is on its way is typed where it goes, and a menu
 * that opened the dialog gives the focus back as it closes.
 */
export async function settledDialog(page: Page): Promise<Locator> {
  await page.locator('[role="dialog"] :focus').waitFor();
  return page.getByRole('dialog');
}
export const type = (page: Page | Frame, tipo: string) => page.locator(`[data-tipo="${tipo}"]`);

export async function include(page: Page | Frame, nome: string, email: string): Promise<void> {
  await button(page, 'Incluir pessoa').click();
  await page.getByLabel('Nome completo').fill(nome);
  await page.getByLabel('E-mail ou celular').fill(email);
}

/** Presses, moves and lets go, as a hand does: in steps. */
export async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let step = 1; step <= 8; step += 1) {
    await page.mouse.move(from.x + ((to.x - from.x) * step) / 8, from.y + ((to.y - from.y) * step) / 8);
  }
  await page.mouse.up();
}

export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not shown');
  return box;
}

/** Waits until something is where it was a few frames ago: scrolling by a wheel takes its time. */
export async function still(locator: Locator): Promise<void> {
  const three =
    'new Promise((done) => { let left = 3; (function next() { left-- ? requestAnimationFrame(next) : done(); })(); })';
  await until(async () => {
    const before = await boxOf(locator);
    await locator.page().evaluate(three);
    const now = await boxOf(locator);
    return now.x === before.x && now.y === before.y;
  });
}

export async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await boxOf(locator);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A point of a page, by fractions of it. */
export async function on(page: Page | Frame, pagina: number, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await boxOf(page.locator(`[data-page="${pagina}"]`));
  return { x: box.x + x * box.width, y: box.y + y * box.height };
}

export async function place(page: Page, tipo: string, pagina: number, x: number, y: number): Promise<void> {
  await drag(page, await middleOf(type(page, tipo)), await on(page, pagina, x, y));
}

export interface Shown {
  readonly pagina: number;
  readonly x: number;
  readonly y: number;
  readonly largura: number;
  readonly altura: number;
}

/** The fields as they are on the screen, in fractions of their pages. */
export async function shownFields(page: Page): Promise<Shown[]> {
  const rows = (await page.evaluate(`[...document.querySelectorAll('[data-campo]')].map((field) => {
    const sheet = field.closest('[data-page]').getBoundingClientRect();
    const box = field.getBoundingClientRect();
    return { pagina: Number(field.closest('[data-page]').dataset.page), x: (box.left - sheet.left) / sheet.width,
      y: (box.top - sheet.top) / sheet.height, largura: box.width / sheet.width, altura: box.height / sheet.height };
  })`)) as Shown[];
  return sorted(rows);
}

export const sorted = (fields: readonly Shown[]): Shown[] =>
  [...fields].sort((a, b) => a.pagina - b.pagina || a.y - b.y || a.x - b.x);

export const serverFields = ({ campos }: Documento): Shown[] =>
  sorted(campos.map(({ pagina, x, y, largura, altura }) => ({ pagina, x, y, largura, altura })));

/** How far two lists of fields are apart at most, in fractions of the page; infinite where they are not as many. */
export function apart(some: readonly Shown[], others: readonly Shown[]): number {
  if (some.length !== others.length) return Number.POSITIVE_INFINITY;
  const sides = ['pagina', 'x', 'y', 'largura', 'altura'] as const;
  return Math.max(0, ...some.flatMap((one, i) => sides.map((side) => Math.abs(one[side] - (others[i]?.[side] ?? 9)))));
}

export const read = (member: Member, documentoId: string): Promise<Documento> =>
  member.sandbox.obterDocumento({ params: { documentoId } });

/** Tabs until what has the focus says the given name. */
export async function tabTo(page: Page, name: string | RegExp, back = false): Promise<void> {
  for (let turn = 0; turn < 120; turn += 1) {
    const heard = (await page.evaluate(`(() => {
      const e = document.activeElement;
      const label = e.labels && e.labels[0] ? e.labels[0].textContent : '';
      return e.getAttribute('aria-label') || label || e.innerText || '';
    })()`)) as string;
    if (typeof name === 'string' ? heard.trim() === name : name.test(heard.trim())) return;
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`nothing called ${name} gets the focus`);
}

/**
 * Presses keys on whatever has the focus, one upon the other: in one task of the page, so that nothing is drawn, fetched
 * or waited for in between.
 * @param then evaluated before that task is over
 */
export function pressAtOnce<T = unknown>(page: Page, keys: readonly string[], then = 'null'): Promise<T> {
  return page.evaluate(`(() => {
    for (const name of ${JSON.stringify(keys)}) {
      const held = name.split('+');
      const key = held.pop();
      const [ctrlKey, shiftKey, altKey] = ['Control', 'Shift', 'Alt'].map((one) => held.includes(one));
      const init = { key, ctrlKey, shiftKey, altKey, bubbles: true, cancelable: true };
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', init));
    }
    return ${then};
  })()`) as Promise<T>;
}

/** Clicks what selectors find, one upon the other as `pressAtOnce` presses. @param then evaluated in the same task */
export function clickAtOnce<T = unknown>(page: Page, selectors: readonly string[], then = 'null'): Promise<T> {
  return page.evaluate(`(() => {
    for (const one of ${JSON.stringify(selectors)}) document.querySelector(one).click();
    return ${then};
  })()`) as Promise<T>;
}

export const address = (page: Page, path: RegExp): Promise<true> => until(async () => path.test(page.url()) || null);
