import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { build, onePage } from '../fixtures/build.ts';
import { loadNodeFonts } from '../src/fonts-node.ts';
import { bytesWithRoom, sealPdf, stampPdf } from '../src/index.ts';
import { FOOTER, SEALED_AT, testSeal } from './tools.ts';

const fonts = loadNodeFonts();
const SEAL = { at: SEALED_AT, reason: 'Teste', name: 'Rubrica' };
const INPUT = { marks: [], footer: FOOTER };
const original = build(onePage());
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function roomy(room: number): Buffer {
  const bytes = bytesWithRoom(original.length, room);
  bytes.set(original);
  return bytes;
}

describe('bytes with room behind them', () => {
  it('are appended to in place, and come out as those without', async () => {
    const given = roomy(1 << 20);
    const stamped = await stampPdf(given, INPUT, fonts);
    expect(stamped.buffer).toBe(given.buffer);
    const plain = await stampPdf(original, INPUT, fonts);
    expect(Buffer.compare(stamped, plain)).toBe(0);
    expect(Buffer.compare(given, original)).toBe(0);
  });

  it('are copied where the room is too small', async () => {
    const given = roomy(100);
    const stamped = await stampPdf(given, INPUT, fonts);
    expect(stamped.buffer).not.toBe(given.buffer);
    expect(Buffer.compare(stamped, await stampPdf(original, INPUT, fonts))).toBe(0);
  });

  it('serve whoever comes first: a second update of the same bytes leaves the first alone', async () => {
    const stamped = await stampPdf(roomy(1 << 20), INPUT, fonts);
    const key = await testSeal();
    const first = await sealPdf(stamped, key, SEAL);
    const copy = Buffer.from(first.bytes);
    const second = await sealPdf(stamped, key, { ...SEAL, reason: 'Outro' });
    expect(Buffer.compare(first.bytes, copy)).toBe(0);
    expect(second.bytes.buffer).not.toBe(first.bytes.buffer);
    expect(Buffer.from(second.bytes).includes('Outro')).toBe(true);
  });
});

describe('hashes that come with a seal', () => {
  it('are those of the bytes, of all and of the first', async () => {
    const { bytes, ...sealed } = await sealPdf(await stampPdf(original, INPUT, fonts), await testSeal(), {
      ...SEAL,
      prefix: original.length,
    });
    expect(sealed.sha256).toBe(sha256(bytes));
    expect(sealed.prefixSha256).toBe(sha256(original));
  });
});
