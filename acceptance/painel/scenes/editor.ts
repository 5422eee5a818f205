import type { Page } from 'playwright-core';
import { create, field, person } from '../../browser/world.ts';
import { openEditor, saved } from '../editor.ts';
import { senderOf } from '../members.ts';
import type { Cast, Scene } from './scene.ts';

/** The screens of preparing a document. */

const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 960;

async function draftOf({ owner }: Cast): Promise<string> {
  const ana = person({ nome: 'Ana Beatriz Lima de Souza' });
  const bruno = person({ nome: 'Bruno Tavares', metodoEntrega: 'LINK' });
  const own = { signatarioId: ana.id };
  const his = { signatarioId: bruno.id };
  return create(
    senderOf(owner),
    [ana, bruno],
    [
      field({ ...own, x: 0.1, y: 0.66 }),
      field({ ...his, x: 0.55, y: 0.66 }),
      field({ ...own, tipo: 'CPF', x: 0.1, y: 0.6, altura: 0.025, largura: 0.2, rotulo: 'CPF da locatária' }),
      field({ ...his, tipo: 'DATA', x: 0.55, y: 0.6, altura: 0.025, largura: 0.15 }),
      field({ ...own, tipo: 'CHECKBOX', x: 0.1, y: 0.55, altura: 0.02, largura: 0.03 }),
      field({
        signatarioId: null,
        tipo: 'TEXTO',
        x: 0.2,
        y: 0.55,
        altura: 0.025,
        valorPadrao: 'Contrato nº 2026/0147',
      }),
    ],
  );
}

/** Opens a panel: its tab on a narrow screen; on a wide one it is there. */
async function panel(page: Page, name: string): Promise<void> {
  if (!isNarrow(page)) return;
  await page.getByRole('navigation', { name: 'Ferramentas do editor' }).getByRole('button', { name }).click();
  await page.getByRole('dialog').waitFor();
}

async function close(page: Page): Promise<void> {
  if ((await page.getByRole('dialog').count()) === 0) return;
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

export const EDITOR: readonly Scene[] = [
  {
    name: 'editor',
    async *show(page, cast) {
      await openEditor(page, cast.owner.origin, await draftOf(cast));
      yield 'editor';
      await page.locator('[data-campo]').first().click();
      await panel(page, 'Propriedades');
      await page.getByText('Posição e tamanho').waitFor();
      yield 'editor-campo';
      await close(page);
      await panel(page, 'Pessoas');
      await page.locator('[data-party] [aria-expanded]').first().click();
      await page.getByLabel('Nome completo').waitFor();
      yield 'editor-pessoa';
      await page.getByRole('button', { name: 'Mais opções' }).click();
      await page.getByRole('checkbox', { name: 'Código por SMS' }).check();
      await page.getByText('Falta o celular, para o código por SMS.').waitFor();
      yield 'editor-pessoa-falta';
      await close(page);
      await panel(page, 'Campos');
      if (isNarrow(page)) {
        yield 'editor-paleta';
        await close(page);
      }
      await panel(page, 'Páginas');
      if (!isNarrow(page)) await page.getByText('Páginas', { exact: true }).click();
      await page.locator('.screens-thumbnails_thumbnail canvas[data-drawn]').first().waitFor();
      yield 'editor-paginas';
      await close(page);
    },
  },
  {
    name: 'editor: antes de enviar',
    async *show(page, cast) {
      await openEditor(page, cast.owner.origin, await draftOf(cast));
      await page.getByRole('button', { name: /^Revisar/ }).click();
      await page.getByText('O que acontece ao enviar').waitFor();
      yield 'editor-enviar';
      await close(page);
      await page.getByRole('button', { name: 'Ver como cada pessoa vê' }).click();
      await page.locator('.screens-preview_sheets canvas[data-drawn]').first().waitFor();
      yield 'editor-previa';
      await close(page);
      await page.getByRole('button', { name: 'Regras', exact: true }).click();
      await page.getByLabel('Título').waitFor();
      yield 'editor-regras';
      await page.getByRole('dialog').getByRole('button', { name: 'Pronto' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'editor: vazio e com problemas',
    async *show(page, cast) {
      const id = await create(senderOf(cast.owner), [], []);
      await openEditor(page, cast.owner.origin, id);
      yield 'editor-vazio';
      await page.getByRole('button', { name: /^Revisar/ }).click();
      await page.getByText('Inclua ao menos uma pessoa').waitFor();
      yield 'editor-problemas';
      await close(page);
      const second = await page.context().newPage();
      await openEditor(second, cast.owner.origin, id);
      await second.getByText('aberto para edição em outra aba').waitFor();
      await second.close();
      await saved(page);
    },
  },
];
