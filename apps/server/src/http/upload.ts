import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { FILE_MAX_BYTES, rule } from '@rubrica/contract';
import type { Upload } from '../core/call.ts';
import { FileTooLarge } from '../core/ports.ts';
import { Problem } from '../core/problem.ts';

const DRAIN_MAX_BYTES = 3 * FILE_MAX_BYTES;

/** A file on its way into temporary storage, hashed as it arrives. */
export interface Receiving {
  /** @throws FileTooLarge beyond 20 MB */
  write(chunk: Uint8Array): Promise<void>;
  finish(): Upload;
  /** Leaves nothing behind. */
  abandon(): Promise<void>;
}

export async function openUpload(directory: string): Promise<Receiving> {
  const path = join(directory, randomUUID());
  const hash = createHash('sha256');
  const handle = await open(path, 'wx', 0o600);
  let size = 0;
  return {
    async write(chunk) {
      size += chunk.length;
      if (size > FILE_MAX_BYTES) throw new FileTooLarge();
      hash.update(chunk);
      await handle.writeFile(chunk);
    },
    finish() {
      // Started while the file is open, and in parallel with reading it: the store need not open it again, and waits
      // for the rest.
      const synced = handle.sync().finally(() => handle.close());
      synced.catch(() => {});
      return { path, size, sha256: hash.digest('hex'), synced };
    },
    async abandon() {
      await handle.close();
      await rm(path, { force: true });
    },
  };
}

/** @throws FileTooLarge, and whatever reading the chunks throws; then nothing is left behind */
export async function saveUpload(chunks: AsyncIterable<Uint8Array>, directory: string): Promise<Upload> {
  const receiving = await openUpload(directory);
  try {
    for await (const chunk of chunks) await receiving.write(chunk);
    return receiving.finish();
  } catch (error) {
    await receiving.abandon();
    throw error;
  }
}

export async function discardUpload(upload: Upload): Promise<void> {
  if (!upload.taken) await rm(upload.path, { force: true });
}

/** @param campo where the file, or its address, stands in the request */
export const fileTooLarge = (campo = 'arquivo') =>
  new Problem('413 LIMITE_EXCEDIDO', rule('fileTooLarge'), { erros: [{ campo, ...rule('fileSize') }] });

/**
 * Reads and discards what a refused caller is still sending: closing the connection while it sends resets it, and the
 * refusal never arrives (RFC 9112, section 9.6). A client that sends far more than any file may be is cut off.
 */
export function drain(raw: IncomingMessage): void {
  let left = DRAIN_MAX_BYTES;
  raw.unpipe();
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.destroy();
  });
  raw.resume();
}
