import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openStage } from '../browser/stage.ts';
import { create, field, knownPerson, person, until } from '../browser/world.ts';
import { openEditor, read, saved } from './editor.ts';
import { type Member, newOwner, openAs, openAt, senderOf } from './members.ts';

/** The panel of whoever has people sign before them: it is declared in the editor, and opened from the document's page. */

const { browser, service, missing } = await openStage();
let owner: Member;

beforeAll(async () => {
  if (!missing) owner = await newOwner(service);
});

const BOX = 'Assina presencialmente, neste ou em outro aparelho seu';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe.skipIf(missing)('signing in person', () => {
  it('is declared where the link is handed over, and goes with it', async () => {
    const ana = person({ nome: 'Ana Prado' });
    const id = await create(senderOf(owner), [ana], [field({ signatarioId: ana.id })]);
    const { page, context } = await openAs(browser, owner);
    await openEditor(page, service.origin, id);
    await page.locator('[data-party] [aria-expanded]').click();
    await button(page, 'Mais opções').click();
    expect(await page.getByLabel(BOX).count()).toBe(0);
    await page.getByLabel('Como recebe o convite').selectOption('LINK');
    await page.getByLabel(BOX).check();
    await saved(page);
    const stored = async () => {
      const [one] = (await read(owner, id)).signatarios;
      return [one?.metodoEntrega, one?.presencial];
    };
    expect(await stored()).toEqual(['LINK', true]);
    await page.getByLabel('Como recebe o convite').selectOption('EMAIL');
    await page.getByLabel(BOX).waitFor({ state: 'hidden' });
    await saved(page);
    expect(await stored()).toEqual(['EMAIL', false]);
    await context.close();
  });

  it('opens in a tab that knows nothing of the panel, for whom it is the turn, and the history tells it', async () => {
    const people = [knownPerson({ nome: 'Ana Prado', ordem: 1 }), knownPerson({ nome: 'Rui Reis', ordem: 2 })];
    const fields = people.map((one, index) => field({ signatarioId: one.id, y: 0.4 + index * 0.2 }));
    const draft = { ordenado: true, fatoresExigidos: ['DADOS_PESSOAIS' as const] };
    const id = await create(
      senderOf(owner),
      people.map((one) => ({ ...one, presencial: true })),
      fields,
      draft,
    );
    await owner.sandbox.enviarDocumento({ params: { documentoId: id } });
    const { page, context } = await openAt(browser, owner, `/documentos/${id}`);
    await page.getByText('Antes assina: Ana Prado.').waitFor();
    const way = page.getByRole('link', { name: 'Abrir para assinar aqui' });
    expect(await way.count()).toBe(1);
    await page.getByText('prefira outro perfil dele').waitFor();
    const [tab] = await Promise.all([context.waitForEvent('page'), way.click()]);
    await tab.getByRole('heading', { name: 'Entregue o aparelho a Ana Prado' }).waitFor();
    expect(await tab.evaluate('[window.opener, document.referrer]')).toEqual([null, '']);
    await tab.close();
    await until(async () => (await read(owner, id)).signatarios[0]?.visualizadoEm);
    await page.reload();
    await page.getByRole('tab', { name: 'Histórico' }).click();
    const event = page.locator('li', { hasText: 'Presencialmente, segundo quem enviou' });
    await event.getByText('Detalhes').click();
    await event.getByText('Presencialmente, segundo quem enviou').waitFor();
    await context.close();
  });

  it('ends when the person is corrected to get the link in another way', async () => {
    const ana = knownPerson({ nome: 'Ana Prado', presencial: true });
    const id = await create(senderOf(owner), [ana], [field()], { fatoresExigidos: ['DADOS_PESSOAIS'] });
    await owner.sandbox.enviarDocumento({ params: { documentoId: id } });
    const { page, context } = await openAt(browser, owner, `/documentos/${id}`);
    await page.getByRole('button', { name: /^Corrigir/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Convite por').selectOption('EMAIL');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const [one] = (await read(owner, id)).signatarios;
    expect([one?.metodoEntrega, one?.presencial]).toEqual(['EMAIL', false]);
    await context.close();
  });
});
