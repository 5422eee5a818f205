import { describe, expect, it } from 'vitest';
import { elsewhere } from '../../harness.ts';
import { answer, startReceiver } from '../webhooks/receiver.ts';
import {
  added,
  call,
  draft,
  linkOf,
  newSender,
  quantidadeOf,
  REFUSED_EMAIL,
  REFUSED_PHONE,
  reaches,
  type Sender,
  sent,
  sharedWorld,
  until,
} from './world.ts';

const DAY_MS = 24 * 3600_000;
const world = sharedWorld();
const sender = () => newSender(world().service);

let contacts = 0;
const newEmail = () => {
  contacts += 1;
  return `pessoa${contacts}.${Date.now()}@exemplo.com.br`;
};
const newPhone = () => {
  contacts += 1;
  return `+55119${String(80_000_000 + contacts)}`;
};
const byEmail = (email: string) => ({
  fatoresExigidos: ['EMAIL'],
  signatarios: [{ funcao: 'ASSINAR', nome: 'Rita Alves', email, fatoresExigidos: ['EMAIL'] }],
});
const bySms = (telefone: string) => ({
  fatoresExigidos: ['SMS_OTP'],
  signatarios: [
    { funcao: 'ASSINAR', nome: 'Rita Alves', telefone, metodoEntrega: 'SMS', fatoresExigidos: ['SMS_OTP'] },
  ],
});
/** A link is handed out; the code goes to the phone. */
const byLinkWithSmsCode = (telefone: string) => ({
  fatoresExigidos: ['SMS_OTP'],
  signatarios: [
    { funcao: 'ASSINAR', nome: 'Rita Alves', telefone, metodoEntrega: 'LINK', fatoresExigidos: ['SMS_OTP'] },
  ],
});

const mailsTo = (email: string) => world().mails.filter(({ to }) => JSON.stringify(to).includes(email));
const smsTo = (telefone: string) => world().sms.filter(({ para }) => para === telefone);
const actions = async (by: Sender, id: string) =>
  (await by.api(`/documentos/${id}/auditoria?limite=100`)).body.itens.map(({ acao }: { acao: string }) => acao);

describe('EMAIL_ENVIADO counts', () => {
  it('an invitation the mail server accepted, and a resend of it', async () => {
    const by = await sender();
    const id = await sent(by, byEmail(newEmail()));
    await reaches(by, 'EMAIL_ENVIADO', 1);
    await by.api(`/documentos/${id}/reenviar`, 'POST', {});
    await reaches(by, 'EMAIL_ENVIADO', 2);
  });

  it('a code', async () => {
    const by = await sender();
    const email = newEmail();
    const id = await sent(by, {
      fatoresExigidos: ['EMAIL'],
      signatarios: [{ funcao: 'ASSINAR', nome: 'Rita', email, metodoEntrega: 'LINK', fatoresExigidos: ['EMAIL'] }],
    });
    expect(await quantidadeOf(by, 'EMAIL_ENVIADO')).toBe(0);
    expect((await call(`${await linkOf(by, id)}/otp`, 'POST', { fator: 'EMAIL' })).status).toBe(200);
    await reaches(by, 'EMAIL_ENVIADO', 1);
    expect(mailsTo(email).length).toBe(1);
  });

  it('a reminder', async () => {
    const by = await sender();
    const email = newEmail();
    const id = await sent(by, { ...byEmail(email), lembrete: 'DIARIO' });
    await reaches(by, 'EMAIL_ENVIADO', 1);
    await by.advance(DAY_MS + 60_000);
    const lines = async () =>
      (await by.api('/consumo/extrato?tipo=EMAIL_ENVIADO')).body.itens as { documentoId: string; descricao: string }[];
    await until(async () => (await lines()).length === 2);
    expect((await lines())[0]).toMatchObject({ documentoId: id, descricao: 'Lembrete' });
    expect(mailsTo(email).length).toBe(2);
  });
});

describe('EMAIL_ENVIADO counts, beside what concerns documents,', () => {
  it('an invitation of a member', async () => {
    const by = await sender();
    const email = newEmail();
    const invited = await by.api('/organizacao/membros', 'POST', { email, papel: 'VISUALIZADOR' });
    expect([invited.status, invited.body.erros]).toEqual([201, undefined]);
    await reaches(by, 'EMAIL_ENVIADO', 1);
    expect(mailsTo(email).length).toBe(1);
  });

  it('the notice of a deactivated webhook, one for each administrator', async () => {
    const by = await sender();
    await by.account.member('ADMINISTRADOR');
    const receiver = await startReceiver(answer(410));
    try {
      await by.api('/webhooks', 'POST', { url: receiver.url, eventos: ['document.created'] });
      await draft(by);
      await reaches(by, 'EMAIL_ENVIADO', 2);
      const subjects = mailsTo(by.account.email).map(({ subject }) => subject);
      expect(subjects).toContainEqual(expect.stringMatching(/^Webhook desativado/));
    } finally {
      await receiver.close();
    }
  });
});

describe('EMAIL_ENVIADO does not count', () => {
  it('a message about the account of a person, which belongs to no organization', async () => {
    const by = await sender();
    const { email } = by.account;
    await call(`${by.base}/autenticacao/senha/recuperacao`, 'POST', { email }, elsewhere());
    await until(async () => mailsTo(email).some(({ subject }) => /senha/i.test(subject ?? '')));
    expect(await quantidadeOf(by, 'EMAIL_ENVIADO')).toBe(0);
  });

  it('a message the mail server refused', async () => {
    const by = await sender();
    const id = await sent(by, byEmail(REFUSED_EMAIL));
    await until(async () => (await actions(by, id)).includes('CONVITE_FALHOU'));
    expect(await quantidadeOf(by, 'EMAIL_ENVIADO')).toBe(0);
  });

  it('a link handed out by the sender', async () => {
    const by = await sender();
    await sent(by);
    expect(await quantidadeOf(by, 'EMAIL_ENVIADO')).toBe(0);
  });
});

describe('SMS_ENVIADO counts', () => {
  it('an invitation by SMS, and each resend of it', async () => {
    const by = await sender();
    const telefone = newPhone();
    const id = await sent(by, bySms(telefone));
    await reaches(by, 'SMS_ENVIADO', 1);
    await by.api(`/documentos/${id}/reenviar`, 'POST', {});
    await reaches(by, 'SMS_ENVIADO', 2);
    expect(smsTo(telefone).length).toBe(2);
  });

  it('a code, and again each code sent anew', async () => {
    const by = await sender();
    const telefone = newPhone();
    const path = await linkOf(by, await sent(by, byLinkWithSmsCode(telefone)));
    expect((await call(`${path}/otp`, 'POST', { fator: 'SMS_OTP' })).status).toBe(200);
    await reaches(by, 'SMS_ENVIADO', 1);
    world().service.clock.advance(61_000);
    expect((await call(`${path}/otp`, 'POST', { fator: 'SMS_OTP' })).status).toBe(200);
    await reaches(by, 'SMS_ENVIADO', 2);
    expect(smsTo(telefone).length).toBe(2);
  });

  it('a reminder by SMS', async () => {
    const by = await sender();
    const telefone = newPhone();
    await sent(by, { ...bySms(telefone), lembrete: 'DIARIO' });
    await reaches(by, 'SMS_ENVIADO', 1);
    await by.advance(DAY_MS + 60_000);
    await until(async () => (await by.api('/consumo/extrato?tipo=SMS_ENVIADO')).body.total === 2);
    expect(smsTo(telefone).length).toBe(2);
  });
});

describe('SMS_ENVIADO does not count', () => {
  it('an invitation the carrier refused', async () => {
    const by = await sender();
    const id = await sent(by, bySms(REFUSED_PHONE));
    await until(async () => (await actions(by, id)).includes('CONVITE_FALHOU'));
    expect(await quantidadeOf(by, 'SMS_ENVIADO')).toBe(0);
  });

  it('a code the carrier refused', async () => {
    const by = await sender();
    const id = await sent(by, byLinkWithSmsCode(REFUSED_PHONE));
    const path = await linkOf(by, id);
    const counted = await added(by, 'SMS_ENVIADO', async () => {
      await call(`${path}/otp`, 'POST', { fator: 'SMS_OTP' });
      await until(async () => (await actions(by, id)).includes('CODIGO_FALHOU'));
    });
    expect(counted).toBe(0);
  });
});
