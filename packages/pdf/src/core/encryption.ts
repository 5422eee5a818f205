import { createCipheriv, createHash } from 'node:crypto';
import type { PdfDocument } from './document.ts';
import { type PdfDict, PdfString } from './objects.ts';

/** Padding of passwords, ISO 32000-2 clause 7.6.4.3.2. */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/**
 * Whether an encrypted file opens without a password, because only an owner password protects it (standard security
 * handler, clause 7.6.4; revisions 2 to 6). An unreadable one counts as needing a password.
 */
export function opensWithoutPassword(document: PdfDocument): boolean {
  const encrypt = document.dict(document.encrypted);
  if (!encrypt) return false;
  const user = bytes(document, encrypt, 'U');
  const owner = bytes(document, encrypt, 'O');
  const revision = number(document, encrypt, 'R', 0);
  if (!user || !owner) return false;
  if (revision >= 5) return revision5(user, revision);
  const fileId = document.resolve(document.array(document.trailer.get('ID'))?.[0]);
  const id = fileId instanceof PdfString ? fileId.bytes : Buffer.alloc(0);
  return revision2to4(document, encrypt, user, owner, id, revision);
}

function revision2to4(
  document: PdfDocument,
  encrypt: PdfDict,
  user: Buffer,
  owner: Buffer,
  id: Uint8Array,
  revision: number,
): boolean {
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(number(document, encrypt, 'P', 0) | 0);
  const hash = createHash('md5').update(PADDING).update(owner.subarray(0, 32)).update(permissions).update(id);
  if (revision >= 4 && document.resolve(encrypt.get('EncryptMetadata')) === false) hash.update(Buffer.alloc(4, 0xff));
  const length = revision === 2 ? 5 : Math.min(16, Math.max(5, number(document, encrypt, 'Length', 40) >> 3));
  const keyBytes = revision >= 4 ? 16 : length;
  let key = hash.digest();
  if (revision === 2) return rc4(key.subarray(0, 5), PADDING).equals(user.subarray(0, 32));
  for (let i = 0; i < 50; i++) key = createHash('md5').update(key.subarray(0, keyBytes)).digest();
  key = key.subarray(0, keyBytes);
  let check = rc4(key, createHash('md5').update(PADDING).update(id).digest());
  for (let i = 1; i <= 19; i++) check = rc4(key.map((b) => b ^ i) as Buffer, check);
  return check.equals(user.subarray(0, 16));
}

function revision5(user: Buffer, revision: number): boolean {
  const salt = user.subarray(32, 40);
  const hash = revision === 5 ? createHash('sha256').update(salt).digest() : hash2B(salt);
  return user.length >= 40 && hash.equals(user.subarray(0, 32));
}

/** Algorithm 2.B of clause 7.6.4.3.4 for an empty password. */
function hash2B(salt: Buffer): Buffer {
  let key = createHash('sha256').update(salt).digest();
  for (let round = 0; ; round++) {
    const block = Buffer.concat(Array.from({ length: 64 }, () => key));
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const encrypted = Buffer.concat([cipher.update(block), cipher.final()]);
    const remainder = encrypted.subarray(0, 16).reduce((sum, b) => sum + b, 0) % 3;
    key = createHash(['sha256', 'sha384', 'sha512'][remainder] as string)
      .update(encrypted)
      .digest();
    if (round >= 63 && (encrypted.at(-1) as number) <= round - 31) return key.subarray(0, 32);
  }
}

/** RC4, which OpenSSL 3 no longer offers by default. */
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const s = Uint8Array.from({ length: 256 }, (_, i) => i);
  let j = 0;
  const swap = (a: number, b: number): void => {
    const held = s[a] as number;
    s[a] = s[b] as number;
    s[b] = held;
  };
  for (let i = 0; i < 256; i++) {
    j = (j + (s[i] as number) + (key[i % key.length] as number)) & 255;
    swap(i, j);
  }
  let i = 0;
  j = 0;
  return Buffer.from(data).map((byte) => {
    i = (i + 1) & 255;
    j = (j + (s[i] as number)) & 255;
    swap(i, j);
    return byte ^ (s[((s[i] as number) + (s[j] as number)) & 255] as number);
  }) as Buffer;
}

function bytes(document: PdfDocument, dict: PdfDict, key: string): Buffer | undefined {
  const value = document.resolve(dict.get(key));
  return value instanceof PdfString ? Buffer.from(value.bytes) : undefined;
}

function number(document: PdfDocument, dict: PdfDict, key: string, fallback: number): number {
  const value = document.resolve(dict.get(key));
  return typeof value === 'number' ? value : fallback;
}
