import { describe, expect, it } from 'vitest';
import { DESKTOP } from '../browser/browser.ts';
import { complaints, findings } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { field, PASSWORD, person, send } from '../browser/world.ts';
import { accept, enter, invite, newAddress, newOwner, openAs, panelUrl, senderOf } from './members.ts';
import { endSessionsOf, enterAgain } from './reentry.ts';

/** A session that ends in the middle of work takes nothing with it. */

const { browser, service, missing } = await openStage();

describe.skipIf(missing)('a session that ended', () => {
  it('in the middle of an edit asks for the password over it, then does what was asked', async () => {
    const owner = await newOwner(service);
    const { id } = await send(senderOf(owner), [person()], [field()]);
    const { page, context, watch } = await openAs(browser, owner, { ...DESKTOP, colorScheme: 'dark' });
    await page.goto(panelUrl(service.origin, `/documentos/${id}`));
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Cancelar documento' }).click();
    const motivo = 'O texto longo que ninguém quer escrever duas vezes.';
    await page.getByLabel('Por que cancelar?').fill(motivo);
    // A document under way is read again from time to time: that is not to be what finds the session ended.
    await page.route('**/v1/**', (route) => (route.request().method() === 'GET' ? undefined : route.continue()));
    await endSessionsOf(owner);
    await page.getByRole('button', { name: 'Cancelar o documento' }).click();
    const again = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await again.waitFor();
    await page.unroute('**/v1/**');
    expect(await again.getByLabel('E-mail').inputValue()).toBe(owner.email);
    expect(await findings(page)).toEqual([]);
    await enterAgain(page, 'não é esta');
    await again.getByRole('alert').waitFor();
    await enterAgain(page);
    await page.getByText('Documento cancelado.').waitFor();
    const after = await enter(service.origin, owner.email, newAddress());
    const trail = await after.sandbox.listarAuditoria({ params: { documentoId: id }, query: { limite: 100 } });
    expect(
      trail.itens.filter(({ acao }) => acao === 'DOCUMENTO_CANCELADO').map(({ detalhe }) => detalhe.motivo),
    ).toEqual([motivo]);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('is entered again in one tab for all of them', async () => {
    const owner = await newOwner(service);
    const { page, context } = await openAs(browser, owner);
    const other = await context.newPage();
    for (const one of [page, other]) {
      await one.goto(panelUrl(service.origin, '/documentos'));
      await one.getByText('Comece pelo primeiro documento').waitFor();
    }
    await endSessionsOf(owner);
    await page.getByRole('button', { name: 'Nova pasta', exact: true }).click();
    await page.getByLabel('Nome da pasta').fill('Primeira');
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('dialog', { name: 'Sua sessão terminou' }).waitFor();
    await enterAgain(page);
    await page.getByText('Pasta criada.').waitFor();
    // The other tab has the cookie of the new session and learns its CSRF value from the first.
    await other.getByRole('button', { name: 'Nova pasta', exact: true }).click();
    await other.getByLabel('Nome da pasta').fill('Segunda');
    await other.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
    await other.getByText('Pasta criada.').waitFor();
    await context.close();
  });

  it('goes on in the organization that was at work, not in the one a login opens', async () => {
    const person = await newOwner(service, 'De Casa Ltda.');
    const other = await newOwner(service, 'De Fora Ltda.');
    const token = await invite(other, person.email, 'OPERADOR');
    const guest = await accept(other.origin, token, newAddress());
    const { page, context } = await openAs(browser, guest);
    await page.goto(panelUrl(service.origin, '/documentos'));
    await page.getByRole('banner').getByText('De Fora Ltda.').waitFor();
    await page.getByRole('button', { name: 'Nova pasta', exact: true }).click();
    await page.getByLabel('Nome da pasta').fill('De fora');
    await endSessionsOf(person);
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('dialog', { name: 'Sua sessão terminou' }).waitFor();
    await enterAgain(page);
    await page.getByText('Pasta criada.').waitFor();
    expect((await other.sandbox.listarPastas({})).itens.map(({ nome }) => nome)).toEqual(['De fora']);
    await context.close();
  });

  it('before the page was opened leads to the login, and back', async () => {
    const owner = await newOwner(service);
    const { page, context } = await openAs(browser, owner);
    await endSessionsOf(owner);
    await page.goto(panelUrl(service.origin, '/documentos?estado=RASCUNHO'));
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByText('Nenhum documento com estes filtros').waitFor();
    await context.close();
  });
});

describe.skipIf(missing)('production and test', () => {
  it('are two addresses, and what is in one is not in the other', async () => {
    const owner = await newOwner(service);
    await send(senderOf(owner), [person()], [field()], { titulo: 'Só de teste' });
    const { page, context } = await openAs(browser, owner);
    await page.goto(panelUrl(service.origin, '/documentos'));
    await page.getByText('Só de teste').waitFor();
    await page.getByText('Ambiente de teste:').waitFor();
    await page.getByText('Produção', { exact: true }).click();
    await page.getByText('Comece pelo primeiro documento').waitFor();
    expect(new URL(page.url()).pathname).toBe('/painel/documentos');
    expect(await page.getByText('Ambiente de teste:').count()).toBe(0);
    await context.close();
  });
});
