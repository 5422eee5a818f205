import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE, watched } from '../browser/browser.ts';
import { openStage } from '../browser/stage.ts';
import { field, newSender, person, type Sender, send, signByApi, until } from '../browser/world.ts';
import { begin, button, drawn, fillAll, fillAndSign, heading, readAll } from './steps.ts';

/** What stands around the road of a signer: the menu, who else is on it, how it ends, and in which language. */

const { browser, service, missing } = await openStage();
let sender: Sender;
const MORE = 'Mais opções';

beforeAll(async () => {
  sender = await newSender(service, { emailResposta: 'contratos@acacia.exemplo' });
});

describe.skipIf(missing)('the menu of a step', () => {
  it('is worked by keyboard alone, and gives the focus back', async () => {
    const { context } = await watched(browser, DESKTOP);
    const page = await context.newPage();
    const { links } = await send(sender, [person()], [field()]);
    await page.goto(links[0] ?? '');
    await button(page, MORE).focus();
    await page.keyboard.press('ArrowDown');
    const items = page.getByRole('menuitem');
    await items.first().waitFor();
    expect(await items.allInnerTexts()).toEqual([
      'Baixar o documento',
      'Continuar no celular',
      'Falar com quem enviou',
      'Recusar',
    ]);
    const focused = () => page.evaluate('document.activeElement.textContent.trim()');
    expect(await focused()).toBe('Baixar o documento');
    await page.keyboard.press('End');
    expect(await focused()).toBe('Recusar');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('Baixar o documento');
    await page.keyboard.press('Escape');
    await items.first().waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(MORE);
    await context.close();
  });

  it('leads to the same link on another device, to the sender and to a refusal', async () => {
    const { context } = await watched(browser, PHONE);
    const page = await context.newPage();
    const { links } = await send(sender, [person()], [field()]);
    const link = links[0] ?? '';
    await begin(page, link);
    // A menu opened before goes with what stood in the reader's place.
    await drawn(page);
    const choose = async (name: string) => {
      await button(page, MORE).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await choose('Continuar em outro aparelho');
    await page.locator('svg.qr').waitFor();
    await page.getByRole('dialog', { name: 'Continuar em outro aparelho' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Seu link pessoal' }).inputValue()).toBe(link);
    await button(page, 'Fechar').click();
    await choose('Falar com quem enviou');
    const write = page.getByRole('link', { name: 'Escrever um e-mail' });
    await write.waitFor();
    expect(await write.getAttribute('href')).toMatch(/^mailto:contratos@acacia\.exemplo\?subject=/);
    await page.keyboard.press('Escape');
    await choose('Recusar');
    await page.getByLabel('Motivo da recusa').fill('O valor não é o combinado.');
    await page.getByRole('dialog').getByRole('button', { name: 'Recusar' }).click();
    await heading(page, 'Você recusou').waitFor();
    await context.close();
  });

  it('going back leads to the step before', async () => {
    const { context } = await watched(browser, PHONE);
    const page = await context.newPage();
    const { links } = await send(sender, [person()], [field()]);
    await begin(page, links[0] ?? '');
    await readAll(page);
    await fillAll(page);
    await button(page, 'Etapa anterior').click();
    await heading(page, 'Leia e preencha').waitFor();
    await context.close();
  });
});

describe.skipIf(missing)('around the road', () => {
  it('the first page, the sender and the others are seen at the beginning, the signed page and the copy at the end', async () => {
    const { context } = await watched(browser, PHONE);
    const page = await context.newPage();
    const [one, other] = [person(), person({ nome: 'Otávio Prado' })];
    const { links } = await send(
      sender,
      [one, other],
      [field({ signatarioId: one.id }), field({ signatarioId: other.id, y: 0.5 })],
    );
    await page.goto(links[0] ?? '');
    await page.locator('main li img').waitFor();
    await page.getByText('Enviado por Ana Lima').waitFor();
    await page.getByText('0 de 2 pessoas concluíram a sua parte').waitFor();
    await page.getByText('Otávio Prado').waitFor();
    await button(page, 'Começar').click();
    await readAll(page);
    await fillAndSign(page);
    await page.getByText(/Quando tudo estiver concluído, o link da via assinada vai para ma•+@exemplo/).waitFor();
    await page.getByText('1 de 2 pessoas concluiu a sua parte').waitFor();
    await signByApi(sender, links[1] ?? '');
    await page.reload();
    await page.getByRole('img', { name: 'Primeira página do documento assinado' }).waitFor();
    await context.close();
  });

  it('the language is the browser’s, is noted for the person alone, and stays as it was chosen', async () => {
    const { context } = await watched(browser, { ...PHONE, locale: 'es-AR' });
    const page = await context.newPage();
    const [one, other] = [person(), person()];
    const { links } = await send(
      sender,
      [one, other],
      [field({ signatarioId: one.id }), field({ signatarioId: other.id, y: 0.5 })],
    );
    const notedFor = (link = '') =>
      sender.anyone.abrirAssinatura({ params: { token: link.split('/').pop() ?? '' } }).then(({ idioma }) => idioma);
    await page.goto(links[0] ?? '');
    await button(page, 'Comenzar').or(button(page, 'Empezar')).waitFor();
    await until(async () => (await notedFor(links[0])) === 'es' || null);
    expect(await notedFor(links[1])).toBeNull();
    await page.getByLabel('Idioma').selectOption('en');
    await until(async () => (await notedFor(links[0])) === 'en' || null);
    await page.reload();
    await button(page, 'Start').waitFor();
    await context.close();
  });
});
