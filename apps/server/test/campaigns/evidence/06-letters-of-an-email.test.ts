import { beforeAll, describe, expect, it } from 'vitest';
import {
  about,
  linkSentTo,
  messagesTo,
  newSender,
  person,
  type Sender,
  sharedService,
  signer,
  tokenOf,
  trailOf,
} from '../../modules/support.ts';
import { detailsOf, readAndAccept, sentEnvelope } from './support.ts';

/** Line 6: one person is one e-mail whatever its letter case; opening the mailed link fulfils EMAIL wherever it is theirs. */

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const capital = (email: string) => email.replace(/^./, (letter) => letter.toUpperCase());

describe.each([
  ['in capitals first', [capital, String]],
  ['in small letters first', [String, capital]],
  ['in capitals throughout the second', [String, (email: string) => email.toUpperCase()]],
] as const)('the same e-mail written %s', (_name, writings) => {
  it('is one link and one message, and opening it fulfils EMAIL in both documents, whichever comes first', async () => {
    // Documents are gone through by their ids, which are random: several envelopes see both orders.
    for (let round = 0; round < 4; round += 1) {
      const who = person({ metodoEntrega: 'EMAIL' });
      const documents = await sentEnvelope(
        sender,
        writings.map((write) => ({ signatarios: [{ ...who, email: write(who.email) }] })),
      );
      const inbox = writings[0](who.email);
      const one = signer(sender.base, await linkSentTo(sender, inbox));
      expect(await messagesTo(sender, inbox)).toHaveLength(1);
      expect((await one.open()).body).toMatchObject({ autenticado: true, documentos: [{}, {}] });
      for (const { id } of documents) {
        expect((await about(sender, id)).body.signatarios[0].fatoresCumpridos).toEqual(['EMAIL']);
        expect(detailsOf(await trailOf(sender, id), 'FATOR_CUMPRIDO')).toEqual([
          expect.objectContaining({ meio: 'LINK_POR_EMAIL', provadoPara: { email: who.email } }),
        ]);
      }
      await readAndAccept(one);
      expect((await one.sign()).body.documentos).toHaveLength(2);
    }
  });
});

it('a person is the same to whoever hands out links, in whatever letters', async () => {
  const who = person();
  const [first, second] = await sentEnvelope(sender, [
    { signatarios: [who] },
    { signatarios: [{ ...who, email: who.email.toUpperCase() }] },
  ]);
  expect(tokenOf(second?.signatarios[0] ?? {})).toBe(tokenOf(first?.signatarios[0] ?? {}));
});
