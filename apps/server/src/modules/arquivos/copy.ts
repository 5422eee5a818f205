import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Upload } from '../../core/call.ts';
import { copyToFile } from '../../core/copy-to-file.ts';
import type { FileStore } from '../../core/ports.ts';
import type { StoredFile } from './arquivos.ts';
import { asReceived } from './stored-stream.ts';

/**
 * A copy of a stored file as if it had just been received, for the duration of `use`.
 * @param directory for temporary files
 * @throws StoredFileAltered if the stored bytes are no longer those that were received
 */
export async function withCopy<T>(
  files: FileStore,
  directory: string,
  stored: StoredFile,
  use: (copy: Upload) => Promise<T>,
): Promise<T> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, `${randomUUID()}.pdf`);
  try {
    const { stream } = await files.read(stored.chave);
    return await use({ path, ...(await copyToFile(asReceived(stream, stored), path)) });
  } finally {
    await rm(path, { force: true });
  }
}
