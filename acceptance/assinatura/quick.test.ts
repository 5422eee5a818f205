import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, watched } from '../browser/browser.ts';
import { openStage } from '../browser/stage.ts';
import { CODE_IN_EMAIL, field, messageTo, newSender, person, type Sender, send } from '../browser/world.ts';
import { begin, button, FRAMES, fillAll, heading, readAll } from './steps.ts';

/** People who are faster than the page: what appears has the focus before the next key, and no input is lost. */

const { browser, service, missing } = await openStage();
let sender: Sender;

beforeAll(async () => {
  sender = await newSender(service);
});

async function open(link: string) {
  const { context } = await watched(browser, DESKTOP);
  const page = await context.newPage();
  await page.goto(link);
  return { context, page };
}

/** A code that is not the one somebody got. */
const wrongCode = async (email: string) =>
  (await messageTo(sender, email, CODE_IN_EMAIL)) === '000000' ? '111111' : '000000';

/** Clicks, and evaluates what became of it in the same task of the page: before anything is drawn, or a key pressed. */
const clicked = (page: Page, text: string, then: string) =>
  page.evaluate(`(async () => {
    [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === ${JSON.stringify(text)}).click();
    for (let turn = 0; turn < 20; turn += 1) await null;
    return ${then};
  })()`);

describe.skipIf(missing)('the focus is there before the next key', () => {
  it('on the heading of the next step, in a dialog that opens, and on what is missing', async () => {
    const { links } = await send(sender, [person()]);
    const { page, context } = await open(links[0] ?? '');
    await button(page, 'Recusar').waitFor();
    const inDialog = 'document.querySelector("dialog[open]")?.contains(document.activeElement) ?? false';
    expect(await clicked(page, 'Recusar', inDialog)).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await clicked(page, 'Começar', 'document.activeElement.tagName')).toBe('H1');
    await readAll(page);
    await fillAll(page);
    await heading(page, 'Revise e conclua').waitFor();
    const told = '[document.activeElement.id, document.activeElement.getAttribute("aria-describedby")]';
    expect(await clicked(page, 'Assinar', told)).toEqual(['agreed', 'agreed-error']);
    await context.close();
  });
});

describe.skipIf(missing)('what is given', () => {
  it('to several fields at once, as a browser fills them in, is kept in all of them', async () => {
    const places = ['Cidade', 'Profissão', 'Bairro'].map((rotulo, index) =>
      field({ tipo: 'TEXTO', rotulo, y: 0.2 + index / 10, altura: 0.04 }),
    );
    const { links } = await send(sender, [person()], [...places, field()]);
    const { page, context } = await open(links[0] ?? '');
    await begin(page, links[0] ?? '');
    await readAll(page);
    await heading(page, 'Leia e preencha').waitFor();
    await page.locator('[data-ready]').waitFor();
    await page.evaluate(`(() => {
      for (const [index, input] of document.querySelectorAll('[data-campo] textarea').entries()) {
        input.value = 'texto ' + index;
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
    })()`);
    await page.locator('[data-dock] .primary').click();
    const boxes = page.locator('[data-campo] textarea');
    expect(await Promise.all([0, 1, 2].map((index) => boxes.nth(index).inputValue()))).toEqual([
      'texto 0',
      'texto 1',
      'texto 2',
    ]);
    await context.close();
  });

  it('in the place of a wrong code, before it is told to be wrong, stays', async () => {
    const one = person({ metodoEntrega: 'LINK' });
    const { links } = await send(sender, [one]);
    const { page, context } = await open(links[0] ?? '');
    await begin(page, links[0] ?? '');
    await button(page, 'Enviar código').click();
    const wrong = await wrongCode(one.email);
    const code = page.getByLabel('Código de 6 números');
    const { promise: typed, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/autenticar', async (route) => {
      await typed;
      await route.continue();
    });
    const asked = page.waitForRequest('**/autenticar');
    await code.fill(wrong);
    await asked;
    await code.fill('12');
    const refused = page.waitForResponse('**/autenticar');
    goOn();
    expect((await refused).status()).toBe(401);
    await page.locator('form [aria-disabled]').waitFor({ state: 'detached' });
    await page.keyboard.type('3');
    expect(await code.inputValue()).toBe('123');
    await context.close();
  });

  it('as a code is sent by its sixth digit, once: the same one again waits for the key', async () => {
    const one = person({ metodoEntrega: 'LINK' });
    const { links } = await send(sender, [one]);
    const { page, context } = await open(links[0] ?? '');
    await begin(page, links[0] ?? '');
    await button(page, 'Enviar código').click();
    const wrong = await wrongCode(one.email);
    const code = page.getByLabel('Código de 6 números');
    let answers = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/autenticar')) answers += 1;
    });
    await code.focus();
    await page.keyboard.type('12345');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('O código tem 6 números.').waitFor();
    expect(answers).toBe(0);
    await code.fill(wrong);
    await page.getByRole('alert').getByText('Restam 4 tentativas').waitFor();
    expect(await page.evaluate('[document.activeElement.id, document.activeElement.value]')).toEqual(['code', '']);
    await code.fill(wrong);
    // By then the page has drawn, and done what follows from it.
    await page.evaluate(FRAMES);
    expect([answers, await code.inputValue()]).toEqual([1, wrong]);
    await page.keyboard.press('Enter');
    await page.getByText('Restam 3 tentativas').waitFor();
    expect(answers).toBe(2);
    await context.close();
  });
});
