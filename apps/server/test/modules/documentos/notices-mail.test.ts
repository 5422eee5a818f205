import { beforeAll, describe, expect, it } from 'vitest';
import {
  about,
  call,
  linkSentTo,
  messagesTo,
  newSender,
  ownService,
  person,
  type Sender,
  sent,
  signer,
  until,
} from '../support.ts';
import { startMailServer } from '../world.ts';

/** Notices of how a document ended, by a real mail server that refuses, puts off and accepts. */

let mail: Awaited<ReturnType<typeof startMailServer>>;
const service = ownService(async () => {
  // The first message to an address is the invitation, the second the notice.
  mail = await startMailServer({
    recipient: (address, attempt) => (address.startsWith('mudou') && attempt > 1 ? 550 : 250),
    message: (address, attempt) => (address.startsWith('ocupada') && attempt === 2 ? 451 : 250),
  });
  return { SMTP_URL: mail.url, MAIL_FROM: 'Rubrica <nao-responda@rubrica.exemplo>' };
});

let sender: Sender;
let owner: string;
beforeAll(async () => {
  sender = await newSender(service(), 'PRODUCAO');
  owner = (await call(`${sender.base}/organizacao/membros`, 'GET', undefined, sender.as)).body.itens[0].email;
});

let count = 0;
/** An address whose name says how the mail server will treat it. */
const address = (how: string) => {
  count += 1;
  return `${how}${count}@exemplo.com.br`;
};
/** A document that one person was invited to sign. */
async function invited(email: string, dados: object = {}): Promise<{ id: string; token: string }> {
  const { id } = await sent(sender, { signatarios: [person({ email, metodoEntrega: 'EMAIL' })], ...dados });
  await until(async () => (await about(sender, id)).body.signatarios[0].status === 'ENVIADO');
  return { id, token: /\/assinar\/([\w-]{43})/.exec(mail.receivedBy(email)[0]?.text ?? '')?.[1] ?? '' };
}
async function signed(token: string, base = sender.base): Promise<void> {
  const one = signer(base, token);
  await one.open();
  await one.read();
  await one.accept();
  expect((await one.sign()).status).toBe(200);
}
const noticeTo = (email: string) => until(async () => mail.receivedBy(email)[1]);
const lines = async (documentoId: string) => {
  const { body } = await call(
    `${sender.base}/consumo/extrato?tipo=EMAIL_ENVIADO&limite=100`,
    'GET',
    undefined,
    sender.as,
  );
  return (body.itens as { documentoId: string; descricao: string }[])
    .filter((item) => item.documentoId === documentoId)
    .map(({ descricao }) => descricao)
    .sort();
};
const waiting = async (documentoId: string) => {
  const [row] = await service().owner<{ total: number }[]>`
    select count(*) as total from aviso where documento_id = ${documentoId}`;
  return row?.total;
};

// What is retried takes its time, so all of it goes on side by side.
describe.concurrent('a notice', () => {
  it('put off by the server is tried again, and is the same message', async () => {
    const email = address('ocupada');
    const { id } = await invited(email);
    await about(sender, id, '/cancelar', 'POST', { motivo: 'Engano.' });
    await noticeTo(email);
    const [, first, second, ...others] = mail.offeredTo(email);
    expect([others, second?.messageId]).toEqual([[], first?.messageId]);
    expect(second?.subject).toBe('“Contrato” foi cancelado');
    await until(async () => (await waiting(id)) === 0);
    expect(await lines(id)).toEqual(['Aviso de desfecho', 'Convite']);
  });

  it('refused for good is forgotten, and does not count', async () => {
    const email = address('mudou');
    const { id } = await invited(email);
    await about(sender, id, '/cancelar', 'POST', { motivo: 'Engano.' });
    await until(async () => (await waiting(id)) === 0);
    expect(mail.receivedBy(email)).toHaveLength(1);
    expect(await lines(id)).toEqual(['Convite']);
  });

  it('of completion counts once for each message, and brings the copy in text and HTML', async () => {
    const email = address('normal');
    const { id, token } = await invited(email, { titulo: 'Locação', responderPara: 'contratos@acacia.exemplo' });
    await signed(token);
    const message = await noticeTo(email);
    expect(message.subject).toBe('“Locação” está concluído');
    expect(message.from?.value).toEqual([{ address: 'nao-responda@rubrica.exemplo', name: 'Acácia Ltda.' }]);
    expect(message.replyTo?.value).toMatchObject([{ address: 'contratos@acacia.exemplo' }]);
    for (const body of [message.text, message.html || '']) expect(body).toContain(`/assinar/${token}`);
    const mine = await until(async () => mail.receivedBy(owner).find(({ subject }) => subject?.includes('Locação')));
    expect(mine.from?.value).toEqual([{ address: 'nao-responda@rubrica.exemplo', name: 'Rubrica' }]);
    expect(mine.replyTo).toBeUndefined();
    expect(mine.text).toContain(`/painel/documentos/${id}\n`);
    await until(async () => (await waiting(id)) === 0);
    expect(await lines(id)).toEqual(['Aviso de desfecho', 'Aviso de desfecho', 'Convite']);
  });

  it('of the sandbox stays there, and does not count', async () => {
    const test = await newSender(service(), 'TESTE');
    const email = address('normal');
    const { id } = await sent(test, { signatarios: [person({ email, metodoEntrega: 'EMAIL' })] });
    await signed(await linkSentTo(test, email), test.base);
    const notice = await until(async () => (await messagesTo(test, email))[1]);
    expect(notice.assunto).toBe('[TESTE] “Contrato” está concluído');
    await until(async () => (await waiting(id)) === 0);
    expect(mail.offeredTo(email)).toEqual([]);
    const [row] = await service().owner<{ total: number }[]>`
      select count(*) as total from medicao where documento_id = ${id} and tipo = 'EMAIL_ENVIADO'`;
    expect(row?.total).toBe(0);
  });
});
