import { beforeAll, describe, expect, it } from 'vitest';
import { startMailServer, startSmsGateway } from '../../apps/server/test/modules/world.ts';
import { DESKTOP, PHONE, watched } from '../browser/browser.ts';
import { openStage } from '../browser/stage.ts';
import { CODE_IN_SMS, create, field, newSender, person, type Sender, startService, until } from '../browser/world.ts';
import { begin, button, fillAndSign, heading, readAll, wholeRoad } from './steps.ts';

/** In production: invitations and codes leave by a mail server and an SMS gateway, and people sign with what they got. */

const mail = await startMailServer({ recipient: () => 250, message: () => 250 });
// The first try of every message meets a gateway that is busy.
const sms = await startSmsGateway((_telephone, attempt) => (attempt === 1 ? 503 : 202));
const { browser, service, missing } = await openStage(() =>
  startService({
    SMTP_URL: mail.url,
    MAIL_FROM: 'assinaturas@rubrica.test',
    SMS_GATEWAY_URL: sms.url,
    SMS_GATEWAY_TOKEN: 'segredo-do-gateway',
  }),
);
let sender: Sender;
const LINK = /(http\S+\/assinar\/[\w-]{43})/;
const TITLE = 'Contrato de locação — Rua das Acácias, 120';

beforeAll(async () => {
  sender = await newSender(service, { nomeRemetente: 'Acácia <b>' }, 'PRODUCAO');
});

async function open(options = PHONE) {
  const { context } = await watched(browser, options);
  return { context, page: await context.newPage() };
}

const mailed = (address: string, pattern: RegExp) =>
  until(async () =>
    mail
      .receivedBy(address)
      .flatMap(({ text }) => pattern.exec(text ?? '')?.[1] ?? [])
      .at(-1),
  );
const texted = (telephone: string, pattern: RegExp) =>
  until(async () =>
    sms
      .receivedBy(telephone)
      .flatMap(({ texto }) => pattern.exec(texto)?.[1] ?? [])
      .at(-1),
  );

async function sentTo(one: ReturnType<typeof person>, draft: object = {}): Promise<string> {
  const documentoId = await create(sender, [one], [field()], draft);
  await sender.api.enviarDocumento({ params: { documentoId } });
  return documentoId;
}

const statusOf = async (documentoId: string) => (await sender.api.obterDocumento({ params: { documentoId } })).status;

describe.skipIf(missing)('with a real mail server and a real gateway', () => {
  it('a link by e-mail leads to the signature, and the mailbox is proved by it', async () => {
    const { page, context } = await open();
    const one = person();
    const id = await sentTo(one);
    const link = await mailed(one.email, LINK);
    expect(mail.receivedBy(one.email)[0]?.subject).toContain(TITLE);
    await wholeRoad(page, link);
    expect(await statusOf(id)).toBe('ASSINADO');
    await context.close();
  });

  it('a link by SMS and a code by e-mail, mistyped once and then pasted with spaces, lead to the signature', async () => {
    const { page, context } = await open(DESKTOP);
    const one = person({ metodoEntrega: 'SMS', telefone: '+5519987650011' });
    const id = await sentTo(one);
    await begin(page, await texted('+5519987650011', LINK));
    await button(page, 'Enviar código').click();
    const code = await mailed(one.email, /Seu código é (\d{6})/);
    await page.getByLabel('Código de 6 números').fill(code === '111111' ? '222222' : '111111');
    await page.getByText('Restam 4 tentativas').waitFor();
    await page.getByLabel('Código de 6 números').fill(`${code.slice(0, 3)} ${code.slice(3)}\t`);
    await readAll(page);
    await fillAndSign(page);
    expect(await statusOf(id)).toBe('ASSINADO');
    await context.close();
  });

  it('a code by SMS opens the document, and the gateway is given its token and nothing of the document', async () => {
    const { page, context } = await open();
    const telefone = '+5519987650012';
    const one = person({ telefone, fatoresExigidos: ['EMAIL', 'SMS_OTP'] });
    await sentTo(one);
    await begin(page, await mailed(one.email, LINK));
    await heading(page, 'Confirme que é você').waitFor();
    await button(page, 'Enviar código').click();
    await page.getByLabel('Código de 6 números').fill(await texted(telefone, CODE_IN_SMS));
    await heading(page, 'Leia e preencha').waitFor();
    const [message] = sms.receivedBy(telefone);
    expect(message?.headers.authorization).toBe('Bearer segredo-do-gateway');
    expect(message?.texto).not.toContain(one.email);
    await context.close();
  });
});
