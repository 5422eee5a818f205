import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { lacking } from '../../pdf/test/judges/programs.ts';
import { readElement } from '../src/crypto/der.ts';
import { newestSection, sectionBefore } from '../src/pdf/file.ts';
import { locateSeal } from '../src/seal/locate.ts';
import { verify } from '../src/verify.ts';
import { AUTHORITY, authority, certificate, keyOf, path, RSA, SIGNER, soon } from './openssl.ts';
import { makePair, type Pair } from './pair.ts';

/**
 * No byte of either file can change unnoticed. By default: every byte of what holds the certificate together (seal,
 * cross-references, trailer, the whole of the last revision), a sample of the rest, and random changes. With
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
  return resultado !== 'CONFERE';
}

/** Offsets, each with the value it is changed to, at which nothing was noticed. */
async function missed(pair: Pair, file: File, changes: Iterable<[number, number]>): Promise<[number, number][]> {
  const all = [...changes];
  const found: [number, number][] = [];
  // Several at once: much of a check is waiting for the threads that hash and inflate.
  for (let i = 0; i < all.length; i += 8) {
    const some = all.slice(i, i + 8);
    const seen = await Promise.all(some.map(([at, value]) => noticed(pair, file, at, value)));
    found.push(...some.filter((_, n) => !seen[n]));
  }
  return found;
}

/** A changed value for a byte: another bit each time, so that cases, digits, signs and lengths all get their turn. */
const flipped = (bytes: Buffer, at: number): [number, number] => [at, (bytes[at] as number) ^ (1 << (at % 8))];

/** The stretch of the signature's room that its CMS fills. */
async function signature(bytes: Buffer): Promise<{ start: number; end: number; room: number }> {
  const { cms, covered } = await locateSeal(bytes);
  const start = covered[0].length + 1;
  return { start, end: start + cms.length * 2, room: bytes.length - covered[0].length - covered[1].length };
}

/** Whatever tells a reader where things are: the last revision but its signature, and the end of the one before. */
async function structure(bytes: Buffer): Promise<number[]> {
  const newest = await newestSection(bytes);
  const before = await sectionBefore(bytes, newest);
  const { start, room } = await signature(bytes);
  const inRoom = (at: number) => at >= start && at < start - 1 + room - 1;
  return range(before?.offset ?? 0, bytes.length, 1).filter((at) => !inRoom(at));
}

const range = (from: number, to: number, step: number) =>
  Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, i) => from + i * step);

async function positions(bytes: Buffer): Promise<number[]> {
  if (EVERY) return range(0, bytes.length, 1);
  return [...new Set([...(await structure(bytes)), ...range(0, bytes.length, 97)])];
}

function everyByte(given: () => Pair): void {
  it('changes in the signed file are noticed', { timeout: TIMEOUT }, async () => {
    const { signed } = given();
    const every = (await positions(signed)).filter((at, i) => EVERY || at >= signed.length - 300 || i % 8 === 0);
    expect(
      await missed(
        given(),
        'signed',
        every.map((at) => flipped(signed, at)),
      ),
    ).toEqual([]);
  });

  it('changes in the certificate are noticed', { timeout: TIMEOUT }, async () => {
    const { certificate } = given();
    const every = (await positions(certificate)).map((at) => flipped(certificate, at));
    expect(await missed(given(), 'certificate', every)).toEqual([]);
  });

  it('changes in the certificate’s signature, which it cannot sign itself, are noticed', {
    timeout: TIMEOUT,
  }, async () => {
    const { certificate } = given();
    const { start, end } = await signature(certificate);
    // 31 is prime to the two digits of a byte and to the lengths of most things, so every kind of field is hit.
    const changes = range(start, end, EVERY ? 1 : 31).flatMap((at): [number, number][] => {
      const digit = String.fromCharCode(certificate[at] as number);
      const other = ((Number.parseInt(digit, 16) + 1 + (at % 15)) % 16).toString(16);
      return [digit.toUpperCase(), other].filter((value) => value !== digit).map((value) => [at, value.charCodeAt(0)]);
    });
    expect(await missed(given(), 'certificate', changes)).toEqual([]);
  });

  it('any change at all is noticed', { timeout: TIMEOUT }, async () => {
    const pair = given();
    const change = fc
      .constantFrom<File>('signed', 'certificate')
      .chain((file) => fc.tuple(fc.constant(file), fc.nat(pair[file].length - 1), fc.integer({ min: 1, max: 255 })));
    await fc.assert(
      fc.asyncProperty(change, ([file, at, by]) => noticed(pair, file, at, (pair[file][at] as number) ^ by)),
      { numRuns: EVERY ? 20_000 : 300 },
    );
  });

  it('a byte more or less is noticed', { timeout: TIMEOUT }, async () => {
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
        return (await verify(both.signed, both.certificate)).resultado !== 'CONFERE';
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

describe('sealed with a chain and a timestamp whose roots are not in the files', lacking('openssl'), () => {
  let pair: Pair;
  beforeAll(async () => {
    certificate('raiz', RSA, AUTHORITY);
    certificate('meio', RSA, AUTHORITY, 'raiz');
    certificate('selo', RSA, SIGNER, 'meio');
    certificate('tempo', RSA, ['extendedKeyUsage=critical,timeStamping', ...SIGNER], 'meio');
    pair = await makePair({ seal: await keyOf('selo', 'meio'), at: soon(), timestamp: authority('tempo', 'meio.pem') });
  }, 60_000);
  everyByte(() => pair);

  it('holds as it is, its upper certificates and its token included', async () => {
    expect((await verify(pair.signed, pair.certificate)).resultado).toBe('CONFERE');
    const { cms } = await locateSeal(pair.certificate);
    const raw = Buffer.from(readElement(cms).raw);
    const der = (name: string) =>
      Buffer.from(readFileSync(`${path(name)}.pem`, 'utf8').replace(/-.*-|\s/g, ''), 'base64');
    expect([raw.includes(der('meio')), raw.includes(der('tempo')), raw.includes(der('raiz'))]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
