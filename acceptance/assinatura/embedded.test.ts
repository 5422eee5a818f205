import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE, watched } from '../browser/browser.ts';
import { allHeard, eventsOf, heardBy, serveHost, showInside } from '../browser/host.ts';
import { openStage } from '../browser/stage.ts';
import { create, type Draft, field, knownPerson, newSender, type Sender, send, until } from '../browser/world.ts';
import { button, drawn, fillAll, heading, prove, readAll, sign } from './steps.ts';

/** Somebody signs inside a page of the sender's own system, or is sent back to it (docs/adr/0084). */

const { browser, service, missing } = await openStage();
let sender: Sender;
const KNOWN: Draft = { fatoresExigidos: ['DADOS_PESSOAIS'] };
let ours = '';
let theirs = '';

/** A page that shows it by the element that is published for that, which turns what is told into events. */
const BY_ELEMENT = `<!doctype html><meta charset="utf-8"><title>Sistema</title>
<script>
  window.heard = [];
  for (const evento of ['pronto', 'visualizado', 'assinado', 'recusado', 'delegado', 'erro', 'altura'])
    addEventListener(evento, ({ detail }) => heard.push({ evento, dados: detail }));
  const shown = document.createElement('rubrica-assinatura');
  shown.setAttribute('link', new URLSearchParams(location.search).get('mostra'));
  document.documentElement.append(shown);
</script>
<script type="module" src="${service?.origin}/rubrica-embed.js"></script>`;
const PAGES: Readonly<Record<string, string>> = {
  '/fim': '<!doctype html><title>De volta</title><h1>De volta</h1>',
  '/elemento': BY_ELEMENT,
};

beforeAll(async () => {
  if (missing) return;
  sender = await newSender(service);
  [ours, theirs] = [await serveHost(PAGES), await serveHost()];
  await sender.api.alterarOrganizacao({ body: { origensPermitidas: [ours] } });
});

/** A document out for signature by one person, and an address for one session of theirs. */
async function linkOf(urlRetorno?: string, more: object = {}): Promise<{ id: string; url: string }> {
  const one = knownPerson(more);
  const { id } = await send(sender, [one], [field()], KNOWN);
  const params = { documentoId: id, signatarioId: one.id };
  const body = { origem: ours, ...(urlRetorno === undefined ? {} : { urlRetorno }) };
  return { id, url: (await sender.api.criarLinkIncorporado({ params, body })).url };
}

const show = (url: string, around = `${ours}/`, options = DESKTOP) => showInside(browser, url, around, options);

async function signIn(frame: Frame): Promise<void> {
  await button(frame, 'Começar').click();
  await prove(frame);
  await readAll(frame);
  await fillAll(frame);
  await sign(frame);
  await heading(frame, 'Pronto, você assinou').waitFor();
}

describe.skipIf(missing)('inside a page of the sender', () => {
  it('is passed on, and the page around is told so, and not that it must ask for another address', async () => {
    const { id, url } = await linkOf(undefined, { delegavel: true });
    const { page, frame } = await show(url);
    await button(frame, 'Começar').click();
    await prove(frame);
    await heading(frame, 'Leia e preencha').waitFor();
    await button(frame, 'Mais opções').click();
    await frame.getByRole('menuitem', { name: 'Passar a outra pessoa' }).click();
    const dialog = frame.getByRole('dialog');
    await dialog.getByLabel('Nome completo').fill('Bruno Dias');
    await dialog.getByLabel('E-mail').fill(`bruno.${Date.now()}@exemplo.com.br`);
    await dialog.getByLabel('CPF').fill('529.982.247-25');
    await dialog.getByLabel('Data de nascimento').fill('02/01/1990');
    await dialog.getByRole('button', { name: 'Passar a assinatura' }).click();
    await heading(frame, 'Você passou esta assinatura a outra pessoa').waitFor();
    await until(async () => (await eventsOf(page)).includes('delegado'));
    const heard = await heardBy(page);
    expect(heard.map(({ evento }) => evento)).toEqual(['pronto', 'visualizado', 'delegado']);
    expect(heard.at(-1)?.dados).toEqual({ documentoIds: [id] });
    await page.context().close();
  });

  it.each([
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ] as const)('is signed on a %s, and the page around is told each step', async (_device, options) => {
    const { id, url } = await linkOf();
    const { page, frame } = await show(url, undefined, options);
    await signIn(frame);
    await until(async () => (await eventsOf(page)).includes('assinado'));
    const heard = await heardBy(page);
    expect(heard.map(({ evento }) => evento)).toEqual(['pronto', 'visualizado', 'assinado']);
    expect(heard.at(-1)?.dados).toEqual({ documentoIds: [id] });
    expect(new Set(heard.map(({ origin }) => origin))).toEqual(new Set([service.origin]));
    const all = await allHeard(page);
    expect(all.filter(({ evento }) => evento === 'altura').length).toBeGreaterThan(1);
    // It opens nothing on another device, and says nothing that would be false of it.
    expect(await frame.getByText('Este link é pessoal').count()).toBe(0);
  });

  it('goes on where it is reloaded, and is over for every other browser', async () => {
    const { url } = await linkOf();
    const { page, frame } = await show(url);
    await button(frame, 'Começar').click();
    await heading(frame, 'Confirme que é você').waitFor();
    await frame.evaluate('location.reload()').catch(() => undefined);
    await heading(frame, /./).waitFor();
    await button(frame, /^(Começar|Continuar)/).waitFor();
    const other = await show(url);
    await heading(other.frame, 'Esta página de assinatura foi encerrada').waitFor();
    await until(async () => (await eventsOf(other.page)).includes('erro'));
    expect((await heardBy(other.page)).at(-1)?.dados).toMatchObject({ codigo: 'LINK_INDISPONIVEL' });
    expect(await eventsOf(page)).not.toContain('erro');
  });

  it('of another origin shows nothing, is told nothing, and uses nothing up', async () => {
    const { url } = await linkOf();
    const { page, watch } = await show(url, `${theirs}/`);
    await until(async () => watch.problems.some((problem) => problem.includes('frame-ancestors')));
    expect(await page.evaluate('window.heard')).toEqual([]);
    const { frame } = await show(url);
    await button(frame, 'Começar').waitFor();
  });

  it('shows no link that was made for a tab of its own', async () => {
    const one = knownPerson();
    const { links } = await send(sender, [one], [field()], KNOWN);
    const { watch } = await show(links[0] ?? '');
    await until(async () => watch.problems.some((problem) => problem.includes('frame-ancestors')));
  });

  it('is what the published element shows, and tells of', async () => {
    const { id, url } = await linkOf();
    const { page, frame } = await show(url, `${ours}/elemento`);
    await button(frame, 'Começar').click();
    await prove(frame);
    // The menu of the screen before goes with it, whatever it opened.
    await drawn(frame);
    await button(frame, 'Mais opções').click();
    await frame.getByRole('menuitem', { name: 'Recusar' }).click();
    await frame.getByRole('dialog').getByRole('textbox').fill('Não é o combinado.');
    await frame.getByRole('dialog').getByRole('button', { name: 'Recusar' }).click();
    await until(async () => (await eventsOf(page)).includes('recusado'));
    expect(await eventsOf(page)).toEqual(['pronto', 'visualizado', 'recusado']);
    expect((await heardBy(page)).at(-1)?.dados).toEqual({ documentoIds: [id] });
  });

  it('is left by the person alone, to where the system wants them', async () => {
    const { id, url } = await linkOf(`${ours}/fim?pedido=7`);
    const { page, frame } = await show(url);
    await signIn(frame);
    await frame.getByRole('link', { name: /^Voltar para localhost/ }).click();
    await page.getByRole('heading', { name: 'De volta' }).waitFor();
    expect(page.url()).toBe(`${ours}/fim?pedido=7&rubrica=assinado&documentoId=${id}`);
  });
});

describe.skipIf(missing)('sent back by a link of their own', () => {
  async function open(urlRetorno: string) {
    const one = knownPerson({ urlRetorno });
    const documentoId = await create(sender, [one], [field()], KNOWN);
    const { signatarios } = await sender.api.enviarDocumento({ params: { documentoId } });
    const { context } = await watched(browser, DESKTOP);
    const page = await context.newPage();
    await page.goto(signatarios[0]?.link ?? '');
    return { page, documentoId };
  }

  it('the person who signed goes back by itself, unless they stay', async () => {
    const { page, documentoId } = await open(`${ours}/fim`);
    await page.clock.install();
    await signIn(page.mainFrame());
    await page.getByText('A volta é automática em').waitFor();
    await button(page, 'Ficar nesta página').click();
    await page.clock.runFor(30_000);
    await page.getByText('A volta é automática em').waitFor({ state: 'hidden' });
    expect(page.url()).toContain('/assinar/');
    await page.getByRole('link', { name: /^Voltar para/ }).click();
    await page.getByRole('heading', { name: 'De volta' }).waitFor();
    expect(page.url()).toBe(`${ours}/fim?rubrica=assinado&documentoId=${documentoId}`);
  });

  it('the person who refuses is told of as one who refused', async () => {
    const { page, documentoId } = await open(`${ours}/fim`);
    await page.clock.install();
    await button(page, 'Recusar').click();
    await page.getByRole('dialog').getByRole('textbox').fill('Não é o combinado.');
    await page.getByRole('dialog').getByRole('button', { name: 'Recusar' }).click();
    await page.getByText('A volta é automática em').waitFor();
    await page.clock.runFor(10_000);
    await page.getByRole('heading', { name: 'De volta' }).waitFor();
    expect(page.url()).toBe(`${ours}/fim?rubrica=recusado&documentoId=${documentoId}`);
  });
});
