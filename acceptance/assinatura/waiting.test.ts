import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE, watched } from '../browser/browser.ts';
import { openStage } from '../browser/stage.ts';
import {
  CODE_IN_EMAIL,
  CODE_IN_SMS,
  create,
  field,
  messageTo,
  newSender,
  person,
  type Sender,
  send,
  signByApi,
  tokenOf,
} from '../browser/world.ts';
import { VALID_CPF } from './scenes.ts';
import { agree, begin, button, fillAll, heading, readAll, sign, wholeRoad } from './steps.ts';

/** Factors, turns, and everything else a person waits for. */

const { browser, service, missing } = await openStage();
let sender: Sender;

beforeAll(async () => {
  sender = await newSender(service);
});

async function open(options = PHONE) {
  const { context } = await watched(browser, options);
  return { context, page: await context.newPage() };
}

describe.skipIf(missing)('factors', () => {
  it('personal data, a code by SMS and an authenticator enrolled on the way lead to the document', async () => {
    const { page, context } = await open(DESKTOP);
    const one = person({
      metodoEntrega: 'LINK',
      telefone: '+5519987650001',
      cpf: VALID_CPF.replace(/\D/g, ''),
      dataNascimento: '1987-08-25',
      fatoresExigidos: ['DADOS_PESSOAIS', 'SMS_OTP', 'TOTP'],
    });
    const { links } = await send(sender, [one], [field()], { fatoresExigidos: ['SMS_OTP'] });
    await begin(page, links[0] ?? '');
    const dados = async (nascimento: string) => {
      await page.getByLabel('CPF').fill(VALID_CPF);
      await page.getByLabel('Data de nascimento').fill(nascimento);
      await button(page, 'Confirmar').click();
    };
    const sms = async () => {
      await button(page, 'Enviar código').click();
      await page.getByLabel('Código de 6 números').fill(await messageTo(sender, one.telefone ?? '', CODE_IN_SMS));
      await page.getByLabel('Código de 6 números').waitFor({ state: 'detached' });
    };
    await heading(page, 'Confirme que é você').waitFor();
    await page.getByLabel('CPF').or(button(page, 'Enviar código')).first().waitFor();
    if ((await page.getByLabel('CPF').count()) === 0) await sms();
    await dados('26081987');
    await page.getByText('Restam 4 tentativas').waitFor();
    await dados('25081987');
    await page.getByLabel('CPF').waitFor({ state: 'detached' });
    const enrolment = button(page, 'Cadastrar o aplicativo');
    await button(page, 'Enviar código').or(enrolment).first().waitFor();
    if ((await enrolment.count()) === 0) await sms();
    await enrolment.click();
    await page.getByText('Não consigo ler').click();
    const secret = (await page.locator('details code').textContent())?.replaceAll(' ', '') ?? '';
    await page.getByLabel('Código de 6 números').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
    await heading(page, 'Leia e preencha').waitFor();
    await context.close();
  });

  it('on a phone the authenticator app is opened by a link, or given the key by hand', async () => {
    const { page, context } = await open(PHONE);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const one = person({ metodoEntrega: 'LINK', fatoresExigidos: ['EMAIL', 'TOTP'] });
    const { links } = await send(sender, [one]);
    await begin(page, links[0] ?? '');
    await button(page, 'Enviar código').click();
    await page.getByLabel('Código de 6 números').fill(await messageTo(sender, one.email, CODE_IN_EMAIL));
    await button(page, 'Cadastrar o aplicativo').click();
    const app = page.getByRole('link', { name: 'Abrir no aplicativo deste aparelho' });
    const address = new URL((await app.getAttribute('href')) ?? '');
    expect(address.protocol).toBe('otpauth:');
    const secret = address.searchParams.get('secret') ?? '';
    // It cannot be read off the screen it stands on.
    expect(await page.locator('img.qr').isVisible()).toBe(false);
    await page.getByText('Não abriu').click();
    expect(await page.locator('img.qr').isVisible()).toBe(true);
    await button(page, 'Copiar').click();
    await button(page, 'Copiado').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
    await page.getByLabel('Código de 6 números').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
    await heading(page, 'Leia e preencha').waitFor();
    await context.close();
  });

  it('a code asked for in another tab is not asked for again', async () => {
    const { links } = await send(sender, [person({ metodoEntrega: 'LINK' })]);
    const [first, second] = [await open(), await open()];
    await begin(first.page, links[0] ?? '');
    await button(first.page, 'Enviar código').click();
    await first.page.getByLabel('Código de 6 números').waitFor();
    await begin(second.page, links[0] ?? '');
    await button(second.page, 'Enviar código').click();
    await second.page.getByText('Você poderá pedir outro código em').waitFor();
    await first.context.close();
    await second.context.close();
  });
});

describe.skipIf(missing)('waiting', () => {
  it('a link handed out early opens the road once the document is sent', async () => {
    const { page, context } = await open();
    const documentoId = await create(sender, [person({ metodoEntrega: 'LINK' })], [field()]);
    const params = { documentoId };
    const { signatarios } = await sender.api.obterDocumento({ params });
    await page.goto(signatarios[0]?.link ?? '');
    await heading(page, 'Ainda não está pronto para você').waitFor();
    await sender.api.enviarDocumento({ params });
    await heading(page, 'Olá, Marina').waitFor();
    await context.close();
  });

  it('in an ordered document the second signs after the first, and the first gets the copy without reloading', async () => {
    const { page, context } = await open();
    const [first, second] = [person({ ordem: 1 }), person({ ordem: 2 })];
    const fields = [field({ signatarioId: first.id }), field({ signatarioId: second.id, y: 0.5 })];
    const { links } = await send(sender, [first, second], fields, { ordenado: true });
    await wholeRoad(page, links[0] ?? '');
    await page.getByText('Aguardando as outras pessoas').waitFor();
    await signByApi(sender, await messageTo(sender, second.email, /(http\S+\/assinar\/[\w-]{43})/));
    await page.getByRole('link', { name: 'Baixar a via assinada' }).waitFor();
    await context.close();
  });

  it('a service that is down is told, and the signature sent when it is up', async () => {
    const { page, context } = await open();
    const { id, links } = await send(sender, [person()]);
    await begin(page, links[0] ?? '');
    await readAll(page);
    await fillAll(page);
    await page.route('**/assinatura/*/assinar', (route) =>
      route.fulfill({ status: 503, headers: { 'retry-after': '1' } }),
    );
    await sign(page);
    await page.getByText('O serviço não respondeu').waitFor();
    await page.unroute('**/assinatura/*/assinar');
    await heading(page, 'Pronto, você assinou').waitFor();
    const { status } = await sender.api.obterDocumento({ params: { documentoId: id } });
    expect(status).toBe('ASSINADO');
    await context.close();
  });

  it('who signs while the agreement is told once more has it signed', async () => {
    const { page, context } = await open();
    const { id, links } = await send(sender, [person()]);
    await begin(page, links[0] ?? '');
    await readAll(page);
    await fillAll(page);
    await page.route('**/assinatura/*/aceite', (route) => route.abort(), { times: 1 });
    await agree(page);
    await button(page, 'Tentar agora').waitFor();
    let letGo = () => {};
    const held = new Promise<void>((done) => {
      letGo = done;
    });
    const asked = new Promise<void>((done) => {
      void page.route(`**/v1/assinatura/${tokenOf(links[0] ?? '')}`, async (route) => {
        done();
        await held;
        await route.continue();
      });
    });
    await button(page, 'Tentar agora').click();
    await asked;
    await page.getByRole('button', { name: 'Assinar', exact: true }).dispatchEvent('click');
    letGo();
    await heading(page, 'Pronto, você assinou').waitFor();
    expect((await sender.api.obterDocumento({ params: { documentoId: id } })).status).toBe('ASSINADO');
    await context.close();
  });

  it('whoever comes back to the tab meanwhile has the signature sent none the less', async () => {
    const { page, context } = await open();
    const { links } = await send(sender, [person()]);
    await begin(page, links[0] ?? '');
    await readAll(page);
    await fillAll(page);
    await page.route('**/assinatura/*/assinar', (route) =>
      route.fulfill({ status: 503, headers: { 'retry-after': '2' } }),
    );
    await sign(page);
    await page.getByText('O serviço não respondeu').waitFor();
    const asked = page.waitForResponse((response) => response.url().endsWith(`/assinatura/${tokenOf(links[0] ?? '')}`));
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await asked;
    await page.unroute('**/assinatura/*/assinar');
    await heading(page, 'Pronto, você assinou').waitFor();
    await context.close();
  });

  it('the page speaks English and Spanish by a switch', async () => {
    const { page, context } = await open();
    const { links } = await send(sender, [person()]);
    await page.goto(links[0] ?? '');
    await page.getByLabel('Idioma').selectOption('en');
    await heading(page, 'Hello, Marina').waitFor();
    await page.getByLabel('Language').selectOption('es');
    await heading(page, 'Hola, Marina').waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('es');
    await context.close();
  });

  it('what the service refuses is said in the language the page is read in', async () => {
    const { page, context } = await open();
    const one = person();
    const { links } = await send(
      sender,
      [one],
      [
        field({ signatarioId: one.id }),
        field({ tipo: 'TEXTO', signatarioId: one.id, y: 0.4, altura: 0.05, rotulo: 'Cargo' }),
      ],
    );
    await begin(page, links[0] ?? '');
    await readAll(page);
    await fillAll(page, { Cargo: 'Chefe 😀' });
    await agree(page);
    await page.getByLabel('Idioma').selectOption('en');
    await heading(page, 'Review and finish').waitFor();
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Cannot be drawn in the PDF: “😀”.').waitFor();
    expect(await alert.locator('[lang]').count()).toBe(0);
    await page.getByLabel('Language').selectOption('es');
    await alert.getByText('No se puede dibujar en el PDF: “😀”.').waitFor();
    await page.getByLabel('Idioma').selectOption('pt-BR');
    await alert.getByText('Não é possível desenhar no PDF: “😀”.').waitFor();
    await context.close();
  });
});
