import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE, watched } from '../browser/browser.ts';
import { openStage } from '../browser/stage.ts';
import {
  type Field,
  field,
  knownPerson,
  newSender,
  type Person,
  type Sender,
  send,
  signByApi,
  until,
} from '../browser/world.ts';
import { begin, button, fillAll, fillAndSign, heading, prove, readAll, readerOpen, sign } from './steps.ts';

/** One device that goes from hand to hand: each person is given it, gives it back, and leaves nothing to the next. */

const { browser, service, missing } = await openStage();
let sender: Sender;

beforeAll(async () => {
  sender = await newSender(service);
});

const TITLE = 'Contrato de locação';
const CITY = field({ tipo: 'TEXTO', y: 0.3, altura: 0.04, rotulo: 'Cidade' });
const GIVE_BACK = 'Devolva o aparelho a Imobiliária Acácia Ltda.';
const here = (nome: string) => knownPerson({ nome, presencial: true });
const sent = (one: Person, ...campos: Field[]) =>
  send(sender, [one], [...campos, field()], { fatoresExigidos: ['DADOS_PESSOAIS'] });
const city = (page: Page) => page.locator('[data-name="Cidade"] textarea');
const words = (page: Page): Promise<string> => page.evaluate('document.title + document.body.innerText');

async function open(options = PHONE) {
  const { context, watch } = await watched(browser, options);
  return { context, watch, page: await context.newPage() };
}

/** Everything that the browser has of the service, as text. */
async function left(page: Page, context: BrowserContext): Promise<string> {
  const inside = await page.evaluate(`(async () => {
    const databases = await indexedDB.databases();
    const workers = await navigator.serviceWorker?.getRegistrations() ?? [];
    return JSON.stringify([databases, { ...localStorage }, { ...sessionStorage }, await caches.keys(), workers.length]);
  })()`);
  return JSON.stringify([inside, await context.cookies()]);
}

/** Waits until the browser has nothing: as a page begins it looks at what is kept, which makes an empty place for it. */
const nothingIsLeft = (page: Page, context: BrowserContext) =>
  until(async () => (await left(page, context)) === JSON.stringify(['[[],{},{},[],0]', []]) || null);

/** Takes the device by one's own word, and proves who one is. */
async function take(page: Page, link: string, nome: string): Promise<void> {
  await page.goto(link);
  await heading(page, `Entregue o aparelho a ${nome}`).waitFor();
  await button(page, `Sou ${nome}, começar`).click();
  await button(page, /^(Começar|Continuar de onde)/).click();
}

describe.skipIf(missing)('a device that is handed over', () => {
  it('goes from one to the next, who finds nothing of the one before, in storage, on the way back or by reloading', async () => {
    const { page, context, watch } = await open();
    const documents = [];
    for (const nome of ['Ana Prado', 'Rui Reis']) documents.push(await sent(here(nome), CITY));
    const [ana = '', rui = ''] = documents.map(({ links }) => links[0]);

    await page.goto(ana);
    await heading(page, 'Entregue o aparelho a Ana Prado').waitFor();
    expect(await words(page)).not.toContain(TITLE);
    await take(page, ana, 'Ana Prado');
    await prove(page);
    await readAll(page);
    await fillAll(page, { Cidade: 'Campinas' });
    await page.getByText('Campinas').waitFor();
    expect(await words(page)).not.toContain('guardado só neste aparelho');
    await nothingIsLeft(page, context);
    await sign(page);
    await heading(page, 'Pronto, você assinou').waitFor();
    await button(page, 'Guardar o recibo').waitFor();
    await page.getByText('A via assinada fica com Imobiliária Acácia Ltda.: peça a sua.').waitFor();

    await button(page, 'Concluir').click();
    await heading(page, GIVE_BACK).waitFor();
    const nothing = async () => {
      await heading(page, GIVE_BACK).waitFor();
      for (const own of [TITLE, 'Ana', 'Campinas']) expect(await words(page)).not.toContain(own);
      expect(await page.locator('canvas, img').count()).toBe(0);
    };
    await nothing();
    for (let turn = 0; turn < 3; turn += 1) {
      await page.evaluate('history.back()');
      await nothing();
    }
    await page.reload();
    await nothing();
    await nothingIsLeft(page, context);

    await take(page, rui, 'Rui Reis');
    await page.goBack();
    await page.goto(ana);
    await nothing();
    await take(page, rui, 'Rui Reis');
    await prove(page);
    await readerOpen(page);
    expect(await city(page).inputValue()).toBe('');
    await readAll(page);
    await fillAndSign(page, { Cidade: 'Santos' });
    await button(page, 'Concluir').click();
    await heading(page, GIVE_BACK).waitFor();
    await nothingIsLeft(page, context);
    expect(watch.problems).toEqual([]);
    await context.close();
  });

  it('that is left in the middle asks to be handed over again, with nothing filled in', async () => {
    const { page, context } = await open();
    page.on('dialog', (dialog) => void dialog.accept());
    const [{ links: ana }, { links: rui }] = [await sent(here('Ana Prado'), CITY), await sent(here('Rui Reis'))];
    await take(page, ana[0] ?? '', 'Ana Prado');
    await prove(page);
    await readAll(page);
    await fillAll(page, { Cidade: 'Campinas' });
    await page.goto(rui[0] ?? '');
    await heading(page, 'Entregue o aparelho a Rui Reis').waitFor();
    await page.evaluate('history.back()');
    await heading(page, 'Entregue o aparelho a Ana Prado').waitFor();
    expect(await words(page)).not.toContain('Campinas');
    await take(page, ana[0] ?? '', 'Ana Prado');
    await readerOpen(page);
    expect(await city(page).inputValue()).toBe('');
    await context.close();
  });

  it('is given back after refusing too', async () => {
    const { page, context } = await open();
    const { links } = await sent(here('Ana Prado'));
    await take(page, links[0] ?? '', 'Ana Prado');
    await prove(page);
    await readerOpen(page);
    await page.getByRole('button', { name: 'Mais opções' }).click();
    await page.getByRole('menuitem', { name: 'Recusar' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Motivo da recusa').fill('O valor não é o combinado.');
    await dialog.getByRole('button', { name: 'Recusar' }).click();
    await heading(page, 'Você recusou').waitFor();
    await button(page, 'Concluir').click();
    // The document ended with it, and of a dead link nothing is told on such a device.
    await heading(page, 'O documento foi recusado').waitFor();
    for (const own of [TITLE, 'Ana']) expect(await words(page)).not.toContain(own);
    await context.close();
  });

  it('is given back after refusing what goes on without the person', async () => {
    const { page, context } = await open();
    const two = [here('Ana Prado'), knownPerson()];
    const fields = two.map(({ id }, index) => field({ signatarioId: id, y: 0.4 + index * 0.2 }));
    const { links } = await send(sender, two, fields, { fatoresExigidos: ['DADOS_PESSOAIS'], pararSeRecusado: false });
    await page.goto(links[0] ?? '');
    await button(page, 'Sou Ana Prado, começar').click();
    await button(page, 'Recusar').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Motivo da recusa').fill('O valor não é o combinado.');
    await dialog.getByRole('button', { name: 'Recusar' }).click();
    await button(page, 'Concluir').click();
    await heading(page, GIVE_BACK).waitFor();
    await page.getByText('A recusa foi registrada.').waitFor();
    await context.close();
  });

  it('speaks the person’s language without keeping it, and offers no file and no other device', async () => {
    const { page, context } = await open(DESKTOP);
    const { links } = await sent(here('Ana Prado'));
    await page.goto(links[0] ?? '');
    await page.getByLabel('Idioma').selectOption('en');
    await heading(page, 'Hand the device to Ana Prado').waitFor();
    await page.getByLabel('Language').selectOption('es');
    await heading(page, 'Entregue el dispositivo a Ana Prado').waitFor();
    expect(await context.cookies()).toEqual([]);
    await page.reload();
    // The service knows it of the person; what the browser is set to does not change that.
    await heading(page, 'Entregue el dispositivo a Ana Prado').waitFor();
    await page.getByLabel('Idioma').selectOption('pt-BR');
    await button(page, 'Sou Ana Prado, começar').click();
    await heading(page, 'Olá, Ana').waitFor();
    expect(await words(page)).not.toContain('celular');
    await page.getByRole('button', { name: 'Mais opções' }).click();
    const items = await page.getByRole('menuitem').allTextContents();
    expect(items.map((item) => item.trim())).toEqual(['Falar com quem enviou', 'Recusar']);
    await context.close();
  });

  it('keeps no language that was chosen before the page knew whose device it is on', async () => {
    const { page, context } = await open(DESKTOP);
    const { links } = await sent(here('Ana Prado'));
    const { promise: chosen, resolve } = Promise.withResolvers<void>();
    await page.route(/\/v1\/(sandbox\/)?assinatura\/[^/]+$/, async (route) => {
      await chosen;
      await route.continue();
    });
    await page.goto(links[0] ?? '');
    await page.getByLabel('Idioma').selectOption('en');
    await page.locator('html[lang="en"]').waitFor();
    resolve();
    await heading(page, 'Hand the device to Ana Prado').waitFor();
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });

  it('shows what is over by another’s hand as over', async () => {
    const { page, context } = await open();
    const { links } = await sent(here('Ana Prado'));
    await signByApi(sender, links[0] ?? '');
    await page.goto(links[0] ?? '');
    await heading(page, GIVE_BACK).waitFor();
    expect(await words(page)).not.toContain(TITLE);
    await context.close();
  });

  it('is nothing that a link of another person is asked about', async () => {
    const { page, context } = await open();
    const { links } = await sent(knownPerson({ nome: 'Ana Prado' }));
    await begin(page, links[0] ?? '');
    await prove(page);
    await readerOpen(page);
    expect(await page.title()).toContain(TITLE);
    await context.close();
  });
});
