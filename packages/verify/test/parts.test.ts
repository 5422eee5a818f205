import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../src/canonical.ts';
import { verifyByWebCrypto, verifyEcdsa } from '../src/crypto/algorithms.ts';
import { der, oid, oidOf, readElement, readOnly, sequence, TAG, timeOf } from '../src/crypto/der.ts';
import { PrefixHashes } from '../src/crypto/prefix-hashes.ts';
import { hexBySteps, newSha256, type Sha256, sha256Hex, WrittenSha256 } from '../src/crypto/sha256.ts';
import { inflate, inflateByStreams } from '../src/pdf/inflate.ts';
import { Name, Reader, Ref, Text } from '../src/pdf/values.ts';
import { Unreadable } from '../src/unreadable.ts';

const own = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

it('hashes of prefixes are those of the prefixes, in whatever order they are asked for', async () => {
  const file = randomBytes(5_000);
  const length = fc.integer({ min: 0, max: file.length });
  await fc.assert(
    fc.asyncProperty(fc.array(length), fc.array(length), length, async (stops, ends, gap) => {
      const hashes = new PrefixHashes(
        file,
        stops.sort((a, b) => a - b),
      );
      for (const end of ends) {
        expect(Buffer.from(hashes.upTo(end).digest()).toString('hex')).toBe(own(file.subarray(0, end)));
      }
      const parts = [file.subarray(0, gap), file.subarray(gap + 3)] as const;
      for (const algorithm of ['SHA-256', 'SHA-512'] as const) {
        const expected = createHash(algorithm.replace('-', '')).update(Buffer.concat(parts)).digest('hex');
        expect(Buffer.from(await hashes.covered(algorithm, parts)).toString('hex')).toBe(expected);
      }
    }),
  );
});

describe.each([
  ['as the program has it', newSha256],
  ['as pages have it', () => new WrittenSha256()],
])('SHA-256 %s', (_, begin) => {
  const hexOf = (running: Sha256) => Buffer.from(running.digest()).toString('hex');

  it('is what Node computes, for every length around a block', () => {
    for (let length = 0; length < 260; length++) {
      const data = randomBytes(length);
      expect(hexOf(begin().update(data))).toBe(own(data));
    }
    const large = randomBytes(3_000_000);
    expect(hexOf(begin().update(large))).toBe(own(large));
  });

  it('goes on from a copy without changing what was copied', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 150 }), fc.uint8Array({ maxLength: 150 }), (first, second) => {
        const running = begin().update(first);
        const other = running.copy().update(second);
        const [whole, part] = [hexOf(other), hexOf(running.update(second.subarray(0, 3)))];
        return (
          whole === own(Buffer.concat([first, second])) && part === own(Buffer.concat([first, second.slice(0, 3)]))
        );
      }),
    );
  });

  it('gives the hash of every prefix on the way, however the bytes come', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 })), (chunks) => {
        const running = begin();
        let so = Buffer.alloc(0);
        for (const chunk of chunks) {
          so = Buffer.concat([so, chunk]);
          if (hexOf(running.update(chunk)) !== own(so)) return false;
        }
        return true;
      }),
      { numRuns: 200 },
    );
  });
});

it('the hash of a text is that of its UTF-8, with a mark for what UTF-8 cannot say', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.uint8Array(), (text, bytes) => {
      const cut = `${text}\ud800`;
      return (
        sha256Hex(cut) === hexBySteps(cut) &&
        sha256Hex(cut) === own(Buffer.from(cut)) &&
        sha256Hex(bytes) === own(bytes)
      );
    }),
  );
});

describe.each([
  ['as the program has it', inflate],
  ['as pages have it', inflateByStreams],
])('inflating %s', (_, inflate) => {
  const refused = async (data: Uint8Array, most?: number) =>
    expect((async () => inflate(data, most))()).rejects.toThrow(Unreadable);

  it('gives back what was deflated', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), async (data) => {
        expect(Buffer.from(await inflate(deflateSync(data)))).toEqual(Buffer.from(data));
      }),
      { numRuns: 50 },
    );
  });

  it('refuses what was cut off, has another checksum, or is followed by anything', async () => {
    const whole = deflateSync(Buffer.from('pacote de evidências'.repeat(500)));
    await refused(new Uint8Array());
    for (const length of [1, 2, 10, whole.length - 4, whole.length - 1]) await refused(whole.subarray(0, length));
    const other = Buffer.from(whole);
    other[other.length - 1] = (other.at(-1) as number) ^ 1;
    await refused(other);
    await refused(Buffer.concat([whole, Buffer.from('\n')]));
    await refused(Buffer.concat([whole, whole]));
  });

  it('gives as many bytes as are allowed, and not one more', async () => {
    const whole = deflateSync(Buffer.alloc(200_000));
    expect((await inflate(whole, 200_000)).length).toBe(200_000);
    await refused(whole, 199_999);
  });
});

describe.each([
  ['as the program has it', verifyEcdsa],
  ['as pages have it', verifyByWebCrypto],
])('ECDSA %s', (_, verify) => {
  const data = randomBytes(300);
  const holds = async (...input: Parameters<typeof verify>) => {
    try {
      return await verify(...input);
    } catch {
      return false;
    }
  };
  const made = (namedCurve: string, hash: string) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
    return {
      spki: publicKey.export({ format: 'der', type: 'spki' }),
      signature: sign(hash, data, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
      key: { name: 'ECDSA', namedCurve },
      verify: { name: 'ECDSA', hash },
      data,
    };
  };

  it.each(['P-256', 'P-384', 'P-521'])('holds for what was signed on %s, and for nothing else', async (curve) => {
    for (const hash of ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512']) {
      const input = made(curve, hash);
      expect(await holds(input)).toBe(true);
      const signature = Buffer.from(input.signature);
      signature[5] = (signature[5] as number) ^ 1;
      const { spki } = made(curve, hash);
      const verify = { name: 'ECDSA', hash: hash === 'SHA-256' ? 'SHA-384' : 'SHA-256' };
      const nothing = Buffer.alloc(signature.length);
      const wrong = [
        { signature },
        { spki },
        { verify },
        { signature: nothing },
        { signature: signature.subarray(1) },
        { data: data.subarray(1) },
      ];
      for (const change of wrong) expect(await holds({ ...input, ...change })).toBe(false);
    }
  });

  it('does not hold with a key of another kind, or with none', async () => {
    const input = made('P-256', 'SHA-256');
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const rsa = {
      spki: publicKey.export({ format: 'der', type: 'spki' }),
      signature: sign('SHA-256', data, privateKey),
    };
    expect(await holds({ ...input, ...rsa })).toBe(false);
    expect(await holds({ ...input, spki: randomBytes(91) })).toBe(false);
  });
});

describe('canonical JSON', () => {
  it('is the example of RFC 8785, 3.2.4', () => {
    const value = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    );
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('orders members by UTF-16 code units', () => {
    const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, ö: 7 };
    expect(Object.values(JSON.parse(canonicalJson(value)))).toHaveLength(7);
    expect([...canonicalJson(value).matchAll(/:(\d)/g)].map(([, n]) => Number(n))).toEqual([2, 4, 6, 7, 1, 5, 3]);
  });
});

describe('DER', () => {
  it.each([
    '1.2.840.113549.1.7.2',
    '2.16.840.1.101.3.4.2.1',
    '0.4.0.1733.2.5',
    '2.25.339107951281128641622483636782611690053',
  ])('writes and reads %s', (id) => {
    expect(oidOf(readElement(oid(id)))).toBe(id);
  });

  it('keeps lengths of every size', () => {
    for (const length of [0, 127, 128, 255, 256, 65_535, 65_536]) {
      const bytes = sequence(der(TAG.octets, new Uint8Array(length)));
      expect(readOnly(readOnly(bytes, TAG.sequence).body).body).toHaveLength(length);
    }
  });

  it.each(['', '30', '3003', '30800000', '3084ffffffff', '1f8101', '308500000000010100'])('refuses %j', (hex) => {
    expect(() => readElement(Buffer.from(hex, 'hex'))).toThrow(/danificada/);
  });

  it.each([
    ['utcTime', '261121130000Z', '2026-11-21T13:00:00.000Z'],
    ['utcTime', '991231235959Z', '1999-12-31T23:59:59.000Z'],
    ['generalizedTime', '20511121130000Z', '2051-11-21T13:00:00.000Z'],
    ['generalizedTime', '20261121130000.123456Z', '2026-11-21T13:00:00.123Z'],
  ] as const)('reads a %s', (kind, text, expected) => {
    expect(timeOf(readElement(der(TAG[kind], Buffer.from(text)))).toISOString()).toBe(expected);
  });

  it.each(['261121130000', '261321130000Z', '2611211300Z'])('refuses %s as a time', (text) => {
    expect(() => timeOf(readElement(der(TAG.utcTime, Buffer.from(text))))).toThrow();
  });
});

describe('PDF values', () => {
  const read = (text: string) => new Reader(Buffer.from(text, 'latin1'), 0).value();

  it('are read as the grammar has them', () => {
    expect(read(' % comment\n[1 -2.5 .5 true null /A#20b 12 0 R 3 4]')).toEqual([
      1,
      -2.5,
      0.5,
      true,
      null,
      new Name('A b'),
      new Ref(12),
      3,
      4,
    ]);
    expect(String(read('(a\\(b\\)(c)\\101\\n\\\nd)'))).toBe('a(b)(c)A\nd');
    expect(read('<4142>')).toEqual(new Text(Uint8Array.of(0x41, 0x42), 0, 6));
    expect(String(read('<feff00e700e3006f>'))).toBe('ção');
    expect(read('<</A<</B[]>>/C(x)>>')).toEqual(
      new Map<string, unknown>([
        ['A', new Map([['B', []]])],
        ['C', new Text(Uint8Array.of(0x78), 14, 17)],
      ]),
    );
  });

  it.each(['<</A 1/A 2>>', '<</A', '<41', '<4>', '(a', '[1', 'abc', '', '<</A 1>', '['.repeat(99)])(
    'refuse %j',
    (text) => {
      expect(() => read(text)).toThrow(/danificado/);
    },
  );
});
