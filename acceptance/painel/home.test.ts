import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { complaints } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { create, PASSWORD, person, until } from '../browser/world.ts';
import { settledDialog } from './editor.ts';
import { newEmail, newOwner, openAsStranger, openAt, panelUrl, senderOf } from './members.ts';
import { examineScenes } from './scene-examination.ts';
import { HOME, ofEachKind } from './scenes/home.ts';

/** The first screen: what waits for somebody, and the way of somebody new to a first document. */

const { browser, service, missing } = await openStage();

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const group = (page: Page, name: string) => page.getByRole('region', { name });

await examineScenes(HOME);

describe.skipIf(missing)('somebody new', () => {
  it('has sent a document eight actions after opening the sign-up, at most', async () => {
    const { page, context, watch } = await openAsStranger(browser);
    await page.goto(panelUrl(service.origin, '/cadastro', 'PRODUCAO'));
    let actions = 0;
    const fill = async (label: string, value: string) => {
      actions += 1;
      await page.getByLabel(label, { exact: true }).fill(value);
    };
    const click = async (name: string) => {
      actions += 1;
      await button(page, name).click();
    };
    await fill('Seu nome', 'Rita Moura');
    await fill('E-mail', newEmail('rita'));
    await fill('Senha', PASSWORD);
    await fill('Nome da organização', 'Ateliê Moura');
    await fill('CPF ou CNPJ', '529.982.247-25');
    await click('Criar conta');
    await page.getByRole('heading', { name: 'Olá, Rita' }).waitFor();
    // Her address is not confirmed yet: until it is, nothing of hers goes out in production.
    await click('Enviar o exemplo em teste');
    await page.getByText('Ambiente de teste:').waitFor();
    await group(page, 'Esperam a sua assinatura').getByText('Contrato de exemplo').waitFor();
    expect(actions).toBeLessThanOrEqual(8);
    await button(page, 'Assinar o exemplo').click();
    await page.waitForURL(/\/assinar\/[\w-]{43}/);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('sees each step done by what the service knows, and puts the list away for good', async () => {
    const owner = await newOwner(service);
    const { page, context } = await openAt(browser, owner, '/inicio');
    const steps = page.locator('[data-first-steps]');
    await steps.getByText('0 de 5 feitos').waitFor();
    await button(page, 'Enviar o exemplo para mim').click();
    // What is said of it stands over the head, clear of what one works on.
    const said = page.getByRole('status').filter({ hasText: 'Exemplo enviado.' }).last();
    const [told, work] = [await said.boundingBox(), await page.locator('main h1').boundingBox()];
    expect((told?.y ?? 0) + (told?.height ?? 0)).toBeLessThan(work?.y ?? 0);
    await steps.getByText('1 de 5 feitos').waitFor();
    await owner.production.alterarOrganizacao({ body: { marca: { corPrimaria: '#1F5A4C' } } });
    await owner.production.criarChaveApi({ body: { nome: 'ERP', ambiente: 'TESTE', escopos: ['documentos:ler'] } });
    await page.reload();
    await steps.getByText('3 de 5 feitos').waitFor();
    await button(page, 'Guardar esta lista').click();
    expect(await steps.count()).toBe(0);
    await page.reload();
    await group(page, 'Esperam a sua assinatura').waitFor();
    expect(await steps.count()).toBe(0);
    await context.close();
  });
});

describe.skipIf(missing)('a screen on a slow line', () => {
  it('is on its way once its link is pointed at; a line along the top and the navigation tell of it', async () => {
    const owner = await newOwner(service);
    const { page, context } = await openAt(browser, owner, '/inicio');
    const way = page.getByRole('navigation').getByRole('link', { name: 'Webhooks' });
    const line = page.locator('[data-progress]');
    await page.locator('[data-progress="idle"]').waitFor({ state: 'attached' });
    const { promise: slow, resolve: arrive } = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await slow;
      await route.continue();
    });
    const asked = page.waitForRequest(/\.js$/);
    await way.hover();
    await asked;
    expect(await line.getAttribute('data-progress')).toBe('idle');
    await way.click();
    await page.locator('[data-progress="busy"]').waitFor({ state: 'attached' });
    await page.getByRole('navigation').locator('a[data-active]', { hasText: 'Webhooks' }).waitFor();
    expect(new URL(page.url()).pathname).toContain('/inicio');
    arrive();
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    await page.locator('[data-progress="idle"]').waitFor({ state: 'attached' });
    await context.close();
  });
});

describe.skipIf(missing)('Ctrl K', () => {
  it('begins, sends and invites, and finds people', async () => {
    const owner = await newOwner(service);
    const sender = senderOf(owner);
    await create(sender, [], [], { titulo: 'Rascunho de distrato' });
    await create(sender, [person({ nome: 'Benedita Rocha', email: 'benedita@exemplo.com.br' })], [], {
      titulo: 'Outro',
    });
    const { page, context, watch } = await openAt(browser, owner, '/conta');
    const command = async (text: string, name: string) => {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder(/Buscar documentos/).fill(text);
      const found = page.getByRole('dialog').getByText(name, { exact: true }).last();
      await found.waitFor();
      await found.click();
    };
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), command('novo doc', 'Novo documento…')]);
    expect(chooser.isMultiple()).toBe(true);
    await command('benedita', 'Benedita Rocha');
    await page.waitForURL(/\/documentos\?busca=benedita/);
    await command('convid', 'Convidar alguém');
    await page.getByRole('dialog').getByLabel('E-mail').waitFor();
    await page.keyboard.press('Escape');
    await command('benedita', 'Salvar como modelo: Outro');
    const name = page.getByRole('dialog').getByLabel('Nome', { exact: true });
    await expect.poll(() => name.evaluate((input) => input.matches(':focus'))).toBe(true);
    expect(await name.inputValue()).toBe('Outro');
    await page.keyboard.press('Escape');
    await command('enviar', 'Enviar: Rascunho de distrato');
    await page.waitForURL(/\/preparar$/);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });
});

describe.skipIf(missing)('what waits for somebody', () => {
  it('is done something about in its row', async () => {
    const owner = await newOwner(service);
    await ofEachKind(senderOf(owner), owner.email);
    const { page, context, watch } = await openAt(browser, owner, '/inicio');
    await group(page, 'Vencem em breve')
      .getByText(/^Vence .+ · Falta Helena Prado$/)
      .waitFor();
    await button(page, 'Lembrar: Locação da sala 12').click();
    await page.getByText('Convites reenviados.').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Baixar: Contrato de manutenção').click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.pdf$/);
    await button(page, 'Corrigir: Convite que voltou').click();
    await (await settledDialog(page)).getByLabel('E-mail').fill('marina@exemplo.com.br');
    await button(page, 'Salvar').click();
    await group(page, 'Convites que não chegaram').waitFor({ state: 'detached' });
    await button(page, 'Corrigir e reenviar: Proposta recusada').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Abrir a cópia' }).click();
    await page.waitForURL(/\/documentos\/[0-9a-f-]{36}\/preparar\?corrige=/);
    await page.goto(panelUrl(service.origin, '/inicio'));
    await button(page, 'Continuar: Rascunho começado ontem').click();
    await page.waitForURL(/\/preparar$/);
    await page.goto(panelUrl(service.origin, '/inicio'));
    await button(page, 'Assinar: Termo para eu assinar').click();
    await page.waitForURL(/\/assinar\/[\w-]{43}/);
    expect(complaints(watch.problems)).toEqual([]);
    const { itens } = await owner.sandbox.listarDocumentos({});
    expect(await until(async () => itens.some(({ titulo }) => titulo.includes('Proposta recusada')))).toBe(true);
    await context.close();
  });
});
