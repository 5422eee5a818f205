import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPLETION_ALARM_MS } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FALSE_STAMPS, stampReply, timeAuthority } from '../../../../../packages/pdf/test/authority.ts';
import { type Service, startService } from '../../harness.ts';
import { newSender, type Sender, until } from '../../modules/support.ts';
import { certificateOf, completed, pairOf, signaturesOf, signedByAll, statusOf } from './seals.ts';
import { HONEST_PEM, honest, startTimeAuthority } from './time-authority.ts';

/**
 * An authority that the operator chose answers falsely: a broken signature, a foreign key, a certificate that may not
 * stamp, another time, another request. Nothing of it may get into a file, or be certified as a time stamp.
 */

/** The object identifier of a time stamp token as an attribute of a signature, in DER. */
const TOKEN_ATTRIBUTE = Buffer.from('060b2a864886f70d010910020e', 'hex');

const authority = await startTimeAuthority();
let service: Service;
let sender: Sender;
const waiting = new Map<string, string>();
/** How each stood while there was still to be waited for a true stamp. */
const seen = new Map<string, string>();
beforeAll(async () => {
  service = await startService({ TSA_URL: authority.url });
  sender = await newSender(service, 'PRODUCAO');
  for (const [falsehood, answer] of Object.entries(FALSE_STAMPS)) {
    authority.answerAs(answer);
    waiting.set(falsehood, await signedByAll(sender));
  }
  for (const [falsehood, id] of waiting) seen.set(falsehood, await statusOf(sender, id));
});
afterAll(() => service?.stop());

describe('a time-stamping authority', () => {
  it.each(Object.keys(FALSE_STAMPS))('that %s completes nothing', (falsehood) => {
    expect(seen.get(falsehood)).toEqual(expect.any(String));
    expect(seen.get(falsehood)).not.toBe('ASSINADO');
  });

  it('that answers falsely for as long as is waited leaves no trace in any file', async () => {
    service.clock.advance(COMPLETION_ALARM_MS);
    for (const id of waiting.values()) {
      await until(async () => (await statusOf(sender, id)) === 'ASSINADO', 120_000);
      const { conteudo } = await certificateOf(sender, id);
      expect(conteudo.selo).toMatchObject({ nivel: 'PADES_B_B', carimboTempo: null });
      for (const file of Object.values(await pairOf(sender, id))) {
        const [seal, ...more] = signaturesOf(file);
        expect([seal?.type, seal?.contents.includes(TOKEN_ATTRIBUTE), more]).toEqual(['Sig', false, []]);
      }
    }
  });
});

describe('with roots of authorities given', () => {
  const authority = startTimeAuthority(honest);
  let trusting: Service;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'raizes-'));
    await writeFile(join(folder, 'raizes.pem'), HONEST_PEM);
    trusting = await startService({ TSA_URL: (await authority).url, TSA_ROOTS: join(folder, 'raizes.pem') });
  });
  afterAll(async () => {
    await trusting?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('one under them stamps, and a home-made one does not', async () => {
    const live = await newSender(trusting, 'PRODUCAO');
    const stamped = await certificateOf(live, await completed(live));
    expect(stamped.conteudo.selo.carimboTempo).not.toBeNull();
    const homeMade = timeAuthority('feita em casa');
    (await authority).answerAs((query) => stampReply(query, homeMade));
    const refused = await signedByAll(live);
    expect(await statusOf(live, refused)).not.toBe('ASSINADO');
  });
});
