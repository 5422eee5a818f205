import { beforeAll, describe, expect, it } from 'vitest';
import {
  about,
  call,
  field,
  messagesTo,
  newSender,
  ownService,
  person,
  type Sender,
  sent,
  signer,
  tokenOf,
  trailOf,
  until,
} from '../support.ts';
import { startMailServer, startSmsGateway } from '../world.ts';

let mail: Awaited<ReturnType<typeof startMailServer>>;
let gateway: Awaited<ReturnType<typeof startSmsGateway>>;

const service = ownService(async () => {
  mail = await startMailServer({
    recipient: (address, attempt) => {
      if (address.startsWith('inexistente')) return 550;
      if (address.startsWith('cheia') && attempt === 1) return 552;
      return address.startsWith('adiada') && attempt === 1 ? 450 : 250;
    },
    message: (address, attempt) => (address.startsWith('ocupada') && attempt === 1 ? 451 : 250),
  });
  gateway = await startSmsGateway((telephone, attempt) => {
    if (telephone.endsWith('400')) return 422;
    if (telephone.endsWith('500') && attempt === 1) return 503;
    if (telephone.endsWith('000') && attempt === 1) return 0;
    return 202;
  });
  return {
    SMTP_URL: mail.url,
    MAIL_FROM: 'Rubrica <nao-responda@rubrica.exemplo>',
    SMS_GATEWAY_URL: gateway.url,
    SMS_GATEWAY_TOKEN: 'ficha-do-gateway',
  };
});

let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service(), 'PRODUCAO');
});

let count = 0;
/** An address whose name says how the mail server will treat it. */
const address = (how: string) => {
  count += 1;
  return `${how}${count}@exemplo.com.br`;
};
/** A telephone whose ending says how the gateway will treat it. */
const telephone = (ending: string) => {
  count += 1;
  return `+55119${String(10_000 + count)}${ending}`;
};

const byMail = (email: string, dados: object = {}) =>
  sent(sender, { signatarios: [person({ email, metodoEntrega: 'EMAIL' })], ...dados });
const bySms = (telefone: string) => sent(sender, { signatarios: [person({ telefone, metodoEntrega: 'SMS' })] });
const signerOf = async (id: string) => (await about(sender, id)).body.signatarios[0];
/** Asked of the database: many ask at once and often, and one key may ask sixty times a minute. */
const reaches = async (id: string, status: string) => {
  await until(async () => {
    const [row] = await service().owner<{ status: string }[]>`
      select status from signatario where documento_id = ${id}`;
    return row?.status === status;
  });
  return signerOf(id);
};

// What is retried takes its time, so all of it goes on side by side; the longest wait comes first.
describe.concurrent('SMS by a real gateway', () => {
  it('is tried again after silence', async () => {
    const telefone = telephone('000');
    const { id } = await bySms(telefone);
    await reaches(id, 'ENVIADO');
    expect(gateway.offeredTo(telefone).map(({ status }) => status)).toEqual([0, 202]);
  });

  it('brings the invitation, with the token of the gateway and a key against repetition', async () => {
    const telefone = telephone('111');
    const { id } = await bySms(telefone);
    await reaches(id, 'ENVIADO');
    const [sms] = gateway.receivedBy(telefone);
    expect(sms?.headers).toMatchObject({
      authorization: 'Bearer ficha-do-gateway',
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const token = /\/assinar\/([\w-]{43})/.exec(sms?.texto ?? '')?.[1] ?? '';
    expect((await signer(sender.base, token).open()).status).toBe(200);
  });

  it('brings the code of SMS_OTP', async () => {
    const telefone = telephone('112');
    const { signatarios } = await sent(sender, {
      fatoresExigidos: ['SMS_OTP'],
      signatarios: [person({ telefone, fatoresExigidos: ['SMS_OTP'] })],
    });
    const one = signer(sender.base, tokenOf(signatarios[0]));
    await one.otp('SMS_OTP');
    const sms = await until(async () => gateway.receivedBy(telefone)[0]);
    expect((await one.answer('SMS_OTP', /^\d{6}/.exec(sms.texto)?.[0] ?? '')).body.autenticado).toBe(true);
  });

  it('refused by the carrier leaves the signer in FALHA_ENTREGA, and a corrected number gets a new link', async () => {
    const { id, signatarios } = await bySms(telephone('400'));
    await reaches(id, 'FALHA_ENTREGA');
    const telefone = telephone('113');
    await about(sender, id, `/signatarios/${signatarios[0].id}`, 'PATCH', { telefone });
    await reaches(id, 'ENVIADO');
    expect(gateway.receivedBy(telefone)).toHaveLength(1);
  });

  it('is tried again after a fault of the gateway, under the same key', async () => {
    const telefone = telephone('500');
    const { id } = await bySms(telefone);
    await reaches(id, 'ENVIADO');
    expect(gateway.offeredTo(telefone).map(({ status }) => status)).toEqual([503, 202]);
    expect(new Set(gateway.offeredTo(telefone).map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });
});

describe.concurrent('mail by a real server', () => {
  it('brings the invitation, in plain text and HTML, with the link in both', async () => {
    const email = address('normal');
    const { id } = await byMail(email, { titulo: 'Locação', mensagem: 'Confira a cláusula 7.' });
    expect(await reaches(id, 'ENVIADO')).toMatchObject({ enviadoEm: expect.any(String) });
    const [message] = mail.receivedBy(email);
    expect(message?.subject).toBe('Acácia Ltda. enviou Locação para você assinar');
    for (const body of [message?.text, message?.html || '']) {
      expect(body).toMatch(/\/assinar\/[\w-]{43}/);
      expect(body).toContain('Confira a cláusula 7.');
    }
    const token = /\/assinar\/([\w-]{43})/.exec(message?.text ?? '')?.[1] ?? '';
    expect((await signer(sender.base, token).open()).body).toMatchObject({ autenticado: true });
  });

  it('comes from the service in the name of the organization, and answers go where the sender says', async () => {
    const email = address('normal');
    await byMail(email, { responderPara: 'contratos@acacia.exemplo' });
    const message = await until(async () => mail.receivedBy(email)[0]);
    expect(message.from?.value).toEqual([{ address: 'nao-responda@rubrica.exemplo', name: 'Acácia Ltda.' }]);
    expect(message.replyTo?.value).toMatchObject([{ address: 'contratos@acacia.exemplo' }]);
    expect(message.headers.get('auto-submitted')).toBe('auto-generated');
  });

  it('lets no title write a header of its own', async () => {
    const email = address('normal');
    await byMail(email, { titulo: 'Contrato\r\nBcc: outra@exemplo.com.br\r\n\r\n<b>oi</b>' });
    const message = await until(async () => mail.receivedBy(email)[0]);
    expect(message.bcc).toBeUndefined();
    expect(message.html || '').not.toContain('<b>oi</b>');
  });

  it('brings the code of the EMAIL factor, and answers to it go where the sender says too', async () => {
    const signatario = person();
    const { signatarios } = await sent(sender, {
      signatarios: [signatario],
      responderPara: 'contratos@acacia.exemplo',
    });
    const one = signer(sender.base, tokenOf(signatarios[0]));
    await one.otp('EMAIL');
    const message = await until(async () => mail.receivedBy(signatario.email)[0]);
    expect(message.replyTo?.value).toMatchObject([{ address: 'contratos@acacia.exemplo' }]);
    const [code] = /^\d{6}/.exec(message.subject ?? '') ?? [];
    expect((await one.answer('EMAIL', code ?? '')).body.autenticado).toBe(true);
  });

  it('refused for good leaves the signer in FALHA_ENTREGA, and a corrected address gets a new link', async () => {
    const { id, signatarios } = await byMail(address('inexistente'));
    await reaches(id, 'FALHA_ENTREGA');
    expect((await trailOf(sender, id)).map(({ acao }) => acao)).toContain('CONVITE_FALHOU');
    const email = address('normal');
    const corrected = await about(sender, id, `/signatarios/${signatarios[0].id}`, 'PATCH', { email });
    expect(corrected.body.status).toBe('PENDENTE');
    await reaches(id, 'ENVIADO');
    expect(mail.receivedBy(email)).toHaveLength(1);
  });

  it('refused for good is recovered by a resend once the mailbox takes it', async () => {
    const email = address('cheia');
    const { id } = await byMail(email);
    await reaches(id, 'FALHA_ENTREGA');
    expect((await about(sender, id, '/reenviar', 'POST')).status).toBe(200);
    await reaches(id, 'ENVIADO');
    expect(mail.receivedBy(email)).toHaveLength(1);
  });

  it('put off by the server is tried again, and the signer does not fail meanwhile', async () => {
    const email = address('adiada');
    const { id, signatarios } = await byMail(email);
    expect(signatarios[0].status).toBe('PENDENTE');
    await reaches(id, 'ENVIADO');
    expect(mail.receivedBy(email)).toHaveLength(1);
    expect((await trailOf(sender, id)).map(({ acao }) => acao)).not.toContain('CONVITE_FALHOU');
  });

  it('tried again is the same message, by its Message-ID', async () => {
    const email = address('ocupada');
    const { id } = await byMail(email);
    await reaches(id, 'ENVIADO');
    const [first, second] = mail.offeredTo(email);
    expect(first?.messageId).toMatch(/^<[0-9a-f-]{36}@rubrica\.exemplo>$/);
    expect(second?.messageId).toBe(first?.messageId);
  });
});

describe('the sandbox', () => {
  it('reaches neither, and keeps every message to be read', async () => {
    const test = await newSender(service(), 'TESTE');
    const [email, telefone] = [address('normal'), telephone('111')];
    await sent(test, { signatarios: [person({ email, metodoEntrega: 'EMAIL' })] });
    const { signatarios } = await sent(test, {
      fatoresExigidos: ['SMS_OTP'],
      signatarios: [person({ telefone, metodoEntrega: 'SMS', fatoresExigidos: ['SMS_OTP'] })],
      campos: [field()],
    });
    expect(signatarios[0].status).toBe('PENDENTE');
    const invitation = await until(async () => (await messagesTo(test, email))[0]);
    expect(invitation).toMatchObject({ canal: 'EMAIL', assunto: expect.stringContaining('[TESTE]') });
    const sms = await until(async () => (await messagesTo(test, telefone))[0]);
    const one = signer(test.base, /\/assinar\/([\w-]{43})/.exec(sms.texto)?.[1] ?? '');
    await one.otp('SMS_OTP');
    await until(async () => (await messagesTo(test, telefone))[1]);
    expect([...mail.offeredTo(email), ...gateway.offeredTo(telefone)]).toEqual([]);
  });

  it("shows none of production's messages, and nobody else's", async () => {
    const email = address('normal');
    await byMail(email);
    await until(async () => mail.receivedBy(email)[0]);
    const elsewhere = await newSender(service(), 'TESTE');
    for (const who of [sender, elsewhere]) {
      const { body } = await call(`${service().origin}/v1/sandbox/caixa?limite=100`, 'GET', undefined, who.as);
      expect(JSON.stringify(body.itens)).not.toContain(email);
    }
  });
});
