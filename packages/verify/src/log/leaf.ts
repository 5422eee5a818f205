import { fromHex, toHex } from '../bytes.ts';
import { canonicalJson } from '../canonical.ts';
import { newSha256 } from '../crypto/sha256.ts';
import { ensure } from '../report.ts';
import { type Of, oneOf, record, text, time, whole } from '../shape.ts';
import { Unreadable } from '../unreadable.ts';
import { utf8 } from './note.ts';

/** The entries of the open log, and what they are made of (ADR 0085). */

/** Of a document, told by nobody who has not got its nonce; and of the installation, told to everybody. */
const HIDDEN = ['ATO', 'CONCLUSAO', 'CERTIFICADO'] as const;
const PLAIN = ['SELO', 'VERIFICADOR', 'GENESE'] as const;

const Shape = record({ c: text, k: text, t: oneOf(...HIDDEN, ...PLAIN), ts: time, v: whole });

/** `k`, the label, says what the leaf is of, `c`, the commitment, what it says of it; `ts` when it was made. */
export type Leaf = Of<typeof Shape>;
export type LeafType = Leaf['t'];

/** An entry bundle of C2SP tlog-tiles counts an entry's bytes in sixteen bits. */
const MAX_LEAF = 65_535;
const MEMBERS = 5;
const PLAIN_LINES = 3;

/** Whether a leaf's label and commitment are hashes rather than the lines themselves. */
export const isHidden = (type: LeafType): type is (typeof HIDDEN)[number] =>
  (HIDDEN as readonly string[]).includes(type);

/** Reads an entry. @throws Unreadable unless it is the canonical JSON (RFC 8785) of a leaf, byte by byte */
export function parseLeaf(bytes: Uint8Array): Leaf {
  ensure(bytes.length <= MAX_LEAF, 'a folha é grande demais');
  let value: unknown;
  let written = '';
  try {
    written = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    value = JSON.parse(written);
  } catch {
    throw new Unreadable('a folha não é JSON');
  }
  ensure(canonicalJson(value) === written, 'a folha não está em forma canônica');
  const leaf = Shape(value, 'a folha');
  ensure(leaf.v === 1 && Object.keys(leaf).length === MEMBERS, 'a folha não tem a forma das folhas do registro');
  const { t, k, c } = leaf;
  const lines = k.split('\n');
  const fits = isHidden(t)
    ? [k, c].every((hash) => /^[0-9a-f]{64}$/.test(hash))
    : lines.length === PLAIN_LINES && lines[0] === t && c !== '';
  ensure(fits, 'o rótulo ou o compromisso da folha não são do seu tipo');
  return leaf;
}

/** What a leaf is of and what it says of it, each as lines. */
export interface Lines {
  readonly label: readonly string[];
  readonly commitment: readonly string[];
}

/** A signature or refusal: the number of its event in the trail, from 1, and that event's hash. */
export const actLines = (documentoId: string, sequencia: number, elo: string): Lines => ({
  label: ['ATO', documentoId, String(sequencia)],
  commitment: [documentoId, String(sequencia), elo],
});

/** A conclusion: the hash of the event that concluded the document, and the SHA-256 of the signed file. */
export const conclusionLines = (documentoId: string, elo: string, hashAssinado: string): Lines => ({
  label: ['CONCLUSAO', documentoId, '1'],
  commitment: [documentoId, elo, hashAssinado],
});

/** A version of a completion certificate. */
export const certificateLines = (codigo: string, versao: number, hash: string): Lines => ({
  label: ['CERTIFICADO', codigo, String(versao)],
  commitment: [codigo, String(versao), hash],
});

/**
 * The label and the commitment of a leaf: HMAC-SHA-256 of their lines under a document's nonce; the lines themselves of
 * a leaf of the installation's.
 * @param nonce 64 hexadecimal digits; of no meaning for a leaf of the installation's
 * @throws Unreadable if a nonce is needed and is not one
 */
export function leafFor(
  nonce: string,
  label: readonly string[],
  commitment: readonly string[],
  type: LeafType,
): Pick<Leaf, 't' | 'k' | 'c'> {
  const [k, c] = [label.join('\n'), commitment.join('\n')];
  if (!isHidden(type)) return { t: type, k, c };
  const key = fromHex(utf8(nonce));
  ensure(key?.length === 32, 'o nonce não são 64 algarismos hexadecimais');
  return { t: type, k: toHex(hmacSha256(key, utf8(k))), c: toHex(hmacSha256(key, utf8(c))) };
}

const BLOCK = 64;

/** HMAC-SHA-256 (RFC 2104), with a key no longer than a block of 64 bytes. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const keyed = (pad: number) => newSha256().update(Uint8Array.from({ length: BLOCK }, (_, i) => (key[i] ?? 0) ^ pad));
  return keyed(0x5c).update(keyed(0x36).update(message).digest()).digest();
}
