import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { DESKTOP } from '../browser/browser.ts';
import { openStage } from '../browser/stage.ts';
import { create, field, person } from '../browser/world.ts';
import { boxOf, button, middleOf, on, openEditor, ready, saved, still, type } from './editor.ts';
import { type Member, newOwner, openAs, panelUrl, senderOf } from './members.ts';
import { newTemplate } from './modelos.ts';

/** What the editor looks like where it tells something by its look, and that it leaves other screens theirs. */

const { browser, service, missing } = await openStage();
let owner: Member;

beforeAll(async () => {
  if (!missing) owner = await newOwner(service);
});

const draft = async () => {
  const ana = person({ nome: 'Ana Lima', fatoresExigidos: ['EMAIL', 'DADOS_PESSOAIS'] });
  return create(
    senderOf(owner),
    [{ ...ana, cpf: '52998224725', dataNascimento: '1980-05-17' }],
    [field({ signatarioId: ana.id })],
  );
};

const savingColour = (page: Page) => page.evaluate('getComputedStyle(document.querySelector("[data-saving]")).color');
/** The colours that the page's tokens stand for. */
const tokens = (page: Page, ...names: readonly string[]) =>
  page.evaluate(`(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    const found = ${JSON.stringify(names)}.map((name) => {
      probe.style.color = 'var(' + name + ')';
      return getComputedStyle(probe).color;
    });
    probe.remove();
    return found;
  })()`) as Promise<string[]>;

it.skipIf(missing)(
  "the factors on a document's page look the same after a visit to the editor as without one",
  async () => {
    const id = await draft();
    const { page, context } = await openAs(browser, owner);
    const factors = page.getByRole('list', { name: 'Fatores' });
    const look = async () => {
      await factors.waitFor();
      return page.evaluate(`(() => {
        const list = document.querySelector('ul[aria-label="Fatores"]');
        const { x, y } = list.getBoundingClientRect();
        return [...list.children].map((one) => {
          const box = one.getBoundingClientRect();
          return [box.x - x, box.y - y, box.width, box.height];
        });
      })()`);
    };
    await page.goto(panelUrl(service.origin, `/documentos/${id}?aba=resumo`));
    const before = await look();
    expect(before).toHaveLength(2);
    // Within the page, whose sheets stay.
    await page.locator(`a[href$="/documentos/${id}/preparar"]`).first().click();
    await ready(page);
    await page.getByRole('link', { name: 'Voltar ao documento' }).click();
    expect(await look()).toEqual(before);
    await context.close();
  },
);

it.skipIf(missing)('what keeps a document from being saved, or from being edited here, is told in colour', async () => {
  const id = await draft();
  const { page, context } = await openAs(browser, owner);
  await openEditor(page, service.origin, id);
  const [warn, danger, warnGround] = await tokens(page, '--warn', '--danger', '--warn-ground');
  await button(page, 'Incluir pessoa').click();
  await saved(page, 'withheld');
  expect(await savingColour(page)).toBe(warn);
  await page.getByLabel('Nome completo').fill('Ana 𓀀 Lima');
  await page.getByLabel('E-mail ou celular').fill('ana@exemplo.com.br');
  await saved(page, 'refused');
  expect(await savingColour(page)).toBe(danger);
  const second = await context.newPage();
  await openEditor(second, service.origin, id);
  await second.getByText('aberto para edição em outra aba').waitFor();
  const ground = `getComputedStyle([...document.querySelectorAll('[role="status"]')]
      .find((one) => one.textContent.includes('em outra aba'))).backgroundColor`;
  expect(await second.evaluate(ground)).toBe(warnGround);
  await context.close();
});

it.skipIf(missing)(
  'a person who is dragged shows where they would come, and no longer once they are let go',
  async () => {
    const people = ['Ana Lima', 'Bruno Tavares'].map((nome, index) => person({ nome, ordem: index + 1 }));
    const id = await create(senderOf(owner), people, [], { ordenado: true });
    const { page, context } = await openAs(browser, owner);
    await openEditor(page, service.origin, id);
    const marked = () => page.evaluate("[...document.querySelectorAll('[data-drop]')].map((one) => one.dataset.drop)");
    const handle = button(page, /^Mover Bruno/);
    const { x, y } = await middleOf(button(page, /^Mover Ana/));
    const from = await middleOf(handle);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(x, y, { steps: 4 });
    await expect.poll(marked).toEqual(['inside']);
    await page.mouse.up();
    await expect.poll(marked).toEqual([]);
    await context.close();
  },
);

it.skipIf(missing)('what is dragged from the palette is as large as the field it becomes', async () => {
  const id = await create(senderOf(owner), [person({ nome: 'Ana Lima' })], []);
  const { page, context } = await openAs(browser, owner);
  await openEditor(page, service.origin, id);
  const [from, to] = [await middleOf(type(page, 'ASSINATURA')), await on(page, 1, 0.5, 0.4)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await still(page.locator('[data-ghost]'));
  const ghost = await boxOf(page.locator('[data-ghost]'));
  await page.mouse.up();
  const field = await boxOf(page.locator('[data-campo]'));
  for (const side of ['x', 'y', 'width', 'height'] as const) {
    expect(Math.abs(ghost[side] - field[side]), side).toBeLessThan(3);
  }
  await context.close();
});

it.skipIf(missing)('the editor of a template speaks of roles, of which each has its way', async () => {
  const { id } = await newTemplate(owner, []);
  const { page, context } = await openAs(browser, owner);
  await page.goto(panelUrl(service.origin, `/modelos/${id}/preparar`));
  await page.getByText('Inclua um papel para posicionar os campos dele.').waitFor();
  await button(page, 'Ver como cada papel vê').click();
  await page.getByRole('dialog', { name: 'Como cada papel vê' }).getByText('Inclua um papel').waitFor();
  await context.close();
});

it.skipIf(missing)('the preview has the way of a person beside the pages', async () => {
  const id = await draft();
  const { page, context } = await openAs(browser, owner);
  await openEditor(page, service.origin, id);
  await button(page, 'Ver como cada pessoa vê').click();
  const dialog = page.getByRole('dialog');
  const [way, pages] = [dialog.locator('aside'), dialog.getByRole('region')];
  await pages.locator('canvas[data-drawn]').first().waitFor();
  const [left, right] = [await way.boundingBox(), await pages.boundingBox()];
  expect(left && right && [right.x - left.x, right.y - left.y]).toEqual([left?.width, 0]);
  await context.close();
});

it.skipIf(missing)('where motion is to be reduced, nothing on a screen or in a dialog takes its time', async () => {
  const { page, context } = await openAs(browser, owner, { ...DESKTOP, reducedMotion: 'reduce' });
  await page.goto(panelUrl(service.origin, '/documentos'));
  await button(page, 'Nova pasta').click();
  await page.getByRole('dialog').getByLabel('Nome da pasta').waitFor();
  const slow = `[...document.querySelectorAll('*')].filter((one) => {
      const { transitionDuration, animationDuration } = getComputedStyle(one);
      return (transitionDuration + ',' + animationDuration).split(',').some((seconds) => parseFloat(seconds) > 0);
    }).map((one) => one.className)`;
  expect(await page.evaluate(slow)).toEqual([]);
  await context.close();
});
