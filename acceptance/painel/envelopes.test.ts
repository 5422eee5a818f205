import type { Envelope } from '@rubrica/contract';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { NARROW } from '../browser/browser.ts';
import { complaints, fits } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { create, field, linkOf, person, signByApi, tokenOf, until } from '../browser/world.ts';
import { dropFiles } from './drop.ts';
import { drag, middleOf, place, pressAtOnce, ready, saved, settledDialog } from './editor.ts';
import { type Member, newMember, newOwner, openAs, openAt, panelUrl, senderOf } from './members.ts';
import { endSessionsOf, enterAgain } from './reentry.ts';
import { envelopeOf } from './scenes/envelopes.ts';

/** Envelopes: one made and sent in the panel, what becomes of it there, and who may do what. */

const { browser, service, missing } = await openStage();

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const read = (member: Member, envelopeId: string): Promise<Envelope> =>
  member.sandbox.obterEnvelope({ params: { envelopeId } });
const titlesOf = ({ documentos }: Envelope) => documentos.map(({ titulo }) => titulo);
const shownTitles = (page: Page) => page.locator('.envelopes-documento_title .parts-title-link_link').allInnerTexts();
const idIn = (page: Page) => /\/envelopes\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';

const open = (member: Member, path: string, options?: BrowserContextOptions) => openAt(browser, member, path, options);

/** The messages that reached somebody in the sandbox. */
async function messagesTo(member: Member, email: string): Promise<number> {
  const { itens } = await member.sandbox.listarCaixa({ query: { limite: 100 } });
  return itens.filter(({ destino }) => destino === email).length;
}

describe.skipIf(missing)('an envelope made in the panel', () => {
  it('of two PDFs dropped together is prepared, sent once and signed with one link', async () => {
    const owner = await newOwner(service);
    const marina = person({ nome: 'Marina Duarte Leal' });
    const { page, context, watch } = await open(owner, '/envelopes');
    await page.getByRole('link', { name: 'Novo envelope' }).click();
    await page.getByRole('heading', { name: 'Novo envelope' }).waitFor();
    await dropFiles(page, ['Contrato.pdf', 'Termo.pdf'], 'Solte os PDFs que vão no envelope');
    const title = page.getByLabel('Título do envelope');
    await expect.poll(() => title.inputValue()).toBe('Contrato');
    await title.fill('Admissão 🎉');
    await button(page, 'Criar envelope').dblclick();
    await page.getByRole('heading', { name: 'Admissão 🎉' }).waitFor();
    await page.locator('.envelopes-documento_row').nth(1).waitFor();
    expect((await owner.sandbox.listarEnvelopes({})).total).toBe(1);
    const id = idIn(page);

    await button(page, 'Incluir pessoa').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Incluir', exact: true }).click();
    await dialog.getByText(/^Falta o e-mail/).waitFor();
    await dialog.getByLabel('Nome completo').fill('Marina Duarte Leal');
    const contact = dialog.getByLabel('E-mail ou celular');
    await contact.fill('marina@');
    await contact.blur();
    await dialog.getByText('O e-mail não está completo.').waitFor();
    expect(await dialog.getByLabel('Como recebe o convite').count()).toBe(0);
    await contact.fill(marina.email);
    await dialog.getByRole('button', { name: 'Incluir', exact: true }).click();
    await page.getByText('Marina Duarte Leal está em todos os documentos.').waitFor();
    const drafts = await read(owner, id);
    expect(drafts.documentos.map(({ signatarios }) => signatarios.map(({ email }) => email))).toEqual([
      [marina.email],
      [marina.email],
    ]);

    await button(page, 'Revisar e enviar').click();
    await page.getByText('2 pendências impedem o envio').waitFor();
    await dialog
      .getByRole('link', { name: /campo de assinatura/ })
      .first()
      .click();
    await page.waitForURL(new RegExp(`/documentos/${drafts.documentos[0]?.id}/preparar`));
    for (const turn of [1, 2]) {
      await ready(page);
      await page.getByText(`Documento ${turn} de 2 do envelope`).waitFor();
      await place(page, 'ASSINATURA', 1, 0.3, 0.5);
      await saved(page);
      if (turn === 1) await page.getByRole('link', { name: 'Próximo documento: Termo' }).click();
    }
    await page
      .getByRole('navigation', { name: 'Envelope', exact: true })
      .getByRole('link', { name: 'Voltar ao envelope' })
      .click();
    await page.getByText('Pronto', { exact: true }).nth(1).waitFor();
    await button(page, 'Revisar e enviar').click();
    await page.getByText('Marina Duarte Leal recebe um link e assina 2 documentos').waitFor();
    await dialog.getByRole('button', { name: 'Enviar envelope' }).dblclick();
    await page.getByText('Envelope enviado.').waitFor();

    const link = await linkOf(senderOf(owner), '', marina);
    expect(await messagesTo(owner, marina.email)).toBe(1);
    await signByApi(senderOf(owner), link);
    await until(async () => (await read(owner, id)).status === 'CONCLUIDO');
    await page.reload();
    await page.getByText('2 de 2 concluídos').waitFor();
    await page.getByText('assinou 2 de 2').waitFor();
    await button(page, 'Baixar Termo').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Via assinada' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('takes drafts that exist, and a person of one of them into all', async () => {
    const owner = await newOwner(service);
    const sender = senderOf(owner);
    await create(sender, [person({ nome: 'José Prado' })], [field()], { titulo: 'Com gente' });
    await create(sender, [], [], { titulo: 'Sem gente' });
    const { page, context } = await open(owner, '/documentos');
    for (const titulo of ['Com gente', 'Sem gente']) await page.getByLabel(`Selecionar ${titulo}`).check();
    await page.getByRole('link', { name: 'Juntar em um envelope' }).click();
    await page.getByRole('button', { name: 'Tirar Com gente' }).waitFor();
    await page.getByLabel('Título do envelope').fill('Juntos');
    await button(page, 'Criar envelope').click();
    await page.getByText('em 1 de 2 documentos').waitFor();
    await page.getByText('Não está em: Sem gente.').waitFor();
    await button(page, 'Incluir em todos: José Prado').click();
    await page.getByText('em todos os documentos', { exact: false }).first().waitFor();
    await page.getByText('José Prado está em todos os documentos.').waitFor();
    const { documentos } = await read(owner, idIn(page));
    expect(documentos.map(({ signatarios }) => signatarios.map(({ nome }) => nome))).toEqual([
      ['José Prado'],
      ['José Prado'],
    ]);
    await button(page, 'Ações de Com gente').click();
    await page.getByRole('menuitem', { name: 'Tirar do envelope' }).click();
    await page.getByText(/“Com gente” saiu do envelope/).waitFor();
    expect(titlesOf(await read(owner, idIn(page)))).toEqual(['Sem gente']);
    await button(page, 'Desfazer').click();
    await page.locator('.envelopes-documento_row').nth(1).waitFor();
    expect(await shownTitles(page)).toEqual(titlesOf(await read(owner, idIn(page))));
    await context.close();
  });

  it('is deleted after all once nobody takes it back, and leaves its documents among the drafts', async () => {
    const owner = await newOwner(service);
    const titles = ['Contrato', 'Anexo'];
    const { id: envelopeId } = await envelopeOf(senderOf(owner), 'Deixado', titles);
    const { page, context } = await open(owner, `/envelopes/${envelopeId}`);
    const remove = async () => {
      await button(page, 'Mais ações').click();
      await page.getByRole('menuitem', { name: 'Excluir envelope' }).click();
      await page.getByText('Envelope excluído. Os documentos dele continuam nos rascunhos.').waitFor();
    };
    await remove();
    await button(page, 'Desfazer').click();
    await page.locator('.envelopes-documento_row').first().waitFor();
    expect(await shownTitles(page)).toEqual(titlesOf(await read(owner, envelopeId)));
    await remove();
    await expect
      .poll(async () => (await owner.sandbox.listarEnvelopes({ query: {} })).total, { interval: 1_500 })
      .toBe(0);
    const { itens } = await owner.sandbox.listarDocumentos({ query: {} });
    expect(itens.map(({ titulo, envelopeId: still }) => [titulo, still]).sort()).toEqual(
      titles.map((titulo) => [titulo, null]).sort(),
    );
    await context.close();
  });

  it('gives everybody who signs to a file that comes later, and keeps what was chosen from being left by mistake', async () => {
    const owner = await newOwner(service);
    const people = [person({ nome: 'Marina Leal' }), person({ nome: 'José Prado' })];
    const { id } = await envelopeOf(senderOf(owner), 'Mais um', ['Contrato'], people);
    const { page, context } = await open(owner, `/envelopes/${id}`);
    await page.getByRole('heading', { name: 'Mais um' }).waitFor();
    await dropFiles(page, ['Anexo.pdf'], 'Solte os PDFs que vão no envelope');
    await page.locator('.envelopes-documento_row', { hasText: 'Anexo' }).waitFor();
    const { documentos } = await read(owner, id);
    expect(documentos.map(({ titulo, signatarios }) => [titulo, ...signatarios.map(({ nome }) => nome)])).toEqual([
      ['Contrato', 'Marina Leal', 'José Prado'],
      ['Anexo', 'Marina Leal', 'José Prado'],
    ]);
    await page.goto(panelUrl(service.origin, '/envelopes/novo'));
    await page.getByLabel('Título do envelope').fill('Quase');
    await page.getByRole('link', { name: 'Documentos', exact: true }).click();
    await button(page, 'Continuar aqui').click();
    expect(await page.getByLabel('Título do envelope').inputValue()).toBe('Quase');
    await context.close();
  });

  it('has its documents and its people put into order by drag and by keyboard, and signers go through it so', async () => {
    const owner = await newOwner(service);
    const sender = senderOf(owner);
    const people = [person({ nome: 'Marina Leal' }), person({ nome: 'José Prado' })];
    const { id } = await envelopeOf(sender, 'Em ordem', ['A', 'B', 'C'], people);
    const { page, context } = await open(owner, `/envelopes/${id}`);
    const handle = (titulo: string) => page.getByRole('button', { name: `Mover ${titulo}`, exact: false });
    await handle('C').focus();
    const shown = `[
      [...document.querySelectorAll('.envelopes-documento_title .parts-title-link_link')].map((one) => one.innerText),
      document.activeElement.getAttribute('aria-label').slice(0, 7),
      [...document.querySelectorAll('[role=status]')].some((one) => one.textContent === 'C: 1 de 3'),
    ]`;
    expect(await pressAtOnce(page, ['ArrowUp', 'ArrowUp'], shown)).toEqual([['C', 'A', 'B'], 'Mover C', true]);
    await expect.poll(async () => titlesOf(await read(owner, id)), { interval: 1_000 }).toEqual(['C', 'A', 'B']);
    const last = await middleOf(page.locator('.envelopes-documento_row', { hasText: 'B' }));
    await drag(page, await middleOf(handle('C')), { x: last.x, y: last.y + 30 });
    await expect.poll(() => shownTitles(page)).toEqual(['A', 'B', 'C']);
    await expect.poll(async () => titlesOf(await read(owner, id)), { interval: 1_000 }).toEqual(['A', 'B', 'C']);

    await page.getByRole('switch', { name: 'Assinam em ordem' }).check();
    await page.getByText(/1ª a assinar/).waitFor();
    await handle('José Prado').press('ArrowUp');
    await expect
      .poll(
        async () =>
          (await read(owner, id)).documentos.map(({ ordenado, signatarios }) => [
            ordenado,
            ...signatarios.toSorted((a, b) => (a.ordem ?? 0) - (b.ordem ?? 0)).map(({ nome }) => nome),
          ]),
        { interval: 1_000 },
      )
      .toEqual(Array.from({ length: 3 }, () => [true, 'José Prado', 'Marina Leal']));
    await owner.sandbox.enviarEnvelope({ params: { envelopeId: id } });
    const link = await linkOf(sender, '', people[1] ?? person());
    const session = await sender.anyone.abrirAssinatura({ params: { token: tokenOf(link) } });
    expect(session.documentos.map(({ titulo }) => titulo)).toEqual(['A', 'B', 'C']);
    await context.close();
  });

  it('takes each wish about the order while the one before is being saved, and keeps the last', async () => {
    const owner = await newOwner(service);
    const people = ['Marina Leal', 'José Prado', 'Rui Sá'].map((nome, index) => person({ nome, ordem: index + 1 }));
    const { id } = await envelopeOf(senderOf(owner), 'Com pressa', ['A', 'B'], people);
    const { page, context } = await open(owner, `/envelopes/${id}`);
    const shown = () => page.locator('.envelopes-everyone_who > p:first-child').allInnerTexts();
    const inTurns = page.getByRole('switch', { name: 'Assinam em ordem' });
    await inTurns.check();
    await page.getByText(/1ª a assinar/).waitFor();
    await page.getByText(/^Salvando/).waitFor({ state: 'detached' });
    // The first request takes as long as the person needs for everything else.
    const { promise: done, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/signatarios/*', async (route) => {
      await done;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Mover Rui Sá', exact: false }).focus();
    const first = page.waitForRequest('**/signatarios/*');
    await page.keyboard.press('ArrowUp');
    await first;
    await page.keyboard.press('ArrowUp');
    await inTurns.uncheck();
    await inTurns.check();
    expect(await shown()).toEqual(['Rui Sá', 'Marina Leal', 'José Prado']);
    goOn();
    const saved = async () =>
      (await read(owner, id)).documentos.map(({ ordenado, signatarios }) => [
        ordenado,
        ...signatarios.toSorted((a, b) => (a.ordem ?? 0) - (b.ordem ?? 0)).map(({ nome }) => nome),
      ]);
    const wanted = [true, 'Rui Sá', 'Marina Leal', 'José Prado'];
    await expect.poll(saved, { interval: 500 }).toEqual([wanted, wanted]);
    await page.getByText(/^Salvando/).waitFor({ state: 'detached' });
    expect(await shown()).toEqual(wanted.slice(1));
    await context.close();
  });

  it('tells what its documents lack, each problem leading to its place', async () => {
    const owner = await newOwner(service);
    const sender = senderOf(owner);
    const phone = person({ nome: 'Rui Sá', metodoEntrega: 'SMS', telefone: '+5511987654321' });
    const { id, documentos } = await envelopeOf(sender, 'Com pendências', ['Contrato', 'Termo'], [phone]);
    await owner.sandbox.alterarSignatario({
      params: {
        documentoId: documentos[1] ?? '',
        signatarioId: (await owner.sandbox.obterDocumento({ params: { documentoId: documentos[1] ?? '' } }))
          .signatarios[0]?.id as string,
      },
      body: { telefone: null },
    });
    const { page, context } = await open(owner, `/envelopes/${id}`);
    await button(page, 'Revisar e enviar').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('link', { name: /Rui Sá: Falta o celular/ }).click();
    await page.waitForURL(new RegExp(`/documentos/${documentos[1]}/preparar`));
    await expect
      .poll(() => page.evaluate('document.activeElement?.labels?.[0]?.textContent'))
      .toBe('E-mail ou celular');
    await context.close();
  });

  it('loses nothing when the session ends in the middle', async () => {
    const owner = await newOwner(service);
    const { id } = await envelopeOf(senderOf(owner), 'No meio', ['Contrato', 'Termo']);
    const { page, context } = await open(owner, `/envelopes/${id}`);
    await button(page, 'Incluir pessoa').click();
    await page.getByLabel('Nome completo').fill('Helena Prado');
    // What the registry offers is asked for a moment after typing: it is not to be what finds the session ended.
    const offered = page.waitForResponse((response) => response.url().includes('busca=helena'));
    await page.getByRole('dialog').getByLabel('E-mail ou celular').fill('helena@exemplo.com.br');
    await offered;
    await endSessionsOf(owner);
    await page.getByRole('dialog').getByRole('button', { name: 'Incluir', exact: true }).click();
    await enterAgain(page);
    await page.getByText('Helena Prado está em todos os documentos.').waitFor();
    await page.getByText('em todos os documentos').first().waitFor();
    await context.close();
  });
});

/** Once something was asked for, the click is over: a text is refused, and what was promised within it is not. */
const LIKE_SAFARI = `{
  const { writeText } = Clipboard.prototype;
  Clipboard.prototype.writeText = async () => { throw new DOMException('', 'NotAllowedError'); };
  globalThis.asBefore = () => { Clipboard.prototype.writeText = writeText; };
}`;
/** It takes no promise, and texts for some seconds. */
const LIKE_FIREFOX_115 = `{ asBefore(); navigator.clipboard.writeText(''); delete globalThis.ClipboardItem; }`;

describe.skipIf(missing)('an envelope on its way', () => {
  it('invites each who is missing once more, with one message, and cancels what is open with a reason', async () => {
    const owner = await newOwner(service);
    const sender = senderOf(owner);
    const carla = person({ nome: 'Carla Nunes', metodoEntrega: 'LINK' });
    const people = [person({ nome: 'Marina Leal' }), person({ nome: 'José Prado' }), carla];
    const [marina = person(), jose = person()] = people;
    const { id, documentos } = await envelopeOf(sender, 'A caminho', ['Contrato', 'Termo'], people);
    await owner.sandbox.enviarEnvelope({ params: { envelopeId: id } });
    await signByApi(sender, await linkOf(sender, '', marina));
    await linkOf(sender, '', jose);
    const { page, context, watch } = await open(owner, `/envelopes/${id}`);
    await page.getByText('assinou 2 de 2').waitFor();
    await button(page, 'Reenviar a quem falta').click();
    await page.getByText('1 convite reenviado.').waitFor();
    await until(async () => (await messagesTo(owner, jose.email)) === 2);
    expect(await messagesTo(owner, marina.email)).toBe(1);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const browsers of [LIKE_SAFARI, LIKE_FIREFOX_115]) {
      await page.evaluate(browsers);
      await button(page, 'Copiar link: Carla Nunes').click();
      await until(async () => /assinar/.test(String(await page.evaluate('navigator.clipboard.readText()'))));
      await page.getByText('Link copiado', { exact: true }).first().waitFor();
      const copied = String(await page.evaluate('navigator.clipboard.readText()'));
      const session = await sender.anyone.abrirAssinatura({ params: { token: tokenOf(copied) } });
      expect(session.signatario.nome).toBe('Carla Nunes');
    }
    await button(page, 'Ações de Termo').click();
    for (const name of ['Corrigir e reenviar', 'Criar cópia', 'Salvar como modelo']) {
      await page.getByRole('menuitem', { name }).waitFor();
    }
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Termo', exact: true }).click();
    await page.locator('.parts-facts-card_card').getByRole('link', { name: 'A caminho' }).click();
    await button(page, 'Mais ações').click();
    await page.getByRole('menuitem', { name: 'Cancelar o que está em andamento' }).click();
    await settledDialog(page);
    await page.keyboard.press('Escape');
    await until(() => page.evaluate<boolean>('document.activeElement.getAttribute("aria-label") === "Mais ações"'));
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Cancelar o que está em andamento' }).click();
    const dialog = await settledDialog(page);
    await dialog.getByLabel('Motivo').fill('O candidato desistiu.');
    await dialog.getByRole('button', { name: 'Cancelar os documentos' }).click();
    await dialog.getByText('2 de 2 feitos').waitFor();
    await dialog.getByRole('button', { name: 'Fechar' }).last().click();
    await page.getByText('Cancelado', { exact: true }).first().waitFor();
    expect((await read(owner, id)).status).toBe('CANCELADO');
    await page.getByRole('link', { name: 'Histórico de Contrato' }).click();
    await page.waitForURL(new RegExp(`/documentos/${documentos[0]}\\?aba=trilha`));
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('is listed with who is missing, and found by Ctrl K, on a narrow screen too', async () => {
    const owner = await newOwner(service);
    const sender = senderOf(owner);
    const { id } = await envelopeOf(sender, 'Ω'.repeat(300), ['Contrato'], [person({ nome: 'N'.repeat(200) })]);
    await owner.sandbox.enviarEnvelope({ params: { envelopeId: id } });
    const { page, context } = await open(owner, '/documentos', NARROW);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/Buscar documentos/).fill('envelo');
    await page.getByRole('dialog').getByText('Envelopes').click();
    await page.locator('.envelopes-list_row .documentos-who-is-missing_name', { hasText: 'NNN' }).waitFor();
    expect(await fits(page)).toBe(true);
    await page.locator('.envelopes-list_row a').click();
    await page.getByText('assinou 0 de 1').waitFor();
    expect(await fits(page)).toBe(true);
    await context.close();
  });
});

describe.skipIf(missing)('by role', () => {
  const CHANGES = /^(Novo envelope|Revisar e enviar|Incluir|Mover |Alterar |Reenviar|Mais ações|Preparar|Tirar)/;
  let owner: Member;
  let operator: Member;
  let viewer: Member;
  const ids = { draft: '', sent: '', own: '' };
  beforeAll(async () => {
    owner = await newOwner(service);
    operator = await newMember(owner, 'OPERADOR');
    viewer = await newMember(owner, 'VISUALIZADOR', 'Vera Reis');
    const people = [person(), person({ nome: 'José Prado' })];
    ids.draft = (await envelopeOf(senderOf(owner), 'Da dona', ['Um', 'Dois'], people)).id;
    ids.sent = (await envelopeOf(senderOf(owner), 'Enviado', ['Três'], people)).id;
    ids.own = (await envelopeOf(senderOf(operator), 'Do operador', ['Quatro', 'Cinco'], people)).id;
    await owner.sandbox.enviarEnvelope({ params: { envelopeId: ids.sent } });
  });

  /** The names of everything that can be pressed on a page and changes something. */
  async function changes(page: Page, path: string): Promise<string[]> {
    await page.goto(panelUrl(service.origin, path));
    await page.locator('main h1').waitFor();
    // What an envelope holds stands below its head, and envelopes below that of their list.
    await page
      .getByText(path === '/envelopes' ? 'Da dona' : /^(Um|Três|Quatro)$/)
      .first()
      .waitFor();
    await page.waitForLoadState('networkidle');
    const names = await page
      .locator('main a, main button')
      .evaluateAll((all) => all.map((one) => one.ariaLabel ?? one.textContent ?? ''));
    return names.filter((name) => CHANGES.test(name.trim()));
  }

  it('a VISUALIZADOR is offered no change, and is refused what it forces', async () => {
    const { page, context, watch } = await openAs(browser, viewer);
    for (const path of ['/envelopes', `/envelopes/${ids.draft}`, `/envelopes/${ids.sent}`]) {
      expect(await changes(page, path)).toEqual([]);
    }
    const params = { envelopeId: ids.draft };
    const refusal = { status: 403, codigo: 'PAPEL_INSUFICIENTE' };
    await expect(viewer.sandbox.criarEnvelope({ body: { titulo: 'Não' } })).rejects.toMatchObject(refusal);
    await expect(viewer.sandbox.alterarEnvelope({ params, body: { titulo: 'Não' } })).rejects.toMatchObject(refusal);
    await expect(viewer.sandbox.enviarEnvelope({ params })).rejects.toMatchObject(refusal);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('an OPERADOR changes what it created alone', async () => {
    const { page, context } = await openAs(browser, operator);
    expect(await changes(page, `/envelopes/${ids.draft}`)).toEqual([]);
    expect(await changes(page, `/envelopes/${ids.sent}`)).toEqual([]);
    expect(await changes(page, '/envelopes')).toEqual(['Novo envelope']);
    expect(await changes(page, `/envelopes/${ids.own}`)).toEqual(
      expect.arrayContaining(['Revisar e enviar', 'Incluir pessoa', 'Incluir PDFs']),
    );
    const params = { envelopeId: ids.draft };
    const refusal = { status: 403, codigo: 'PAPEL_INSUFICIENTE' };
    await expect(operator.sandbox.alterarEnvelope({ params, body: { titulo: 'Não' } })).rejects.toMatchObject(refusal);
    await expect(operator.sandbox.enviarEnvelope({ params })).rejects.toMatchObject(refusal);
    await context.close();
  });
});
