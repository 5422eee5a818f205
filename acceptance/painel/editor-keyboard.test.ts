import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openStage } from '../browser/stage.ts';
import { create, field, person, until } from '../browser/world.ts';
import { boxOf, button, openEditor, read, saved, shownFields, tabTo } from './editor.ts';
import { type Member, newOwner, openAs, senderOf } from './members.ts';

/** What is done to several fields, to the view and to pages, without a pointer. */

const { browser, service, missing } = await openStage();
let owner: Member;
const NEAR = 0.004;

beforeAll(async () => {
  if (!missing) owner = await newOwner(service);
});

async function openDraft(places: readonly (readonly [x: number, y: number])[]) {
  const ana = person({ nome: 'Ana Lima' });
  const own = { signatarioId: ana.id, largura: 0.2, altura: 0.05 };
  const id = await create(
    senderOf(owner),
    [ana],
    places.map(([x, y]) => field({ ...own, x, y })),
  );
  const { page, context } = await openAs(browser, owner);
  await openEditor(page, service.origin, id);
  return { id, page, context };
}

const chosen = (page: Page) => page.locator('[data-campo][aria-pressed="true"]').count();
const enterOn = async (page: Page, name: string | RegExp) => {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
};

it.skipIf(missing)(
  'fields are chosen together, aligned, spread, copied to all pages, deleted and brought back by keys alone',
  async () => {
    const { id, page, context } = await openDraft([
      [0.1, 0.1],
      [0.3, 0.2],
      [0.5, 0.34],
    ]);
    const { keyboard } = page;
    await tabTo(page, /^Assinatura, de Ana/);
    await keyboard.press('Space');
    for (let turn = 0; turn < 2; turn += 1) {
      await keyboard.press('Tab');
      await keyboard.press('Shift+Space');
    }
    await until(async () => (await chosen(page)) === 3);
    await enterOn(page, 'Alinhar à esquerda');
    await enterOn(page, 'Distribuir na vertical');
    const [a, b, c] = await shownFields(page);
    if (!a || !b || !c) throw new Error('three fields');
    expect(Math.max(a.x, b.x, c.x) - Math.min(a.x, b.x, c.x)).toBeLessThan(NEAR);
    expect(Math.abs(b.y - a.y - (c.y - b.y))).toBeLessThan(NEAR);
    await saved(page);
    await enterOn(page, 'Copiar para todas as páginas');
    await saved(page);
    const { paginas, campos } = await read(owner, id);
    expect(campos).toHaveLength(3 * paginas);
    await keyboard.press('Control+z');
    await saved(page);
    expect((await read(owner, id)).campos).toHaveLength(3);

    await tabTo(page, /^Assinatura, de Ana/, true);
    await keyboard.press('Control+a');
    await keyboard.press('Control+c');
    await keyboard.press('Delete');
    await page.locator('[data-campo]').first().waitFor({ state: 'detached' });
    expect(await page.locator('[data-campo]').count()).toBe(0);
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Documento');
    await keyboard.press('Control+v');
    await until(async () => (await chosen(page)) === 3);
    await keyboard.press('Escape');
    await until(async () => (await chosen(page)) === 0);
    await saved(page);
    expect((await read(owner, id)).campos).toHaveLength(3);
    await context.close();
  },
);

it.skipIf(missing)(
  'zoom, pages, the preview and the size of a field in millimetres are at hand without a pointer',
  async () => {
    const { page, context } = await openDraft([[0.1, 0.1]]);
    const { keyboard } = page;
    await tabTo(page, 'Documento');
    const before = await boxOf(page.locator('[data-page="1"]'));
    await keyboard.press('+');
    await page.getByRole('status', { name: 'Zoom de 125%' }).waitFor();
    expect((await boxOf(page.locator('[data-page="1"]'))).width / before.width).toBeCloseTo(1.25, 2);
    await keyboard.press('0');
    await page.getByRole('status', { name: 'Zoom de 100%' }).waitFor();

    await enterOn(page, /^Página 2/);
    await page.locator('.screens-thumbnails_thumbnail[aria-current="true"]', { hasText: '2' }).waitFor();
    await until(async () => Math.abs((await boxOf(page.locator('[data-page="2"]'))).y - 180) < 120);

    await enterOn(page, 'Ver como cada pessoa vê');
    await page.getByRole('dialog').getByText('Assine aqui').waitFor();
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const preview = button(page, 'Ver como cada pessoa vê');
    await until(() => preview.evaluate((it) => it === it.ownerDocument.activeElement));
    await enterOn(page, /^Revisar/);
    await page.getByRole('dialog').waitFor();
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await until(() => page.evaluate<boolean>('document.activeElement.textContent.startsWith("Revisar")'));

    await enterOn(page, /^Assinatura, de Ana/);
    await tabTo(page, 'Largura');
    await keyboard.press('Control+a');
    await keyboard.type('84');
    const width = async () => (await shownFields(page))[0]?.largura ?? 0;
    await until(async () => Math.abs((await width()) - 84 / 210) < NEAR);
    await context.close();
  },
);
