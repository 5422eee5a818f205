import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Copies a stream to a new file that only its owner may read. @returns what it held, in bytes, and its hash in hex */
export async function copyToFile(from: Readable, path: string): Promise<{ size: number; sha256: string }> {
  const digest = createHash('sha256');
  let size = 0;
  await pipeline(
    from,
    async function* (source: AsyncIterable<Uint8Array>) {
      for await (const chunk of source) {
        digest.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  );
  return { size, sha256: digest.digest('hex') };
}
