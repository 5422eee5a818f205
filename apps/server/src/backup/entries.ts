import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { isHash, putParts, readParts } from './objects.ts';
import type { Target } from './target.ts';

/** A list is lines of JSON, compressed and stored as pieces of content like everything else. */

/** A file of a set, by the pieces it consists of; a folder ends in `/` and has none. */
export interface Entry {
  readonly path: string;
  readonly size: number;
  readonly parts: readonly string[];
}

/** No path of ours is longer, and a line beyond this is none of ours. */
const PATH_MAX = 4096;

/** Writes entries to a local file, from which they can be read again before they are stored. */
export async function writeEntries(path: string, entries: AsyncIterable<Entry> | Iterable<Entry>): Promise<void> {
  const lines = async function* () {
    for await (const entry of entries) yield `${JSON.stringify(entry)}\n`;
  };
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
}

export const entriesInFile = (path: string): AsyncIterable<Entry> => parsed(createReadStream(path));

/** Stores a list that writeEntries made. @returns its pieces */
export async function putList(target: Target, path: string): Promise<readonly string[]> {
  return (await putParts(target, createReadStream(path))).parts;
}

/** The entries of a stored list. @throws BrokenObject, and Error if a line is not an entry */
export function entriesIn(target: Target, list: readonly string[]): AsyncIterable<Entry> {
  return parsed(Readable.from(readParts(target, list)));
}

async function* parsed(compressed: Readable): AsyncIterable<Entry> {
  const text = createGunzip();
  const piped = pipeline(compressed, text);
  piped.catch(() => {});
  const lines = createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) yield entryOf(line);
  // The lines simply end where the stream behind them failed.
  await piped;
}

function entryOf(line: string): Entry {
  const { path, size, parts } = JSON.parse(line) as Partial<Entry>;
  const valid =
    typeof path === 'string' &&
    path.length <= PATH_MAX &&
    Number.isSafeInteger(size) &&
    Array.isArray(parts) &&
    parts.every(isHash);
  if (!valid) throw new Error('uma lista do conjunto tem uma linha que não é dela');
  return { path, size: size as number, parts };
}
