import { beforeAll, describe, expect, it } from 'vitest';
import { correct, readAndAccept, type SentDocument, sentEnvelope, several } from '../../campaigns/evidence/support.ts';
import {
  about,
  authenticated,
  linkSentTo,
  messagesTo,
  newSender,
  person,
  refusal,
  type Sender,
  sharedService,
  signer,
  tokenOf,
  until,
} from '../support.ts';

/** The same person twice in one document of an envelope, as party and as witness for one. */

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

/** The documents of a set: in one the person is twice, in the other once. */
const ONCE = 'Uma vez';
const TWICE = 'Duas vezes';
const setOf = (order: readonly string[], who: object, more: object = {}) =>
  order.map((titulo) => ({
    titulo,
    ...several(...(titulo === ONCE ? [who] : [who, { ...who, funcao: 'TESTEMUNHAR' }])),
    ...(titulo === TWICE ? more : {}),
  }));

async function sentSet(order: readonly string[], who: object, more: object = {}) {
  const documents = await sentEnvelope(sender, setOf(order, who, more));
  const titled = (titulo: string) => {
    const found = documents[order.indexOf(titulo)];
    if (!found) throw new Error('two documents were sent');
    return found;
  };
  return { once: titled(ONCE), twice: titled(TWICE) };
}

const statusesIn = async ({ id }: SentDocument) =>
  (await about(sender, id)).body.signatarios.map(({ status }: { status: string }) => status);
const completed = (...documents: SentDocument[]) =>
  Promise.all(documents.map(({ id }) => until(async () => (await about(sender, id)).body.status === 'ASSINADO')));
const shownBy = async (token: string): Promise<string[]> =>
  (await signer(sender.base, token).open()).body.documentos.map(({ id }: { id: string }) => id);

/** Reads, accepts and signs what a link opens; the documents that were signed. */
async function signAll(one: ReturnType<typeof signer>): Promise<string[]> {
  await readAndAccept(one);
  const signed = await one.sign();
  expect(signed.status).toBe(200);
  return signed.body.documentos.map(({ id }: { id: string }) => id);
}

const ORDERS = [
  [ONCE, TWICE],
  [TWICE, ONCE],
];

describe.each(ORDERS)('a person twice in a document of an envelope (%s, %s)', (...order) => {
  it('is mailed two links, the first over the set, and signs in both places', async () => {
    const who = person({ metodoEntrega: 'EMAIL' });
    const { once, twice } = await sentSet(order, who);
    const tokens = [await linkSentTo(sender, who.email), await linkSentTo(sender, who.email, 2)];
    expect(await messagesTo(sender, who.email)).toHaveLength(2);
    const shown = await Promise.all(tokens.map(shownBy));
    const [whole, rest] = shown[0]?.length === 2 ? [0, 1] : [1, 0];
    expect([shown[whole]?.toSorted(), shown[rest]]).toEqual([[once.id, twice.id].sort(), [twice.id]]);

    expect((await signAll(signer(sender.base, tokens[whole] ?? ''))).sort()).toEqual([once.id, twice.id].sort());
    expect((await statusesIn(twice)).sort()).toEqual(['ASSINADO', 'VISUALIZADO']);
    expect(await signAll(signer(sender.base, tokens[rest] ?? ''))).toEqual([twice.id]);
    await completed(once, twice);
    expect(await statusesIn(twice)).toEqual(['ASSINADO', 'ASSINADO']);
  });

  it('is handed out two links, from the draft on', async () => {
    const who = person();
    const { once, twice } = await sentSet(order, who);
    const [[first, second], [other]] = [twice.signatarios, once.signatarios];
    expect(first?.link).toBe(other?.link);
    expect(second?.link).not.toBe(first?.link);
    expect(await signAll(await authenticated(sender, first ?? who))).toHaveLength(2);
    service().clock.advance(60_000);
    expect(await signAll(await authenticated(sender, second ?? who, 2))).toEqual([twice.id]);
    await completed(once, twice);
  });
});

it('a second place that comes later gets its link when its turn comes', async () => {
  const who = person({ metodoEntrega: 'EMAIL' });
  const between = person();
  const people = [
    { ...who, ordem: 1 },
    { ...between, ordem: 2 },
    { ...who, funcao: 'TESTEMUNHAR', ordem: 3 },
  ];
  const [twice, once] = await sentEnvelope(sender, [{ ...several(...people), ordenado: true }, { ...several(who) }]);
  if (!twice || !once) throw new Error('two documents were sent');
  expect(await signAll(signer(sender.base, await linkSentTo(sender, who.email)))).toHaveLength(2);
  expect(await messagesTo(sender, who.email)).toHaveLength(1);
  await signAll(await authenticated(sender, twice.signatarios[1] ?? between));
  expect(await signAll(signer(sender.base, await linkSentTo(sender, who.email, 2)))).toEqual([twice.id]);
  await completed(twice, once);
});

it('a resend and a correction concern the place they name, with the other document of its link', async () => {
  const who = person({ metodoEntrega: 'EMAIL' });
  const { once, twice } = await sentSet([ONCE, TWICE], who);
  await linkSentTo(sender, who.email, 2);
  for (const { id } of twice.signatarios) {
    expect((await about(sender, twice.id, '/reenviar', 'POST', { signatarioId: id })).status).toBe(200);
  }
  const again = [await linkSentTo(sender, who.email, 3), await linkSentTo(sender, who.email, 4)];
  expect((await Promise.all(again.map(shownBy))).map((shown) => shown.length).sort()).toEqual([1, 2]);

  const email = 'so.testemunha@exemplo.com.br';
  expect((await correct(sender, twice, { email }, 1)).status).toBe(200);
  expect(await signAll(signer(sender.base, await linkSentTo(sender, email)))).toEqual([twice.id]);
  const answers = await Promise.all(again.map((token) => signer(sender.base, token).open()));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  const kept = again[answers.findIndex(({ status }) => status === 200)] ?? '';
  expect(await signAll(signer(sender.base, kept))).toHaveLength(2);
  await completed(once, twice);
});

it('a correction that makes one person of two leaves nobody without a link', async () => {
  const [ana, eva] = [person({ metodoEntrega: 'EMAIL' }), person({ metodoEntrega: 'EMAIL' })];
  // Ana stands before Eva in the first document, so that the corrected Eva is the second of her there.
  const [both, alone] = await sentEnvelope(sender, [several(ana, eva), several(eva)]);
  if (!both || !alone) throw new Error('two documents were sent');
  await Promise.all([linkSentTo(sender, ana.email), linkSentTo(sender, eva.email)]);
  expect((await correct(sender, both, { email: ana.email }, 1)).status).toBe(200);
  expect((await about(sender, alone.id)).body.signatarios[0].email).toBe(ana.email);
  const tokens = [await linkSentTo(sender, ana.email, 2), await linkSentTo(sender, ana.email, 3)];
  for (const token of [await linkSentTo(sender, ana.email), ...tokens]) {
    const one = signer(sender.base, token);
    // What another link of the same place signed meanwhile is signed once.
    if ((await one.open()).body.suaVez) await signAll(one);
  }
  await completed(both, alone);
});

it('a link that is handed out never opens two places of one document, whoever comes before them', async () => {
  const who = person();
  const other = person();
  const [once, twice] = await sentEnvelope(sender, [several(who), several(other, who)]);
  if (!once || !twice) throw new Error('two documents were sent');
  const { body } = await correct(sender, twice, { email: who.email });
  expect(body.link).not.toBe(twice.signatarios[1]?.link);
  for (const signatario of [body, twice.signatarios[1]]) {
    expect((await shownBy(tokenOf(signatario))).sort()).toEqual([once.id, twice.id].sort());
  }
  expect(refusal(await signer(sender.base, tokenOf(twice.signatarios[0] ?? {})).open())[0]).toBe(410);
  expect(await signAll(await authenticated(sender, twice.signatarios[1] ?? who))).toHaveLength(2);
  service().clock.advance(60_000);
  expect(await signAll(await authenticated(sender, body, 2))).toEqual([twice.id]);
  await completed(once, twice);
});
