import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { complaints } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { create, field, person, send } from '../browser/world.ts';
import { type Member, newMember, newOwner, openAs, panelUrl, senderOf } from './members.ts';

/** What a role may not do is not offered, and refused if forced. */

const { browser, service, missing } = await openStage();
let owner: Member;
let operator: Member;
let viewer: Member;
/** Of the owner: one under way, one draft. Of the operator: one under way. */
let sent = '';
let draft = '';
let own = '';

beforeAll(async () => {
  owner = await newOwner(service);
  operator = await newMember(owner, 'OPERADOR');
  viewer = await newMember(owner, 'VISUALIZADOR', 'Vera Reis');
  await owner.sandbox.criarPasta({ body: { nome: 'Comum' } });
  const two = () => [person(), person({ nome: 'José Prado' })];
  const fieldsOf = (people: { id: string }[]) =>
    people.map(({ id }, index) => field({ signatarioId: id, x: 0.05 + index * 0.45 }));
  const [theirs, mine] = [two(), two()];
  sent = (await send(senderOf(owner), theirs, fieldsOf(theirs), { titulo: 'Da dona' })).id;
  draft = await create(senderOf(owner), [person()], [field()], { titulo: 'Rascunho da dona' });
  own = (await send(senderOf(operator), mine, fieldsOf(mine), { titulo: 'Do operador' })).id;
});

/** The names of everything that can be pressed on a page, once it stands: a list with its rows, a document with its acts. */
async function offered(page: Page, path: string): Promise<string[]> {
  await page.goto(panelUrl(service.origin, path));
  await page.locator('main h1').waitFor();
  const stands =
    path === '/documentos'
      ? page.getByRole('link', { name: 'Da dona', exact: true })
      : page.getByRole('button', { name: 'Baixar', exact: true });
  await stands.first().waitFor();
  await page.waitForLoadState('networkidle');
  const more = page.getByRole('button', { name: 'Mais ações' });
  if (await more.isVisible()) {
    await more.click();
    await page.getByRole('menuitem').first().waitFor();
  }
  const names = await page
    .getByRole('button')
    .or(page.getByRole('menuitem'))
    .or(page.locator('main a'))
    .allInnerTexts();
  const labels = await page.locator('[aria-label]').evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
  return [...names, ...labels].map((name) => name.trim()).filter(Boolean);
}

const CHANGES = [
  'Novo documento',
  'Nova pasta',
  'Ações da pasta Comum',
  'Reenviar convites',
  'Cancelar documento',
  'Mover',
  'Excluir',
  'Excluídos',
  'Ajustar prazo e lembrete',
  'Preparar e enviar',
  'Corrigir',
  'Reenviar',
  'Remover',
  'Enviar nova versão',
  'Reemitir',
];

describe.skipIf(missing)('a VISUALIZADOR', () => {
  it('is offered no change at all, on any screen', async () => {
    const { page, context, watch } = await openAs(browser, viewer);
    for (const path of [
      '/documentos',
      `/documentos/${sent}`,
      `/documentos/${draft}`,
      `/documentos/${sent}?aba=arquivos`,
    ]) {
      const names = await offered(page, path);
      const changes = [...CHANGES, 'Criar cópia'];
      expect(names.filter((name) => changes.includes(name) || name.startsWith('Selecionar'))).toEqual([]);
      expect(names).toContain(path === '/documentos' ? 'Da dona' : 'Baixar');
    }
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('is refused what it forces', async () => {
    const params = { documentoId: sent };
    const refusal = { status: 403, codigo: 'PAPEL_INSUFICIENTE' };
    await expect(viewer.sandbox.reenviarDocumento({ params })).rejects.toMatchObject(refusal);
    await expect(viewer.sandbox.cancelarDocumento({ params, body: { motivo: 'não' } })).rejects.toMatchObject(refusal);
    await expect(viewer.sandbox.criarPasta({ body: { nome: 'Minha' } })).rejects.toMatchObject(refusal);
  });
});

describe.skipIf(missing)('an OPERADOR', () => {
  it('is offered changes to what it created, and none to what others did', async () => {
    const { page, context } = await openAs(browser, operator);
    const list = await offered(page, '/documentos');
    expect(list).toContain('Novo documento');
    expect(list).toContain('Selecionar Do operador');
    expect(list).not.toContain('Excluídos');
    expect(list).not.toContain('Selecionar Da dona');
    expect(list).not.toContain('Selecionar Rascunho da dona');
    const mine = await offered(page, `/documentos/${own}`);
    expect(mine).toEqual(
      expect.arrayContaining([
        'Reenviar convites',
        'Ajustar prazo e lembrete',
        'Cancelar documento',
        'Mover',
        'Corrigir',
      ]),
    );
    for (const id of [sent, draft]) {
      const names = await offered(page, `/documentos/${id}`);
      expect(names.filter((name) => CHANGES.includes(name))).toEqual([]);
      expect(names).toContain('Criar cópia');
    }
    await page.goto(panelUrl(service.origin, '/documentos'));
    await page.getByRole('button', { name: 'Ações da pasta Comum' }).click();
    await page.getByRole('menuitem', { name: 'Renomear ou mover' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Excluir' }).count()).toBe(0);
    await context.close();
  });

  it('is refused what it forces', async () => {
    const refusal = { status: 403, codigo: 'PAPEL_INSUFICIENTE' };
    const body = { motivo: 'não' };
    await expect(operator.sandbox.cancelarDocumento({ params: { documentoId: sent }, body })).rejects.toMatchObject(
      refusal,
    );
    await expect(operator.sandbox.excluirDocumento({ params: { documentoId: own } })).rejects.toMatchObject(refusal);
  });
});

describe.skipIf(missing)('whose role was lowered meanwhile', () => {
  it('is told so by the service, and nothing happened', async () => {
    const fallen = await newMember(owner, 'ADMINISTRADOR', 'Caio Melo');
    const { page, context } = await openAs(browser, fallen);
    await page.goto(panelUrl(service.origin, `/documentos/${sent}`));
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Cancelar documento' }).click();
    const { itens } = await owner.production.listarMembros({ query: { limite: 100 } });
    const membroId = itens.find(({ email }) => email === fallen.email)?.id ?? '';
    await owner.production.alterarMembro({ params: { membroId }, body: { papel: 'VISUALIZADOR' } });
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Por que cancelar?').fill('Porque sim.');
    await dialog.getByRole('button', { name: 'Cancelar o documento' }).click();
    await dialog.getByRole('alert').filter({ hasText: /papel/i }).waitFor();
    const { status } = await owner.sandbox.obterDocumento({ params: { documentoId: sent } });
    expect(status).toBe('AGUARDANDO_ASSINATURAS');
    await context.close();
  });
});
