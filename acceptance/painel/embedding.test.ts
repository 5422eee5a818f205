import { ALLOWED_ORIGINS_MAX } from '@rubrica/contract/limits';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { complaints, findings } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { field, person, send } from '../browser/world.ts';
import { settledDialog } from './editor.ts';
import { type Member, newMember, newOwner, openAs, openAt, panelUrl, senderOf } from './members.ts';

/** Where pages of an organization's own system may show the signing page, and what the trail tells of it. */

const { browser, service, missing } = await openStage();
const SCREEN = '/integracao/incorporacao';
const APP = 'https://app.exemplo.com.br';
const OTHER = 'https://outra.exemplo.com.br';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const input = (page: Page) => page.getByLabel('Origem da página');
const focused = (page: Page) => page.evaluate('document.activeElement.textContent || document.activeElement.type');
const originsOf = async (member: Member) => (await member.production.obterOrganizacao({})).origensPermitidas;
const allow = (member: Member, ...origensPermitidas: string[]) =>
  member.production.alterarOrganizacao({ body: { origensPermitidas } });

async function add(page: Page, typed: string): Promise<void> {
  await input(page).fill(typed);
  await input(page).press('Enter');
}

/** Waits for what is said at the field, which has the focus again. */
async function refused(page: Page, text: string): Promise<void> {
  await page.getByText(text, { exact: true }).waitFor();
  expect(await input(page).getAttribute('aria-invalid')).toBe('true');
  expect(await focused(page)).toBe('url');
}

describe.skipIf(missing)('the origins that may show the signing page', () => {
  it('are added as browsers compare them, and what is none is told at the field', async () => {
    const owner = await newOwner(service);
    const { page, context, watch } = await openAt(browser, owner, '/inicio');
    await page.getByRole('link', { name: 'Assinatura incorporada' }).click();
    await page.getByText('Nenhuma ainda').waitFor();
    const guide = page.getByRole('link', { name: 'Guia de incorporação' });
    expect(await guide.getAttribute('href')).toBe('/docs/incorporar');
    await button(page, 'Adicionar').click();
    await refused(page, 'Informe uma origem, como https://app.exemplo.com.br.');
    await add(page, `${APP}/contratos/12`);
    await refused(page, `Informe só esquema, máquina e porta. Seria ${APP}?`);
    expect(await findings(page)).toEqual([]);
    await add(page, 'https://*.exemplo.com.br');
    await page.getByText('Não há coringa: cada subdomínio é uma origem.').waitFor();
    expect(await originsOf(owner)).toEqual([]);

    await add(page, 'https://App.exemplo.com.br/');
    await page.getByText(`Origem adicionada: ${APP}`).waitFor();
    await page.getByRole('listitem').filter({ hasText: APP }).waitFor();
    expect([await input(page).inputValue(), await focused(page)]).toEqual(['', 'url']);
    await add(page, APP);
    await refused(page, `${APP} já está na lista.`);
    await add(page, 'http://localhost:5173');
    await page.getByRole('listitem').filter({ hasText: 'só no sandbox' }).getByText('http://localhost:5173').waitFor();
    expect(await originsOf(owner)).toEqual(['http://localhost:5173', APP]);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('are removed once that is confirmed', async () => {
    const owner = await newOwner(service);
    await allow(owner, APP, OTHER);
    const { page, context, watch } = await openAt(browser, owner, SCREEN);
    await button(page, `Remover ${APP}`).click();
    const dialog = await settledDialog(page);
    await dialog.getByText(APP).waitFor();
    await dialog.getByText('Vale na hora: as páginas desta origem').waitFor();
    await dialog.getByRole('button', { name: 'Voltar' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await originsOf(owner)).toEqual([APP, OTHER]);
    await button(page, `Remover ${APP}`).click();
    await button(page, 'Remover agora').click();
    await page.getByText('Origem removida.').waitFor();
    await button(page, `Remover ${APP}`).waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('Origens permitidas');
    expect(await originsOf(owner)).toEqual([OTHER]);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('are changed as they are by then, whoever changed them meanwhile', async () => {
    const owner = await newOwner(service);
    await allow(owner, APP);
    const { page, context } = await openAt(browser, owner, SCREEN);
    await button(page, `Remover ${APP}`).waitFor();
    await allow(owner, APP, OTHER);
    await add(page, 'https://nova.exemplo.com.br');
    await button(page, `Remover ${OTHER}`).waitFor();
    expect(await originsOf(owner)).toEqual(['https://nova.exemplo.com.br', APP, OTHER]);
    await allow(owner, APP, 'https://terceira.exemplo.com.br');
    await button(page, `Remover ${APP}`).click();
    await button(page, 'Remover agora').click();
    await button(page, 'Remover https://terceira.exemplo.com.br').waitFor();
    expect(await originsOf(owner)).toEqual(['https://terceira.exemplo.com.br']);

    // The service refuses one too many, and then the page knows.
    const all = Array.from({ length: ALLOWED_ORIGINS_MAX }, (_, index) => `https://loja-${index}.exemplo.com.br`);
    await allow(owner, ...all);
    await add(page, APP);
    await page.locator('.mantine-TextInput-error', { hasText: String(ALLOWED_ORIGINS_MAX) }).waitFor();
    expect([await input(page).inputValue(), await focused(page)]).toEqual([APP, 'url']);
    await page.reload();
    await button(page, 'Remover https://loja-0.exemplo.com.br').waitFor();
    await add(page, APP);
    await refused(page, 'A lista tem 20 origens, que é o máximo. Remova uma para adicionar outra.');
    await context.close();
  });

  it('are for roles that change the organization', async () => {
    const owner = await newOwner(service);
    await allow(owner, APP);
    const operator = await newMember(owner, 'OPERADOR');
    const { page, context } = await openAt(browser, operator, SCREEN);
    await page.getByText('Fora do alcance do seu papel').waitFor();
    expect(await page.getByText(APP).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Assinatura incorporada' }).count()).toBe(0);
    const refusal = { status: 403, codigo: 'PAPEL_INSUFICIENTE' };
    await expect(operator.sandbox.alterarOrganizacao({ body: { origensPermitidas: [] } })).rejects.toMatchObject(
      refusal,
    );
    await context.close();
    const admin = await newMember(owner, 'ADMINISTRADOR', 'Caio Melo');
    const opened = await openAt(browser, admin, SCREEN);
    await button(opened.page, `Remover ${APP}`).waitFor();
    await opened.context.close();
  });
});

describe.skipIf(missing)('the trail of a document', () => {
  it('tells inside whose page somebody was, in every language', async () => {
    const owner = await newOwner(service);
    await allow(owner, APP);
    const one = person({ metodoEntrega: 'LINK' });
    const { id } = await send(senderOf(owner), [one], [field({ signatarioId: one.id })]);
    const params = { documentoId: id, signatarioId: one.id };
    await owner.sandbox.criarLinkIncorporado({ params, body: { origem: APP } });
    const { page, context } = await openAs(browser, owner);
    for (const [language, words] of [
      ['pt-BR', 'Dentro de uma página de'],
      ['en', 'Inside a page of'],
      ['es', 'Dentro de una página de'],
    ] as const) {
      await context.addCookies([{ name: 'rubrica_idioma', value: language, url: service.origin }]);
      await page.goto(panelUrl(service.origin, `/documentos/${id}?aba=trilha`));
      const event = page.getByRole('listitem').filter({ hasText: words });
      await event.locator('summary').click();
      expect(await event.locator('dl > div', { hasText: words }).locator('dd').innerText()).toBe(APP);
    }
    await context.close();
  });
});
