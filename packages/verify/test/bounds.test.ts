import { describe, expect, it } from 'vitest';
import { checkSignature } from '../src/crypto/algorithms.ts';
import { readCertificate } from '../src/crypto/certificate.ts';
import { children, der, oid, oidOf, readElement, readOnly, sequence, TAG, tagged, timeOf } from '../src/crypto/der.ts';
import { readSignedData } from '../src/crypto/signed-data.ts';
import { clean } from '../src/foreign.ts';
import { verify } from '../src/index.ts';
import { markedEnds, newestSection, OwnPdf, objectsOf, revisionEnds } from '../src/pdf/file.ts';
import { Reader } from '../src/pdf/values.ts';
import { makePair, onePage } from './pair.ts';
import { certificatePage } from './sealing.ts';
import { checkedSteps } from './steps.ts';
import { makeCertificate } from './x509.ts';

/** Files made to keep the program busy are refused before the work begins: the tests assert the refusal, not a time. */

const damaged = /danificad/;
const zeros = (n: number) => new Uint8Array(n);

describe('a structure of a signature', () => {
  it('with an identifier of thousands of digits is refused: reading one costs the square of its length', () => {
    for (const size of [41, 5_000, 400_000]) {
      const long = der(
        TAG.oid,
        Uint8Array.from({ length: size }, (_, i) => (i === size - 1 ? 1 : 0x81)),
      );
      expect(() => oidOf(readElement(long))).toThrow(damaged);
    }
    expect(() => oidOf(readElement(der(TAG.oid)))).toThrow(damaged);
    expect(() => oidOf(readElement(der(TAG.oid, Uint8Array.of(0x2a, 0x86))))).toThrow(damaged);
  });

  it('with thousands of parts is refused', () => {
    const many = der(TAG.sequence, ...Array.from({ length: 1025 }, () => der(TAG.null)));
    expect(() => children(readElement(many))).toThrow(damaged);
  });

  it('with an indefinite length, or one that runs over, is refused', () => {
    for (const hex of ['308000000000', '3084ffffffff', '30850000000001', '3003020101ff']) {
      const bytes = Buffer.from(hex, 'hex');
      expect(() => readOnly(bytes, TAG.sequence)).toThrow(damaged);
    }
  });

  it('with a time of thousands of characters, or of another type, is refused', () => {
    expect(() => timeOf(readElement(der(TAG.utcTime, zeros(33))))).toThrow(damaged);
    expect(() => timeOf(readElement(der(0x0c, Buffer.from('20261121130000Z'))))).toThrow(damaged);
  });

  it('nested a hundred thousand times is read as one element, and no deeper than what is asked for', () => {
    let nested: Uint8Array = der(TAG.null);
    for (let depth = 0; depth < 200; depth++) nested = der(TAG.sequence, nested);
    expect(() => readSignedData(nested)).toThrow(damaged);
    expect(() => readCertificate(nested)).toThrow(damaged);
  });

  it('with too many certificates, or one too large, is refused', () => {
    const { raw } = makeCertificate({ name: 'Um', kind: 'signer' }).certificate;
    const content = sequence(oid('1.2.840.113549.1.7.1'));
    const many = tagged(0, ...Array.from({ length: 17 }, () => raw));
    const body = sequence(der(TAG.integer, Uint8Array.of(1)), der(TAG.set), content, many, der(TAG.set));
    expect(() => readSignedData(sequence(oid('1.2.840.113549.1.7.2'), tagged(0, body)))).toThrow(/certificados demais/);
    expect(() => readCertificate(sequence(zeros(33_000)))).toThrow(/grande demais/);
  });

  it('with a certificate whose uncovered bytes differ from the covered ones is refused', () => {
    const { raw } = makeCertificate({ name: 'Um', kind: 'signer' }).certificate;
    const changed = Buffer.from(raw);
    const last = changed.lastIndexOf(Buffer.from('300a06082a8648ce3d040302', 'hex'));
    changed[last + 11] = 3;
    expect(() => readCertificate(changed)).toThrow(damaged);
  });

  it.each([
    ['an exponent as long as the modulus', 256, 200],
    ['a modulus of 131,072 bits', 16_384, 3],
    ['a modulus of 1,024 bits', 128, 3],
  ])('with an RSA key of %s is refused before it is used', async (_, modulus, exponent) => {
    const number = (size: number) =>
      der(
        TAG.integer,
        Uint8Array.from({ length: size + 1 }, (_, i) => (i === 0 ? 0 : 0xff)),
      );
    const algorithm = sequence(oid('1.2.840.113549.1.1.11'), der(TAG.null));
    const key = sequence(
      sequence(oid('1.2.840.113549.1.1.1'), der(TAG.null)),
      der(TAG.bitString, zeros(1), sequence(number(modulus), number(exponent))),
    );
    const asked: string[] = [];
    const verdict = await checkedSteps(asked, () =>
      checkSignature({ key, algorithm: readElement(algorithm), data: zeros(1), signature: zeros(modulus) }),
    );
    expect([verdict, asked]).toEqual(['invalid', []]);
  });
});

describe('a PDF', () => {
  it('whose objects lie upon each other is refused, so that none is read twice', async () => {
    const objects = new Map(Array.from({ length: 1000 }, (_, i) => [i + 1, 9]));
    const section = { ...(await newestSection(onePage())), objects };
    expect(() => objectsOf(onePage(), section)).toThrow(/sobrepõem|danificado/);
  });

  it('of more revisions than make sense is refused', async () => {
    let file = certificatePage('x', {});
    const first = /startxref\n(\d+)/.exec(file.toString('latin1'))?.[1] ?? '0';
    let before = Number(first);
    for (let i = 0; i < 40; i++) {
      const at = file.length;
      file = Buffer.concat([
        file,
        Buffer.from(`xref\n0 0\ntrailer\n<</Size 9/Root 1 0 R/Prev ${before}>>\nstartxref\n${at}\n%%EOF\n`),
      ]);
      before = at;
    }
    await expect(OwnPdf.open(file)).rejects.toThrow(/revisões demais/);
  });

  it('whose sections lead forward or round in a circle is refused', async () => {
    const at = onePage().length;
    const loop = Buffer.concat([
      onePage(),
      Buffer.from(`xref\n0 0\ntrailer\n<</Size 9/Root 1 0 R/Prev ${at}>>\nstartxref\n${at}\n%%EOF\n`),
    ]);
    await expect(OwnPdf.open(loop)).rejects.toThrow(/não se acha/);
  });

  it('with a million ends has its last ones looked at', () => {
    const marks = Buffer.from('%%EOF'.repeat(200_000));
    expect(revisionEnds(marks, markedEnds(marks), []).length).toBeLessThanOrEqual(50_000);
  });

  it('with many attachments, or two of one name, is refused', async () => {
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`${i}.json`, '{}']));
    await expect((await OwnPdf.open(certificatePage('x', many))).attachments()).rejects.toThrow(/anexos demais/);
    const twice = certificatePage('x', { 'a.json': '{}', 'b.json': '{}' })
      .toString('latin1')
      .replaceAll('(b.json)', '(a.json)');
    const pdf = await OwnPdf.open(Buffer.from(twice, 'latin1'));
    await expect(pdf.attachments()).rejects.toThrow(/mesmo nome/);
  });

  it('of arrays within arrays is refused at a depth', () => {
    expect(() => new Reader(Buffer.from('['.repeat(100_000)), 0).value()).toThrow(damaged);
  });
});

describe('a package', () => {
  const render = (text: string) => (files: Record<string, string>) =>
    certificatePage('x', { ...files, 'conteudo.json': text });

  it.each([
    ['nested a hundred thousand times', '['.repeat(100_000)],
    ['of a list in the place of an object', '[]'],
    [
      'with a text of five million characters',
      `{"esquema":"rubrica.certificado.v2","ambiente":"${'x'.repeat(5_000_000)}"}`,
    ],
  ])('%s is unreadable', async (_, text) => {
    const { signed, certificate } = await makePair({ render: render(text) });
    expect((await verify(signed, certificate)).resultado).toBe('ILEGIVEL');
  });
});

it('the verifier cuts texts before it cleans them', () => {
  expect(clean('x'.repeat(1_000_000)).length).toBeLessThanOrEqual(601);
  expect(clean(' a\u0000\u202eb\u2066 \t\n c\u2800 ')).toBe('ab c');
});
