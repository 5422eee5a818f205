import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, NARROW, PHONE, watched } from '../browser/browser.ts';
import { openStage } from '../browser/stage.ts';
import { field, newSender, person, type Sender, send, signByApi, tokenOf, until } from '../browser/world.ts';
import { VALID_CPF } from './scenes.ts';
import { begin, button, drawn, FRAMES, fillAll, heading, holds, nextButton, readAll, sign } from './steps.ts';

/** What a signer did is kept on the device: through a reload and a killed tab, sealed, and no longer than it is needed. */

const { browser, service, missing } = await openStage();
let sender: Sender;

beforeAll(async () => {
  sender = await newSender(service);
});

const FIELDS = [
  field({ tipo: 'TEXTO', y: 0.3, altura: 0.04, rotulo: 'Cidade' }),
  field({ tipo: 'CPF', y: 0.4, altura: 0.03 }),
  field(),
];

async function open(options = PHONE) {
  const { context, watch } = await watched(browser, options);
  return { context, watch, page: await context.newPage() };
}

const city = (page: Page) => page.locator('[data-name="Cidade"] textarea');
const keptLine = (page: Page) => page.getByText('guardado só neste aparelho');
const databases = (page: Page): Promise<number> => page.evaluate('indexedDB.databases().then((all) => all.length)');

/** Types a city and a CPF, and makes the signature. */
async function work(page: Page, link: string): Promise<void> {
  await begin(page, link);
  await readAll(page);
  await fillAll(page, { Cidade: 'Campinas', CPF: VALID_CPF });
  await page.locator('[data-kept=review]').waitFor();
}

/** When something was kept last, by the device's clock; 0 where nothing is. */
const keptAt = async (page: Page): Promise<number> =>
  (await databases(page)) === 0 ? 0 : Math.max(0, ...JSON.parse(await stored(page))[0]);

/** Everything that is stored on the device for the service, as text. */
const stored = (page: Page): Promise<string> =>
  page.evaluate(`(async () => {
    const database = await new Promise((done) => { const o = indexedDB.open("rubrica"); o.onsuccess = () => done(o.result); });
    const store = database.transaction("guardado").objectStore("guardado");
    const all = (request) => new Promise((done) => { request.onsuccess = () => done(request.result); });
    const [names, rows] = [await all(store.getAllKeys()), await all(store.getAll())];
    database.close();
    const text = rows.map(({ sealed }) => new TextDecoder("latin1").decode(sealed)).join();
    return JSON.stringify([rows.map(({ em }) => em), names, text, { ...localStorage }, { ...sessionStorage }]);
  })()`);

describe.skipIf(missing)('what was done', () => {
  it('is there after a reload and after a killed tab, where it was left, and signs', async () => {
    const { page, context } = await open();
    const { id, links } = await send(sender, [person()], FIELDS);
    const [link = ''] = links;
    await work(page, link);
    await page.reload();
    await heading(page, 'Revise e conclua').waitFor();
    await page.getByText('Campinas').waitFor();
    await page.close();
    const again = await context.newPage();
    await again.goto(link);
    await heading(again, 'Revise e conclua').waitFor();
    for (const given of ['Campinas', VALID_CPF]) await again.getByText(given).waitFor();
    await again.goBack();
    await heading(again, /^Olá/).waitFor();
    await again.goForward();
    await sign(again);
    await heading(again, 'Pronto, você assinou').waitFor();
    const { status } = await sender.api.obterDocumento({ params: { documentoId: id } });
    expect(status).toBe('ASSINADO');
    await context.close();
  });

  it('is there in the middle of the pages too: those that passed, and the one that was looked at', async () => {
    const { page, context } = await open(NARROW);
    const { links } = await send(sender, [person()], FIELDS);
    await begin(page, links[0] ?? '');
    await page.getByText('1 de 4 páginas').waitFor();
    await nextButton(page).click();
    // A short page below the second may be on the screen too.
    const passed = (page: Page) => page.getByText(/^[23] de 4 páginas/);
    await passed(page).waitFor();
    // Once every page has its place, whatever is on the screen has been seen two frames later.
    await page.locator('[data-ready]').waitFor();
    await page.evaluate(FRAMES);
    // A phone tells a page that it is put away before it is killed.
    const told = await passed(page).innerText();
    const away = Number(await page.evaluate('(dispatchEvent(new Event("pagehide")), Date.now())'));
    await until(async () => (await keptAt(page)) >= away || null);
    await page.close();
    const again = await context.newPage();
    await again.goto(links[0] ?? '');
    await again.getByText(told).waitFor();
    await holds(again, 'scrollY > 300');
    await context.close();
  });

  /** The device tells nothing of what it keeps before the page calls `answer()`. */
  const SLOW_DEVICE = `{
    const { open } = IDBFactory.prototype;
    const held = [];
    let answered = false;
    IDBFactory.prototype.open = function (...given) {
      const request = open.apply(this, given);
      Object.defineProperty(request, 'onsuccess', {
        set(tell) {
          request.addEventListener('success', (event) => { answered ? tell(event) : held.push(() => tell(event)); });
        },
      });
      return request;
    };
    globalThis.answer = () => { answered = true; held.splice(0).forEach((tell) => tell()); };
  }`;

  it('is taken up late from a device that is slow to tell, at the beginning and further on', async () => {
    const { page, context } = await open();
    const { links } = await send(sender, [person()], FIELDS);
    const [link = ''] = links;
    await work(page, link);
    await page.close();
    await context.addInitScript(SLOW_DEVICE);

    const waits = await context.newPage();
    await waits.goto(link);
    await heading(waits, /^Olá/).waitFor();
    await waits.evaluate('answer()');
    await heading(waits, 'Revise e conclua').waitFor();
    await waits.close();

    const goesOn = await context.newPage();
    await begin(goesOn, link);
    await drawn(goesOn);
    await city(goesOn).fill('Santos');
    await goesOn.evaluate('answer()');
    await goesOn.locator('[data-kept=documento]').waitFor();
    await goesOn.close();

    const last = await context.newPage();
    await last.goto(link);
    await last.evaluate('answer()');
    await fillAll(last);
    for (const given of ['Santos', VALID_CPF]) await last.getByText(given).waitFor();
    await context.close();
  });

  it('is sealed: the device tells neither what nor by which link, and another link sees nothing of it', async () => {
    const { page, context } = await open();
    const [mine, other] = [await send(sender, [person()], FIELDS), await send(sender, [person()], FIELDS)];
    const link = mine.links[0] ?? '';
    await work(page, link);
    const all = await stored(page);
    expect(all.length).toBeGreaterThan(300);
    // Long enough not to stand in a time or a name by chance.
    const secrets = ['Campinas', VALID_CPF, VALID_CPF.replace(/\D/g, ''), 'Marina', tokenOf(link), mine.id];
    for (const told of secrets) expect(all).not.toContain(told);
    const stranger = await context.newPage();
    await begin(stranger, other.links[0] ?? '');
    await drawn(stranger);
    expect(await city(stranger).inputValue()).toBe('');
    expect(await stranger.locator('[data-tipo=ASSINATURA] img, [data-tipo=ASSINATURA] [class*=script]').count()).toBe(
      0,
    );
    await context.close();
  });
});

describe.skipIf(missing)('it is erased', () => {
  const nothingLeft = (page: Page) => until(async () => (await databases(page)) === 0 || null);

  it('by signing, by the signer, and by a link that is dead', async () => {
    const { page, context } = await open(DESKTOP);
    const { id, links } = await send(sender, [person()], FIELDS);
    await work(page, links[0] ?? '');
    await button(page, 'Apagar').click();
    await heading(page, 'Leia e preencha').waitFor();
    expect(await city(page).inputValue()).toBe('');
    await nothingLeft(page);
    await fillAll(page, { Cidade: 'Santos', CPF: VALID_CPF });
    await keptLine(page).waitFor();
    await sender.api.cancelarDocumento({ params: { documentoId: id }, body: { motivo: 'Erro no valor.' } });
    await page.reload();
    await heading(page, 'O pedido foi cancelado').waitFor();
    await nothingLeft(page);

    const second = await send(sender, [person()], FIELDS);
    await work(page, second.links[0] ?? '');
    await sign(page);
    await heading(page, 'Pronto, você assinou').waitFor();
    await nothingLeft(page);
    await context.close();
  });

  it('by refusing, and when it was signed elsewhere', async () => {
    const { page, context } = await open(DESKTOP);
    const { links } = await send(sender, [person()], FIELDS);
    await work(page, links[0] ?? '');
    await button(page, 'Mais opções').click();
    await page.getByRole('menuitem', { name: 'Recusar' }).click();
    await page.getByLabel('Motivo da recusa').fill('O valor não é o combinado.');
    await page.getByRole('dialog').getByRole('button', { name: 'Recusar' }).click();
    await heading(page, 'Você recusou').waitFor();
    await nothingLeft(page);

    const second = await send(sender, [person()], [field()]);
    await begin(page, second.links[0] ?? '');
    await readAll(page);
    await fillAll(page);
    await keptLine(page).waitFor();
    await signByApi(sender, second.links[0] ?? '');
    await page.reload();
    await heading(page, 'Você já assinou').waitFor();
    await nothingLeft(page);
    await context.close();
  });
});

describe.skipIf(missing)('leaving', () => {
  /** Whether the browser asks before the page is left. */
  async function asks(context: BrowserContext, page: Page): Promise<boolean> {
    let asked = false;
    page.on('dialog', (dialog) => {
      asked = true;
      void dialog.accept();
    });
    await page.close({ runBeforeUnload: true });
    await until(async () => !context.pages().includes(page) || null);
    return asked;
  }

  it('is not asked about where all of it is kept; where the device keeps nothing it is, and nothing else is said', async () => {
    const { page, context } = await open();
    const { links } = await send(sender, [person()], FIELDS);
    await work(page, links[0] ?? '');
    expect(await asks(context, page)).toBe(false);
    await context.close();

    const bare = await open();
    await bare.context.addInitScript('IDBFactory.prototype.open = () => { throw new Error("none"); }');
    await begin(bare.page, links[0] ?? '');
    await readAll(bare.page);
    await fillAll(bare.page, { Cidade: 'Campinas', CPF: VALID_CPF });
    expect(await keptLine(bare.page).count()).toBe(0);
    expect(bare.watch.problems).toEqual([]);
    expect(await asks(bare.context, bare.page)).toBe(true);
    await bare.context.close();
  });
});
