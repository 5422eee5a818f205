import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { sha256 } from '../chain.ts';

/** Signed notes (C2SP signed-note), checkpoints (tlog-checkpoint) and cosignatures (tlog-cosignature). */

const ED25519 = 1;
const COSIGNATURE = 4;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const TIME_BYTES = 8;
const ID_BYTES = 4;

const keyId = (name: string, type: number, key: Uint8Array): Buffer =>
  sha256(Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(type), key])).subarray(0, ID_BYTES);

const rawPublicKey = (key: KeyObject): Buffer => Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');

const publicKeyOf = (raw: Uint8Array): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(raw).toString('base64url') }, format: 'jwk' });

const verifierKey = (name: string, type: number, key: Uint8Array): string =>
  `${name}+${keyId(name, type, key).toString('hex')}+${Buffer.concat([Buffer.of(type), key]).toString('base64')}`;

/** What a log signs with. */
export interface LogKey {
  /** Origin of its checkpoints, and the key's name. */
  readonly origin: string;
  /** The verifier key. */
  readonly vkey: string;
  /** @param text with a line feed at its end @returns the note: text, empty line, signature */
  sign(text: string): string;
}

/** A new private key, in PKCS#8. */
export const newLogKey = (): Buffer =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' });

/** The verifier key of a private one. @param pkcs8 as `newLogKey` makes it */
export function openLogKey(origin: string, pkcs8: Buffer): LogKey {
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const raw = rawPublicKey(createPublicKey(key));
  const id = keyId(origin, ED25519, raw);
  return {
    origin,
    vkey: verifierKey(origin, ED25519, raw),
    sign: (text) => {
      const signature = Buffer.concat([id, sign(null, Buffer.from(text), key)]).toString('base64');
      return `${text}\n— ${origin} ${signature}\n`;
    },
  };
}

export interface Head {
  readonly size: number;
  readonly root: Buffer;
}

/** The text of a checkpoint. */
export const checkpointText = (origin: string, { size, root }: Head): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`;

/** What a checkpoint says: the text of `checkpointText`, signed or not. */
export function readHead(checkpoint: string): Head & { readonly origin: string } {
  const [origin = '', size, root = ''] = checkpoint.split('\n');
  return { origin, size: Number(size), root: Buffer.from(root, 'base64') };
}

/** The text of a note, with the line feed at its end and without signatures. */
export const noteText = (note: string): string => note.slice(0, note.lastIndexOf('\n\n') + 1);

/** A verifier key's name, key id, type and key; null if it is none. */
function readVerifierKey(vkey: string) {
  const [, name, id = '', base64 = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(vkey) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  const raw = bytes.subarray(1);
  return name === undefined || raw.length !== KEY_BYTES
    ? null
    : { name, id: Buffer.from(id, 'hex'), type: bytes[0], raw };
}

/** What follows the key id in a signature line; null if the line is none, or of another key. Whether it holds is another question. */
export function signatureBy({ name, id }: { readonly name: string; readonly id: Buffer }, line: string): Buffer | null {
  const [, signer, base64 = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  return signer === name && bytes.subarray(0, ID_BYTES).equals(id) ? bytes.subarray(ID_BYTES) : null;
}

/** Whether a note bears the signature of a log. @param vkey the log's verifier key, as `openLogKey` made it */
export function isSignedBy(note: string, vkey: string): boolean {
  const key = readVerifierKey(vkey);
  if (key === null) return false;
  const text = Buffer.from(noteText(note));
  return note.split('\n').some((line) => {
    const signature = signatureBy(key, line);
    return signature !== null && verify(null, text, publicKeyOf(key.raw), signature);
  });
}

/** The size that a witness says it saw, in its answer 409 (tlog-witness); null if it says none. */
export const readSeenSize = (body: string): number | null =>
  /^(0|[1-9]\d{0,14})\n?$/.test(body) ? Number(body) : null;

/** A witness's key, by which its cosignatures are known. */
export interface WitnessKey {
  readonly name: string;
  readonly vkey: string;
  readonly id: Buffer;
  readonly key: KeyObject;
}

/** @returns null if the text is not the verifier key of a witness (tlog-cosignature, Ed25519) */
export function readWitnessKey(vkey: string): WitnessKey | null {
  const read = readVerifierKey(vkey);
  if (read?.type !== COSIGNATURE || verifierKey(read.name, COSIGNATURE, read.raw) !== vkey) return null;
  return { name: read.name, vkey, id: read.id, key: publicKeyOf(read.raw) };
}

/**
 * The line of a witness among those that it answered with, if its cosignature is of this checkpoint.
 * @param text of the checkpoint
 */
export function findCosignature(text: string, lines: readonly string[], witness: WitnessKey): string | null {
  const own = lines.find((line) => {
    const bytes = signatureBy(witness, line);
    if (bytes?.length !== TIME_BYTES + SIGNATURE_BYTES) return false;
    const signed = Buffer.from(`cosignature/v1\ntime ${bytes.readBigUInt64BE()}\n${text}`);
    return verify(null, signed, witness.key, bytes.subarray(TIME_BYTES));
  });
  return own ?? null;
}
