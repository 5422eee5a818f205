import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP } from '../browser/browser.ts';
import { complaints } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { create, field, person, send, until } from '../browser/world.ts';
import { type Member, newOwner, openAt, senderOf } from './members.ts';

/** What becomes of a document after it was made: it is adjusted after sending, deleted, and restored. */

const { browser, service, missing } = await openStage();
const LONG = { timeout: 20_000 };

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const row = (page: Page, titulo: string) => page.locator('li[aria-posinset]', { hasText: titulo });
const open = (member: Member, path: string, options?: BrowserContextOptions) => openAt(browser, member, path, options);

describe.skipIf(missing)('a document', () => {
  it('in progress is given another deadline and reminder, after it was told what that does to whom', async () => {
    const owner = await newOwner(service);
    const sender = senderOf(owner);
    const marina = person({ nome: 'Marina Duarte' });
    const rui = person({ nome: 'Rui Sá', metodoEntrega: 'LINK' });
    const fields = [marina, rui].map(({ id }, i) => field({ signatarioId: id, x: 0.05 + i * 0.45 }));
    const { id: documentoId } = await send(sender, [marina, rui], fields, { titulo: 'Ajustável' });
    const current = () => owner.sandbox.obterDocumento({ params: { documentoId } });
    const { page, context, watch } = await open(owner, `/documentos/${documentoId}`, {
      ...DESKTOP,
      timezoneId: 'America/Sao_Paulo',
    });
    const dialog = page.getByRole('dialog');
    const begin = async () => {
      await button(page, 'Mais ações').click();
      await page.getByRole('menuitem', { name: 'Ajustar prazo e lembrete' }).click();
      await dialog.waitFor(LONG);
    };
    const deadline = dialog.getByLabel('Prazo para assinar');
    const expiry = dialog.getByLabel('Quando o documento expira');
    const adjust = dialog.getByRole('button', { name: 'Ajustar', exact: true });

    await begin();
    await dialog.getByText('Nada muda ainda.').waitFor(LONG);
    await deadline.fill('2020-01-01T10:00');
    await adjust.click();
    await dialog.getByText('Já passou; informe um momento futuro.').waitFor(LONG);
    expect(await deadline.getAttribute('aria-invalid')).toBe('true');
    expect((await current()).prazoEm).toBeNull();

    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    await deadline.fill(`${day(5)}T18:00`);
    await expiry.fill(`${day(4)}T18:00`);
    await adjust.click();
    await expect.poll(() => expiry.getAttribute('aria-invalid')).toBe('true');
    await expiry.fill('');
    await dialog.getByLabel('Lembrete a quem não assinou').selectOption('DIARIO');
    const effects = dialog.getByRole('region', { name: 'O que muda, e para quem' });
    const told = await effects.innerText();
    expect(told).toContain('Prazo para assinar: de nenhum para');
    expect(told).toContain('O prazo novo vai agora por e-mail a Marina Duarte.');
    expect(told).toContain('Sem aviso, veem o prazo novo ao abrir o link: Rui Sá.');
    expect(told).toContain('A contar de agora, são lembrados: Marina Duarte.');
    await deadline.press('Enter');
    await page.getByText('Documento ajustado.').waitFor(LONG);
    expect(await current()).toMatchObject({ prazoEm: `${day(5)}T21:00:00.000Z`, expiraEm: null, lembrete: 'DIARIO' });
    await until(async () => {
      const { itens } = await owner.sandbox.listarCaixa({ query: { limite: 100 } });
      return itens.some(({ destino, assunto }) => destino === marina.email && assunto?.includes('Novo prazo'));
    });
    await page.locator('.parts-facts-card_card', { hasText: 'Todo dia' }).waitFor(LONG);

    await begin();
    expect(await deadline.inputValue()).toBe(`${day(5)}T18:00`);
    await deadline.fill('');
    await dialog.getByLabel('Lembrete a quem não assinou').selectOption('');
    await adjust.click();
    await dialog.waitFor({ state: 'detached' });
    expect(await current()).toMatchObject({ prazoEm: null, lembrete: null });
    await page.getByRole('tab', { name: 'Histórico' }).click();
    await expect.poll(() => page.getByText('Documento ajustado', { exact: true }).count()).toBe(2);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('that is a draft, or over, is not adjusted', async () => {
    const owner = await newOwner(service);
    const draft = await create(senderOf(owner), [person()], [field()], { titulo: 'Rascunho' });
    const { id: over } = await send(senderOf(owner), [person()], [field()], { titulo: 'Cancelado' });
    await owner.sandbox.cancelarDocumento({ params: { documentoId: over }, body: { motivo: 'Engano.' } });
    for (const id of [draft, over]) {
      const { page, context } = await open(owner, `/documentos/${id}`);
      await button(page, 'Mais ações').click();
      await page.getByRole('menuitem', { name: 'Mover' }).waitFor(LONG);
      expect(await page.getByRole('menuitem', { name: 'Ajustar prazo e lembrete' }).count()).toBe(0);
      await context.close();
    }
  });

  it('that was deleted is found among the deleted by the keyboard, and restored', async () => {
    const owner = await newOwner(service);
    const sender = senderOf(owner);
    const documentoId = await create(sender, [person()], [field()], { titulo: 'Recibo de caução' });
    const other = await create(sender, [person()], [field()], { titulo: 'Outro recibo' });
    for (const id of [documentoId, other]) await owner.sandbox.excluirDocumento({ params: { documentoId: id } });
    const { page, context, watch } = await open(owner, '/documentos');
    await page.getByText('Comece pelo primeiro documento').waitFor(LONG);
    await page.getByRole('link', { name: 'Excluídos' }).press('Enter');
    await page.waitForURL(/excluidos=true/, LONG);
    const rows = page.getByRole('list', { name: 'Excluídos' }).getByRole('listitem');
    await rows.first().waitFor(LONG);
    expect(await rows.count()).toBe(2);
    expect(await rows.first().innerText()).toMatch(/Excluído em .*\s+Restaurável até /);
    await page.getByLabel('Buscar por título, nome ou e-mail').fill('caucao');
    await page.getByText('1 documento', { exact: true }).waitFor(LONG);
    await page.getByRole('button', { name: 'Restaurar Recibo de caução' }).press('Enter');
    await page.getByText('Documento restaurado.').waitFor(LONG);
    expect((await owner.sandbox.obterDocumento({ params: { documentoId } })).status).toBe('RASCUNHO');
    await page.getByText('Nenhum documento com estes filtros').waitFor(LONG);
    await button(page, 'Limpar filtros').click();
    await page.getByRole('button', { name: 'Restaurar Outro recibo' }).waitFor(LONG);
    await page.getByRole('link', { name: 'Todos os documentos' }).click();
    await row(page, 'Recibo de caução').waitFor(LONG);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('is deleted at once, and for some seconds a button takes that back', async () => {
    const owner = await newOwner(service);
    const documentoId = await create(senderOf(owner), [person()], [field()], { titulo: 'Rascunho à toa' });
    const { page, context } = await open(owner, `/documentos/${documentoId}`);
    const remove = async () => {
      await button(page, 'Mais ações').click();
      await page.getByRole('menuitem', { name: 'Excluir' }).click();
    };
    await remove();
    await page.getByText('Documento excluído.').waitFor(LONG);
    await page.getByText('Comece pelo primeiro documento').waitFor(LONG);
    await expect(owner.sandbox.obterDocumento({ params: { documentoId } })).rejects.toMatchObject({ status: 404 });
    await button(page, 'Desfazer').click();
    await page.getByRole('heading', { name: 'Rascunho à toa' }).waitFor(LONG);
    expect((await owner.sandbox.obterDocumento({ params: { documentoId } })).titulo).toBe('Rascunho à toa');
    await remove();
    await page.getByText('Documento excluído.').waitFor(LONG);
    await page.goto('about:blank');
    await expect
      .poll(() => owner.sandbox.obterDocumento({ params: { documentoId } }).catch(({ status }) => status), {
        timeout: 15_000,
        interval: 1_000,
      })
      .toBe(404);
    await context.close();
  });
});
