import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  about,
  call,
  codeSentTo,
  field,
  messagesTo,
  newSender,
  person,
  type Sender,
  sent,
  sharedService,
  signer,
  tokenOf,
  until,
} from '../support.ts';

/** The language a signer chose is that of the messages to this signer, and of nobody else's. */

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const choose = (link: { link?: string }, idioma: unknown) =>
  call(`${signer(sender.base, tokenOf(link)).path}/idioma`, 'POST', { idioma });
const newest = async (email: string, after: number) => {
  const all = await until(async () => {
    const found = await messagesTo(sender, email);
    return found.length > after ? found : null;
  });
  return all.at(-1);
};

it('codes, reminders and the outcome come in it, the other signer’s stay Portuguese, and a correction forgets it', async () => {
  const people = [0, 1].map(() => person({ id: crypto.randomUUID() }));
  const { id, signatarios } = await sent(sender, {
    titulo: 'Lease',
    signatarios: people,
    campos: fieldsOf(people),
  });
  const [one, other] = signatarios;
  expect((await choose(one, 'en')).body).toEqual({ idioma: 'en' });
  const open = async (link: { link?: string }) => (await signer(sender.base, tokenOf(link)).open()).body.idioma;
  expect([await open(one), await open(other)]).toEqual(['en', null]);
  await signer(sender.base, tokenOf(one)).otp('EMAIL');
  await signer(sender.base, tokenOf(other)).otp('EMAIL');
  const [english, portuguese] = [await newest(one.email, 0), await newest(other.email, 0)];
  expect(english?.assunto).toMatch(/^\[TEST\] \d{6} is your code for signing$/);
  expect(english?.html).toContain('<html lang="en"');
  expect(portuguese?.assunto).toMatch(/^\[TESTE\] \d{6} é o seu código para assinar$/);
  expect(portuguese?.html).toContain('<html lang="pt-BR"');
  expect(english?.html).toContain('Test environment: without legal effect');
  expect(portuguese?.html).toContain('Ambiente de testes: sem validade jurídica');
  expect(await codeSentTo(sender, other.email)).toMatch(/^\d{6}$/);
  const change = await about(sender, id, `/signatarios/${one.id}`, 'PATCH', { email: `x.${one.email}` });
  expect(change.status).toBe(200);
  expect(await open(change.body)).toBeNull();
});

const fieldsOf = (people: readonly object[]) =>
  people.map((one, index) => field({ signatarioId: (one as { id: string }).id, y: 0.3 + index * 0.3 }));

it('reminders and endings by e-mail come in it, with the sender’s words as they are', async () => {
  const one = person({ metodoEntrega: 'EMAIL' });
  const { id } = await sent(sender, { titulo: 'Contrato', mensagem: 'Qualquer dúvida, ligue.', signatarios: [one] });
  const invitation = await newest(one.email, 0);
  expect(invitation?.html).toContain('<html lang="pt-BR"');
  const link = { link: /(http\S+\/assinar\/[\w-]{43})/.exec(invitation?.texto ?? '')?.[1] ?? '' };
  expect((await choose(link, 'es')).status).toBe(200);
  expect((await about(sender, id, '/reenviar', 'POST')).status).toBe(200);
  const again = await newest(one.email, 1);
  expect(again?.assunto).toContain('“Contrato” para firmar');
  expect(again?.texto).toContain('Qualquer dúvida, ligue.');
  expect((await about(sender, id, '/cancelar', 'POST', { motivo: 'Mudou.' })).status).toBe(200);
  const ended = await newest(one.email, 2);
  expect(ended?.assunto).toBe('[PRUEBA] “Contrato” fue cancelado por quien lo envió');
  expect(ended?.texto).not.toContain('Mudou.');
});

it('another language is refused', async () => {
  const { signatarios } = await sent(sender);
  for (const idioma of ['fr', '', null, 'pt']) expect((await choose(signatarios[0], idioma)).status).toBe(400);
});

describe('the first invitation', () => {
  /** What somebody is told first about a document. */
  const invited = async (to: Sender, email: string) => {
    const { length } = await messagesTo(to, email);
    const one = person({ email, metodoEntrega: 'EMAIL' });
    const { id, signatarios } = await sent(to, { titulo: 'Contrato', signatarios: [one] });
    const message = await until(async () => {
      const found = await messagesTo(to, email);
      return found.length > length ? found.at(-1) : null;
    });
    return { id, signatario: signatarios[0], language: /<html lang="([\w-]+)"/.exec(message?.html ?? '')?.[1] };
  };
  /** Somebody opens a document of theirs, by a link handed out, and reads it in a language. */
  const reads = async (of: Sender, email: string, idioma: string) => {
    const { signatarios } = await sent(of, { signatarios: [person({ email })] });
    expect((await signer(of.base, tokenOf(signatarios[0])).open()).status).toBe(200);
    expect((await call(`${signer(of.base, tokenOf(signatarios[0])).path}/idioma`, 'POST', { idioma })).status).toBe(
      200,
    );
    return signatarios[0];
  };

  it('is in the language in which the person opened their last document of the organization', async () => {
    const { email } = person();
    expect((await invited(sender, email)).language).toBe('pt-BR');
    const first = await reads(sender, email, 'en');
    service().clock.advance(1000);
    expect((await invited(sender, email)).language).toBe('en');
    expect((await invited(sender, email.toUpperCase())).language).toBe('en');
    // What was taken over is no choice: the one they changed counts, and the one opened after it.
    expect((await choose(first, 'es')).status).toBe(200);
    expect((await invited(sender, email)).language).toBe('es');
    await reads(sender, email, 'pt-BR');
    expect((await invited(sender, email)).language).toBe('pt-BR');
  });

  it('takes nothing from another organization, the other environment, or another person', async () => {
    const { email } = person();
    await reads(await newSender(service()), email, 'en');
    await reads({ ...sender, base: sender.base.replace('/sandbox', '') }, email, 'en');
    await reads(sender, `x.${email}`, 'en');
    expect((await invited(sender, email)).language).toBe('pt-BR');
  });

  it('to whoever a correction names is in the language of that person', async () => {
    const [wrong, right] = [person().email, person().email];
    await reads(sender, wrong, 'en');
    await reads(sender, right, 'es');
    const { id, signatario, language } = await invited(sender, wrong);
    expect(language).toBe('en');
    const change = await about(sender, id, `/signatarios/${signatario.id}`, 'PATCH', { email: right });
    expect(change.status).toBe(200);
    expect((await newest(right, 0))?.html).toContain('<html lang="es"');
  });
});

it('that an authenticator was removed is told in it', async () => {
  const one = person({ metodoEntrega: 'EMAIL', fatoresExigidos: ['EMAIL', 'TOTP'] });
  const { id, signatarios } = await sent(sender, { fatoresExigidos: ['EMAIL'], signatarios: [one] });
  const invitation = await newest(one.email, 0);
  const link = /(http\S+\/assinar\/[\w-]{43})/.exec(invitation?.texto ?? '')?.[1] ?? '';
  const own = signer(sender.base, tokenOf({ link }));
  await own.open();
  expect((await choose({ link }, 'en')).status).toBe(200);
  const { segredo } = (await own.otp('TOTP')).body;
  const digits = new TOTP({ secret: Secret.fromBase32(segredo) }).generate({
    timestamp: service().clock.now().getTime(),
  });
  expect((await own.answer('TOTP', digits)).body.autenticado).toBe(true);
  expect((await about(sender, id, `/signatarios/${signatarios[0].id}/autenticador`, 'DELETE')).status).toBe(204);
  const told = await newest(one.email, 1);
  expect(told?.assunto).toBe('[TEST] Your authenticator app was removed');
  expect(told?.html).toContain('<html lang="en"');
  expect(told?.texto).toContain('removed the authenticator app');
});
