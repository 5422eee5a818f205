import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { complaints } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { until } from '../browser/world.ts';
import { type Member, newMember, newOwner, openAs, panelUrl } from './members.ts';

/** What a role may not do in the organization is not offered, said where a link leads to it, and refused if forced. */

const { browser, service, missing } = await openStage();
let owner: Member;
const REFUSAL = { status: 403, codigo: 'PAPEL_INSUFICIENTE' };

beforeAll(async () => {
  owner = await newOwner(service);
});

const open = async (page: Page, path: string) => {
  await page.goto(panelUrl(service.origin, path));
  await page.locator('main h1').waitFor();
};

/** The sections offered to somebody. */
async function sections(page: Page): Promise<string[]> {
  await open(page, '/organizacao');
  const nav = page.getByRole('navigation', { name: 'Seções da organização' });
  await nav.waitFor();
  return nav.getByRole('link').allInnerTexts();
}

/** Screens a link leads to though the role does not reach them: they say so, and nothing is asked of the service. */
async function closed(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await open(page, path);
    await page.getByText('Esta tela não é do seu papel').waitFor();
  }
}

describe.skipIf(missing)('a VISUALIZADOR', () => {
  it('reads data, brand and templates, and is offered nothing else', async () => {
    const viewer = await newMember(owner, 'VISUALIZADOR', 'Vera Reis');
    const { page, context, watch } = await openAs(browser, viewer);
    expect(await sections(page)).toEqual(['Dados', 'Marca', 'Modelos de e-mail']);
    await page.getByText('11.222.333/0001-81').waitFor();
    expect(await page.locator('main input, main textarea').count()).toBe(0);
    await open(page, '/organizacao/marca');
    await page.getByRole('figure').waitFor();
    expect(await page.getByRole('button', { name: 'Salvar' }).count()).toBe(0);
    const failed: string[] = [];
    page.on('response', (response) => response.status() === 403 && failed.push(response.url()));
    await closed(page, [
      '/organizacao/membros',
      '/organizacao/consumo',
      '/organizacao/plano',
      '/organizacao/faturas',
      '/organizacao/retencao',
      '/organizacao/titulares',
    ]);
    expect(failed).toEqual([]);
    await expect(viewer.sandbox.alterarOrganizacao({ body: { nome: 'Minha' } })).rejects.toMatchObject(REFUSAL);
    await expect(viewer.sandbox.listarMembros({})).rejects.toMatchObject(REFUSAL);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });
});

describe.skipIf(missing)('an OPERADOR', () => {
  it('sees who works here, and registers a request without the list of them', async () => {
    const operator = await newMember(owner, 'OPERADOR');
    const { page, context, watch } = await openAs(browser, operator);
    expect(await sections(page)).toEqual(['Dados', 'Marca', 'Modelos de e-mail', 'Membros', 'Pedidos de titulares']);
    await open(page, '/organizacao/membros');
    await page.getByText('Ana Lima').waitFor();
    expect(await page.getByRole('button', { name: /^(Ações de|Convidar)/ }).count()).toBe(0);
    await open(page, '/organizacao/titulares');
    await page.getByRole('button', { name: 'Registrar pedido' }).click();
    await page.getByLabel('Nome da pessoa').fill('Marina Leal');
    await page.getByLabel('E-mail da pessoa').fill('marina@exemplo.com.br');
    await page.getByRole('button', { name: 'Registrar o pedido' }).click();
    await page.getByText('Pedido registrado. O prazo legal é de quinze dias.').waitFor();
    // What is asked for is gathered, and the request answered.
    await until(
      async () => (await owner.sandbox.listarSolicitacoesLgpd({ query: { estado: 'ATENDIDA' } })).total === 1,
    );
    expect((await owner.sandbox.listarSolicitacoesLgpd({})).total).toBe(0);
    await closed(page, ['/organizacao/extrato', '/organizacao/retencao']);
    await expect(operator.sandbox.listarSolicitacoesLgpd({})).rejects.toMatchObject(REFUSAL);
    const body = { email: 'x@exemplo.com.br', papel: 'OPERADOR' as const };
    await expect(operator.sandbox.convidarMembro({ body })).rejects.toMatchObject(REFUSAL);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });
});

describe.skipIf(missing)('an ADMINISTRADOR', () => {
  it('leaves owners, plan, invoices and periods alone', async () => {
    const admin = await newMember(owner, 'ADMINISTRADOR', 'Caio Melo');
    const { page, context } = await openAs(browser, admin);
    const offered = await sections(page);
    expect(offered).toEqual(expect.arrayContaining(['Consumo', 'Extrato', 'Prazos de guarda', 'Membros']));
    expect(offered).not.toEqual(expect.arrayContaining(['Plano']));
    expect(offered).not.toEqual(expect.arrayContaining(['Faturas']));
    await open(page, '/organizacao/membros');
    await page.getByText('Só um proprietário altera outro.').waitFor();
    expect(await page.getByRole('button', { name: 'Ações de Ana Lima' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Ações de Caio Melo' }).click();
    await page.getByRole('menuitem', { name: 'Mudar o papel' }).click();
    expect(await page.getByRole('dialog').getByLabel('Proprietário').count()).toBe(0);
    await open(page, '/organizacao/retencao');
    await page.getByText('Quem define os prazos é um proprietário.', { exact: false }).waitFor();
    expect(await page.locator('main input').count()).toBe(0);
    await expect(admin.production.listarFaturas({})).rejects.toMatchObject(REFUSAL);
    await context.close();
  });
});
