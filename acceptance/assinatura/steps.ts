import type { Frame, Locator, Page } from 'playwright-core';
import { until } from '../browser/world.ts';

/** The acts of a person on the signing page, by what the page calls things. */

/** Where the signing page is: in a tab, or in a frame of another page. */
export type Place = Page | Frame;

export const heading = (page: Place, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });
export const button = (page: Place, name: string | RegExp) => page.getByRole('button', { name });

/** Answers what `knownPerson` is asked. */
export async function prove(page: Place): Promise<void> {
  await heading(page, 'Confirme que é você').waitFor();
  await page.getByLabel('CPF').fill('52998224725');
  await page.getByLabel('Data de nascimento').fill('17051980');
  await button(page, 'Confirmar').click();
}

/** Waits until an expression holds in the page. Asked from outside: the page's policy lets nothing be evaluated inside. */
export const holds = (page: Place, expression: string): Promise<true> =>
  until(async () => (await page.evaluate(`Boolean(${expression})`)) === true || null);

export async function begin(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await button(page, /^(Começar|Continuar de onde)/).click();
}

export async function drawn(page: Place): Promise<void> {
  await page.locator('canvas[data-drawn]').first().waitFor();
}

const dock = (page: Place) => page.locator('[data-dock]');
/** The one button of the document: it says what comes next. */
export const nextButton = (page: Place) => dock(page).locator('.primary');

/** What the page is at: a step, a field, so many pages. */
const AT = `JSON.stringify([
  document.querySelector("h1")?.textContent,
  document.querySelector("[data-dock]")?.textContent,
  document.querySelector("[data-active]")?.dataset.campo,
  document.querySelector("dialog[open] h2")?.textContent,
])`;

/** Two frames, after which whatever a change of place sets off in the page has been done. */
export const FRAMES =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))';

/**
 * Presses the one button if it leads to another page, in the same task of the browser that looks at what it says: a page
 * may pass by itself between a look and a press, and the button would then lead to something else.
 * @returns whether it did
 */
async function turnPage(page: Place): Promise<boolean> {
  const before = await page.evaluate(`(() => {
    const button = document.querySelector("[data-dock] .primary");
    if (button?.textContent !== "Próxima página") return null;
    const before = ${AT};
    button.click();
    return before;
  })()`);
  if (before !== null) await holds(page, `${AT} !== ${JSON.stringify(before)}`);
  return before !== null;
}

/** Turns the pages of the document that are left, however many pass by themselves meanwhile. */
export async function turnPages(page: Place): Promise<void> {
  while (await turnPage(page)) await drawn(page);
}

/**
 * Presses the one button once it may be pressed, and waits until the page is at something else. It may be so before: what
 * comes after a dialog may come after a look at what is asked for, and is to be looked at anew.
 * @param seen what the page was at
 */
async function press(page: Place, seen: string): Promise<void> {
  const elsewhere = `${AT} !== ${JSON.stringify(seen)}`;
  await holds(page, `${elsewhere} || !document.querySelector("[data-dock] .primary[aria-disabled]")`);
  if ((await page.evaluate(AT)) === seen) await nextButton(page).click();
  await holds(page, `${elsewhere} && !document.querySelector("[data-coming]")`);
}

/** Waits for the reader, whose heading stands before it is fetched. */
export async function readerOpen(page: Place): Promise<void> {
  await heading(page, 'Leia e preencha').waitFor();
  await dock(page).waitFor();
}

/** Waits for the answer that tells that the whole document was read. */
export const readingTold = (page: Page) =>
  page.waitForResponse(async (response) => {
    return response.url().endsWith('/leitura') && (await response.json()).leituraConcluida === true;
  });

/** Goes through every page of the document that is shown. */
export async function readAll(page: Place): Promise<void> {
  await heading(page, 'Leia e preencha').waitFor();
  await drawn(page);
  await turnPages(page);
}

/** Makes the signature or the initials in the open dialog by typing. */
export async function typeMark(page: Place, text?: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Digitar', { exact: true }).click();
  if (text !== undefined) await dialog.getByRole('textbox').fill(text);
  const made = await dialog.getByRole('heading').textContent();
  await dialog.getByRole('button', { name: /^Usar/ }).click();
  // What comes next may be made in a dialog too.
  await dialog.getByRole('heading', { name: made ?? '' }).waitFor({ state: 'hidden' });
}

/** Goes to where a signature is made of a picture. @returns what takes the file */
export async function offerPicture(page: Page, link: string): Promise<Locator> {
  await begin(page, link);
  await readAll(page);
  await page.locator('[data-tipo=ASSINATURA] button').click();
  await page.getByRole('dialog').getByText('Enviar imagem').click();
  return page.locator('input[type=file]');
}

/** Draws a line of so many pixels in the open dialog. */
export async function draw(page: Page, length = 180): Promise<void> {
  await page.getByRole('dialog').getByText('Desenhar', { exact: true }).click();
  const box = await page.locator('dialog canvas').boundingBox();
  if (!box) throw new Error('no pad');
  const [x, y] = [box.x + 30, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const steps = Math.max(1, Math.round(length / 6));
  for (let i = 1; i <= steps; i += 1) await page.mouse.move(x + (i * length) / steps, y + Math.sin(i / 3) * 25);
  await page.mouse.up();
}

/** A field may take two: what is given may change what the button says. */
const MOST_TURNS = 120;

/** Presses the one button until the review is shown, giving what is asked for on the way. */
export async function fillAll(page: Place, texts: Readonly<Record<string, string>> = {}): Promise<void> {
  await heading(page, 'Leia e preencha').waitFor();
  await page.locator('[data-ready]').waitFor();
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    if ((await heading(page, 'Revise e conclua').count()) > 0) return;
    if (await page.getByRole('dialog').isVisible()) {
      await typeMark(page);
      continue;
    }
    const seen = String(await page.evaluate(AT));
    const checkbox = dock(page).getByRole('checkbox');
    if ((await checkbox.count()) > 0) await checkbox.check();
    const input = dock(page).getByRole('textbox');
    if ((await input.count()) > 0) {
      const wanted = texts[(await dock(page).locator('label strong').textContent()) ?? ''];
      if (wanted !== undefined) await input.fill(wanted);
    }
    await press(page, seen);
  }
  throw new Error('the fields did not come to an end');
}

/** Agrees to the statement in the review. */
export async function agree(page: Place): Promise<void> {
  await heading(page, 'Revise e conclua').waitFor();
  await page.getByRole('checkbox', { name: /^Li o documento/ }).check();
}

export async function sign(page: Place, verb = 'Assinar'): Promise<void> {
  await agree(page);
  await page.getByRole('button', { name: verb, exact: true }).click();
}

/** What is left once the pages were read: fills in what is asked for and signs. */
export async function fillAndSign(page: Place, texts?: Readonly<Record<string, string>>): Promise<void> {
  await fillAll(page, texts);
  await sign(page);
  await heading(page, 'Pronto, você assinou').waitFor();
}

/** The whole road of a signer whose link proves the e-mail. */
export async function wholeRoad(page: Page, link: string, texts?: Readonly<Record<string, string>>): Promise<void> {
  await begin(page, link);
  await readAll(page);
  await fillAndSign(page, texts);
}
