import { hash, randomBytes } from 'node:crypto';

/** SHA-256 of UTF-8 text or bytes, 64 lowercase hexadecimal characters. */
export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}

/** SHA-256 of UTF-8 text or bytes, 32 bytes: how tokens are stored. */
export function sha256(data: string | Uint8Array): Buffer {
  return hash('sha256', data, 'buffer');
}

/**
 * Canonical JSON (RFC 8785): keys sorted by UTF-16 code units, no white space, numbers and strings as ECMAScript writes
 * them, which is how JSON.stringify writes each primitive.
 * @throws TypeError on values that JSON cannot represent (undefined inside an array, functions, non-finite numbers).
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('JSON has no such number');
  if (value === null || typeof value !== 'object') {
    const text = JSON.stringify(value);
    if (text === undefined) throw new TypeError(`JSON cannot hold ${typeof value}`);
    return text;
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** The link before the first event: binds the trail to the document and to the first uploaded file. */
export function chainRoot(documentoId: string, fileSha256: string): string {
  return sha256Hex(`${documentoId}\n${fileSha256}`);
}

/** The hash of an event, from the previous link and the event as served without its `hash`. */
export function chainLink(previousHash: string, canonicalEvent: string): string {
  return sha256Hex(`${previousHash}\n${canonicalEvent}`);
}

/** The certificate's own hash; `hashAnterior` is empty for version 1. */
export function certificateHash(
  codigo: string,
  versao: number,
  hashAnterior: string | null,
  hashConteudo: string,
): string {
  return sha256Hex([codigo, String(versao), hashAnterior ?? '', hashConteudo].join('\n'));
}

/** A salt for `saltedHash`: 32 random bytes as 64 lowercase hexadecimal digits. */
export function newSalt(): string {
  return randomBytes(32).toString('hex');
}

/** SHA-256 of the salt, a line feed and the canonical JSON: binds data to a chain that may outlive the data. */
export function saltedHash(sal: string, value: unknown): string {
  return sha256Hex(`${sal}\n${canonicalJson(value)}`);
}
