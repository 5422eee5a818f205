import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseCheckpoint } from '../../../../../packages/verify/src/log/checkpoint.ts';
import { parseNote, parseVerifierKey, verifyNote } from '../../../../../packages/verify/src/log/note.ts';
import { readReceipt } from '../../../../../packages/verify/src/log/receipt.ts';
import { sha256 } from '../../../src/core/chain.ts';
import { actClaim, hiddenLabel, hiddenLeaf, newNonce, plainLeaf } from '../../../src/core/open-log/leaf.ts';
import {
  checkpointText,
  findCosignature,
  newLogKey,
  noteText,
  openLogKey,
  readWitnessKey,
} from '../../../src/core/open-log/note.ts';
import { receiptOf } from '../../../src/modules/registro/receipt.ts';

/** What the log signs and reads, as the verifier reads it, which shares no code with it. */

const ORIGIN = 'rubrica.exemplo/registro';
const key = openLogKey(ORIGIN, newLogKey());

function newWitness(name = 'testemunha.exemplo/w1') {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const id = sha256(Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(4), raw])).subarray(0, 4);
  const vkey = `${name}+${id.toString('hex')}+${Buffer.concat([Buffer.of(4), raw]).toString('base64')}`;
  const cosign = (text: string, time = 1_800_000_000n) => {
    const at = Buffer.alloc(8);
    at.writeBigUInt64BE(time);
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), privateKey);
    return `— ${name} ${Buffer.concat([id, at, signature]).toString('base64')}`;
  };
  return { vkey, cosign };
}

describe('notes of the open log', () => {
  it('are signed under a key that its verifier key names', async () => {
    const root = sha256('');
    const note = key.sign(checkpointText(ORIGIN, { size: 42, root }));
    const read = parseNote(note);
    expect(await verifyNote(read, [parseVerifierKey(key.vkey)])).toMatchObject([{ time: null }]);
    expect(parseCheckpoint(read)).toMatchObject({ origin: ORIGIN, size: 42 });
    expect(noteText(note)).toBe(read.text);
    await expect(
      verifyNote(parseNote(note.replace('\n42\n', '\n43\n')), [parseVerifierKey(key.vkey)]),
    ).rejects.toThrow();
  });

  it('take cosignatures of a witness over this text, and no other line', async () => {
    const { vkey, cosign } = newWitness();
    const witness = readWitnessKey(vkey);
    if (!witness) throw new Error('no key');
    const text = checkpointText(ORIGIN, { size: 1, root: sha256('') });
    const line = cosign(text);
    expect(findCosignature(text, ['', 'anything', newWitness().cosign(text), line], witness)).toBe(line);
    expect(findCosignature(text, [cosign(checkpointText(ORIGIN, { size: 2, root: sha256('') }))], witness)).toBeNull();
    expect(findCosignature(text, [newWitness().cosign(text)], witness)).toBeNull();
    expect(findCosignature(text, [`${line} x`, line.slice(2)], witness)).toBeNull();
    const note = `${key.sign(text)}${line}\n`;
    const signed = await verifyNote(parseNote(note), [parseVerifierKey(key.vkey), parseVerifierKey(vkey)]);
    expect(signed.map(({ time }) => time?.getTime() ?? null)).toEqual([null, 1_800_000_000_000]);
  });

  it.each([
    ['a log’s key', key.vkey],
    ['another number', newWitness().vkey.replace(/\+[0-9a-f]{8}\+/, '+00000000+')],
    ['no key', 'testemunha.exemplo/w1'],
    ['a space in the name', newWitness('testemunha de alguém').vkey],
  ])('know no witness by %s', (_what, vkey) => {
    expect(readWitnessKey(vkey)).toBeNull();
  });

  it('are receipts that hold all that their leaf is made of, and no checkpoints', async () => {
    const nonce = newNonce();
    const at = new Date('2026-11-30T01:02:03.004Z');
    const id = '7d1f3c52-9b0e-4c7a-8f64-2a5e91c0d3b8';
    const claim = actClaim(id, { sequencia: 9, hash: 'ab'.repeat(32), at });
    const text = receiptOf(key, nonce, claim);
    expect(receiptOf(key, nonce, claim)).toBe(text);
    const receipt = await readReceipt(text, parseVerifierKey(key.vkey));
    expect(receipt).toMatchObject({
      origin: ORIGIN,
      documentoId: id,
      sequencia: 9,
      elo: 'ab'.repeat(32),
      signed: true,
    });
    expect(JSON.stringify(receipt.leaf)).toContain('"t":"ATO"');
    expect(() => parseCheckpoint(parseNote(text))).toThrow();
    await expect(readReceipt(text.replace('\n9\n', '\n8\n'), parseVerifierKey(key.vkey))).rejects.toThrow();
  });
});

describe('leaves of the open log', () => {
  const about = ['SVC-1', '2'] as const;
  const claim = { type: 'CERTIFICADO' as const, about, says: [...about, 'ff'.repeat(32)], at: new Date(0) };

  it('tell nothing without the nonce, and are found by their label with it', () => {
    const [one, other] = [newNonce(), newNonce()];
    const leaf = hiddenLeaf(one, claim);
    expect(leaf.folha).not.toContain('SVC-1');
    expect(leaf.folha).not.toContain('ff'.repeat(32));
    expect(hiddenLabel(one, claim)).toEqual(leaf.rotulo);
    expect(hiddenLabel(other, claim)).not.toEqual(leaf.rotulo);
    expect(hiddenLeaf(one, claim)).toEqual(leaf);
  });

  it('of the installation say what they say, under labels of their own', () => {
    const leaf = plainLeaf({ type: 'SELO', about: ['aa', '2026'], says: ['PRODUCAO'], at: new Date(0) });
    expect(JSON.parse(leaf.folha)).toEqual({
      v: 1,
      t: 'SELO',
      k: 'SELO\naa\n2026',
      c: 'PRODUCAO',
      ts: '1970-01-01T00:00:00.000Z',
    });
  });
});
