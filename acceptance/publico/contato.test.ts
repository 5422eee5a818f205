import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE, watched } from '../browser/browser.ts';
import { openStage } from '../browser/stage.ts';
import { field, newSender, person, send, until } from '../browser/world.ts';
import { button, elsewhere, heading } from './steps.ts';
import { visitorsOf } from './visit.ts';

/** The contact form, against the real service, in a real browser. */

const stage = await openStage();
const { browser, service, missing } = stage;
const { opened: visit, closed } = visitorsOf(stage);

beforeAll(async () => {
  await fetch(`${service.origin}/contato`);
});

const TITLE = 'Fale com quem cuida deste serviço';
const WRITTEN = {
  'Seu nome': 'Rita Campos <b>',
  'Seu e-mail': 'rita@exemplo.com.br',
  Mensagem: 'Como confiro um documento?\n<script>alert(1)</script>',
};

async function opened(path = '/contato', options: BrowserContextOptions = DESKTOP) {
  const shown = await visit(path, options);
  await heading(shown.page, TITLE).waitFor();
  return shown;
}

async function write(page: Page, texts: Readonly<Record<string, string>> = WRITTEN): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text);
}

/** What the operator gets, as the development mailbox shows it. */
const mailbox = async () => (await fetch(`${service.origin}/dev/caixa`)).text();

describe.skipIf(missing)('a message', () => {
  it('reaches the operator with its reference number', async () => {
    const shown = await opened();
    await write(shown.page);
    await button(shown.page, 'Enviar mensagem').click();
    await heading(shown.page, 'Mensagem recebida').waitFor();
    const protocol = await shown.page.locator('main code').textContent();
    expect(protocol).toMatch(/^\d{8}-[0-9A-Z]{6}$/);
    const mail = await until(async () => {
      const text = await mailbox();
      return text.includes(protocol ?? '') && text;
    });
    expect(mail).toContain('Rita Campos &lt;b&gt;');
    await closed(shown);
  });

  it('keeps name and e-mail beside each other, however long what is said of one of them', async () => {
    const shown = await opened();
    const tops = async () =>
      Promise.all(
        ['Seu nome', 'Seu e-mail'].map((label) =>
          shown.page
            .getByLabel(label)
            .boundingBox()
            .then((box) => box?.y),
        ),
      );
    const [name, email] = await tops();
    expect(name).toBe(email);
    await button(shown.page, 'Enviar mensagem').click();
    await shown.page.getByText('Confira o e-mail').waitFor();
    const [after, beside] = await tops();
    expect(after).toBe(beside);
    await closed(shown);
  });

  it('about a sender comes from the signing page with its subject and the reference of the request', async () => {
    const sender = await newSender(service);
    const one = person();
    const { id, links } = await send(sender, [one], [field({ signatarioId: one.id })]);
    const { context, watch } = await watched(browser, PHONE);
    const page = await context.newPage();
    await page.goto(links[0] ?? '');
    await button(page, 'Começar').waitFor();
    await page.getByRole('link', { name: 'Denunciar o remetente' }).click();
    await heading(page, TITLE).waitFor();
    expect(await page.getByLabel('Assunto').inputValue()).toBe('Denúncia do remetente Imobiliária Acácia Ltda.');
    await page.getByText('Você está denunciando um remetente').waitFor();
    await page.getByText(id).waitFor();
    await write(page);
    const request = page.waitForRequest('**/api/v1/contatos');
    await button(page, 'Enviar mensagem').click();
    expect((await request).postDataJSON().mensagem).toContain(`Referência do documento: ${id}`);
    await heading(page, 'Mensagem recebida').waitFor();
    expect(watch.referrers).toEqual([]);
    await closed({ page, watch });
  });

  it('with something missing is told field by field, and the first of them has the focus', async () => {
    const shown = await opened('/contato', PHONE);
    const { page } = shown;
    await page.getByLabel('Seu e-mail').fill('rita.exemplo');
    await button(page, 'Enviar mensagem').click();
    await page.getByRole('alert').getByText('Falta acertar 3 campos').waitFor();
    await page.getByText('Confira o e-mail').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('contato-nome');
    await page.keyboard.type('Rita Campos');
    expect(await page.getByLabel('Seu nome').inputValue()).toBe('Rita Campos');
    await closed(shown);
  });

  it('beyond five an hour is kept, and the page tells both windows and when', async () => {
    const options = elsewhere(DESKTOP);
    const headers = { ...options.extraHTTPHeaders, 'content-type': 'application/json' };
    const body = JSON.stringify({ nome: 'Rita', email: 'rita@exemplo.com.br', mensagem: 'Oi' });
    for (let i = 0; i < 5; i += 1) {
      await fetch(`${service.origin}/api/v1/contatos`, { method: 'POST', headers, body });
    }
    const shown = await opened('/contato', options);
    const { page } = shown;
    await page.getByText('até 5 mensagens por hora e 20 por dia').waitFor();
    await write(page);
    await button(page, 'Enviar mensagem').click();
    await page
      .getByRole('alert')
      .getByText(/5 mensagens em uma hora ou 20 em um dia.*a partir de .*\d{2}:\d{2}/)
      .waitFor();
    expect(await page.getByLabel('Mensagem').inputValue()).toBe(WRITTEN.Mensagem);
    await closed(shown);
  });

  it('over a broken line stays, through a reload too, and goes when the line is back', async () => {
    const shown = await opened();
    const { page } = shown;
    await write(page);
    await page.context().setOffline(true);
    await button(page, 'Enviar mensagem').click();
    await page.getByRole('alert').getByText('A mensagem continua aqui').waitFor();
    await page.context().setOffline(false);
    await page.reload();
    await heading(page, TITLE).waitFor();
    for (const [label, text] of Object.entries(WRITTEN)) expect(await page.getByLabel(label).inputValue()).toBe(text);
    await button(page, 'Enviar mensagem').click();
    await heading(page, 'Mensagem recebida').waitFor();
    await page.reload();
    await heading(page, TITLE).waitFor();
    expect(await page.getByLabel('Mensagem').inputValue()).toBe('');
    await closed(shown);
  });

  it('keeps what was typed when the language changes, and shows a strange subject as text', async () => {
    const shown = await opened(`/contato?assunto=${encodeURIComponent('<img src=x onerror=alert(1)>')}&referencia=<b>`);
    const { page } = shown;
    await write(page);
    await page.getByLabel('Idioma').selectOption({ label: 'English' });
    await heading(page, 'Talk to those who run this service').waitFor();
    expect(await page.getByLabel('Subject').inputValue()).toBe('<img src=x onerror=alert(1)>');
    expect(await page.getByLabel('Message').inputValue()).toBe(WRITTEN.Mensagem);
    expect(await page.locator('main img, main code').count()).toBe(0);
    await closed(shown);
  });
});
