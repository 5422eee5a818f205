import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  codeSentTo,
  field,
  newSender,
  person,
  refusal,
  retryAfter,
  type Sender,
  type Signer,
  said,
  sent,
  sharedService,
  signer,
  tokenOf,
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

describe('DADOS_PESSOAIS', () => {
  const data = { cpf: '52998224725', dataNascimento: '1987-04-12', fatoresExigidos: ['DADOS_PESSOAIS'] };
  const waiting = async (more: object) =>
    (await sent(sender, { fatoresExigidos: ['DADOS_PESSOAIS'], signatarios: [person({ ...data, ...more })] }))
      .signatarios[0];
  const personal = async (more: object = {}) => signer(sender.base, tokenOf(await waiting(more)));

  it.each(['52998224725', '529.982.247-25'])('is fulfilled by the CPF %s and the date of birth', async (cpf) => {
    expect((await (await personal()).personal(cpf, '1987-04-12')).body).toMatchObject({ autenticado: true });
  });

  it('does not say which of the two was wrong', async () => {
    const one = await personal();
    const answers = [
      await one.personal('11144477735', '1987-04-12'),
      await one.personal('52998224725', '1987-04-13'),
      await one.personal('11144477735', '1987-04-13'),
    ];
    expect(answers.map(said)).toEqual(Array(3).fill(said(answers[0])));
    expect(answers.map(({ body }) => body.tentativasRestantes)).toEqual([4, 3, 2]);
  });

  it('rests after five wrong answers like any other factor', async () => {
    // A CPF of its own: wrong answers are counted for it over all signers.
    const one = await personal({ cpf: '39053344705' });
    for (let count = 1; count <= 4; count++) expect((await one.personal('11144477735', '1987-04-12')).status).toBe(401);
    const fifth = await one.personal('11144477735', '1987-04-12');
    expect([fifth.status, retryAfter(fifth)]).toEqual([429, 900]);
    expect((await one.personal('39053344705', '1987-04-12')).status).toBe(429);
  });

  it('takes no code, and none is sent for it', async () => {
    const one = await personal();
    expect(refusal(await one.otp('DADOS_PESSOAIS'))).toEqual([400, 'ENTRADA_INVALIDA', ['fator']]);
    const [status, codigo] = refusal(await one.answer('DADOS_PESSOAIS', '123456'));
    expect([status, codigo]).toEqual([400, 'ENTRADA_INVALIDA']);
  });
});

describe('TOTP', () => {
  const codeOf = (segredo: string) =>
    new TOTP({ secret: Secret.fromBase32(segredo) }).generate({ timestamp: service().clock.now().getTime() });
  const withTotp = (overrides: object = {}) => person({ fatoresExigidos: ['EMAIL', 'TOTP'], ...overrides });

  /** A signer who proved the e-mail and has yet to enrol, or to show a code. */
  async function afterEmail(from: Sender, signatario: { email: string }, nth = 1): Promise<Signer> {
    const { signatarios } = await sent(from, { signatarios: [signatario], campos: [field()] });
    const one = signer(from.base, tokenOf(signatarios[0]));
    await one.otp('EMAIL');
    await one.answer('EMAIL', await codeSentTo(from, signatario.email, nth));
    return one;
  }

  it('is not offered for enrolment while another factor is missing', async () => {
    const { one } = await waitingFor(sender, withTotp());
    expect(refusal(await one.otp('TOTP'))).toEqual([409, 'CONFLITO']);
    expect(refusal(await one.answer('TOTP', '000000'))).toEqual([409, 'CONFLITO']);
  });

  it('is offered as an address, a secret and a picture of it, another one each time until it is confirmed', async () => {
    const one = await afterEmail(sender, withTotp());
    const offered = (await one.otp('TOTP')).body;
    expect(offered).toMatchObject({ fator: 'TOTP', qrCode: expect.stringMatching(/^data:image\/png;base64,/) });
    expect(new URL(offered.otpauthUri).searchParams.get('secret')).toBe(offered.segredo);
    expect((await one.otp('TOTP')).body.segredo).not.toBe(offered.segredo);
    expect(refusal(await one.answer('TOTP', codeOf(offered.segredo)))).toEqual([401, 'CREDENCIAL_INVALIDA']);
    expect((await one.open()).body.fatores).toContainEqual(
      expect.objectContaining({ fator: 'TOTP', cumprido: false, cadastrado: false }),
    );
  });

  it('is enrolled by the first right code, which fulfils it', async () => {
    const one = await afterEmail(sender, withTotp());
    const { segredo } = (await one.otp('TOTP')).body;
    expect((await one.answer('TOTP', codeOf(segredo))).body).toMatchObject({ autenticado: true });
  });

  it('is not offered again to whoever has it: the same authenticator serves the next document', async () => {
    const signatario = withTotp();
    const first = await afterEmail(sender, signatario);
    const { segredo } = (await first.otp('TOTP')).body;
    await first.answer('TOTP', codeOf(segredo));
    advance(MINUTE);
    const second = await afterEmail(sender, { ...signatario, email: signatario.email.toUpperCase() });
    expect((await second.otp('TOTP')).body).toEqual({ fator: 'TOTP', cadastrado: true });
    expect((await second.answer('TOTP', codeOf(segredo))).body).toMatchObject({ autenticado: true });
  });

  it('refuses a code that was used already, in another document too', async () => {
    const signatario = withTotp();
    const first = await afterEmail(sender, signatario);
    const { segredo } = (await first.otp('TOTP')).body;
    await first.answer('TOTP', codeOf(segredo));
    advance(MINUTE);
    const second = await afterEmail(sender, signatario, 2);
    const seen = codeOf(segredo);
    expect((await second.answer('TOTP', seen)).status).toBe(200);
    const third = await afterEmail(sender, { ...signatario, email: signatario.email.replace('p', 'P') });
    expect(refusal(await third.answer('TOTP', seen))).toEqual([401, 'CREDENCIAL_INVALIDA']);
  });

  it('is enrolled apart in each organization', async () => {
    const signatario = withTotp();
    const first = await afterEmail(sender, signatario);
    const { segredo } = (await first.otp('TOTP')).body;
    await first.answer('TOTP', codeOf(segredo));
    const elsewhere = await newSender(service());
    const offered = (await (await afterEmail(elsewhere, signatario)).otp('TOTP')).body;
    expect(offered.segredo).toBeDefined();
    expect(offered.segredo).not.toBe(segredo);
  });

  it('rests after five wrong codes', async () => {
    const one = await afterEmail(sender, withTotp());
    const code = codeOf((await one.otp('TOTP')).body.segredo);
    for (let count = 1; count <= 4; count++) await one.answer('TOTP', wrong(code));
    expect((await one.answer('TOTP', wrong(code))).status).toBe(429);
    expect((await one.answer('TOTP', code)).status).toBe(429);
  });

  it('alone in a set without EMAIL is enrolled by whoever holds the link', async () => {
    const { signatarios } = await sent(sender, {
      fatoresExigidos: ['TOTP'],
      signatarios: [person({ email: undefined, fatoresExigidos: ['TOTP'] })],
    });
    const one = signer(sender.base, tokenOf(signatarios[0]));
    const { segredo } = (await one.otp('TOTP')).body;
    expect((await one.answer('TOTP', codeOf(segredo))).body.autenticado).toBe(true);
  });
});
