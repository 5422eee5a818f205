import { concat, equal, fromBase64, own, toBase64, toHex } from '../bytes.ts';
import { newSha256 } from '../crypto/sha256.ts';
import { ensure } from '../report.ts';
import { Unreadable } from '../unreadable.ts';

/** Texts signed by one key or several, and the keys themselves: C2SP signed-note and tlog-cosignature. */

export interface NoteSignature {
  readonly name: string;
  /** The first four bytes of the hash that identifies a key among those of one name. */
  readonly id: Uint8Array;
  /** What follows the id: what the key made. */
  readonly bytes: Uint8Array;
  /** The whole line, without its line feed. */
  readonly line: string;
}

export interface Note {
  /** What was signed, with its last line feed. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

const MAX_NOTE = 1024 * 1024;
const MAX_SIGNATURES = 100;
const ID_BYTES = 4;
/** A name of a key: neither empty nor with white space (of Unicode) or a plus sign in it. */
const NAME = /^[^\s\u0085+]+$/u;
/** What must not be in a note: ASCII control characters but the line feed, and halves of characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
const FORBIDDEN = /[\u0000-\u0009\u000b-\u001f\p{Cs}]/u;

/** The bytes written as base64 in its one shortest form. @throws Unreadable naming what should have been there */
export function base64Of(text: string, what: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(text);
  ensure(bytes && toBase64(bytes) === text, `${what} não está em base64`);
  return bytes;
}

/** The number written in decimal, without sign or leading zeroes. @throws Unreadable naming what it should have been */
export function decimalOf(text: string, what: string): number {
  const value = /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN;
  ensure(Number.isSafeInteger(value), `${what} não é um número inteiro em decimal`);
  return value;
}

/**
 * Reads a note (C2SP signed-note): a text, a blank line, signatures. Nothing in it may be believed before `verifyNote`.
 * @param text decoded from UTF-8, with a byte order mark left in, if there is one
 * @throws Unreadable
 */
export function parseNote(text: string): Note {
  ensure(text.length <= MAX_NOTE, 'a nota é grande demais');
  ensure(!FORBIDDEN.test(text), 'a nota tem caracteres de controle');
  const split = text.lastIndexOf('\n\n');
  ensure(
    split > 0 && text.endsWith('\n') && split + 2 < text.length,
    'a nota não tem uma linha em branco e assinaturas',
  );
  const lines = text.slice(split + 2, -1).split('\n');
  ensure(lines.length <= MAX_SIGNATURES, 'a nota tem assinaturas demais');
  return { text: text.slice(0, split + 1), signatures: lines.map(readSignature) };
}

function readSignature(line: string): NoteSignature {
  const [dash, name = '', signature = '', ...more] = line.split(' ');
  ensure(
    dash === '—' && NAME.test(name) && more.length === 0,
    'uma assinatura da nota não tem a forma das assinaturas',
  );
  const bytes = base64Of(signature, 'uma assinatura da nota');
  ensure(bytes.length > ID_BYTES, 'uma assinatura da nota está vazia');
  return { name, id: bytes.subarray(0, ID_BYTES), bytes: bytes.subarray(ID_BYTES), line };
}

/** Kinds of keys: Ed25519 over a note's text, and a witness's over it and the time (cosignature/v1). */
const SIGNER = 1;
const WITNESS = 4;
const KEY_BYTES = 32;

export interface VerifierKey {
  readonly name: string;
  readonly id: Uint8Array;
  /** 1: Ed25519. 4: Ed25519 of a witness. */
  readonly type: 1 | 4;
  /** 32 bytes (RFC 8032). */
  readonly publicKey: Uint8Array;
  /** As it is written: `name+id+base64`. */
  readonly text: string;
}

/**
 * Reads a verifier key (C2SP signed-note, "vkey").
 * @throws Unreadable, also where its id is not that of its name and key
 */
export function parseVerifierKey(text: string): VerifierKey {
  const [name = '', id = '', ...rest] = text.split('+');
  ensure(NAME.test(name) && /^[0-9a-f]{8}$/.test(id), 'não é uma chave de conferência (nome+identificador+chave)');
  const encoded = base64Of(rest.join('+'), 'a chave de conferência');
  const [type] = encoded;
  ensure(type === SIGNER || type === WITNESS, 'a chave de conferência é de um tipo que este programa não conhece');
  const publicKey = encoded.subarray(1);
  ensure(publicKey.length === KEY_BYTES, 'a chave de conferência não tem 32 bytes');
  const own = newSha256()
    .update(utf8(`${name}\n`))
    .update(encoded)
    .digest()
    .subarray(0, ID_BYTES);
  ensure(toHex(own) === id, 'a chave de conferência não é a do seu identificador');
  return { name, id: own, type, publicKey, text };
}

/** The bytes of a text in UTF-8. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** A key that signed a note. */
export interface Signed {
  readonly key: VerifierKey;
  /** When, according to a witness; null for a key of the other kind, which says no time. */
  readonly time: Date | null;
}

/**
 * Who of these keys signed a note, each once, in the order of their signatures. Signatures of other keys are ignored,
 * so nobody at all may have.
 * @throws Unreadable if a signature bears the name and the id of one of the keys, and is not its
 */
export async function verifyNote(note: Note, keys: readonly VerifierKey[]): Promise<Signed[]> {
  const signed = new Map<string, Signed>();
  for (const signature of note.signatures) {
    const key = keys.find(({ name, id }) => name === signature.name && equal(id, signature.id));
    if (!key) continue;
    const { message, bytes, time } = key.type === WITNESS ? cosigned(note, signature) : plain(note, signature);
    ensure(await isBy(key, message, bytes), `a assinatura de ${key.name} não confere`);
    if (!signed.has(key.text)) signed.set(key.text, { key, time });
  }
  return [...signed.values()];
}

interface Message {
  readonly message: Uint8Array;
  readonly bytes: Uint8Array;
  readonly time: Date | null;
}

const plain = ({ text }: Note, { bytes }: NoteSignature): Message => ({ message: utf8(text), bytes, time: null });

const TIME_BYTES = 8;

/** What a witness signs: a header, the seconds since 1970, and the note's text (C2SP tlog-cosignature). */
function cosigned({ text }: Note, { name, bytes }: NoteSignature): Message {
  ensure(bytes.length > TIME_BYTES, `a assinatura de ${name} está incompleta`);
  const seconds = new DataView(concat(bytes.subarray(0, TIME_BYTES)).buffer).getBigUint64(0);
  const time = new Date(Number(seconds) * 1000);
  ensure(!Number.isNaN(time.getTime()), `a assinatura de ${name} diz uma hora impossível`);
  const message = concat(utf8(`cosignature/v1\ntime ${seconds}\n`), utf8(text));
  return { message, bytes: bytes.subarray(TIME_BYTES), time };
}

async function isBy({ publicKey }: VerifierKey, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', own(publicKey), 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', key, own(signature), own(message));
  } catch (error) {
    // Otherwise a browser of before Ed25519 would call a genuine signature false.
    const unknown = (error as Error).name === 'NotSupportedError';
    if (unknown) throw new Unreadable('este navegador não sabe conferir assinaturas Ed25519');
    return false;
  }
}
