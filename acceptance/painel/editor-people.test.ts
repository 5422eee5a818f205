import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openStage } from '../browser/stage.ts';
import { create, field, person, until } from '../browser/world.ts';
import { button, openEditor, place, read, saved, shownFields, tabTo } from './editor.ts';
import { type Member, newOwner, openAs, senderOf } from './members.ts';

/** Whom a document is for: what each needs is said at once, fields have their colour, and each sees their own. */

const { browser, service, missing } = await openStage();
let owner: Member;

beforeAll(async () => {
  if (!missing) owner = await newOwner(service);
});

const opened = () => openAs(browser, owner);
const problem = (page: Page, text: string) => page.getByText(text).waitFor();

describe.skipIf(missing)('people', () => {
  it('lacking what their role, delivery and factors ask hear of it on leaving a field, and are saved when it is there', async () => {
    const ana = person({ nome: 'Ana Lima' });
    const id = await create(senderOf(owner), [ana], [field({ signatarioId: ana.id })]);
    const { page, context } = await opened();
    await openEditor(page, service.origin, id);
    await page.locator('[data-party] [aria-expanded]').click();
    await button(page, 'Mais opções').click();
    await page.getByLabel('O que faz').selectOption('TESTEMUNHAR');
    await page.getByLabel('Como recebe o convite').selectOption('SMS');
    await problem(page, 'Falta o celular, porque o convite vai por SMS.');
    await page.getByLabel('E-mail ou celular').fill('(11) 98765-4321');
    await page.getByLabel('CPF e data de nascimento').check();
    await problem(page, 'Falta o CPF, para a confirmação de dados pessoais.');
    await problem(page, 'Falta a data de nascimento, para a confirmação de dados pessoais.');
    await page.getByLabel('CPF', { exact: true }).fill('529.982.247-24');
    // Nothing is said of what is being typed, only of what was left.
    expect(await page.getByText('Os dígitos do CPF não conferem.').count()).toBe(0);
    await page.keyboard.press('Tab');
    await problem(page, 'Os dígitos do CPF não conferem.');
    await saved(page, 'withheld');
    await page.getByLabel('CPF', { exact: true }).fill('529.982.247-25');
    await page.getByLabel('Nascimento', { exact: true }).fill('1990-02-28');
    await saved(page);
    const [one] = (await read(owner, id)).signatarios;
    expect(one).toMatchObject({
      funcao: 'TESTEMUNHAR',
      metodoEntrega: 'SMS',
      telefone: '+5511987654321',
      dataNascimento: '1990-02-28',
    });
    expect(one?.fatoresExigidos).toContain('DADOS_PESSOAIS');
    await context.close();
  });

  it('may be more than the panel has room for: the button that includes another keeps its height', async () => {
    const people = ['Ana Lima', 'Bruno Tavares', 'Caio Prado', 'Davi Rocha', 'Eva Leal'].map((nome) =>
      person({ nome }),
    );
    const id = await create(senderOf(owner), people, []);
    const { page, context } = await opened();
    await openEditor(page, service.origin, id);
    const include = page.getByRole('button', { name: 'Incluir pessoa' });
    await include.scrollIntoViewIfNeeded();
    expect((await include.boundingBox())?.height).toBeGreaterThanOrEqual(34);
    await context.close();
  });

  it('by keyboard come into one turn, and into turns of their own', async () => {
    const people = ['Ana Lima', 'Bruno Tavares', 'Caio Prado'].map((nome, index) => person({ nome, ordem: index + 1 }));
    const id = await create(senderOf(owner), people, [], { ordenado: true });
    const { page, context } = await opened();
    await openEditor(page, service.origin, id);
    const turns = async () => {
      await saved(page);
      const { signatarios } = await read(owner, id);
      return ['Ana', 'Bruno', 'Caio'].map((nome) => signatarios.find((one) => one.nome?.startsWith(nome))?.ordem);
    };
    await tabTo(page, /^Mover Caio/);
    await page.keyboard.press('ArrowUp');
    expect(await turns()).toEqual([1, 2, 2]);
    await page.keyboard.press('ArrowUp');
    expect(await turns()).toEqual([1, 3, 2]);
    await page.keyboard.press('ArrowUp');
    expect(await turns()).toEqual([1, 2, 1]);
    await context.close();
  });

  it('have a colour, in the palette and on the page, and letters beside it', async () => {
    const people = [person({ nome: 'Ana Lima' }), person({ nome: 'Bruno Tavares' })];
    const id = await create(senderOf(owner), people, []);
    const { page, context } = await opened();
    await openEditor(page, service.origin, id);
    for (const [index, nome] of ['Ana Lima', 'Bruno Tavares'].entries()) {
      await page.getByLabel('Preenchido por').selectOption({ label: nome });
      await place(page, 'RUBRICA', 1, 0.3, 0.3 + index / 5);
    }
    await page.locator('[data-campo]').nth(1).waitFor();
    expect(await page.locator('[data-campo] .workbench-monogram_monogram').allInnerTexts()).toEqual(['AL', 'BT']);
    const colours = (selector: string) =>
      page.evaluate(`[...document.querySelectorAll('${selector}')].map((one) => one.dataset.color)`);
    expect(await colours('[data-campo]')).toEqual(['0', '1']);
    expect(await colours('[data-party] [data-color]')).toEqual(['0', '1']);
    expect(await colours('section[data-color]')).toEqual(['1']);
    const inks = `[...document.querySelectorAll('[data-campo]')].map((one) => getComputedStyle(one).color)`;
    expect(new Set((await page.evaluate(inks)) as string[]).size).toBe(2);
    await context.close();
  });

  it('each see in the preview their way, their fields and what is theirs to read', async () => {
    const ana = person({ nome: 'Ana Lima' });
    const bruno = person({ nome: 'Bruno Tavares', metodoEntrega: 'LINK', ordem: 2 });
    const places = [
      field({ signatarioId: ana.id, y: 0.1 }),
      field({ signatarioId: ana.id, y: 0.2, tipo: 'TEXTO', rotulo: 'Profissão' }),
      field({ signatarioId: bruno.id, y: 0.3 }),
      field({ y: 0.4, tipo: 'TEXTO', valorPadrao: 'Pago em 21/11/2026', altura: 0.04 }),
    ];
    const id = await create(senderOf(owner), [{ ...ana, ordem: 1 }, bruno], places, { ordenado: true });
    const { page, context } = await opened();
    await openEditor(page, service.origin, id);
    await button(page, 'Ver como cada pessoa vê').click();
    const dialog = page.getByRole('dialog');
    const fields = () => dialog.locator('.screens-preview_waiting').allInnerTexts();
    await dialog.getByText('Recebe o convite por e-mail').waitFor();
    await until(async () => (await fields()).length === 3);
    expect(await fields()).toEqual(['Assine aqui', 'Profissão', 'Pago em 21/11/2026']);
    await dialog.getByText('Bruno Tavares').click();
    await dialog.getByText('Espera a vez: é a 2ª').waitFor();
    await dialog.getByText('Abre o link que você entrega').waitFor();
    expect(await fields()).toEqual(['Assine aqui', 'Pago em 21/11/2026']);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await shownFields(page)).toHaveLength(4);
    await context.close();
  });

  it('without a field of theirs are pointed out, which leads to the palette with them chosen', async () => {
    const people = [person({ nome: 'Ana Lima' }), person({ nome: 'Bruno Tavares' })];
    const id = await create(senderOf(owner), people, [field({ signatarioId: people[0]?.id ?? null })]);
    const { page, context } = await opened();
    await openEditor(page, service.origin, id);
    await button(page, /^Revisar/).click();
    await page.getByRole('button', { name: /Bruno Tavares: Não tem campo de assinatura/ }).click();
    await until(async () => (await page.evaluate('document.activeElement.dataset.tipo')) === 'ASSINATURA');
    await page.keyboard.press('Enter');
    await page.locator('[data-campo]', { hasText: 'BT' }).waitFor();
    await context.close();
  });
});
