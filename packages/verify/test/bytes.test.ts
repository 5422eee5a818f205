import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SealKey } from '@rubrica/pdf';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { lacking } from '../../pdf/test/judges/programs.ts';
import { readElement } from '../src/crypto/der.ts';
import { sectionBefore } from '../src/pdf/file.ts';
import { locateSeal } from '../src/seal/locate.ts';
import { verify } from '../src/verify.ts';
import type { Authority } from './authority.ts';
import { AUTHORITY, certificate, keyOf, path, RSA, SIGNER } from './openssl.ts';
import { makePair, type Pair } from './pair.ts';
import { plainStory } from './story.ts';

/**
 * No byte of either file can change unnoticed. By default the tests change every byte of what holds the certificate
 * together (seal, cross-references, trailer, the whole last revision), a sample of the rest, and random bytes. With
 * RUBRICA_EVERY_BYTE=1: every byte of both files.
 */

const EVERY = process.env.RUBRICA_EVERY_BYTE === '1';
const TIMEOUT = EVERY ? 3_600_000 : 180_000;
type File = 'signed' | 'certificate';

async function noticed(pair: Pair, file: File, at: number, value: number): Promise<boolean> {
  const changed = Buffer.from(pair[file]);
  changed[at] = value;
  const { resultado } = await verify(
    file === 'signed' ? changed : pair.signed,
    file === 'certificate' ? changed : pair.certificate,
  );
  return resultado !== 'SELO_NAO_IDENTIFICADO';
}

/** The offsets, each with its changed value, at which the change was not noticed. */
async function missed(pair: Pair, file: File, changes: Iterable<[number, number]>): Promise<[number, number][]> {
  const all = [...changes];
  const found: [number, number][] = [];
  // Several at once: much of a check is spent waiting for the threads that hash and inflate.
  for (let i = 0; i < all.length; i += 8) {
    const some = all.slice(i, i + 8);
    const seen = await Promise.all(some.map(([at, value]) => noticed(pair, file, at, value)));
    found.push(...some.filter((_, n) => !seen[n]));
  }
  return found;
}

/** A changed value for a byte: a different bit each time, so that cases, digits, signs and lengths all get changed. */
const flipped = (bytes: Buffer, at: number): [number, number] => [at, (bytes[at] as number) ^ (1 << (at % 8))];

/** The placeholders of the file's signatures: the digits of each, and where its CMS ends and the padding begins. */
function rooms(bytes: Buffer): { start: number; end: number; used: number }[] {
  return [...bytes.toString('latin1').matchAll(/\/Contents <([0-9a-f]*?)(0*)>/g)].map((match) => {
    const start = match.index + '/Contents <'.length;
    const used = start + (match[1] as string).length;
    return { start, used, end: used + (match[2] as string).length };
  });
}

/**
 * Whatever tells a reader where things are: the appended revisions except their signatures, and the end before them.
 */
async function structure(bytes: Buffer): Promise<number[]> {
  const { revision } = await locateSeal(bytes);
  const before = await sectionBefore(bytes, revision.section);
  const all = range(before?.offset ?? 0, bytes.length, 1);
  return rooms(bytes).reduce((left, { start, end }) => left.filter((at) => at < start || at >= end), all);
}

const range = (from: number, to: number, step: number) =>
  Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, i) => from + i * step);

async function positions(bytes: Buffer, step: number): Promise<number[]> {
  if (EVERY) return range(0, bytes.length, 1);
  const some = (await structure(bytes)).filter((_, i) => i % step === 0);
  return [...new Set([...some, ...range(0, bytes.length, 97)])];
}

/**
 * @param step changes one in so many bytes of the structure: what is alike in all pairs is fully changed in one of them
 */
function everyByte(given: () => Pair, step = 1): void {
  it('the verifier notices changes in the signed file', { timeout: TIMEOUT }, async () => {
    const { signed } = given();
    const every = (await positions(signed, step)).filter((at, i) => EVERY || at >= signed.length - 300 || i % 8 === 0);
    expect(
      await missed(
        given(),
        'signed',
        every.map((at) => flipped(signed, at)),
      ),
    ).toEqual([]);
  });

  it('the verifier notices changes in the certificate', { timeout: TIMEOUT }, async () => {
    const { certificate } = given();
    const every = (await positions(certificate, step)).map((at) => flipped(certificate, at));
    expect(await missed(given(), 'certificate', every)).toEqual([]);
  });

  it('changes in the certificate’s signatures, which do not sign themselves, are noticed', {
    timeout: TIMEOUT,
  }, async () => {
    const { certificate } = given();
    const digits = rooms(certificate).flatMap(({ start, used }) => range(start, used, EVERY ? 1 : 31));
    // 31 is coprime to the two digits of a byte and to most lengths, so every kind of field is hit.
    const changes = digits.flatMap((at): [number, number][] => {
      const digit = String.fromCharCode(certificate[at] as number);
      const other = ((Number.parseInt(digit, 16) + 1 + (at % 15)) % 16).toString(16);
      return [digit.toUpperCase(), other].filter((value) => value !== digit).map((value) => [at, value.charCodeAt(0)]);
    });
    expect(await missed(given(), 'certificate', changes)).toEqual([]);
  });

  it('the verifier notices a change of any byte', { timeout: TIMEOUT }, async () => {
    const pair = given();
    const change = fc
      .constantFrom<File>('signed', 'certificate')
      .chain((file) => fc.tuple(fc.constant(file), fc.nat(pair[file].length - 1), fc.integer({ min: 1, max: 255 })));
    await fc.assert(
      fc.asyncProperty(change, ([file, at, by]) => noticed(pair, file, at, (pair[file][at] as number) ^ by)),
      { numRuns: EVERY ? 20_000 : 300 },
    );
  });

  it('the verifier notices a byte more or less', { timeout: TIMEOUT }, async () => {
    const pair = given();
    const change = fc.tuple(fc.constantFrom<File>('signed', 'certificate'), fc.double({ min: 0, max: 1, noNaN: true }));
    await fc.assert(
      fc.asyncProperty(change, fc.option(fc.nat(255)), async ([file, part], added) => {
        const bytes = pair[file];
        const at = Math.floor(part * bytes.length);
        const middle = added === null ? [] : [added];
        const changed = Buffer.concat([
          bytes.subarray(0, at),
          Buffer.from(middle),
          bytes.subarray(at + (added === null ? 1 : 0)),
        ]);
        if (changed.equals(bytes)) return true;
        const both = { ...pair, [file]: changed };
        return (await verify(both.signed, both.certificate)).resultado !== 'SELO_NAO_IDENTIFICADO';
      }),
      { numRuns: EVERY ? 5_000 : 150 },
    );
  });
}

describe('sealed with a self-signed certificate', () => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await makePair();
  });
  everyByte(() => pair);
});

describe('sealed with a chain and time stamps whose roots are not in the files', lacking('openssl'), () => {
  const stamper = (): Authority => ({
    key: createPrivateKey(readFileSync(`${path('tempo')}.key`)),
    certificate: read('tempo'),
    chain: [read('meio')],
  });
  const read = (name: string) => new X509Certificate(readFileSync(`${path(name)}.pem`));
  const story = (original: string) => plainStory(original, { start: new Date(Date.now() + 60_000) });
  let seal: SealKey;
  beforeAll(async () => {
    certificate('raiz', RSA, AUTHORITY);
    certificate('meio', RSA, AUTHORITY, 'raiz');
    certificate('selo', RSA, SIGNER, 'meio');
    certificate('tempo', RSA, ['extendedKeyUsage=critical,timeStamping', ...SIGNER], 'meio');
    seal = await keyOf('selo', 'meio');
  });

  describe('on the seals', () => {
    let pair: Pair;
    beforeAll(async () => {
      const stamped = { authority: stamper() };
      pair = await makePair({ seal, story, signed: stamped, certificate: stamped });
    });
    everyByte(() => pair, 7);

    it('holds as it is, its upper certificates and its token included', async () => {
      expect((await verify(pair.signed, pair.certificate)).resultado).toBe('SELO_NAO_IDENTIFICADO');
      const { cms } = await locateSeal(pair.certificate);
      const raw = Buffer.from(readElement(cms).raw);
      expect(['meio', 'tempo', 'raiz'].map((name) => raw.includes(read(name).raw))).toEqual([true, true, false]);
    });
  });

  describe('on the seals and over both files', () => {
    let pair: Pair;
    beforeAll(async () => {
      pair = await makePair({ seal, story, authority: stamper() });
      expect((await verify(pair.signed, pair.certificate)).resultado).toBe('SELO_NAO_IDENTIFICADO');
    });
    everyByte(() => pair, 7);
  });
});
