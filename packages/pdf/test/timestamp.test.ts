import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { build, onePage } from '../fixtures/build.ts';
import { PdfDocument } from '../src/core/document.ts';
import {
  type SealOptions,
  sealPdf,
  type TimestampAuthority,
  type TimestampOptions,
  ValidationSource,
} from '../src/index.ts';
import { FALSE_STAMPS, identity, stampReply, timeAuthority } from './authority.ts';
import { lacking, run } from './judges/programs.ts';
import { judgeSeal } from './judges/seals.ts';
import { complaintsOf } from './judges/soundness.ts';
import { SEALED_AT, testSeal, workFolder } from './tools.ts';

const path = workFolder();
const original = build(onePage());

/** Nobody here provides revocation data. */
const validation = new ValidationSource(() => Promise.reject(new Error('nobody is to be asked')));
const asked = (authorities: TimestampAuthority[], more: Partial<TimestampOptions> = {}): SealOptions => ({
  ...{ at: SEALED_AT, reason: 'Teste', name: 'Rubrica' },
  timestamps: { authorities, roots: [], now: () => new Date(), validation, ...more },
});
const answering = (name: string, answer: (query: Uint8Array) => Uint8Array): TimestampAuthority => ({
  name,
  send: async (query) => answer(query),
});
const honest = timeAuthority();
const good = answering('boa', (query) => stampReply(query, honest));

/** The signatures of a file in order: their kind, what they cover, and their /Contents. */
function signatures(bytes: Uint8Array) {
  const file = Buffer.from(bytes);
  const text = file.toString('latin1');
  return [...text.matchAll(/\/Type \/(Sig|DocTimeStamp)\n[\s\S]*?\/ByteRange \[0 (\d+) +(\d+) +(\d+) *\]/g)].map(
    (one) => {
      const [before, after, rest] = one.slice(2).map(Number) as [number, number, number];
      return {
        type: one[1],
        covered: Buffer.concat([file.subarray(0, before), file.subarray(after, after + rest)]),
        contents: Buffer.from(file.subarray(before + 1, after - 1).toString('latin1'), 'hex'),
        end: after + rest,
      };
    },
  );
}

describe('a seal with time stamps', () => {
  it('has its own, then a security store, then one over everything', async () => {
    const { bytes, sha256, ...outcome } = await sealPdf(original, await testSeal(), asked([good]));
    expect(outcome).toEqual({
      level: 'PADES_B_LTA',
      timestamp: {
        authority: 'boa',
        at: expect.any(Date),
        fingerprint: createHash('sha256').update(honest.certificate.raw).digest('hex'),
      },
    });
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    const [seal, closing, ...others] = signatures(bytes);
    expect([seal?.type, closing?.type, others]).toEqual(['Sig', 'DocTimeStamp', []]);
    expect(closing?.end).toBe(bytes.length);
    // The store is between the two, in its own update.
    expect(Buffer.from(bytes).subarray(0, seal?.end).toString('latin1')).not.toContain('/DSS');
    expect(Buffer.from(bytes).subarray(seal?.end).toString('latin1').match(/%%EOF/g)).toHaveLength(2);
    const document = PdfDocument.open(bytes);
    expect(document.catalog().has('DSS')).toBe(true);
    const imprint = createHash('sha256')
      .update(closing?.covered ?? '')
      .digest();
    expect(closing?.contents.includes(imprint)).toBe(true);
  });

  it.each(Object.entries(FALSE_STAMPS))('takes none of an authority that %s', async (_, answer) => {
    const { bytes, ...outcome } = await sealPdf(original, await testSeal(), asked([answering('falsa', answer)]));
    expect(outcome).toMatchObject({
      level: 'PADES_B_B',
      timestamp: null,
      timestampError: expect.stringContaining('falsa: '),
    });
    expect(signatures(bytes).map(({ type }) => type)).toEqual(['Sig']);
  });

  it.each(Object.entries(FALSE_STAMPS))('asks the next where one %s', async (_, answer) => {
    const { level, timestamp } = await sealPdf(original, await testSeal(), asked([answering('falsa', answer), good]));
    expect([level, timestamp?.authority]).toEqual(['PADES_B_LTA', 'boa']);
  });

  it('takes a stamp that names its certificate in the older way', async () => {
    const older = answering('antiga', (query) => stampReply(query, honest, { ess: 'v1' }));
    expect((await sealPdf(original, await testSeal(), asked([older]))).level).toBe('PADES_B_LTA');
  });

  it('asks of a chain that it reaches a root given', async () => {
    const root = identity('raiz', { ca: true });
    const between = identity('meio', { ca: true, issuer: root });
    const authority = timeAuthority('carimbadora', { issuer: between });
    const brings = answering('a', (query) => stampReply(query, authority, {}, [between.certificate]));
    const bare = answering('a', (query) => stampReply(query, authority));
    const level = async (one: TimestampAuthority, roots: TimestampOptions['roots']) =>
      (await sealPdf(original, await testSeal(), asked([one], { roots }))).level;
    expect(await level(brings, [root.certificate])).toBe('PADES_B_LTA');
    expect(await level(brings, [identity('outra raiz', { ca: true }).certificate])).toBe('PADES_B_B');
    expect(await level(bare, [root.certificate])).toBe('PADES_B_B');
    expect(await level(good, [honest.certificate])).toBe('PADES_B_LTA');
    expect(await level(good, [root.certificate])).toBe('PADES_B_B');
  });

  it('takes no issuer for one that may issue nothing', async () => {
    const root = identity('raiz', { ca: true });
    const between = identity('meio', { issuer: root });
    const authority = timeAuthority('carimbadora', { issuer: between });
    const one = answering('a', (query) => stampReply(query, authority, {}, [between.certificate]));
    const sealed = await sealPdf(original, await testSeal(), asked([one], { roots: [root.certificate] }));
    expect(sealed.timestampError).toMatch(/none of the roots/);
  });

  it('has nothing after the seal where nobody closes it', async () => {
    let calls = 0;
    const once = answering('uma', (query) => {
      calls += 1;
      return calls === 1 ? stampReply(query, honest) : Buffer.from('<html>');
    });
    const { bytes, sha256, ...outcome } = await sealPdf(original, await testSeal(), asked([once]));
    expect(outcome).toMatchObject({
      level: 'PADES_B_T',
      timestamp: { authority: 'uma' },
      timestampError: expect.stringMatching(/^uma: /),
    });
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    const [seal] = signatures(bytes);
    expect(seal?.end).toBe(bytes.length);
  });

  it('has stamps that openssl verifies', lacking('openssl'), async () => {
    const { bytes } = await sealPdf(original, await testSeal(), asked([good]));
    const [, closing] = signatures(bytes);
    path('ca.pem', Buffer.from(honest.certificate.toString()));
    path('covered.bin', closing?.covered);
    path('token.der', closing?.contents);
    const given = ['-data', path('covered.bin'), '-in', path('token.der'), '-token_in', '-CAfile', path('ca.pem')];
    const { output } = await run('openssl', 'ts', '-verify', ...given);
    expect(output).toMatch(/Verification: OK/);
  });

  it('reads as a document that is signed whole', async () => {
    const { bytes } = await sealPdf(original, await testSeal(), asked([good]));
    expect(await judgeSeal(bytes)).toEqual({ valid: true, whole: true });
    expect(await complaintsOf(bytes)).toEqual([]);
  });
});
