import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PHONE } from '../browser/browser.ts';
import { complaints, findings, fits } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { tokenOf, until } from '../browser/world.ts';
import { type Member, newMember, newOwner, openAs, panelUrl } from './members.ts';
import { newTemplate } from './modelos.ts';

/** Public links of templates in the panel: made, copied, shown as a code, changed, ended. */

const { browser, service, missing } = await openStage();
let owner: Member;

beforeAll(async () => {
  if (!missing) owner = await newOwner(service);
});

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const list = (page: Page) => page.getByRole('list', { name: 'Links públicos' });

async function open(member: Member, path: string, options?: Parameters<typeof openAs>[2]) {
  const opened = await openAs(browser, member, options);
  await opened.page.goto(panelUrl(service.origin, path));
  await opened.page.locator('main h1').waitFor();
  return opened;
}

async function more(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^Mais ações: / }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const linksOf = async (member: Member, modeloId: string) =>
  (await member.sandbox.listarLinksDeModelo({ params: { modeloId } })).itens;

const ROLES = ['Associado', 'Diretoria'] as const;

async function publish(member: Member, titulo = 'Termo de adesão 2027') {
  const modelo = await newTemplate(member);
  const [papel] = modelo.papeis;
  const variaveis = Object.fromEntries(modelo.variaveis.map((nome) => [nome, '—']));
  const link = await member.sandbox.criarLinkDeModelo({
    params: { modeloId: modelo.id },
    body: { titulo, papelId: papel?.id ?? '', documento: { variaveis } },
  });
  return { modelo, link };
}

/** What is in the message to a visitor who asks for a document. */
async function confirmationOf(member: Member, url: string): Promise<string> {
  const email = `visitante.${Date.now()}@exemplo.com.br`;
  await member.sandbox.pedirFormulario({ params: { token: tokenOf(url) }, body: { nome: 'Marina Leal', email } });
  return until(async () => {
    const { itens } = await member.sandbox.listarCaixa({ query: { limite: 100 } });
    const text = itens.find(({ destino }) => destino === email)?.texto ?? '';
    return /\/formulario\/confirmar\/([\w-]{43})/.exec(text)?.[1];
  });
}

describe.skipIf(missing)('a public link', () => {
  it('is made with the other roles’ people, and copied from the template’s page', async () => {
    const modelo = await newTemplate(owner, ROLES);
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page, context, watch } = await open(owner, `/modelos/${modelo.id}`, { permissions });
    await page.getByText('Um link que qualquer pessoa abre').waitFor();
    await page.getByRole('link', { name: 'Criar link público' }).click();
    await page.getByRole('heading', { name: 'Novo link público' }).waitFor();
    await page.getByLabel('Título').fill('Adesão ao clube');
    await page.getByLabel('Limite de respostas').fill('2 00');
    await page.getByLabel('Dias para assinar').fill('15');
    // What depends on data that nobody has of a visitor is not offered.
    const factors = page.getByRole('group', { name: 'Como todos comprovam quem são' });
    expect(await factors.getByRole('checkbox').count()).toBe(2);
    await factors.getByLabel('Aplicativo autenticador').check();
    await button(page, 'Criar link público').click();
    // What is missing is told before anything is asked of the service.
    await page.getByText('Deixar em branco o que não preenchi').click();
    const other = page.getByRole('group', { name: 'Diretoria' });
    await other.getByLabel('Nome completo').fill('Rui Prado');
    await other.getByLabel('E-mail').fill('rui@exemplo.com.br');
    expect(await page.getByRole('group', { name: 'Associado' }).count()).toBe(0);
    await button(page, 'Criar link público').click();
    await page.getByText('Link público criado.').waitFor();
    await list(page).getByText('Adesão ao clube', { exact: true }).waitFor();
    await list(page).getByText('0 de 200 respostas').waitFor();
    const [link] = await linksOf(owner, modelo.id);
    expect(link).toMatchObject({ titulo: 'Adesão ao clube', limite: 200, papelId: modelo.papeis[0]?.id });
    await button(page, 'Copiar o link “Adesão ao clube”').click();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(link?.url);
    const opening = page.context().waitForEvent('page');
    await page.getByRole('link', { name: link?.url ?? '' }).click();
    await (await opening).getByRole('heading', { name: 'Adesão ao clube' }).waitFor();
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('that the service refuses says why, each reason at its field', async () => {
    const modelo = await newTemplate(owner, ROLES);
    const { page, context } = await open(owner, `/modelos/${modelo.id}/link-publico`);
    await page.getByLabel('Recebe respostas até').fill('2020-01-01T12:00');
    await page.getByLabel('Limite de respostas').fill('0');
    await page.getByLabel('Dias para assinar').fill('999');
    const other = page.getByRole('group', { name: 'Diretoria' });
    await other.getByLabel('Nome completo').fill('Rui Prado');
    await other.getByLabel('E-mail').fill('rui@exemplo.com.br');
    await button(page, 'Criar link público').click();
    await page.getByText('Deixar em branco o que não preenchi').click();
    await button(page, 'Criar link público').click();
    for (const label of ['Limite de respostas', 'Dias para assinar']) {
      await until(async () => (await page.getByLabel(label).getAttribute('aria-invalid')) === 'true');
    }
    await page.getByLabel('Limite de respostas').fill('');
    await page.getByLabel('Dias para assinar').fill('');
    await button(page, 'Criar link público').click();
    await until(async () => (await page.getByLabel('Recebe respostas até').getAttribute('aria-invalid')) === 'true');
    await page.getByLabel('Recebe respostas até').fill('');
    await other.getByLabel('Nome completo').fill('Rui 😀');
    await button(page, 'Criar link público').click();
    await until(async () => (await other.getByLabel('Nome completo').getAttribute('aria-invalid')) === 'true');
    expect([await findings(page), await fits(page)]).toEqual([[], true]);
    expect(await linksOf(owner, modelo.id)).toEqual([]);
    await context.close();
  });

  it('is a QR code to hang up, is changed, and is ended after a question', async () => {
    const { modelo, link } = await publish(owner);
    const { page, context, watch } = await open(owner, `/modelos/${modelo.id}`);
    await more(page, 'QR code');
    await page.getByAltText('QR code do link “Termo de adesão 2027”').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Baixar a imagem' }).click(),
    ]);
    const picture = await readFile(await download.path());
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect(picture.readUInt32BE(16)).toBeGreaterThan(800);
    await button(page, 'Fechar').click();
    await more(page, 'Título, limite e prazo');
    await page.getByRole('dialog').getByLabel('Título').fill('Termo de adesão 2028');
    await page.getByRole('dialog').getByLabel('Limite de respostas').fill('50');
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
    await list(page).getByText('0 de 50 respostas').waitFor();
    await more(page, 'Encerrar');
    await page.getByRole('dialog').getByText('não pode ser reaberto').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Voltar' }).click();
    expect((await linksOf(owner, modelo.id))[0]?.situacao).toBe('ABERTO');
    await more(page, 'Encerrar');
    await button(page, 'Encerrar o link').click();
    await list(page).getByText('Encerrado', { exact: true }).waitFor();
    expect(await list(page).getByText(link.url).count()).toBe(0);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('is seen by who reads, and changed by an operator only where it is their own', async () => {
    const { modelo } = await publish(owner);
    const reader = await newMember(owner, 'VISUALIZADOR');
    const read = await open(reader, `/modelos/${modelo.id}`);
    await list(read.page).getByText('Termo de adesão 2027').waitFor();
    expect(await read.page.getByRole('link', { name: 'Criar link público' }).count()).toBe(0);
    await read.page.getByRole('button', { name: /^Mais ações: / }).click();
    await read.page.getByRole('menuitem', { name: 'QR code' }).waitFor();
    expect(await read.page.getByRole('menuitem', { name: 'Encerrar' }).count()).toBe(0);
    await read.context.close();
    const operator = await newMember(owner, 'OPERADOR');
    const shown = await open(operator, `/modelos/${modelo.id}`);
    await shown.page.getByRole('link', { name: 'Criar link público' }).waitFor();
    await shown.page.getByRole('button', { name: /^Mais ações: / }).click();
    await shown.page.getByRole('menuitem', { name: 'QR code' }).waitFor();
    expect(await shown.page.getByRole('menuitem', { name: 'Encerrar' }).count()).toBe(0);
    await shown.context.close();
  });

  it('that makes no documents any more says so, since when and why', async () => {
    const { modelo, link } = await publish(owner);
    const token = await confirmationOf(owner, link.url);
    await owner.sandbox.alterarModelo({ params: { modeloId: modelo.id }, body: { campos: [] } });
    await expect(owner.sandbox.confirmarFormulario({ params: { token } })).rejects.toMatchObject({ status: 409 });
    const { page, context, watch } = await open(owner, `/modelos/${modelo.id}`, PHONE);
    await list(page).getByText('Parado', { exact: true }).waitFor();
    await list(page).getByText('o modelo, ou algo que o link usa, mudou').waitFor();
    expect([await findings(page), await fits(page)]).toEqual([[], true]);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('is told in the history of each document that came by it', async () => {
    const { modelo, link } = await publish(owner);
    await owner.sandbox.confirmarFormulario({ params: { token: await confirmationOf(owner, link.url) } });
    const documento = await until(async () => (await owner.sandbox.listarDocumentos({})).itens[0]);
    const { page, context } = await open(owner, `/documentos/${documento.id}`);
    await page.getByRole('tab', { name: 'Histórico' }).click();
    await page.getByText('Pedido por um link público: Termo de adesão 2027').waitFor();
    await page.goto(panelUrl(service.origin, `/modelos/${modelo.id}`));
    await list(page).getByText('1 resposta', { exact: true }).waitFor();
    await context.close();
  });
});
