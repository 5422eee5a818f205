import { beforeAll, expect, it } from 'vitest';
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
  expect(english?.assunto).toMatch(/^\[?.*\d{6} is your code for signing$/);
  expect(english?.html).toContain('<html lang="en"');
  expect(portuguese?.assunto).toMatch(/é o seu código para assinar$/);
  expect(portuguese?.html).toContain('<html lang="pt-BR"');
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
