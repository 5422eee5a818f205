import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complaints } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { PASSWORD, startService } from '../browser/world.ts';
import { startMail } from './mail.ts';
import { enter, type Member, newAddress, newEmail, newOwner, openAs, openAsStranger, panelUrl } from './members.ts';
import { newTemplate } from './modelos.ts';

/** A person's account, from the first page on. */

const mail = await startMail();
afterAll(() => mail.close());
const { browser, service, missing } = await openStage(() => startService(mail.env));
/** An address of NIC.br. */
const IN_BRAZIL = '200.160.2.3';
const NEW_PASSWORD = 'sete-barcos-no-rio-manso-91';

const url = (path = '') => panelUrl(service.origin, path, 'PRODUCAO');
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
/** Somebody is inside: at the beginning, or at the documents they were on their way to. */
const documents = (page: Page) => page.getByRole('heading', { name: /^(Olá|Documentos)/, level: 1 }).waitFor();

async function logIn(page: Page, email: string, senha = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(senha);
  await button(page, 'Entrar').click();
}

async function leave(page: Page): Promise<void> {
  await button(page, /^Conta de/).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.getByRole('heading', { name: 'Entrar' }).waitFor();
}

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) });
/** A code serves once: the next one is another half minute's. */
const codeAhead = (secret: string) => codeOf(secret).generate({ timestamp: Date.now() + 30_000 });

describe.skipIf(missing)('an account', () => {
  it('is made, is left, forgets its password and sets another', async () => {
    const { page, context, watch } = await openAsStranger(browser);
    const email = newEmail();
    await page.goto(url('/cadastro'));
    await page.getByLabel('Seu nome').fill('Helena Prado');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Senha', { exact: true }).fill('1234567890');
    await page.getByLabel('Nome da organização').fill('Acácia Serviços Ltda.');
    await page.getByLabel('CPF ou CNPJ').fill('11222333000181');
    await button(page, 'Criar conta').click();
    // The service judges the strength; what was typed stays.
    await page.locator('input[type=password][aria-invalid="true"]').waitFor();
    expect(await page.getByLabel('Nome da organização').inputValue()).toBe('Acácia Serviços Ltda.');
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await button(page, 'Criar conta').click();
    await documents(page);
    await leave(page);

    await page.getByRole('link', { name: 'Esqueci a senha' }).click();
    // The page left has a field of that name too, and stays until the code of the next is there.
    await page.getByRole('heading', { name: 'Recuperar a senha' }).waitFor();
    await page.getByLabel('E-mail').fill(email);
    await button(page, 'Enviar o link').click();
    await page.getByText('Confira o seu e-mail').waitFor();
    await page.goto(await mail.message(email, /(http\S+\/painel\/redefinir-senha\/\S+)/));
    await page.getByLabel('Nova senha').fill(NEW_PASSWORD);
    await button(page, 'Salvar a nova senha').click();
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    await logIn(page, email, NEW_PASSWORD);
    await documents(page);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('gets a second factor, enters with the app, then with a recovery code', async () => {
    const owner = await newOwner(service);
    const { page, context } = await openAs(browser, owner);
    await page.goto(url('/conta'));
    await button(page, 'Ativar').click();
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await button(page, 'Continuar').click();
    const secret = (await page.getByRole('listitem').locator('code').textContent())?.replaceAll(' ', '') ?? '';
    await page.getByLabel('Código de seis dígitos').fill('000000');
    await button(page, 'Confirmar e ativar').click();
    await page.getByText('O código não confere.').waitFor();
    await page.getByLabel('Código de seis dígitos').fill(codeOf(secret).generate());
    await button(page, 'Confirmar e ativar').click();
    await button(page, 'Guardei os códigos').waitFor();
    const codes = await page.getByRole('list', { name: 'Códigos de recuperação' }).locator('code').allTextContents();
    expect(codes).toHaveLength(10);
    await button(page, 'Guardei os códigos').click();
    await button(page, 'Desativar').waitFor();
    await leave(page);

    // All this takes more than the ten calls a minute of one address.
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': newAddress() });
    await logIn(page, owner.email);
    await page.getByLabel('Código de seis dígitos').fill(codeAhead(secret));
    await button(page, 'Confirmar').click();
    await documents(page);
    await leave(page);

    await logIn(page, owner.email);
    await button(page, 'Usar um código de recuperação').click();
    await page.getByLabel('Código de recuperação').fill(codes[0] ?? '');
    await button(page, 'Confirmar').click();
    await documents(page);
    await context.close();
  });

  it('changes name, address, password and notices from inside, each seen at once', async () => {
    const owner = await newOwner(service);
    const { page, context, watch } = await openAs(browser, owner);
    await page.goto(url('/conta'));
    await page.getByLabel('Seu nome').fill('Helena Prado Lima');
    await button(page, 'Salvar').click();
    await button(page, 'Conta de Helena Prado Lima').waitFor();

    await button(page, 'Trocar a senha').click();
    await page.getByLabel('Senha atual').fill('não é esta');
    await page.getByLabel('Nova senha').fill(NEW_PASSWORD);
    await page.getByText('Força da senha: forte').waitFor();
    await button(page, 'Salvar a nova senha').click();
    await page.getByText('A senha não confere.').waitFor();
    await page.getByLabel('Senha atual').fill(PASSWORD);
    await button(page, 'Salvar a nova senha').click();
    await page.getByText('Senha trocada. As outras sessões terminaram.').waitFor();

    const email = newEmail();
    await button(page, 'Trocar o e-mail').click();
    await page.getByLabel('Novo e-mail').fill(email);
    await page.getByLabel('Senha atual').fill(NEW_PASSWORD);
    await button(page, 'Enviar o link').click();
    await page.getByText(`Enviamos um link para ${email}.`).waitFor();
    // "Salvo." is said of the name too.
    const kept = page.waitForResponse((answer) => answer.request().postDataJSON()?.avisos !== undefined);
    await page.getByLabel('Documento concluído').uncheck();
    expect((await kept).status()).toBe(200);
    await page.getByText('Salvo.').first().waitFor();

    await page.goto(await mail.message(email, /(http\S+\/painel\/confirmar-email\/\S+)/));
    await button(page, 'Confirmar o meu e-mail').click();
    await page.getByRole('heading', { name: 'E-mail confirmado' }).waitFor();
    await page.goto(url('/conta'));
    await page.getByText(email).first().waitFor();
    expect(await page.getByLabel('Documento concluído').isChecked()).toBe(false);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('looks and speaks as chosen on this device, after a reload, and on the next that enters', async () => {
    const owner = await newOwner(service);
    const ground = (page: Page) => page.evaluate("getComputedStyle(document.body).getPropertyValue('--ground').trim()");
    const { page, context } = await openAs(browser, owner, { colorScheme: 'light' });
    await page.goto(url('/conta'));
    await expect.poll(() => ground(page)).toBe('#f3f5f8');
    await page.getByText('Escuro', { exact: true }).click();
    await expect.poll(() => ground(page)).toBe('#11141a');
    await page.getByLabel('Idioma', { exact: true }).selectOption('es');
    await page.getByRole('heading', { name: 'Apariencia e idioma' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Apariencia e idioma' }).waitFor();
    await expect.poll(() => ground(page)).toBe('#11141a');
    await context.close();

    const other = await openAsStranger(browser, { colorScheme: 'light' });
    await other.page.goto(url());
    await logIn(other.page, owner.email);
    await other.page.getByRole('heading', { name: /^Hola/, level: 1 }).waitFor();
    await expect.poll(() => other.page.evaluate('document.documentElement.lang')).toBe('es');
    await expect.poll(() => ground(other.page)).toBe('#11141a');
    await other.context.close();
  });

  it('shows a password by keyboard, and says that Caps Lock is on', async () => {
    const { page, context } = await openAsStranger(browser);
    await page.goto(url('/cadastro'));
    const senha = page.getByLabel('Senha', { exact: true });
    await senha.fill('trem azul');
    await senha.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect.poll(() => senha.getAttribute('type')).toBe('text');
    // The driver's keyboard has no such key.
    await page.evaluate(
      "document.querySelector('input[autocomplete=new-password]').dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true }))",
    );
    await page.getByText('A tecla Caps Lock está ligada.').waitFor();
    await button(page, 'Criar conta').click();
    // The box of the password is red as every other wrong one is.
    await page.getByText('A senha precisa de ao menos 10 caracteres.').waitFor();
    const colours = await page.evaluate<string[]>(
      "[...document.querySelectorAll('form .mantine-Input-input')].map((one) => getComputedStyle(one).borderTopColor)",
    );
    expect([colours.length, new Set(colours).size]).toEqual([5, 1]);
    await context.close();
  });

  it('accepts an invitation that came by e-mail', async () => {
    const owner = await newOwner(service);
    const email = newEmail('paulo');
    await owner.production.convidarMembro({ body: { email, papel: 'VISUALIZADOR' } });
    const { page, context } = await openAsStranger(browser);
    await page.goto(await mail.message(email, /(http\S+\/painel\/convite\/\S+)/));
    await page.getByText('Imobiliária Acácia Ltda. convidou você como Visualizador.').waitFor();
    await page.getByLabel('Seu nome').fill('Paulo Tavares');
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await button(page, 'Aceitar e entrar').click();
    await documents(page);
    await button(page, 'Conta de Paulo Tavares').click();
    await page.getByText('Visualizador').waitFor();
    await context.close();
  });

  it('sees its sessions with device and place, and ends one from afar', async () => {
    const owner = await newOwner(service);
    const other = await openAs(browser, owner);
    await other.page.goto(url('/documentos'));
    await documents(other.page);
    const here = await openAs(browser, await enter(service.origin, owner.email, IN_BRAZIL));
    await here.page.goto(url('/conta/sessoes'));
    await here.page.getByText('Esta sessão').waitFor();
    const own = here.page.locator('li', { hasText: 'Esta sessão' });
    expect(await own.innerText()).toMatch(/Chrome em Windows[\s\S]*Brasil · 200\.160\.2\.3/);
    const others = here.page.locator('li', { hasText: owner.ip });
    await others.getByRole('button', { name: 'Encerrar' }).click();
    await here.page.getByText('Sessão encerrada.').waitFor();
    await other.page.reload();
    await other.page.getByRole('heading', { name: 'Entrar' }).waitFor();
    await other.context.close();
    await here.context.close();
  });

  it('changes organization, and a page of the former one in another tab says so', async () => {
    const first = await newOwner(service, 'Primeira Ltda.');
    const second = await newOwner(service, 'Segunda Ltda.');
    await second.production.convidarMembro({ body: { email: first.email, papel: 'OPERADOR' } });
    const { page, context } = await openAs(browser, first);
    const token = (await mail.message(first.email, /\/painel\/convite\/(\S+)/)).trim();
    await page.goto(url('/documentos'));
    await documents(page);
    const invited = await context.newPage();
    await invited.goto(url(`/convite/${token}`));
    await invited.getByLabel('Seu nome').fill('Ana Lima');
    await invited.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await button(invited, 'Aceitar e entrar').click();
    await documents(invited);
    await page.getByText('Você trocou de conta ou de organização em outra aba').waitFor();
    await button(page, 'Recarregar a página').click();
    await button(page, /^Conta de/).click();
    await page.getByRole('menuitem', { name: 'Trocar para Primeira Ltda.' }).click();
    await page.waitForLoadState('load');
    await page.getByRole('banner').getByText('Primeira Ltda.').waitFor();
    await context.close();
  });
});

describe.skipIf(missing)('the address one wanted', () => {
  let owner: Member;
  beforeAll(async () => {
    owner = await newOwner(service);
  });

  it('is gone back to after the login, inside of this origin only', async () => {
    const { page, context } = await openAsStranger(browser);
    await page.goto(panelUrl(service.origin, '/conta/sessoes'));
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    await logIn(page, owner.email);
    await page.getByRole('heading', { name: 'Sessões' }).waitFor();
    await leave(page);
    // The last two are read as another host by a browser once the dot is gone, outside of the panel and inside of it.
    for (const back of ['https://malvado.exemplo/painel', '/.//malvado.exemplo/x', '/painel/.//malvado.exemplo']) {
      // All this takes more than the ten calls a minute of one address.
      await context.setExtraHTTPHeaders({ 'x-forwarded-for': newAddress() });
      await page.goto(`${url()}?${new URLSearchParams({ back })}`);
      await logIn(page, owner.email);
      await page.waitForURL((now) => !now.pathname.endsWith('/entrar'));
      expect(new URL(page.url()).origin).toBe(service.origin);
      await page.goto(url('/documentos'));
      await documents(page);
      await leave(page);
    }
    await context.close();
  });

  it('speaks English or Spanish by switch, and remembers it', async () => {
    const { page, context } = await openAs(browser, await enter(service.origin, owner.email, newAddress()));
    await page.goto(url('/documentos'));
    await button(page, /^Conta de/).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('en');
    await context.close();
  });

  it.each([
    {
      language: 'English',
      labels: ['Full name', 'E-mail', 'Leave blank what I did not fill in', 'Create and send'],
      file: 'The PDF is damaged and could not be read.',
      use: 'Cannot be drawn in the PDF: “🎉”.',
    },
    {
      language: 'Español',
      labels: ['Nombre completo', 'Correo', 'Dejar en blanco lo que no completé', 'Crear y enviar'],
      file: 'El PDF está dañado y no se pudo leer.',
      use: 'No se puede dibujar en el PDF: “🎉”.',
    },
  ] as const)('says in $language why the service refuses a file and the use of a template', async (words) => {
    const member = await newOwner(service);
    const modelo = await newTemplate(member);
    const { page, context } = await openAs(browser, member);
    await page.goto(panelUrl(service.origin, '/documentos'));
    await button(page, /^Conta de/).click();
    await page.getByRole('menuitem', { name: words.language }).click();
    await page.locator(`html:not([lang^="pt"])`).waitFor();
    const broken = { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nnada') };
    await page.locator('input[type=file]').first().setInputFiles(broken);
    await page.getByText(words.file).waitFor();
    await page.goto(panelUrl(service.origin, `/modelos/${modelo.id}/usar`));
    const [nome, email, blank, send] = words.labels;
    await page.getByLabel(nome).fill('José Prado');
    await page.getByRole('group', { name: 'Contratante' }).getByLabel(email).fill(newEmail('jose'));
    await page.getByLabel('Serviço').fill('festa 🎉');
    await button(page, send).click();
    await page.getByLabel(blank).check();
    await button(page, send).click();
    await page.getByText(words.use).waitFor();
    await context.close();
  });
});
