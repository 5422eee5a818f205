import type { Page } from 'playwright-core';
import { until } from '../browser/world.ts';

/** The acts of a person on the signing page, by what the page calls things. */

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const LONG = { timeout: 20_000 };

/** Waits until an expression holds in the page. Asked from outside: the page's policy lets nothing be evaluated inside. */
export const holds = (page: Page, expression: string): Promise<true> =>
  until(async () => (await page.evaluate(`Boolean(${expression})`)) === true || null);

export async function begin(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await button(page, /^(Começar|Continuar de onde)/).click(LONG);
}

export async function drawn(page: Page): Promise<void> {
  await page.locator('canvas[data-drawn]').first().waitFor(LONG);
}

/** Goes through every page of a document, or of each document of a set. */
export async function readAll(page: Page): Promise<void> {
  await heading(page, 'Leia o documento').waitFor(LONG);
  const next = page.locator('.dock').getByRole('button', { name: /^(Próxima página|Continuar)$/ });
  for (;;) {
    // A page drawn, or the next step already: the last page may pass by itself.
    await holds(
      page,
      '!/^Leia/.test(document.querySelector("h1").textContent) || document.querySelector("canvas[data-drawn]")',
    );
    if ((await heading(page, 'Leia o documento').count()) === 0) return;
    const before = await page.locator('.dock').textContent();
    await next.click({ timeout: 2_000 }).catch(() => {});
    await holds(
      page,
      `!/^Leia/.test(document.querySelector("h1").textContent) || document.querySelector(".dock").textContent !== ${JSON.stringify(before)}`,
    );
  }
}

export async function agree(page: Page): Promise<void> {
  await heading(page, 'Concorde com o texto').waitFor(LONG);
  await page.getByRole('checkbox').check();
  await button(page, 'Continuar').click();
}

/** Makes the signature or the initials in the open dialog by typing. */
export async function typeMark(page: Page, text?: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Digitar', { exact: true }).click(LONG);
  if (text !== undefined) await dialog.getByRole('textbox').fill(text);
  await dialog.getByRole('button', { name: /^Usar esta/ }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Draws a line of so many pixels in the open dialog. */
export async function draw(page: Page, length = 180): Promise<void> {
  await page.getByRole('dialog').getByText('Desenhar', { exact: true }).click(LONG);
  const box = await page.locator('.pad canvas').boundingBox(LONG);
  if (!box) throw new Error('no pad');
  const [x, y] = [box.x + 30, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const steps = Math.max(1, Math.round(length / 6));
  for (let i = 1; i <= steps; i += 1) await page.mouse.move(x + (i * length) / steps, y + Math.sin(i / 3) * 25);
  await page.mouse.up();
}

/** Presses "Próximo" until the review is shown, making what is asked for on the way. */
export async function fillAll(page: Page, texts: Readonly<Record<string, string>> = {}): Promise<void> {
  await heading(page, 'Preencha e assine').waitFor(LONG);
  await page.locator('.reader[data-pronto]').waitFor(LONG);
  for (let turn = 0; turn < 40; turn += 1) {
    await page.locator('.dock .primary').click(LONG);
    await holds(
      page,
      'document.querySelector(".spot.active :focus, dialog[open]") || /Revise/.test(document.querySelector("h1")?.textContent)',
    );
    if ((await heading(page, 'Revise e conclua').count()) > 0) return;
    if (await page.getByRole('dialog').isVisible()) await typeMark(page);
    const active = page.locator('.spot.active');
    const checkbox = active.getByRole('checkbox');
    if ((await checkbox.count()) > 0) await checkbox.check({ force: true });
    const input = active.getByRole('textbox');
    if ((await input.count()) === 0) continue;
    const wanted = texts[(await input.getAttribute('aria-label')) ?? ''];
    if (wanted !== undefined) await input.fill(wanted);
  }
  throw new Error('the fields did not come to an end');
}

export async function sign(page: Page, verb = 'Assinar'): Promise<void> {
  await heading(page, 'Revise e conclua').waitFor(LONG);
  await page.getByRole('button', { name: verb, exact: true }).click();
}

/** The whole road of a signer whose link proves the e-mail. */
export async function wholeRoad(page: Page, link: string, texts?: Readonly<Record<string, string>>): Promise<void> {
  await begin(page, link);
  await readAll(page);
  await agree(page);
  await fillAll(page, texts);
  await sign(page);
  await heading(page, 'Pronto, você assinou').waitFor(LONG);
}
