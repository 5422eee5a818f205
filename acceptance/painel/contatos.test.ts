import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStage } from '../browser/stage.ts';
import { create, field, person, until } from '../browser/world.ts';
import { button, openEditor, place, read, saved, settledDialog } from './editor.ts';
import { type Member, newOwner, openAs, openAt, senderOf } from './members.ts';

/** The registry of people in the panel: its screen, its import, and who is offered where people are typed. */

const { browser, service, missing } = await openStage();
let owner: Member;

beforeEach(async () => {
  if (!missing) owner = await newOwner(service);
});

const namesOf = async () =>
  (await owner.sandbox.listarClientes({ query: { limite: 100 } })).itens.map(({ nome }) => nome);
const rows = (page: Page) => page.getByRole('list', { name: 'Lista de contatos' }).getByRole('listitem');

describe.skipIf(missing)('the screen of contacts', () => {
  it('keeps, finds, changes and removes somebody, and says what is wrong where it is', async () => {
    const { page, context } = await openAt(browser, owner, '/contatos');
    await page.getByText('As pessoas a quem você envia').waitFor();
    await button(page, 'Novo contato').click();
    const dialog = await settledDialog(page);
    await dialog.getByLabel('CPF').fill('529.982.247-24');
    await button(page, 'Guardar').click();
    await dialog.getByText('Diga o nome.').waitFor();
    await dialog.getByText('Os dígitos do CPF não conferem.').waitFor();
    await dialog.getByLabel('Nome completo').fill('Conceição Prado');
    await dialog.getByLabel('E-mail').fill('conceicao@exemplo.com.br');
    await dialog.getByLabel('CPF').fill('529.982.247-25');
    await button(page, 'Guardar').click();
    await rows(page).getByText('Conceição Prado').waitFor();

    await page.getByRole('searchbox').fill('conceicao');
    await rows(page).getByText('conceicao@exemplo.com.br').waitFor();
    await button(page, 'Ações de Conceição Prado').click();
    await page.getByRole('menuitem', { name: 'Editar' }).click();
    await settledDialog(page);
    await dialog.getByLabel('Celular').fill('11987654321');
    await button(page, 'Guardar').click();
    await rows(page).getByText('+5511987654321').waitFor();
    expect((await owner.sandbox.listarClientes({})).itens[0]).toMatchObject({
      cpf: '52998224725',
      telefone: '+5511987654321',
    });
    await button(page, 'Ações de Conceição Prado').click();
    await page.getByRole('menuitem', { name: 'Excluir' }).click();
    await dialog.getByRole('button', { name: 'Excluir' }).click();
    await until(async () => (await namesOf()).length === 0);
    await context.close();
  });

  it('shows what was changed while a search for it was still under way', async () => {
    await owner.sandbox.criarCliente({ body: { nome: 'Rui Sá', email: 'rui@exemplo.com.br' } });
    const { page, context } = await openAt(browser, owner, '/contatos');
    await rows(page).getByText('rui@exemplo.com.br').waitFor();
    let answered: () => void = () => {};
    const release = new Promise<void>((done) => {
      answered = done;
    });
    let held = 0;
    await page.route(/\/clientes\?.*busca=rui/, async (route) => {
      held += 1;
      if (held > 1) return route.continue();
      const answer = await route.fetch();
      await release;
      // It is given up by now where it is read again.
      await route.fulfill({ response: answer }).catch(() => {});
    });
    await page.getByRole('searchbox').fill('rui');
    await until(async () => held === 1);
    await button(page, 'Ações de Rui Sá').click();
    await page.getByRole('menuitem', { name: 'Editar' }).click();
    const dialog = await settledDialog(page);
    await dialog.getByLabel('Celular').fill('11987654321');
    await button(page, 'Guardar').click();
    await dialog.waitFor({ state: 'detached' });
    answered();
    await rows(page).getByText('+5511987654321').waitFor();
    await context.close();
  });

  it('takes a CSV of which it says line by line what is wrong, before anything is kept', async () => {
    await owner.sandbox.criarCliente({ body: { nome: 'Rui', email: 'rui@exemplo.com.br' } });
    const { page, context } = await openAt(browser, owner, '/contatos');
    await button(page, 'Importar CSV').click();
    await settledDialog(page);
    await page.keyboard.press('Escape');
    await until(() => page.evaluate<boolean>('document.activeElement.textContent === "Importar CSV"'));
    await page.keyboard.press('Enter');
    const csv = [
      'Nome completo;E-mail;Celular;CPF;Nascimento;Cargo',
      'Ana Lima;ana@exemplo.com.br;(11) 98765-4321;529.982.247-25;28/2/1990;Sócia',
      'Bruno;bruno@;;;;',
      'Ana de novo;ANA@exemplo.com.br;;;;',
      ';sem.nome@exemplo.com.br;;;;',
      'Rui Já Está;RUI@exemplo.com.br;;;;',
    ].join('\n');
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'contatos.csv', mimeType: 'text/csv', buffer: Buffer.from(csv, 'latin1') });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 pessoas prontas para guardar').waitFor();
    await dialog.getByText('Colunas que não entram: Cargo.').waitFor();
    const wrong = await dialog
      .getByRole('region', { name: /3 linhas com problema/ })
      .getByRole('listitem')
      .allInnerTexts();
    expect(wrong).toEqual([
      'Linha 3 Bruno: O e-mail não está completo.',
      'Linha 4 Ana de novo: O e-mail é o mesmo da linha 2.',
      'Linha 5: Diga o nome.',
    ]);
    expect(await namesOf()).not.toContain('Ana Lima');
    await button(page, 'Guardar 2 pessoas').click();
    await dialog.getByText('1 pessoa guardada. 1 já estava nos contatos.').waitFor();
    const [ana] = (await owner.sandbox.listarClientes({ query: { busca: 'ana lima' } })).itens;
    expect(ana).toMatchObject({
      email: 'ana@exemplo.com.br',
      telefone: '+5511987654321',
      cpf: '52998224725',
      dataNascimento: '1990-02-28',
    });
    await context.close();
  });
});

describe.skipIf(missing)('who is typed in the editor', () => {
  it('is offered while typing, and taken by keyboard alone with all that is known', async () => {
    const kept = await owner.sandbox.criarCliente({
      body: {
        nome: 'Marina Duarte Leal',
        email: 'marina@exemplo.com.br',
        cpf: '52998224725',
        dataNascimento: '1987-04-12',
      },
    });
    const id = await create(senderOf(owner), [], []);
    const { page, context } = await openAs(browser, owner);
    await openEditor(page, service.origin, id);
    await button(page, 'Incluir pessoa').click();
    await page.keyboard.type('duarte');
    const name = page.getByRole('combobox', { name: 'Nome completo' });
    await page.getByRole('option', { name: /Marina Duarte Leal/ }).waitFor();
    expect(await name.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowDown');
    const active = await name.getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true');
    // Escape closes the list alone, and the arrow opens it again.
    await page.keyboard.press('Escape');
    expect(await page.getByRole('listbox', { name: 'Contatos' }).count()).toBe(0);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('listbox', { name: 'Contatos' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await name.inputValue()).toBe('Marina Duarte Leal');
    await saved(page);
    expect((await read(owner, id)).signatarios[0]).toMatchObject({
      email: 'marina@exemplo.com.br',
      cpf: '52998224725',
      clienteId: kept.id,
    });
    await context.close();
  });

  it('is kept only where the box says so, once the document was sent, and the box is remembered', async () => {
    const id = await create(senderOf(owner), [], []);
    const { page, context } = await openAs(browser, owner);
    await openEditor(page, service.origin, id);
    for (const [nome, guardar] of [
      ['Nina Não Fica', false],
      ['Sara Fica', true],
    ] as const) {
      await button(page, 'Incluir pessoa').click();
      await page.getByLabel('Nome completo').fill(nome);
      await page.getByLabel('E-mail ou celular').fill(`${nome.split(' ')[0]}@exemplo.com.br`);
      const box = page.getByLabel('Guardar nos contatos');
      expect(await box.isChecked()).toBe(false);
      if (guardar) await box.check();
      await place(page, 'ASSINATURA', 1, 0.3, guardar ? 0.5 : 0.3);
    }
    await saved(page);
    expect(await namesOf()).not.toContain('Sara Fica');
    await button(page, /^Revisar/).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar' }).click();
    await until(async () => (await namesOf()).includes('Sara Fica'));
    expect(await namesOf()).not.toContain('Nina Não Fica');
    const other = await create(senderOf(owner), [], []);
    await openEditor(page, service.origin, other);
    await button(page, 'Incluir pessoa').click();
    expect(await page.getByLabel('Guardar nos contatos').isChecked()).toBe(true);
    await context.close();
  });

  it('may be reached by telephone: the one input takes either, and asks for what the factors need', async () => {
    const id = await create(senderOf(owner), [], [], { fatoresExigidos: ['SMS_OTP'] });
    const { page, context } = await openAs(browser, owner);
    await openEditor(page, service.origin, id);
    await button(page, 'Incluir pessoa').click();
    await page.keyboard.type('Davi Rocha');
    await page.keyboard.press('Tab');
    await page.keyboard.type('11987654321');
    await saved(page);
    expect((await read(owner, id)).signatarios[0]).toMatchObject({
      telefone: '+5511987654321',
      email: null,
      metodoEntrega: 'SMS',
    });
    expect(await page.getByLabel('O que faz').count()).toBe(0);
    await context.close();
  });
});

it.skipIf(missing)(
  'Eu assino puts the sender among those who sign, and sending leads to the signature, without any factor done',
  async () => {
    const other = person({ nome: 'Outra Pessoa' });
    const id = await create(senderOf(owner), [other], [field({ signatarioId: other.id })]);
    const { page, context } = await openAs(browser, owner);
    await openEditor(page, service.origin, id);
    await button(page, 'Eu assino').click();
    expect(await button(page, 'Eu assino').count()).toBe(0);
    await place(page, 'ASSINATURA', 1, 0.3, 0.3);
    await saved(page);
    await button(page, /^Revisar/).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar' }).click();
    await page.waitForURL(/\/assinar\//);
    await page
      .getByText(/código/i)
      .first()
      .waitFor();
    const token = page.url().split('/assinar/')[1] ?? '';
    const session = await (await fetch(`${service.origin}/v1/sandbox/assinatura/${token}`)).json();
    expect(session).toMatchObject({ suaVez: true, autenticado: false });
    // The way back is the document, where the signature waits.
    await page.goBack();
    await button(page, 'Assinar agora').waitFor();
    await context.close();
  },
);
