import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, onePage } from '../../packages/pdf/fixtures/build.ts';
import { DESKTOP, NARROW } from '../browser/browser.ts';
import { complaints, fits } from '../browser/examination.ts';
import { LONG_TITLE, opensWhole } from '../browser/long-titles.ts';
import { openStage } from '../browser/stage.ts';
import { create, field, person, SAMPLE, type Sender, send, signByApi, startService, until } from '../browser/world.ts';
import { dropFiles } from './drop.ts';
import { settledDialog } from './editor.ts';
import { NOBODY, startMail } from './mail.ts';
import { type Member, newOwner, openAs, openAt, panelUrl, senderOf } from './members.ts';
import { completed } from './scenes/documentos.ts';

/** Documents: the list, several at once, and the page of one. */

const mail = await startMail();
afterAll(() => mail.close());
const { browser, service, missing } = await openStage(() => startService(mail.env));

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const row = (page: Page, titulo: string) => page.locator('li[aria-posinset]', { hasText: titulo });

const open = (member: Member, path: string, options?: BrowserContextOptions) => openAt(browser, member, path, options);

describe.skipIf(missing)('the list', () => {
  let owner: Member;
  let sender: Sender;
  let folder = '';
  beforeAll(async () => {
    owner = await newOwner(service);
    sender = senderOf(owner);
    folder = (await owner.sandbox.criarPasta({ body: { nome: 'Aditivos' } })).id;
    const people = [person({ nome: 'Marina Duarte' }), person({ nome: 'José Prado' }), person({ nome: 'Carla Nunes' })];
    const fields = people.map(({ id }, i) => field({ signatarioId: id, x: 0.04 + i * 0.32, largura: 0.28 }));
    const { links } = await send(sender, people, fields, { titulo: 'Aditivo de três' });
    await signByApi(sender, links[0] ?? '');
  });

  it('begins with the sample contract, a click away', async () => {
    const newcomer = await newOwner(service);
    const { page, context } = await open(newcomer, '/documentos');
    await button(page, 'Usar o documento de exemplo').click();
    await page.waitForURL(/\/documentos\/[0-9a-f-]{36}\/preparar$/);
    const { itens } = await newcomer.sandbox.listarDocumentos({});
    expect(itens.map(({ titulo, paginas }) => [titulo, paginas > 0])).toEqual([['Contrato de exemplo', true]]);
    await context.close();
  });

  it('takes several files, tells how each fares, and lets a refused title be mended', async () => {
    const { page, context, watch } = await open(owner, '/documentos');
    const pdf = await readFile(SAMPLE);
    await page.locator('input[type=file]').setInputFiles([
      { name: 'Locação.pdf', mimeType: 'application/pdf', buffer: pdf },
      { name: 'foto.pdf', mimeType: 'application/pdf', buffer: Buffer.from('\x89PNG nada disto é PDF') },
      { name: 'festa 🎉.pdf', mimeType: 'application/pdf', buffer: pdf },
    ]);
    const uploads = page.getByRole('region', { name: 'Envio de arquivos' });
    await uploads.getByText('Não é um arquivo PDF.').waitFor();
    await uploads.getByText('Rascunho criado').first().waitFor();
    const title = uploads.getByLabel('Título do documento');
    await title.waitFor();
    await title.fill('festa');
    await uploads.getByRole('button', { name: 'Tentar de novo' }).click();
    await row(page, 'festa').waitFor();
    await row(page, 'Locação').waitFor();
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('takes what is dropped anywhere on the page', async () => {
    const { page, context } = await open(owner, '/documentos');
    await dropFiles(page, ['Solto 1.pdf', 'Solto 2.pdf'], 'Solte os PDFs para criar rascunhos');
    await row(page, 'Solto 1').waitFor();
    await row(page, 'Solto 2').waitFor();
    await context.close();
  });

  it('says who is missing, and is filtered by state, folder and text, all of it in the address', async () => {
    await create(sender, [person()], [field()], { titulo: 'Aditivo guardado', pastaId: folder });
    const { page, context } = await open(owner, '/documentos');
    const missing = row(page, 'Aditivo de três').locator('.documentos-table_missing');
    await missing.waitFor();
    expect(await missing.innerText()).toMatch(/José Prado\s+Carla Nunes/);
    expect(await missing.innerText()).not.toContain('Marina');
    await page.getByLabel('Estado').selectOption('PARCIALMENTE_ASSINADO');
    await page.getByText('1 documento', { exact: true }).waitFor();
    expect(page.url()).toContain('estado=PARCIALMENTE_ASSINADO');
    await page.getByLabel('Estado').selectOption('');
    await page.getByLabel('Buscar por título, nome ou e-mail').fill('jose prado');
    await page.getByText('1 documento', { exact: true }).waitFor();
    await page.getByLabel('Buscar por título, nome ou e-mail').fill('');
    await page.getByRole('link', { name: /Aditivos/ }).click();
    await page.waitForURL(/pasta=/);
    await row(page, 'Aditivo guardado').waitFor();
    await page.reload();
    await row(page, 'Aditivo guardado').waitFor();
    expect(await page.locator('li[aria-posinset]').count()).toBe(1);
    await context.close();
  });

  it('moves several with a result a line, and takes it back', async () => {
    const ids: string[] = [];
    for (const titulo of ['Lote A', 'Lote B']) ids.push(await create(sender, [person()], [field()], { titulo }));
    const { page, context } = await open(owner, '/documentos?busca=Lote');
    await row(page, 'Lote B').waitFor();
    await page.getByLabel('Selecionar os carregados').check();
    await page.getByText('2 selecionados').waitFor();
    await button(page, 'Mover').click();
    await page.getByLabel('Mover para').selectOption({ label: 'Aditivos' });
    await page.getByRole('dialog').getByRole('button', { name: 'Mover' }).click();
    await page.getByText('2 de 2 feitos').waitFor();
    const folderOf = async () =>
      Promise.all(
        ids.map(async (documentoId) => (await owner.sandbox.obterDocumento({ params: { documentoId } })).pastaId),
      );
    expect(await folderOf()).toEqual([folder, folder]);
    await button(page, 'Desfazer').click();
    await expect.poll(folderOf, { interval: 1_000 }).toEqual([null, null]);
    await context.close();
  });

  it('cancels several with one reason, and says of each why it could not be', async () => {
    const one = person();
    const { id } = await send(sender, [one], [field()], { titulo: 'Cancelável 1' });
    await create(sender, [person()], [field()], { titulo: 'Cancelável 2' });
    const { page, context } = await open(owner, '/documentos?busca=Cancel');
    for (const titulo of ['Cancelável 1', 'Cancelável 2']) await page.getByLabel(`Selecionar ${titulo}`).check();
    await button(page, 'Cancelar documentos').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancelar os documentos' }).click();
    await dialog.getByText('Escreva o motivo.').waitFor();
    await dialog.getByLabel('Motivo').fill('O negócio não saiu.');
    await dialog.getByRole('button', { name: 'Cancelar os documentos' }).click();
    await dialog.getByText('1 de 2 feitos').waitFor();
    expect(await dialog.getByRole('listitem').filter({ hasText: 'Cancelável 2' }).innerText()).toContain(
      'Não se aplica',
    );
    expect((await owner.sandbox.obterDocumento({ params: { documentoId: id } })).status).toBe('CANCELADO');
    await context.close();
  });

  it('keeps folders: makes one inside of another, renames it, deletes it, and takes each back', async () => {
    const { page, context } = await open(owner, '/documentos');
    await button(page, 'Ações da pasta Aditivos').click();
    await page.getByRole('menuitem', { name: 'Nova pasta' }).click();
    await page.getByLabel('Nome da pasta').fill('Vencidos');
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
    await button(page, 'Ações da pasta Vencidos').click();
    await page.getByRole('menuitem', { name: 'Renomear ou mover' }).click();
    await page.getByLabel('Nome da pasta').fill('Antigos');
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
    const undo = (what: string) =>
      page.locator('.mantine-Notification-root', { hasText: what }).getByRole('button', { name: 'Desfazer' });
    await undo('Pasta alterada.').click();
    await button(page, 'Ações da pasta Vencidos').click();
    await page.getByRole('menuitem', { name: 'Excluir' }).click();
    await undo('Pasta “Vencidos” excluída.').click();
    await page.locator('.documentos-pastas_branch .documentos-pastas_name', { hasText: 'Vencidos' }).waitFor();
    await context.close();
  });

  it('is listed by what changed last or lately, under a name one gives that, with who made it', async () => {
    // Where it is about noon: what is made today is of today until the end of the test.
    const east = 12 - new Date().getUTCHours();
    const timezoneId = `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
    const { page, context, watch } = await open(owner, '/documentos', { ...DESKTOP, timezoneId });
    const ids = ['Antigo', 'Novo'].map((titulo) => create(sender, [], [], { titulo: `Ordem ${titulo}` }));
    const [first] = await Promise.all(ids);
    await owner.sandbox.alterarDocumento({ params: { documentoId: first ?? '' }, body: { titulo: 'Ordem mudada' } });
    await page.getByLabel('Ordenar por').selectOption('Alterados por último');
    await page.waitForURL(/ordem=atualizadoEm/);
    await page.locator('li[aria-posinset="1"]', { hasText: 'Ordem mudada' }).waitFor();
    await row(page, 'Ordem mudada').getByText('criado por você').waitFor();
    await page.getByLabel('Período').selectOption('Hoje');
    await page.waitForURL(/periodo=1/);
    await button(page, 'Salvar esta visão').click();
    await page.getByLabel('Nome da visão').fill('Mexidos hoje');
    await button(page, 'Salvar').click();
    // Among those of a state only creation has an index, so no other order is offered.
    await page.getByLabel('Estado').selectOption('RASCUNHO');
    await page.waitForURL(/estado=RASCUNHO/);
    const orders = page.getByLabel('Ordenar por').locator('option');
    await expect.poll(() => orders.allInnerTexts()).toEqual(['Criados por último']);
    await page.getByLabel('Período').selectOption('Escolher datas…');
    await page.getByLabel('De', { exact: true }).fill('2020-01-01');
    await page.getByLabel('Até', { exact: true }).fill('2020-01-31');
    await button(page, 'Aplicar').click();
    await page.getByText('Nenhum documento com estes filtros').waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Mexidos hoje' }).click();
    await row(page, 'Ordem mudada').waitFor();
    expect(new URL(page.url()).search).toBe('?periodo=1&ordem=atualizadoEm');
    await button(page, 'Esquecer a visão Mexidos hoje').click();
    await page.getByRole('link', { name: 'Mexidos hoje' }).waitFor({ state: 'detached' });
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('is acted on from its row', async () => {
    await create(sender, [person()], [field()], { titulo: 'Da linha' });
    const { page, context } = await open(owner, '/documentos?busca=Da+linha');
    await button(page, 'Ações de Da linha').click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Baixar' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.pdf$/);
    await button(page, 'Ações de Da linha').click();
    await page.getByRole('menuitem', { name: 'Excluir' }).click();
    await page.getByText('Documento excluído.').waitFor();
    await page.getByText('Nenhum documento com estes filtros').waitFor();
    await context.close();
  });

  it('opens a draft where it is prepared, from a row, the search and a link, and its page is a step from there', async () => {
    const id = await create(sender, [person()], [field()], { titulo: 'Minuta a terminar' });
    const { page, context, watch } = await open(owner, '/documentos?busca=Minuta');
    const editor = new RegExp(`/documentos/${id}/preparar$`);
    await page.getByRole('link', { name: 'Minuta a terminar', exact: true }).click();
    await page.waitForURL(editor);
    await page.getByRole('link', { name: 'Voltar ao documento' }).click();
    await page.getByRole('tab', { name: 'Histórico' }).click();
    await page.getByRole('tab').first().click();
    await page.locator('.parts-facts-card_card').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/Buscar documentos/).fill('minuta a term');
    await page.getByRole('dialog').getByText('Minuta a terminar', { exact: true }).click();
    await page.waitForURL(editor);
    await page.goto(panelUrl(service.origin, `/documentos/${id}`));
    await page.waitForURL(editor);
    await page.goto(panelUrl(service.origin, '/documentos?busca=Minuta'));
    await button(page, 'Ações de Minuta a terminar').click();
    await page.getByRole('menuitem', { name: 'Página do documento' }).click();
    await page.locator('.parts-facts-card_card').waitFor();
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('comes several at once as one archive, and goes several at once, which is taken back', async () => {
    for (const titulo of ['Monte A', 'Monte B']) await create(sender, [person()], [field()], { titulo });
    const { page, context, watch } = await open(owner, '/documentos?busca=Monte');
    await row(page, 'Monte B').waitFor();
    await page.getByLabel('Selecionar os carregados').check();
    await button(page, 'Baixar').click();
    const [archive] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Baixar' }).click(),
    ]);
    const files = unzipSync(await readFile(await archive.path()));
    expect(Object.keys(files).sort()).toEqual(['Monte A.pdf', 'Monte B.pdf']);
    expect(Buffer.from(files['Monte A.pdf'] ?? []).equals(await readFile(SAMPLE))).toBe(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last().click();
    await page.getByLabel('Selecionar os carregados').check();
    await button(page, 'Excluir').click();
    await button(page, 'Excluir os documentos').click();
    await page.getByText('2 documentos excluídos.').waitFor();
    await button(page, 'Desfazer').click();
    await row(page, 'Monte A').waitFor();
    await row(page, 'Monte B').waitFor();
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('is found by Ctrl K from anywhere', async () => {
    const { page, context } = await open(owner, '/conta');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/Buscar documentos/).fill('aditivo de tres');
    await page.getByRole('dialog').getByText('Aditivo de três', { exact: true }).click();
    await page.getByRole('heading', { name: 'Aditivo de três' }).waitFor();
    await context.close();
  });

  it('comes page after page while one scrolls, and holds few rows at a time', async () => {
    const many = await newOwner(service);
    const api = senderOf(many);
    const pdf = await readFile(SAMPLE);
    for (let i = 0; i < 120; i += 4) {
      await Promise.all([0, 1, 2, 3].map((j) => create(api, [], [], { titulo: `Número ${i + j}` }, pdf)));
    }
    const { page, context } = await open(many, '/documentos');
    await page.getByText('120 documentos').waitFor();
    expect(await page.locator('li[aria-posinset]').count()).toBeLessThan(50);
    await page.mouse.move(700, 500);
    await until(async () => {
      await page.mouse.wheel(0, 1200);
      return (await page.locator('li[aria-posinset="120"]').count()) > 0;
    });
    await row(page, 'Número 0').waitFor();
    expect(await page.locator('li[aria-posinset]').count()).toBeLessThan(50);
    await context.close();
  });
});

describe.skipIf(missing)('titles meant to break a page', () => {
  const TITLES = [
    'Ω'.repeat(300),
    '<img src=x onerror=alert(1)><script>alert(2)</script>',
    'a'.repeat(300),
    '\u202Eoãçacol ed otartnoC\u202C — Locação',
  ];

  it('are text, and stay inside of their place', async () => {
    const owner = await newOwner(service);
    const sender = senderOf(owner);
    const made: string[] = [];
    for (const titulo of TITLES) {
      const id = await create(sender, [person({ nome: 'N'.repeat(200) })], [field()], { titulo }).catch(() => null);
      if (id) made.push(id);
    }
    expect(made.length).toBeGreaterThanOrEqual(2);
    const { page, context, watch } = await open(owner, '/documentos', { ...NARROW });
    await page.locator('li[aria-posinset]').first().waitFor();
    expect(await fits(page)).toBe(true);
    let dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    for (const id of made) {
      await page.goto(panelUrl(service.origin, `/documentos/${id}?aba=resumo`));
      await page.locator('main h1').waitFor();
      expect(await fits(page)).toBe(true);
    }
    expect(dialogs).toBe(0);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });
});

describe.skipIf(missing)('the page of a document', () => {
  it('heads a phone with four lines of a long title, and all of it once asked for', async () => {
    const owner = await newOwner(service);
    const id = await create(senderOf(owner), [person()], [field()], { titulo: LONG_TITLE });
    const { page, context } = await open(owner, `/documentos/${id}?aba=resumo`, { ...NARROW });
    const title = page.getByRole('heading', { level: 1, name: LONG_TITLE, exact: true });
    await title.waitFor();
    await opensWhole(page, title, 'Mostrar o título inteiro', 'Encurtar o título');
    await context.close();
  });

  it('says what the file brings that its pages do not show', async () => {
    const owner = await newOwner(service);
    const pdf = build({
      ...onePage(),
      1: '<< /Type /Catalog /Pages 2 0 R /AA << /WC << /S /JavaScript /JS (1) >> >> >>',
    });
    const id = await create(senderOf(owner), [person()], [field()], {}, pdf);
    const { page, context } = await open(owner, `/documentos/${id}?aba=resumo`);
    await page.getByText('O arquivo traz mais do que as páginas mostram').waitFor();
    await page.getByText('Código JavaScript, desarmado no documento assinado.').waitFor();
    await context.close();
  });

  it('has a signer who could not be reached corrected, who is invited anew', async () => {
    const owner = await newOwner(service);
    const email = `${NOBODY}${Date.now()}@exemplo.com.br`;
    const sender = { ...senderOf(owner), api: owner.production };
    const id = await create(sender, [person({ nome: 'Rui Sá', email })], [field()], { titulo: 'Sem destino' });
    await owner.production.enviarDocumento({ params: { documentoId: id } });
    await expect
      .poll(
        async () => (await owner.production.obterDocumento({ params: { documentoId: id } })).signatarios[0]?.status,
        { interval: 1_000 },
      )
      .toBe('FALHA_ENTREGA');
    const { page, context } = await openAs(browser, owner);
    await page.goto(panelUrl(service.origin, `/documentos/${id}`, 'PRODUCAO'));
    await button(page, 'Corrigir e reenviar').click();
    const dialog = await settledDialog(page);
    await dialog.getByLabel('E-mail').fill('isto não é e-mail');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Informe um e-mail válido.').waitFor();
    const right = `rui.${Date.now()}@exemplo.com.br`;
    await dialog.getByLabel('E-mail').fill(right);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Dados corrigidos.').waitFor();
    expect(await mail.message(right, /(\/assinar\/\S+)/)).toContain('/assinar/');
    await page.goto(panelUrl(service.origin, `/documentos/${id}?aba=trilha`, 'PRODUCAO'));
    await page.getByText('O convite não foi entregue').waitFor();
    await page.getByText('Dados do signatário corrigidos').waitFor();
    await context.close();
  });

  it('tells the whole trail with each link of the chain, and hands out files and certificate', async () => {
    const owner = await newOwner(service);
    const id = await completed(senderOf(owner));
    const trail = await owner.sandbox.listarAuditoria({ params: { documentoId: id }, query: { limite: 100 } });
    const { page, context, watch } = await open(owner, `/documentos/${id}?aba=trilha`);
    await page.getByText(`${trail.total} eventos`).waitFor();
    const text = (await page.locator('.documentos-trail_trail').textContent()) ?? '';
    expect(trail.itens.filter(({ hash }) => !text.includes(hash))).toEqual([]);
    await page.getByRole('tab', { name: 'Arquivos' }).click();
    await page.getByText(/SVC-CERT-/).waitFor();
    const names: string[] = [];
    for (const what of ['Via assinada', 'Certificado de conclusão', 'Arquivo original']) {
      const [download] = await Promise.all([page.waitForEvent('download'), button(page, what).click()]);
      names.push(download.suggestedFilename());
    }
    expect(names.every((name) => name.endsWith('.pdf'))).toBe(true);
    expect(new Set(names).size).toBe(3);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('hands out the proof of the open log, where there is one', async () => {
    const owner = await newOwner(service);
    const id = await completed(senderOf(owner));
    const { codigoValidacao } = await owner.sandbox.obterDocumento({ params: { documentoId: id } });
    const { page, context } = await open(owner, `/documentos/${id}?aba=arquivos`);
    const link = page.getByRole('link', { name: 'Prova do registro aberto' });
    // The page waits for a proof that is on its way, and hands out what it has: questions by code are counted.
    await link.waitFor();
    await page.route('**/registro/**', (route) => route.fulfill({ status: 429 }));
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe(`prova-${codigoValidacao}.tlog-proof`);
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^c2sp\.org\/tlog-proof@v1\n/);
    await page.route('**/registro/**', (route) => route.fulfill({ status: 404, body: 'Não há isto no registro.\n' }));
    const [asked] = await Promise.all([page.waitForResponse('**/registro/**'), page.reload()]);
    expect(asked.status()).toBe(404);
    await button(page, 'Via assinada').waitFor();
    expect(await link.count()).toBe(0);
    await context.close();
  });

  it('tells moments in the zone of whoever looks, and the offset on hover', async () => {
    const owner = await newOwner(service);
    const id = await create(senderOf(owner), [person()], [field()], { titulo: 'Fuso' });
    const { criadoEm } = await owner.sandbox.obterDocumento({ params: { documentoId: id } });
    const { page, context } = await open(owner, `/documentos/${id}?aba=resumo`, {
      ...DESKTOP,
      timezoneId: 'Asia/Tokyo',
    });
    const moment = page.locator('.parts-facts-card_card time').first();
    const hour = new Date(Date.parse(criadoEm) + 9 * 3600_000).toISOString().slice(11, 16);
    expect(await moment.innerText()).toContain(hour);
    await moment.hover();
    await page.getByText(/GMT\+09:00, Asia\/Tokyo/).waitFor();
    await context.close();
  });
});
