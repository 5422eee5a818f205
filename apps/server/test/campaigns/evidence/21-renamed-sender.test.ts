import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import {
  about,
  call,
  field,
  linkSentTo,
  messagesTo,
  newSender,
  person,
  readyToSign,
  type Sender,
  sent,
  sharedService,
  signer,
  until,
} from '../../modules/support.ts';
import { certificateOf, statusOf } from './seals.ts';

/**
 * An administrator sends as one organization, renames it, and has people sign for a bank that stands nowhere in the evidence;
 * or names the bank for the moment of sending, so that the certificate has it and no signer ever saw it.
 */

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const OTHER_NAME = 'Banco Ipê S.A.';
const organization = async () => (await call(`${sender.base}/organizacao`, 'GET', undefined, sender.as)).body.nome;
const rename = async (nome: string) =>
  expect((await call(`${sender.base}/organizacao`, 'PATCH', { nome }, sender.as)).status).toBe(200);

it('signers are shown the sender that the evidence names, whatever the organization is called meanwhile', async () => {
  const before = await organization();
  const ids = [randomUUID(), randomUUID()];
  const [first, second] = [person({ id: ids[0] }), person({ id: ids[1], metodoEntrega: 'EMAIL' })];
  const campos = ids.map((signatarioId, index) => field({ signatarioId, y: 0.5 + index / 10 }));
  const document = await sent(sender, { signatarios: [first, second], campos });
  await linkSentTo(sender, second.email);
  await rename(OTHER_NAME);

  const one = await readyToSign(sender, { ...document.signatarios[0], email: first.email });
  expect((await one.open()).body.remetente).toMatchObject({ organizacao: before });
  expect((await about(sender, document.id, '/reenviar', 'POST')).status).toBeLessThan(300);
  const token = await linkSentTo(sender, second.email, 2);
  const mails = await messagesTo(sender, second.email);
  expect(mails.map(({ texto }) => [texto.includes(before), texto.includes(OTHER_NAME)])).toEqual([
    [true, false],
    [true, false],
  ]);
  expect((await one.sign()).status).toBe(200);
  const cancelled = await about(sender, document.id, '/cancelar', 'POST', { motivo: 'Erro no valor.' });
  expect(cancelled.status).toBe(200);
  const gone = await signer(sender.base, token).open();
  expect([gone.status, gone.body.encerramento]).toMatchObject([410, { organizacao: before }]);
});

it('the certificate names whom signers saw', async () => {
  const before = await organization();
  const who = person();
  const document = await sent(sender, { signatarios: [who] });
  await rename('Outra Ltda.');
  const one = await readyToSign(sender, { ...document.signatarios[0], email: who.email });
  const { remetente } = (await one.open()).body;
  expect((await one.sign()).status).toBe(200);
  await until(async () => (await statusOf(sender, document.id)) === 'ASSINADO');
  const certificate = await certificateOf(sender, document.id);
  expect([remetente.organizacao, JSON.stringify(certificate).includes('Outra Ltda.')]).toEqual([before, false]);
});
