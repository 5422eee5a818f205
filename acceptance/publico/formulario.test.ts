import { gzipSync } from 'node:zlib';
import type { LinkModelo } from '@rubrica/contract';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { fillAll, readAll, sign } from '../assinatura/steps.ts';
import { NARROW } from '../browser/browser.ts';
import { findings, fits } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { newSender, type Sender, tokenOf, until } from '../browser/world.ts';
import { confirmationTo, newVisitor, path, publish } from './forms.ts';
import { button, elsewhere, heading } from './steps.ts';
import { visitorsOf } from './visit.ts';

/** The pages of a template's public link (docs/adr/0086), against the real service, in a real browser. */

const stage = await openStage();
const { service, missing } = stage;
const { opened, closed } = visitorsOf(stage);
let sender: Sender;

beforeAll(async () => {
  if (missing) return;
  await fetch(`${service.origin}/formulario/nada`);
  sender = await newSender(service, { corPrimaria: '#7a1fa2', nomeRemetente: 'Clube Acácia' });
});

const open = (link: LinkModelo, options = NARROW) => opened(path(link.url), options);

async function fill(page: Page, { nome, email }: { readonly nome: string; readonly email: string }): Promise<void> {
  await page.getByLabel('Seu nome completo').fill(nome);
  await page.getByLabel('Seu e-mail').fill(email);
  await button(page, 'Continuar').click();
}

async function ask(page: Page, who = newVisitor()) {
  await fill(page, who);
  await heading(page, 'Veja o seu e-mail').waitFor();
  return who;
}

const documents = async (of: Sender) => (await of.api.listarDocumentos({})).itens;

describe.skipIf(missing)('a public link', () => {
  it('leads a visitor on a phone from their name to their own signed document', async () => {
    const of = await newSender(service, { nomeRemetente: 'Clube Acácia' });
    const shown = await open(await publish(of));
    const { page, watch } = shown;
    await heading(page, 'Termo de adesão 2027').waitFor();
    await page.getByText('Imobiliária Acácia Ltda. convida você').waitFor();
    await page.getByText('Seu papel: Associado').waitFor();
    await page.getByText('Ambiente de teste').waitFor();
    expect(await page.locator('header .name').textContent()).toBe('Clube Acácia');
    const who = await ask(page);
    await page.getByText(who.email).waitFor();
    await page.goto(await confirmationTo(of, who.email));
    await heading(page, 'Confirme que este e-mail é seu').waitFor();
    // Still theirs, whose form it was.
    expect(await page.locator('header .name').textContent()).toBe('Clube Acácia');
    await page.getByText('Termo de adesão 2027').waitFor();
    // Whoever knew the address may have typed any name.
    await page.getByText(`O documento será feito em nome de ${who.nome}.`).waitFor();
    await page.getByText('Não é o seu nome?').waitFor();
    expect([await findings(page), await fits(page)]).toEqual([[], true]);
    expect(await documents(of)).toEqual([]);
    await button(page, 'Confirmar e ler o documento').click();
    await page.waitForURL('**/assinar/*');
    await button(page, 'Começar').click();
    await readAll(page);
    await fillAll(page);
    await sign(page);
    await heading(page, 'Pronto, você assinou').waitFor();
    await until(async () => (await documents(of))[0]?.status === 'ASSINADO');
    expect(watch.referrers).toEqual([]);
    await closed(shown);
  });

  it('is confirmed by a press alone, and never by opening what was mailed', async () => {
    const link = await publish(sender);
    const shown = await open(link);
    const { email } = await ask(shown.page);
    await shown.page.goto(await confirmationTo(sender, email));
    await heading(shown.page, 'Confirme que este e-mail é seu').waitFor();
    const brand = await shown.page.evaluate<string>('document.documentElement.style.getPropertyValue("--brand")');
    expect(brand).toBe('#7a1fa2');
    expect(shown.watch.urls.filter((url) => url.includes('/v1/'))).toHaveLength(3);
    await shown.page.keyboard.press('Tab');
    await button(shown.page, 'Confirmar e ler o documento').focus();
    await shown.page.keyboard.press('Enter');
    await shown.page.waitForURL('**/assinar/*');
    await button(shown.page, 'Começar').waitFor();
    // The way back leads to no page that was left for good.
    await shown.page.goBack();
    await heading(shown.page, 'Veja o seu e-mail').waitFor();
    expect(shown.watch.referrers).toEqual([]);
    await closed(shown);
  });

  it('shows the name anew, and makes nothing, where somebody asked again by another meanwhile', async () => {
    const of = await newSender(service, {});
    const link = await publish(of);
    const shown = await open(link);
    const { page } = shown;
    const { email } = await ask(page);
    await page.goto(await confirmationTo(of, email));
    await page.getByText('em nome de Marina Duarte Leal').waitFor();
    const params = { token: tokenOf(link.url) };
    await of.anyone.pedirFormulario({ params, body: { nome: 'Outra Pessoa', email } });
    await button(page, 'Confirmar e ler o documento').click();
    await page.getByRole('alert').getByText('alguém pediu de novo com outro nome').waitFor();
    await page.getByText('em nome de Outra Pessoa').waitFor();
    expect(await documents(of)).toEqual([]);
    expect([await findings(page), await fits(page)]).toEqual([[], true]);
    await button(page, 'Confirmar e ler o documento').click();
    await page.waitForURL('**/assinar/*');
    await closed(shown);
  });

  it('sends to the address as it is corrected, with what was typed still there', async () => {
    const shown = await open(await publish(sender));
    const { page } = shown;
    const who = newVisitor();
    await ask(page, { ...who, email: `errado.${who.email}` });
    await button(page, 'Corrigir o endereço').click();
    await heading(page, 'Termo de adesão 2027').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('formulario-email');
    expect(await page.getByLabel('Seu nome completo').inputValue()).toBe(who.nome);
    await ask(page, who);
    // Whoever comes back from their mail finds where they were.
    await page.reload();
    await heading(page, 'Veja o seu e-mail').waitFor();
    await page.getByText(who.email).waitFor();
    expect(await confirmationTo(sender, who.email)).toContain('/formulario/confirmar/');
    await closed(shown);
  });

  it('asks for the message again after a minute, and that message serves', async () => {
    const shown = await open(await publish(sender));
    const { page } = shown;
    await page.clock.install();
    const { email } = await ask(page);
    await page.getByText(/^Mandar de novo em/).waitFor();
    expect(await button(page, 'Mandar de novo').count()).toBe(0);
    await page.clock.fastForward(61_000);
    await button(page, 'Mandar de novo').click();
    await page.getByText('Mandamos outra vez').waitFor();
    const first = await confirmationTo(sender, email);
    expect(await confirmationTo(sender, email, 1)).toBe(first);
    await closed(shown);
  });

  it('tells what is wrong beside its field, the first of them with the focus, in the language of the page', async () => {
    const shown = await open(await publish(sender));
    const { page } = shown;
    await heading(page, 'Termo de adesão 2027').waitFor();
    await fill(page, { nome: ' ', email: 'marina.exemplo' });
    await page.getByText('Informe o seu nome.').waitFor();
    await page.getByText('Confira o e-mail').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('formulario-nome');
    expect(await page.getByLabel('Seu nome completo').getAttribute('aria-invalid')).toBe('true');
    expect([await findings(page), await fits(page)]).toEqual([[], true]);
    await page.getByLabel('Idioma').selectOption('en');
    await page.getByLabel('Your full name').fill('Ana 🦄');
    await page.getByLabel('Your e-mail').fill('ana@exemplo.com.br');
    await button(page, 'Continue').click();
    await page.locator('#formulario-nome-error').waitFor();
    const said = await page.locator('#formulario-nome-error').textContent();
    expect(said).not.toMatch(/[ãçõ]|nome/);
    await closed(shown);
  });

  it('works by the keyboard alone', async () => {
    const shown = await open(await publish(sender), {});
    const { page } = shown;
    await heading(page, 'Termo de adesão 2027').waitFor();
    const { nome, email } = newVisitor();
    for (const text of [nome, email]) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    await heading(page, 'Veja o seu e-mail').waitFor();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    await closed(shown);
  });

  it('says calmly that it is closed, full, not known, or that its message no longer serves', async () => {
    const link = await publish(sender);
    const { email } = newVisitor();
    await sender.anyone.pedirFormulario({ params: { token: tokenOf(link.url) }, body: { nome: 'Marina', email } });
    const confirmation = await confirmationTo(sender, email);
    const shown = await open(link);
    const { page } = shown;
    await heading(page, 'Termo de adesão 2027').waitFor();
    await sender.api.encerrarLinkDeModelo({ params: { modeloId: link.modeloId, linkId: link.id } });
    // What was open goes the same way.
    await fill(page, newVisitor());
    await heading(page, 'Respostas encerradas').waitFor();
    await page.getByText('Este link não recebe mais respostas.').waitFor();
    await page.goto(confirmation);
    await heading(page, 'Respostas encerradas').waitFor();
    await page.goto(`${service.origin}/formulario/nada`);
    await heading(page, 'Não encontramos este link').waitFor();
    await page.goto(`${service.origin}/formulario/confirmar/nada`);
    await heading(page, 'Não encontramos este link').waitFor();
    await closed(shown);
  });

  it('tells whoever is not first that the invitation comes in their turn', async () => {
    const shown = await open(await publish(sender, {}, { before: true }));
    const { page } = shown;
    const { email } = await ask(page);
    await page.goto(await confirmationTo(sender, email));
    await button(page, 'Confirmar e ler o documento').click();
    await heading(page, 'Seu pedido está confirmado').waitFor();
    await page.getByText('Outra pessoa assina antes').waitFor();
    expect(await findings(page)).toEqual([]);
    await closed(shown);
  });

  it('says how long to wait where a mailbox was written to too often, and keeps what was typed', async () => {
    // Nothing is counted in the sandbox, whose messages leave nowhere.
    const live = await newSender(service, {}, 'PRODUCAO');
    const link = await publish(live);
    const who = newVisitor();
    const params = { token: tokenOf(link.url) };
    for (let n = 0; n < 3; n += 1) await live.anyone.pedirFormulario({ params, body: who });
    const shown = await open(link);
    await fill(shown.page, who);
    await shown.page
      .getByRole('alert')
      .getByText(/tentar de novo em \d+ minutos/)
      .waitFor();
    expect(await shown.page.getByLabel('Seu e-mail').inputValue()).toBe(who.email);
    await closed(shown);
  });

  it('goes on over a broken line once it is back', async () => {
    const link = await publish(sender);
    const shown = await opened('/formulario/nada', elsewhere(NARROW));
    const { page } = shown;
    await heading(page, 'Não encontramos este link').waitFor();
    await page.route('**/v1/formularios/**', (route) => route.abort());
    await page.goto(link.url);
    await heading(page, 'Sem conexão com a internet').waitFor();
    await page.unroute('**/v1/formularios/**');
    await button(page, 'Tentar de novo').click();
    await heading(page, 'Termo de adesão 2027').waitFor();
    await page.context().setOffline(true);
    const who = newVisitor();
    await fill(page, who);
    await page.getByRole('alert').getByText('O que você preencheu continua aqui').waitFor();
    await page.context().setOffline(false);
    await button(page, 'Continuar').click();
    await heading(page, 'Veja o seu e-mail').waitFor();
    await closed(shown);
  });
});

describe('the page', () => {
  const MAX_BYTES = 30_000;

  it('is light, allows nothing inline, is kept and found nowhere, and tells no other page where it is', async () => {
    const answer = await fetch(`${service.origin}/formulario/nada`);
    const html = await answer.text();
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/);
    expect(['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => answer.headers.get(name))).toEqual([
      'no-store',
      'no-referrer',
      'noindex, nofollow',
    ]);
    let bytes = 0;
    for (const [, asset = ''] of html.matchAll(/(?:src|href)="(\/assets\/formulario\/[^"]+)"/g)) {
      bytes += gzipSync(Buffer.from(await (await fetch(service.origin + asset)).arrayBuffer())).length;
    }
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
  });

  it.skipIf(missing)('leaves no token in what the service prints', async () => {
    const link = await publish(sender);
    await fetch(link.url);
    await fetch(`${service.origin}/formulario/confirmar/${tokenOf(link.url)}`);
    const printed = await until(async () => (service.printed().includes('/formulario/*') ? service.printed() : null));
    expect(printed).not.toContain(tokenOf(link.url));
  });
});
