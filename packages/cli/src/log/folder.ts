import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { clean } from '@rubrica/verify/cli';
import { misuse } from '../command.ts';
import { reasonOf } from '../say.ts';

/** Files that survive a power cut whole, or not at all. */

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;

/** Makes a folder known to the disk: what was renamed into it is lost without that. Windows has no such thing. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeSynced(path: string, content: Uint8Array | string, mode: number): Promise<void> {
  const handle = await open(path, 'wx', mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Replaces a file as a whole: a reader, or whoever starts after a power cut, finds the old content or the new one. */
export async function replaceFile(path: string, content: Uint8Array | string): Promise<void> {
  const folder = dirname(path);
  const temporary = join(folder, `.${randomUUID()}.tmp`);
  await mkdir(folder, { recursive: true });
  try {
    await writeSynced(temporary, content, 0o644);
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  await syncFolder(folder);
}

/** Writes a secret that nobody but its owner reads, whole or not at all. @throws with the code EEXIST where there is one */
export async function createSecret(path: string, content: string): Promise<void> {
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    await writeSynced(temporary, content, 0o600);
    // Unlike a renaming, a link never takes the place of a file.
    await link(temporary, path);
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
  await syncFolder(dirname(path));
}

/**
 * The content of a file, null only where there is none.
 * @throws {Stop} where there is one that cannot be read: that must never pass for none
 */
export async function contentOf(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw misuse(`Não foi possível ler ${clean(path)}: ${clean(reasonOf(error as Error))}`);
  }
}

/** The same for a file that a person named. @throws {Stop} where there is none */
export async function namedFile(path: string): Promise<Buffer> {
  const content = await contentOf(path);
  if (content === null) throw misuse(`O arquivo ${clean(path)} não existe.`);
  return content;
}

/** Makes the folder of a state. @throws {Stop} where that is not possible */
export async function openFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw misuse(`Não foi possível usar a pasta ${clean(path)}: ${clean(reasonOf(error as Error))}`);
  }
}
