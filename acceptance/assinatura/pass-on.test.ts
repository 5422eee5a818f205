import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE, watched } from '../browser/browser.ts';
import { openStage } from '../browser/stage.ts';
import {
  type Draft,
  field,
  knownPerson,
  linkOf,
  newSender,
  person,
  type Sender,
  send,
  until,
} from '../browser/world.ts';
import { begin, button, heading, prove } from './steps.ts';

/** Somebody whom the sender allows it passes the signature on to another person (docs/adr/0087). */

const { browser, service, missing } = await openStage();
let sender: Sender;
beforeAll(async () => {
  if (!missing) sender = await newSender(service);
});

const KNOWN: Draft = { fatoresExigidos: ['DADOS_PESSOAIS'] };
const PASS = 'Passar a outra pessoa';
const OVER = 'Você passou esta assinatura a outra pessoa';

describe.skipIf(missing)('passing a signature on', () => {
  it('asks for whom, tells that it was done, and leaves nothing open', async () => {
    const { context } = await watched(browser, PHONE);
    const page = await context.newPage();
    const one = person({ delegavel: true });
    const { id, links } = await send(sender, [one], [field()]);
    await page.goto(links[0] ?? '');
    await button(page, PASS).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Passar a assinatura' }).click();
    await dialog.getByText('Escreva o nome.').waitFor();
    await dialog.getByText('Escreva um e-mail.').waitFor();
    const other = person().email;
    await dialog.getByLabel('Nome completo').fill('Bruno Dias');
    await dialog.getByLabel('E-mail').fill(one.email.toUpperCase());
    await dialog.getByRole('button', { name: 'Passar a assinatura' }).click();
    await dialog.getByText('É você: informe o e-mail de outra pessoa.').waitFor();
    await dialog.getByLabel('E-mail').fill(other);
    await dialog.getByLabel('Motivo (opcional)').fill('Estou em férias.');
    await dialog.getByRole('button', { name: 'Passar a assinatura' }).click();
    await heading(page, OVER).waitFor();
    expect(await page.getByText('Bruno').count()).toBe(0);
    await page.reload();
    await heading(page, OVER).waitFor();

    const { signatarios } = await sender.api.obterDocumento({ params: { documentoId: id } });
    expect(signatarios[0]).toMatchObject({ nome: 'Bruno Dias', email: other, delegadoDe: { email: one.email } });
    await page.goto(await linkOf(sender, id, { ...one, email: other }));
    await button(page, 'Começar').waitFor();
    expect(await button(page, PASS).count()).toBe(0);
    await context.close();
  });

  it('is offered to whom the sender allows it, once they have proved who they are, and asks what the other is asked', async () => {
    const { context } = await watched(browser, DESKTOP);
    const page = await context.newPage();
    const { links } = await send(sender, [knownPerson({ delegavel: true })], [field()], KNOWN);
    await page.goto(links[0] ?? '');
    await button(page, 'Começar').waitFor();
    expect(await button(page, PASS).count()).toBe(0);
    await begin(page, links[0] ?? '');
    await prove(page);
    await heading(page, 'Leia e preencha').waitFor();
    const item = page.getByRole('menuitem', { name: PASS });
    await until(async () => {
      await button(page, 'Mais opções').click();
      return (await item.count()) > 0 || null;
    });
    await item.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nome completo').fill('Bruno Dias');
    await dialog.getByLabel('E-mail').fill(person().email);
    await dialog.getByRole('button', { name: 'Passar a assinatura' }).click();
    await dialog.getByText('Confira o CPF: os números não batem.').waitFor();
    await dialog.getByLabel('CPF').fill('11144477735');
    await dialog.getByLabel('Data de nascimento').fill('31011990');
    await dialog.getByRole('button', { name: 'Passar a assinatura' }).click();
    await heading(page, OVER).waitFor();
    await context.close();
  });
});
