import { createHash, randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sha256Hex } from '../core/chain.ts';
import { copyToFile } from '../core/copy-to-file.ts';
import { FileMissing } from '../core/ports.ts';
import type { Target } from './target.ts';

/** Content in a target, each piece stored once under its SHA-256 and checked against it whenever it is read. */

/** What is not a file of the service is stored in pieces of at most this size: each in one request, and in memory. */
export const PART_BYTES = 8 * 1024 * 1024;

const HASH = /^[0-9a-f]{64}$/;
const ROOT = 'objects/';

export const isHash = (text: unknown): text is string => typeof text === 'string' && HASH.test(text);

const keyOf = (sha256: string) => `${ROOT}${sha256.slice(0, 2)}/${sha256}`;

/** The bytes under a hash are not there, or are others: the set that names them cannot be restored whole. */
export class BrokenObject extends Error {
  override name = 'BrokenObject';
  readonly sha256: string;
  readonly missing: boolean;
  constructor(sha256: string, missing: boolean) {
    super(`${keyOf(sha256)} ${missing ? 'não está no alvo' : 'não tem o conteúdo que o nome diz'}`);
    this.sha256 = sha256;
    this.missing = missing;
  }
}

const temporaryIn = ({ incoming }: Pick<Target, 'incoming'>) => join(incoming, randomBytes(12).toString('hex'));

/** Stores bytes. @returns their hash */
export async function putBytes(target: Target, bytes: Uint8Array): Promise<string> {
  const sha256 = sha256Hex(bytes);
  await putAt(target, keyOf(sha256), bytes);
  return sha256;
}

/** Stores bytes under any key: whole or not at all. */
export async function putAt(target: Target, key: string, bytes: Uint8Array): Promise<void> {
  const path = temporaryIn(target);
  try {
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
    await target.store.put(key, path);
  } finally {
    await rm(path, { force: true });
  }
}

/** Stores a stream in pieces. @param known hashes that are there already @returns the hashes of the pieces, in order */
export async function putParts(
  target: Target,
  stream: AsyncIterable<Uint8Array>,
  known: ReadonlySet<string> = new Set(),
): Promise<{ size: number; parts: string[] }> {
  const parts: string[] = [];
  let size = 0;
  let held: Uint8Array[] = [];
  let bytes = 0;
  const flush = async () => {
    const part = Buffer.concat(held);
    held = [];
    bytes = 0;
    const sha256 = sha256Hex(part);
    if (!known.has(sha256)) await putAt(target, keyOf(sha256), part);
    parts.push(sha256);
  };
  for await (const chunk of stream) {
    size += chunk.length;
    for (let rest = chunk; rest.length > 0; ) {
      const taken = rest.subarray(0, PART_BYTES - bytes);
      held.push(taken);
      bytes += taken.length;
      rest = rest.subarray(taken.length);
      if (bytes === PART_BYTES) await flush();
    }
  }
  if (bytes > 0) await flush();
  return { size, parts };
}

/** Stores a stream under the hash it is said to have. @returns false, and stores nothing, if it has another */
export async function putChecked(target: Target, from: Readable, sha256: string): Promise<boolean> {
  const path = temporaryIn(target);
  try {
    if ((await copyToFile(from, path)).sha256 !== sha256) return false;
    await target.store.put(keyOf(sha256), path);
    return true;
  } finally {
    await rm(path, { force: true });
  }
}

/** Opens what is stored under a hash, unchecked. @throws BrokenObject */
export async function openObject({ store }: Target, sha256: string): Promise<{ stream: Readable; size: number }> {
  return store.read(keyOf(sha256)).catch((error) => {
    throw error instanceof FileMissing ? new BrokenObject(sha256, true) : error;
  });
}

/** The bytes of a piece. @throws BrokenObject */
export async function readPart(target: Target, sha256: string): Promise<Buffer> {
  const { stream, size } = await openObject(target, sha256);
  if (size > PART_BYTES) {
    stream.destroy();
    throw new BrokenObject(sha256, false);
  }
  const bytes = await buffer(stream);
  if (sha256Hex(bytes) !== sha256) throw new BrokenObject(sha256, false);
  return bytes;
}

/** The bytes of several pieces, one after the other. @throws BrokenObject */
export async function* readParts(target: Target, parts: Iterable<string>): AsyncGenerator<Buffer> {
  for (const part of parts) yield await readPart(target, part);
}

/** Reads everything under a hash. @throws BrokenObject */
export async function checkObject(target: Target, sha256: string): Promise<void> {
  const { stream } = await openObject(target, sha256);
  const digest = createHash('sha256');
  for await (const chunk of stream) digest.update(chunk);
  if (digest.digest('hex') !== sha256) throw new BrokenObject(sha256, false);
}

/** Hashes of at least this age by the target's clock, in order. */
export async function* storedHashes({ store }: Target, ageMs = 0): AsyncIterable<string> {
  for await (const key of store.list(ROOT, ageMs)) {
    const sha256 = key.slice(key.lastIndexOf('/') + 1);
    if (isHash(sha256) && key === keyOf(sha256)) yield sha256;
  }
}

export const removeObject = ({ store }: Target, sha256: string): Promise<void> => store.delete(keyOf(sha256));
