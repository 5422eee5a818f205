import { afterAll, expect, it } from 'vitest';
import {
  about,
  authenticated,
  call,
  codeSentTo,
  field,
  linkSentTo,
  messagesTo,
  newSender,
  person,
  readyToSign,
  refusal,
  sent,
  sharedService,
  signer,
  tokenOf,
  wrong,
} from '../support.ts';
import { type Receiver, startReceiver, statuses } from '../webhooks/receiver.ts';
import { clockOf, DAY_S, eventsOf, inSeconds, MINUTE_S, pass, reset, statusOf } from './support.ts';

/** What an integrator wants to see of a document's life in one go: days of it, and nothing is waited for. */

const service = sharedService();
let receiver: Receiver | undefined;
afterAll(() => receiver?.close());

const WHOLE = 'invitation, reminder, refusal, expiry, bounce, refused SMS, rest, deactivated webhook';

it(`a whole life passes without waiting: ${WHOLE}`, async () => {
  const sender = await newSender(service());
  receiver = await startReceiver(statuses(200));
  const eventos = ['document.sent', 'document.refused', 'document.expired', 'document.completed'];
  const made = await call(`${sender.base}/webhooks`, 'POST', { url: receiver.url, eventos }, sender.as);
  expect(made.status).toBe(201);
  const webhook = `${sender.base}/webhooks/${made.body.id}`;

  // Invited by mail, reminded a day later by a link that works.
  const ana = person({ metodoEntrega: 'EMAIL' });
  const contract = await sent(sender, {
    signatarios: [ana],
    lembrete: 'DIARIO',
    prazoEm: await inSeconds(sender, 2.5 * DAY_S),
  });
  const invited = signer(sender.base, await linkSentTo(sender, ana.email));
  expect((await invited.open()).body.autenticado).toBe(true);
  await pass(sender, DAY_S);
  const [, reminder] = await messagesTo(sender, ana.email);
  expect(reminder?.assunto).toMatch(/Lembrete/);
  expect((await signer(sender.base, await linkSentTo(sender, ana.email, 2)).open()).status).toBe(200);

  // Five wrong codes, a quarter of an hour, the right one, and it is signed.
  const rui = person();
  const signed = await sent(sender, { signatarios: [rui] });
  const guessing = signer(sender.base, tokenOf(signed.signatarios[0]));
  await guessing.open();
  await guessing.otp('EMAIL');
  const code = await codeSentTo(sender, rui.email);
  for (let guess = 1; guess <= 5; guess += 1) await guessing.answer('EMAIL', wrong(code));
  expect(refusal(await guessing.answer('EMAIL', code))).toEqual([429, 'LIMITE_EXCEDIDO']);
  await pass(sender, 15 * MINUTE_S);
  const one = await readyToSign(sender, signed.signatarios[0], 2);
  expect((await one.sign()).status).toBe(200);
  expect(await statusOf(sender, signed.id)).toBe('ASSINADO');

  // Invitations that reach nobody: the address bounces, the carrier refuses the phone.
  const bounced = person({ metodoEntrega: 'EMAIL', email: 'devolve@teste.rubrica' });
  const unreached = person({ metodoEntrega: 'SMS', telefone: '+5500000000002' });
  const unheard = await sent(sender, {
    signatarios: [
      { ...bounced, id: '4b1e4c4e-6a53-4a5c-9a55-0d9f3d1f6a01' },
      { ...unreached, id: '4b1e4c4e-6a53-4a5c-9a55-0d9f3d1f6a02' },
    ],
    campos: [field({ signatarioId: '4b1e4c4e-6a53-4a5c-9a55-0d9f3d1f6a01' })],
  });
  await pass(sender, 1);
  const reached = (await about(sender, unheard.id)).body.signatarios.map(({ status }: { status: string }) => status);
  expect(reached).toEqual(['FALHA_ENTREGA', 'FALHA_ENTREGA']);

  // Refused by one who may, while the receiver of events begins to fail.
  const failing = await call(`${webhook}/falhar`, 'POST', { vezes: 100, como: '500' }, sender.as);
  expect(failing.status).toBe(200);
  const eva = person();
  const refused = await sent(sender, { signatarios: [eva] });
  expect((await (await authenticated(sender, refused.signatarios[0])).refuse()).status).toBe(200);
  expect(await statusOf(sender, refused.id)).toBe('RECUSADO');

  // Nobody signs the contract: it expires at its moment, and its person is told.
  await pass(sender, 2 * DAY_S);
  expect(await statusOf(sender, contract.id)).toBe('EXPIRADO');
  const expired = (await eventsOf(sender, contract.id)).find(({ acao }) => acao === 'DOCUMENTO_EXPIRADO');
  const late = Date.parse(expired?.ocorridoEm ?? '') - Date.parse(contract.prazoEm);
  expect(late).toBeGreaterThanOrEqual(0);
  expect(late).toBeLessThan(60_000);

  // What failed for a day was tried twelve times, and the webhook is given up.
  const { body } = await call(webhook, 'GET', undefined, sender.as);
  expect(body).toMatchObject({ ativo: false, ultimaEntregaStatus: 'DESISTIU' });
  const { body: entregas } = await call(`${webhook}/entregas`, 'GET', undefined, sender.as);
  const tries = entregas.itens.map(({ tentativas }: { tentativas: number }) => tentativas);
  expect(Math.max(...tries)).toBeGreaterThanOrEqual(12);
  expect((await about(sender, contract.id)).body.signatarios[0].status).toBe('CANCELADO');

  // Emptied, the sandbox is back at the real time.
  expect(refusal(await reset(sender))).toEqual([409, 'CONFLITO']);
  expect((await call(`${sender.base}/limpar`, 'POST', undefined, sender.as)).status).toBe(202);
  await pass(sender, 1);
  expect((await reset(sender)).status).toBe(200);
  expect((await clockOf(sender)).deslocamentoSegundos).toBe(0);
});
