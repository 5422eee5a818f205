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
const change = async (body: object) =>
  expect((await call(`${sender.base}/organizacao`, 'PATCH', body, sender.as)).status).toBe(200);
const rename = (nome: string) => change({ nome });

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
  const [code] = await messagesTo(sender, first.email);
  expect([code?.texto.includes(before), `${code?.assunto} ${code?.texto}`.includes(OTHER_NAME)]).toEqual([true, false]);
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

it('the certificate has the number of the sender that the sending had, changed or erased since', async () => {
  const { documento: number } = (await call(`${sender.base}/organizacao`, 'GET', undefined, sender.as)).body;
  const who = person();
  const document = await sent(sender, { signatarios: [who] });
  await change({ documento: null });
  const one = await readyToSign(sender, { ...document.signatarios[0], email: who.email });
  expect((await one.sign()).status).toBe(200);
  await until(async () => (await statusOf(sender, document.id)) === 'ASSINADO');
  await change({ documento: number });
  expect((await certificateOf(sender, document.id)).conteudo.organizacao.documento).toBe(number);
});

it.each([
  ['another', 'Pague já pelo boleto.', 'Segue o contrato combinado.'],
  ['its first', 'Pague já pelo boleto.', null],
  ['none any more', null, 'Segue o contrato combinado.'],
])('a brand that has %s standard message since changes nothing of what signers were told', async (_, now, then) => {
  await change({ marca: { mensagemPadrao: then } });
  const who = person({ metodoEntrega: 'EMAIL' });
  const document = await sent(sender, { signatarios: [who] });
  const token = await linkSentTo(sender, who.email);
  expect((await signer(sender.base, token).open()).body.mensagem).toBe(then);

  await change({ marca: { mensagemPadrao: now } });
  expect((await about(sender, document.id, '/reenviar', 'POST')).status).toBeLessThan(300);
  const again = await linkSentTo(sender, who.email, 2);
  expect((await signer(sender.base, again).open()).body.mensagem).toBe(then);
  const texts = (await messagesTo(sender, who.email)).map(({ texto }) => texto);
  const told = [then, now].map((words) => texts.map((text) => words !== null && text.includes(words)));
  expect(told).toEqual([
    [then !== null, then !== null],
    [false, false],
  ]);
});
