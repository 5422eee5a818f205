import { beforeAll, expect, it } from 'vitest';
import {
  about,
  codeSentTo,
  linkSentTo,
  messagesTo,
  newSender,
  person,
  refusal,
  type Sender,
  sharedService,
  signer,
  tokenOf,
  trailOf,
} from '../../modules/support.ts';
import {
  BORN,
  CPF,
  correct,
  detailsOf,
  OTHER_BORN,
  OTHER_CPF,
  readAndAccept,
  type SentDocument,
  sentEnvelope,
} from './support.ts';

/** Line 3: a code that went to one phone fulfilled SMS_OTP for another, CPF and date of birth likewise. */

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const phones = ((n) => () => {
  n += 1;
  return `+55119000081${String(n).padStart(2, '0')}`;
})(0);
const bySms = (...signatarios: object[]) => ({ fatoresExigidos: ['SMS_OTP'], signatarios });
const fulfilledIn = async ({ id }: SentDocument, which = 0) =>
  (await about(sender, id)).body.signatarios[which].fatoresCumpridos;
const two = ([first, second]: SentDocument[]) => {
  if (!first || !second) throw new Error('two documents were sent');
  return [first, second] as const;
};

/**
 * Two people of an envelope whom a correction makes one: the same e-mail, and in each document what was known there. It
 * is the way to a link whose documents hold different values.
 */
async function joined(of: { fatoresExigidos: string[] }, one: object, other: object) {
  const [ana, eva] = [person(one), person(other)];
  const sentTwo = two(
    await sentEnvelope(sender, [
      { ...of, signatarios: [ana] },
      { ...of, signatarios: [eva] },
    ]),
  );
  const { body } = await correct(sender, sentTwo[1], { email: ana.email.toUpperCase() });
  const opened = await signer(sender.base, tokenOf(body)).open();
  expect(opened.body.documentos).toHaveLength(2);
  return { documents: sentTwo, ana, eva, link: signer(sender.base, tokenOf(body)) };
}

it('a code to one phone fulfils nothing for another: each is asked for and told in its own trail', async () => {
  const [a, b] = [phones(), phones()];
  const { documents, link } = await joined({ fatoresExigidos: ['SMS_OTP'] }, { telefone: a }, { telefone: b });
  const masked = async () => (await link.open()).body.fatores[0];
  const asked: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const before = await masked();
    expect(before.cumprido).toBe(false);
    expect((await link.otp('SMS_OTP')).body.destinoMascarado).toBe(before.destinoMascarado);
    const phone = [a, b].find((one) => before.destinoMascarado.endsWith(one.slice(-4))) ?? '';
    asked.push(phone);
    expect((await link.answer('SMS_OTP', await codeSentTo(sender, phone))).status).toBe(200);
    expect((await masked()).cumprido).toBe(round === 1);
    expect((await Promise.all(documents.map((one) => fulfilledIn(one)))).flat()).toHaveLength(round + 1);
  }
  expect(asked.sort()).toEqual([a, b].sort());
  for (const [index, { id }] of documents.entries()) {
    const trail = await trailOf(sender, id);
    const telefone = [a, b][index];
    expect(detailsOf(trail, 'CODIGO_ENVIADO')).toEqual([
      expect.objectContaining({ fator: 'SMS_OTP', destino: telefone }),
    ]);
    expect(detailsOf(trail, 'FATOR_CUMPRIDO')).toEqual([expect.objectContaining({ provadoPara: { telefone } })]);
    const acts = trail.map(({ acao }) => acao);
    expect(acts.indexOf('CODIGO_ENVIADO')).toBeLessThan(acts.indexOf('FATOR_CUMPRIDO'));
  }
});

it('CPF and date of birth proven in one document prove nothing in another', async () => {
  const { documents, link } = await joined(
    { fatoresExigidos: ['DADOS_PESSOAIS'] },
    { cpf: CPF, dataNascimento: BORN },
    { cpf: OTHER_CPF, dataNascimento: OTHER_BORN },
  );
  const answers = [await link.personal(CPF, BORN), await link.personal(OTHER_CPF, OTHER_BORN)];
  // Which of the two is asked about first depends on their ids alone.
  if (answers[0]?.status === 401) answers.push(await link.personal(CPF, BORN));
  expect(answers.at(-1)?.body.autenticado).toBe(true);
  for (const [index, { id }] of documents.entries()) {
    const cpf = [CPF, OTHER_CPF][index];
    expect(detailsOf(await trailOf(sender, id), 'FATOR_CUMPRIDO')).toEqual([
      expect.objectContaining({ provadoPara: { cpf, dataNascimento: index === 0 ? BORN : OTHER_BORN } }),
    ]);
  }
});

it('a phone corrected in one document is the phone of both, and the code to the old one is worth nothing', async () => {
  const [old, fresh] = [phones(), phones()];
  const who = person({ telefone: old, fatoresExigidos: ['SMS_OTP'] });
  for (const corrected of [0, 1]) {
    const documents = two(await sentEnvelope(sender, [bySms(who), bySms(who)]));
    const before = signer(sender.base, tokenOf(documents[0].signatarios[0] ?? {}));
    await before.otp('SMS_OTP');
    const code = await codeSentTo(sender, old, corrected + 1);
    const { body } = await correct(sender, documents[corrected] ?? documents[0], { telefone: fresh });
    const after = signer(sender.base, tokenOf(body));
    expect(refusal(await before.answer('SMS_OTP', code))).toEqual([410, 'LINK_INDISPONIVEL']);
    expect(refusal(await after.answer('SMS_OTP', code))).toEqual([401, 'CREDENCIAL_INVALIDA']);
    expect(await Promise.all(documents.map((one) => fulfilledIn(one)))).toEqual([[], []]);
    await after.otp('SMS_OTP');
    await after.answer('SMS_OTP', await codeSentTo(sender, fresh, corrected + 1));
    expect(await Promise.all(documents.map((one) => fulfilledIn(one)))).toEqual([['SMS_OTP'], ['SMS_OTP']]);
    service().clock.advance(60_000);
  }
});

it('one code for several documents is told in each, also by e-mail, and before what it proved', async () => {
  const who = person();
  const documents = two(await sentEnvelope(sender, [{ signatarios: [who] }, { signatarios: [who] }]));
  const one = signer(sender.base, tokenOf(documents[0].signatarios[0] ?? {}));
  await one.open();
  await one.otp('EMAIL');
  expect((await one.answer('EMAIL', await codeSentTo(sender, who.email))).body.autenticado).toBe(true);
  await readAndAccept(one);
  expect((await one.sign()).status).toBe(200);
  expect(await messagesTo(sender, who.email)).toHaveLength(1);
  for (const { id } of documents) {
    const trail = await trailOf(sender, id);
    expect(detailsOf(trail, 'CODIGO_ENVIADO')).toEqual([
      { signatarioId: expect.any(String), fator: 'EMAIL', destino: who.email },
    ]);
    const acts = trail.map(({ acao }) => acao);
    expect(acts.indexOf('CODIGO_ENVIADO')).toBeLessThan(acts.indexOf('FATOR_CUMPRIDO'));
    const { conteudo } = (await about(sender, id, '/certificado')).body;
    expect(detailsOf(conteudo.eventos, 'CODIGO_ENVIADO')).toHaveLength(1);
  }
});

it('a mailed link that is opened was delivered, in the trail before it was', async () => {
  const who = person({ metodoEntrega: 'EMAIL' });
  const documents = two(await sentEnvelope(sender, [{ signatarios: [who] }, { signatarios: [who] }]));
  await signer(sender.base, await linkSentTo(sender, who.email)).open();
  for (const { id } of documents) {
    const acts = (await trailOf(sender, id)).map(({ acao }) => acao);
    expect(acts.filter((acao) => acao === 'CONVITE_ENVIADO')).toHaveLength(1);
    expect(acts.indexOf('CONVITE_ENVIADO')).toBeLessThan(acts.indexOf('DOCUMENTO_VISUALIZADO'));
  }
});
