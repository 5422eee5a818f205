import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP } from '../browser/browser.ts';
import { complaints } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { create, field, person, send, until } from '../browser/world.ts';
import { settledDialog } from './editor.ts';
import { type Member, newOwner, openAt, panelUrl, senderOf } from './members.ts';

/** What becomes of a document after it was made: it is adjusted after sending, deleted, and restored. */

const { browser, service, missing } = await openStage();

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
      await dialog.waitFor();
    };
    const deadline = dialog.getByLabel('Prazo para assinar');
    const expiry = dialog.getByLabel('Quando o documento expira');
    const adjust = dialog.getByRole('button', { name: 'Ajustar', exact: true });

    await begin();
    await dialog.getByText('Nada muda ainda.').waitFor();
    await deadline.fill('2020-01-01T10:00');
    await adjust.click();
    await dialog.getByText('Já passou; informe um momento futuro.').waitFor();
    expect(await deadline.getAttribute('aria-invalid')).toBe('true');
    expect((await current()).prazoEm).toBeNull();

    const now = Date.now();
    const day = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10);
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
    await page.getByText('Documento ajustado.').waitFor();
    expect(await current()).toMatchObject({ prazoEm: `${day(5)}T21:00:00.000Z`, expiraEm: null, lembrete: 'DIARIO' });
    await until(async () => {
      const { itens } = await owner.sandbox.listarCaixa({ query: { limite: 100 } });
      return itens.some(({ destino, assunto }) => destino === marina.email && assunto?.includes('Novo prazo'));
    });
    await page.locator('.parts-facts-card_card', { hasText: 'Todo dia' }).waitFor();

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
      const { page, context } = await open(owner, `/documentos/${id}?aba=resumo`);
      await button(page, 'Mais ações').click();
      await page.getByRole('menuitem', { name: 'Mover' }).waitFor();
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
    await page.getByText('Comece pelo primeiro documento').waitFor();
    await page.getByRole('link', { name: 'Excluídos' }).press('Enter');
    await page.getByRole('heading', { name: 'Excluídos', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/documentos\/excluidos$/);
    const rows = page.getByRole('list', { name: 'Excluídos' }).getByRole('listitem');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(2);
    expect(await rows.first().innerText()).toMatch(
      /Excluído em [\d/]+ por \S.*\s+Restaurável até .* \(faltam 29 dias\)/,
    );
    await page.getByLabel('Buscar por título, nome ou e-mail').fill('caucao');
    await page.getByText('1 documento', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Restaurar Recibo de caução' }).press('Enter');
    await page.getByText('Documento restaurado.').waitFor();
    expect((await owner.sandbox.obterDocumento({ params: { documentoId } })).status).toBe('RASCUNHO');
    await page.getByText('Nenhum documento com estes filtros').waitFor();
    await button(page, 'Limpar filtros').click();
    await page.getByRole('button', { name: 'Restaurar Outro recibo' }).waitFor();
    await page.getByRole('link', { name: 'Todos os documentos' }).click();
    await row(page, 'Recibo de caução').waitFor();

    const third = await create(sender, [person()], [field()], { titulo: 'Terceiro recibo' });
    await owner.sandbox.excluirDocumento({ params: { documentoId: third } });
    await page.goto(panelUrl(service.origin, '/documentos?excluidos=true&busca=recibo'));
    await page.waitForURL(/\/documentos\/excluidos\?busca=recibo$/);
    await page.getByLabel('Selecionar Terceiro recibo').press('Space');
    await button(page, 'Restaurar 1').waitFor();
    await page.getByLabel('1 selecionado').press('Space');
    await button(page, 'Restaurar 2').press('Enter');
    await page.getByText('2 documentos restaurados.').waitFor();
    await button(page, 'Limpar filtros').click();
    await page.getByText('Nenhum documento excluído').waitFor();
    for (const id of [other, third]) {
      expect((await owner.sandbox.obterDocumento({ params: { documentoId: id } })).status).toBe('RASCUNHO');
    }
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('is copied in whatever state it is, and the copy opens where it is prepared', async () => {
    const owner = await newOwner(service);
    const documentoId = await create(senderOf(owner), [person()], [field()], { titulo: 'Contrato de sempre' });
    await owner.sandbox.enviarDocumento({ params: { documentoId } });
    await owner.sandbox.cancelarDocumento({ params: { documentoId }, body: { motivo: 'Valor errado.' } });
    const { page, context, watch } = await open(owner, `/documentos/${documentoId}`);
    await button(page, 'Mais ações').click();
    // It is said for some seconds, in which the page may not be there yet.
    const said = page.getByText('Cópia criada.').waitFor();
    await page.getByRole('menuitem', { name: 'Criar cópia' }).click();
    await Promise.all([said, page.waitForURL(/\/preparar/)]);
    const [copy] = (await owner.sandbox.listarDocumentos({ query: { status: 'RASCUNHO' } })).itens;
    expect(copy).toMatchObject({ titulo: 'Contrato de sempre' });
    expect(page.url()).toContain(copy?.id ?? 'no copy');
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('is saved as a template by the keyboard, without the person who was in it', async () => {
    const owner = await newOwner(service);
    const rui = person({ nome: 'Rui Sá' });
    const { id } = await send(senderOf(owner), [rui], [field({ signatarioId: rui.id })], { titulo: 'Vistoria' });
    const { page, context, watch } = await open(owner, `/documentos/${id}`);
    await button(page, 'Mais ações').press('Enter');
    await page.getByRole('menuitem', { name: 'Salvar como modelo' }).press('Enter');
    const dialog = page.getByRole('dialog');
    const name = dialog.getByLabel('Nome', { exact: true });
    await expect.poll(() => name.evaluate((input) => input.matches(':focus'))).toBe(true);
    expect(await name.inputValue()).toBe('Vistoria');
    await name.fill(' ');
    await name.press('Enter');
    await dialog.getByText('Dê um nome ao modelo.').waitFor();
    await name.fill('Vistoria de imóvel');
    await dialog.getByLabel('Toda a organização').check();
    await name.press('Enter');
    await page.waitForURL(/\/modelos\//);
    await page.getByRole('heading', { name: 'Vistoria de imóvel' }).waitFor();
    await page.getByText('Signatário', { exact: true }).first().waitFor();
    const [modelo] = (await owner.sandbox.listarModelos()).itens;
    expect(modelo).toMatchObject({ nome: 'Vistoria de imóvel', escopo: 'ORGANIZACAO' });
    expect(JSON.stringify(modelo)).not.toContain('Rui');
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('under way is corrected in its place, or by a copy that is there before it is cancelled', async () => {
    const owner = await newOwner(service);
    const rui = person({ nome: 'Rui Sá' });
    const { id: documentoId } = await send(senderOf(owner), [rui], [field({ signatarioId: rui.id })], {
      titulo: 'Com erro',
    });
    const current = () => owner.sandbox.obterDocumento({ params: { documentoId } });
    const drafts = async () => (await owner.sandbox.listarDocumentos({ query: { status: 'RASCUNHO' } })).itens;
    const { page, context } = await open(owner, `/documentos/${documentoId}`);
    const dialog = page.getByRole('dialog');
    const begin = async () => {
      await button(page, 'Mais ações').click();
      await page.getByRole('menuitem', { name: 'Corrigir e reenviar' }).click();
      await dialog.waitFor();
    };
    await begin();
    await dialog.getByRole('button', { name: 'Corrigir Rui Sá' }).click();
    await dialog.getByLabel('Nome', { exact: true }).fill('Rui de Sá');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Dados corrigidos.').waitFor();
    expect((await current()).status).toBe('AGUARDANDO_ASSINATURAS');

    await begin();
    expect(await dialog.innerText()).toContain(
      'Primeiro é criada uma cópia em rascunho; depois este documento é cancelado',
    );
    await dialog.getByLabel('Por que cancelar?').fill('');
    await dialog.getByRole('button', { name: 'Cancelar e corrigir a cópia' }).click();
    await dialog.getByText('Escreva o motivo.').waitFor();
    expect(await drafts()).toEqual([]);
    await dialog.getByLabel('Por que cancelar?').fill('Valor errado.');
    // The tab dies between the two: the copy is there, and the document goes on.
    await page.route('**/cancelar', (request) => request.abort());
    await dialog.getByRole('button', { name: 'Cancelar e corrigir a cópia' }).click();
    await expect.poll(async () => (await drafts()).length, { interval: 1_000 }).toBe(1);
    expect((await current()).status).toBe('AGUARDANDO_ASSINATURAS');
    await context.close();

    const again = await open(owner, `/documentos/${documentoId}`);
    await button(again.page, 'Mais ações').click();
    await again.page.getByRole('menuitem', { name: 'Corrigir e reenviar' }).click();
    await again.page.getByLabel('Por que cancelar?').fill('O valor saiu errado.');
    await again.page.getByRole('button', { name: 'Cancelar e corrigir a cópia' }).click();
    await again.page.waitForURL(/\/preparar/);
    await again.page.getByText('O documento foi cancelado: “O valor saiu errado.”').waitFor();
    const [copy, ...others] = await drafts();
    expect([copy?.titulo, others]).toEqual(['Com erro', []]);
    expect(again.page.url()).toContain(copy?.id ?? 'no copy');
    expect((await current()).status).toBe('CANCELADO');
    expect(complaints(again.watch.problems)).toEqual([]);
    await again.context.close();
  });

  it('that was refused is corrected in a copy, which says who refused and why', async () => {
    const owner = await newOwner(service);
    const rui = person({ nome: 'Rui Sá', metodoEntrega: 'LINK' });
    const { id: documentoId, links } = await send(senderOf(owner), [rui], [field({ signatarioId: rui.id })], {
      titulo: 'Recusado',
    });
    const token = links[0]?.split('/').pop() ?? '';
    await owner.sandbox.recusar({ params: { token }, body: { motivo: 'O valor não é o combinado.' } });
    const { page, context, watch } = await open(owner, `/documentos/${documentoId}`);
    await button(page, 'Mais ações').click();
    await page.getByRole('menuitem', { name: 'Corrigir e reenviar' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Rui Sá recusou: “O valor não é o combinado.”').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/preparar/);
    await page.getByText('Rui Sá recusou: “O valor não é o combinado.”').waitFor();
    await page.getByRole('link', { name: 'Recusado' }).first().waitFor();
    expect((await owner.sandbox.obterDocumento({ params: { documentoId } })).status).toBe('RECUSADO');
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('that is over has its description changed, and one under way beside its deadline', async () => {
    const owner = await newOwner(service);
    const { id: documentoId } = await send(senderOf(owner), [person()], [field()], { titulo: 'Descrito' });
    const { page, context } = await open(owner, `/documentos/${documentoId}`);
    const dialog = page.getByRole('dialog');
    const describe = async (action: string, text: string) => {
      await button(page, 'Mais ações').click();
      await page.getByRole('menuitem', { name: action }).click();
      await (await settledDialog(page)).getByLabel('Descrição interna').fill(text);
      await dialog.getByText('A descrição interna muda; ninguém é avisado.').waitFor();
      await dialog.getByRole('button', { name: 'Ajustar', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      expect((await owner.sandbox.obterDocumento({ params: { documentoId } })).descricao).toBe(text);
    };
    await describe('Ajustar prazo e lembrete', 'Segunda via');
    await owner.sandbox.cancelarDocumento({ params: { documentoId }, body: { motivo: 'Engano.' } });
    await page.reload();
    await describe('Mudar a descrição', 'Cancelado por engano');
    await context.close();
  });

  it('is sent with its words, deadline, reminder and place for answers chosen where it is sent', async () => {
    const owner = await newOwner(service);
    const rui = person({ nome: 'Rui Sá' });
    const documentoId = await create(senderOf(owner), [rui], [field({ signatarioId: rui.id })], { titulo: 'A enviar' });
    const { page, context, watch } = await open(owner, `/documentos/${documentoId}/preparar`);
    await button(page, /Revisar/).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: '15 dias' }).click();
    await dialog.getByLabel('Texto do convite').selectOption({ label: 'Convite breve' });
    await dialog.getByLabel('Respostas para').fill('nada');
    await dialog.getByRole('button', { name: 'Enviar agora' }).waitFor({ state: 'detached' });
    await dialog.getByLabel('Respostas para').fill('juridico@exemplo.com.br');
    await dialog.getByRole('button', { name: 'Enviar agora' }).click();
    await page.getByText('Documento enviado.').waitFor();
    const sent = await owner.sandbox.obterDocumento({ params: { documentoId } });
    expect(sent).toMatchObject({
      modeloEmailId: 'd1f95b8a-6f15-4a52-9820-77ce64ad2f5a',
      responderPara: 'juridico@exemplo.com.br',
    });
    const days = (Date.parse(sent.prazoEm ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(14);
    expect(days).toBeLessThan(16.1);
    const mail = await until(async () => {
      const { itens } = await owner.sandbox.listarCaixa({ query: { limite: 100 } });
      return itens.find(({ destino }) => destino === rui.email);
    });
    expect(mail).toMatchObject({ assunto: '[TESTE] Para assinar: A enviar', responderPara: 'juridico@exemplo.com.br' });
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('is deleted at once, and for some seconds a button takes that back', async () => {
    const owner = await newOwner(service);
    const documentoId = await create(senderOf(owner), [person()], [field()], { titulo: 'Rascunho à toa' });
    const { page, context } = await open(owner, `/documentos/${documentoId}?aba=resumo`);
    const remove = async () => {
      await button(page, 'Mais ações').click();
      await page.getByRole('menuitem', { name: 'Excluir' }).click();
    };
    await remove();
    // A remark stays as long as one points at it.
    await page.getByText('Documento excluído.').hover();
    await page.getByText('Comece pelo primeiro documento').waitFor();
    await expect(owner.sandbox.obterDocumento({ params: { documentoId } })).rejects.toMatchObject({ status: 404 });
    await button(page, 'Desfazer').click();
    // A draft opens where it is prepared.
    await button(page, 'Revisar e enviar').waitFor();
    expect((await owner.sandbox.obterDocumento({ params: { documentoId } })).titulo).toBe('Rascunho à toa');
    await page.goto(`${page.url().replace(/\/preparar$/, '')}?aba=resumo`);
    await remove();
    await page.getByText('Documento excluído.').waitFor();
    await page.goto('about:blank');
    await expect
      .poll(() => owner.sandbox.obterDocumento({ params: { documentoId } }).catch(({ status }) => status), {
        interval: 1_000,
      })
      .toBe(404);
    await context.close();
  });
});
