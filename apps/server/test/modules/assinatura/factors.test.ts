import { beforeAll, describe, expect, it } from 'vitest';
import {
  about,
  authenticated,
  codeSentTo,
  linkSentTo,
  messagesTo,
  newSender,
  person,
  refusal,
  retryAfter,
  type Sender,
  said,
  sent,
  setBefore,
  sharedService,
  signer,
  trailOf,
  waitingFor,
  wrong,
} from '../support.ts';

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const MINUTE = 60_000;
const advance = (ms: number) => service().clock.advance(ms);
const now = () => service().clock.now().getTime();

/** A LINK signer of whom only EMAIL is asked. */
async function byCode() {
  const signatario = person();
  return { email: signatario.email, ...(await waitingFor(sender, signatario)) };
}

describe('EMAIL', () => {
  it('is fulfilled by opening the link that came by e-mail', async () => {
    const signatario = person({ metodoEntrega: 'EMAIL' });
    const { id } = await sent(sender, { signatarios: [signatario] });
    const opened = await signer(sender.base, await linkSentTo(sender, signatario.email)).open();
    expect(opened.body).toMatchObject({ autenticado: true, fatores: [{ fator: 'EMAIL', cumprido: true }] });
    const actions = (await trailOf(sender, id)).map(({ acao }) => acao);
    expect(actions.filter((acao) => acao === 'SIGNATARIO_AUTENTICADO')).toHaveLength(1);
  });

  it('is not fulfilled by opening a link that the sender handed out', async () => {
    const { one } = await byCode();
    expect((await one.open()).body).toMatchObject({
      autenticado: false,
      fatores: [{ fator: 'EMAIL', cumprido: false }],
    });
  });

  it('is not fulfilled by opening a link that came by SMS, but by a code to the e-mail', async () => {
    const signatario = person({ metodoEntrega: 'SMS', telefone: '+5511900000101' });
    await sent(sender, { signatarios: [signatario] });
    const one = signer(sender.base, await linkSentTo(sender, '+5511900000101'));
    expect((await one.open()).body.autenticado).toBe(false);
    await one.otp('EMAIL');
    expect((await one.answer('EMAIL', await codeSentTo(sender, signatario.email))).body.autenticado).toBe(true);
  });

  it('is fulfilled by the code sent to the e-mail, told where and for how long', async () => {
    const signatario = person({ email: 'marina.leal@exemplo.com.br' });
    const { one } = await waitingFor(sender, signatario);
    const asked = await one.otp('EMAIL');
    expect(asked.body).toMatchObject({ fator: 'EMAIL', destinoMascarado: 'ma•••••••••@exemplo.com.br' });
    expect(Date.parse(asked.body.expiraEm) - Date.parse(asked.body.reenvioEm)).toBe(9 * MINUTE);
    const code = await codeSentTo(sender, signatario.email);
    expect(code).toMatch(/^\d{6}$/);
    expect((await one.answer('EMAIL', code)).body).toEqual({
      autenticado: true,
      fatores: [{ fator: 'EMAIL', cumprido: true, destinoMascarado: 'ma•••••••••@exemplo.com.br' }],
    });
  });
});

describe('SMS_OTP', () => {
  it('is fulfilled by the code sent to the telephone', async () => {
    const { one } = await waitingFor(
      sender,
      person({ telefone: '+5511987654321', fatoresExigidos: ['EMAIL', 'SMS_OTP'] }),
    );
    const asked = await one.otp('SMS_OTP');
    expect(asked.body).toMatchObject({ fator: 'SMS_OTP', destinoMascarado: '+5511•••••4321' });
    const answered = await one.answer('SMS_OTP', await codeSentTo(sender, '+5511987654321'));
    expect(answered.body).toMatchObject({
      autenticado: false,
      fatores: [{ cumprido: false }, { fator: 'SMS_OTP', cumprido: true }],
    });
  });

  it('has a code of its own: the one sent by e-mail does not fulfil it', async () => {
    const telefone = '+5511900000102';
    const signatario = person({ telefone, fatoresExigidos: ['EMAIL', 'SMS_OTP'] });
    const { one } = await waitingFor(sender, signatario);
    await one.otp('EMAIL');
    await one.otp('SMS_OTP');
    const mailed = await codeSentTo(sender, signatario.email);
    // The two may be drawn alike, once in a million.
    if (mailed === (await codeSentTo(sender, telefone))) return;
    expect(refusal(await one.answer('SMS_OTP', mailed))).toEqual([401, 'CREDENCIAL_INVALIDA']);
  });
});

describe('a code', () => {
  it('is worth ten minutes', async () => {
    const { one, email } = await byCode();
    await one.otp('EMAIL');
    const code = await codeSentTo(sender, email);
    advance(10 * MINUTE);
    expect(refusal(await one.answer('EMAIL', code))).toEqual([401, 'CREDENCIAL_INVALIDA']);
  });

  it('is still worth something just before they are over', async () => {
    const { one, email } = await byCode();
    const { expiraEm } = (await one.otp('EMAIL')).body;
    const code = await codeSentTo(sender, email);
    setBefore(service(), expiraEm, 30_000);
    expect((await one.answer('EMAIL', code)).status).toBe(200);
  });

  it('is used once, by one of two that use it at the same time', async () => {
    const { one, email } = await byCode();
    await one.otp('EMAIL');
    const code = await codeSentTo(sender, email);
    const both = await Promise.all([one.answer('EMAIL', code), one.answer('EMAIL', code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is voided by the next one', async () => {
    const { one, email } = await byCode();
    await one.otp('EMAIL');
    const first = await codeSentTo(sender, email);
    advance(MINUTE);
    await one.otp('EMAIL');
    const second = await codeSentTo(sender, email, 2);
    if (second !== first) expect((await one.answer('EMAIL', first)).status).toBe(401);
    expect((await one.answer('EMAIL', second)).status).toBe(200);
  });

  it('is sent again only after 60 seconds, and nothing is sent by the refused request', async () => {
    const { one, email } = await byCode();
    const { reenvioEm } = (await one.otp('EMAIL')).body;
    const [from, again, until] = [now(), await one.otp('EMAIL'), now()];
    expect(refusal(again)).toEqual([429, 'LIMITE_EXCEDIDO']);
    const left = (at: number) => Math.ceil((Date.parse(reenvioEm) - at) / 1000);
    expect(retryAfter(again)).toBeGreaterThanOrEqual(left(until));
    expect(retryAfter(again)).toBeLessThanOrEqual(left(from));
    await codeSentTo(sender, email);
    advance(retryAfter(again) * 1000);
    expect((await one.otp('EMAIL')).status).toBe(200);
    await codeSentTo(sender, email, 2);
    expect(await messagesTo(sender, email)).toHaveLength(2);
  });

  it('is sent five times an hour', async () => {
    const { one } = await byCode();
    const begun = now();
    for (let count = 1; count <= 5; count++) {
      expect((await one.otp('EMAIL')).status).toBe(200);
      advance(MINUTE);
    }
    const sixth = await one.otp('EMAIL');
    expect(refusal(sixth)).toEqual([429, 'LIMITE_EXCEDIDO']);
    // An hour after the first of them.
    expect(retryAfter(sixth)).toBeGreaterThanOrEqual(Math.floor((begun + 60 * MINUTE - now()) / 1000));
    expect(retryAfter(sixth)).toBeLessThanOrEqual(55 * 60);
    advance(retryAfter(sixth) * 1000);
    expect((await one.otp('EMAIL')).status).toBe(200);
  });

  it.each(['12345', '1234567', '12345a', ' 12345', ''])(
    'of the form “%s” is invalid input and no attempt',
    async (code) => {
      const { one } = await byCode();
      expect(refusal(await one.answer('EMAIL', code))).toEqual([400, 'ENTRADA_INVALIDA', ['codigo']]);
      expect((await one.answer('EMAIL', '000000')).body.tentativasRestantes).toBe(4);
    },
  );
});

describe('wrong answers', () => {
  it('count down, and the fifth in a row rests the factor for 15 minutes, even from the right code', async () => {
    const { one, email } = await byCode();
    await one.otp('EMAIL');
    const code = await codeSentTo(sender, email);
    for (const left of [4, 3, 2, 1]) {
      const answer = await one.answer('EMAIL', wrong(code));
      expect([...refusal(answer), answer.body.tentativasRestantes]).toEqual([401, 'CREDENCIAL_INVALIDA', left]);
    }
    const fifth = await one.answer('EMAIL', wrong(code));
    expect([...refusal(fifth), retryAfter(fifth)]).toEqual([429, 'LIMITE_EXCEDIDO', 900]);
    expect(refusal(await one.answer('EMAIL', code))).toEqual([429, 'LIMITE_EXCEDIDO']);
    expect(refusal(await one.otp('EMAIL'))).toEqual([429, 'LIMITE_EXCEDIDO']);
    advance(15 * MINUTE);
    await one.otp('EMAIL');
    expect((await one.answer('EMAIL', await codeSentTo(sender, email, 2))).status).toBe(200);
  });

  it('start from five again after the rest', async () => {
    const { one } = await byCode();
    for (let count = 1; count <= 5; count++) await one.answer('EMAIL', '000000');
    advance(15 * MINUTE);
    expect((await one.answer('EMAIL', '000000')).body.tentativasRestantes).toBe(4);
  });

  it('rest one factor and leave the others open', async () => {
    const telefone = '+5511900000103';
    const { one } = await waitingFor(sender, person({ telefone, fatoresExigidos: ['EMAIL', 'SMS_OTP'] }));
    for (let count = 1; count <= 5; count++) await one.answer('EMAIL', '000000');
    await one.otp('SMS_OTP');
    expect((await one.answer('SMS_OTP', await codeSentTo(sender, telefone))).status).toBe(200);
  });

  it('are counted one by one when they come all at once', async () => {
    const { one } = await byCode();
    const answers = await Promise.all(Array.from({ length: 8 }, () => one.answer('EMAIL', '000000')));
    expect(answers.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 429, 429, 429, 429]);
  });

  it('are told alike, whether no code was sent, it ran out, or it is another', async () => {
    const never = await byCode();
    const old = await byCode();
    const other = await byCode();
    await old.one.otp('EMAIL');
    const expired = await codeSentTo(sender, old.email);
    advance(10 * MINUTE);
    await other.one.otp('EMAIL');
    const answers = [
      await never.one.answer('EMAIL', '000000'),
      await old.one.answer('EMAIL', expired),
      await other.one.answer('EMAIL', wrong(await codeSentTo(sender, other.email))),
    ];
    expect(said(answers[1])).toEqual(said(answers[0]));
    expect(said(answers[2])).toEqual(said(answers[0]));
    expect(answers.map(({ body }) => body.tentativasRestantes)).toEqual([4, 4, 4]);
  });

  it('are in the trail, and never with the digits given', async () => {
    const { one, documento } = await byCode();
    await one.answer('EMAIL', '918273');
    const trail = await trailOf(sender, documento.id);
    expect(trail.at(-1)).toMatchObject({ acao: 'FATOR_RECUSADO', detalhe: { fator: 'EMAIL', falhas: 1 } });
    // Not within a hash, where any six digits may be.
    expect(JSON.stringify(trail)).not.toMatch(/(?<![0-9a-f])918273(?![0-9a-f])/);
  });
});

describe('factors', () => {
  it('not asked of the signer can be neither requested nor answered', async () => {
    const { one } = await byCode();
    expect(refusal(await one.otp('SMS_OTP'))).toEqual([409, 'CONFLITO']);
    expect(refusal(await one.answer('TOTP', '123456'))).toEqual([409, 'CONFLITO']);
  });

  it('fulfilled already are not asked for again', async () => {
    const signatario = person();
    const { signatarios } = await sent(sender, { signatarios: [signatario] });
    const one = await authenticated(sender, signatarios[0]);
    expect(refusal(await one.otp('EMAIL'))).toEqual([409, 'CONFLITO']);
    expect(refusal(await one.answer('EMAIL', '123456'))).toEqual([409, 'CONFLITO']);
  });

  it('authenticate the signer once, with the last of them', async () => {
    const telefone = '+5511900000104';
    const signatario = person({ telefone, fatoresExigidos: ['EMAIL', 'SMS_OTP'] });
    const { one, documento } = await waitingFor(sender, signatario);
    const authentications = async () =>
      (await trailOf(sender, documento.id)).filter(({ acao }) => acao === 'SIGNATARIO_AUTENTICADO').length;
    await one.otp('EMAIL');
    await one.answer('EMAIL', await codeSentTo(sender, signatario.email));
    expect(await authentications()).toBe(0);
    await one.otp('SMS_OTP');
    await one.answer('SMS_OTP', await codeSentTo(sender, telefone));
    await one.open();
    expect(await authentications()).toBe(1);
  });

  it('fulfilled are shown to the sender with the signer', async () => {
    const { signatarios, id } = await sent(sender, { signatarios: [person()] });
    await authenticated(sender, signatarios[0]);
    const { body } = await about(sender, id);
    expect(body.signatarios[0]).toMatchObject({ status: 'VISUALIZADO', fatoresCumpridos: ['EMAIL'] });
  });
});
