import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { FileMissing, type FileStore } from '../../core/ports.ts';

/**
 * Files derived from a stored file are beside it, under its key plus a suffix. They are deleted with it and can be
 * regenerated.
 */

const PREVIEW = '.previa.webp';
const INK = '.tinta';
/** Pictures of the first page that lists show; larger ones, and those of other pages, are not stored (ADR 0074). */
const THUMBNAIL_WIDTHS = [160, 320] as const;
const thumbnail = (width: number) => `.pagina1-${width}.png`;
const SUFFIXES = [PREVIEW, INK, ...THUMBNAIL_WIDTHS.map(thumbnail)];

/** The key of a stored file's preview. */
export const previewKey = (chave: string): string => chave + PREVIEW;

/** The key of a stored file's ink map. */
export const inkKey = (chave: string): string => chave + INK;

/** The key of a picture of a page, or null if such pictures are not stored. @param page counted from 1 */
export function pictureKey(chave: string, page: number, width: number): string | null {
  return page === 1 && THUMBNAIL_WIDTHS.some((one) => one === width) ? chave + thumbnail(width) : null;
}

/** Stores a derived file. @param directory for temporary files */
export async function keepDerived(files: FileStore, directory: string, key: string, bytes: Uint8Array): Promise<void> {
  const path = join(directory, randomUUID());
  await writeFile(path, bytes, { mode: 0o600 });
  await files.put(key, path);
}

/** A derived file, or null if it was not made yet. */
export async function readDerived(files: FileStore, key: string): Promise<Buffer | null> {
  try {
    return await buffer((await files.read(key)).stream);
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
}

/** The keys of a stored file and of everything that may have been derived from it. */
export const withDerivedKeys = (chave: string): string[] => [chave, ...SUFFIXES.map((suffix) => chave + suffix)];

/** The stored file that a key belongs to: itself, or the file it was derived from. */
export function keyOfOrigin(chave: string): string {
  const suffix = SUFFIXES.find((one) => chave.endsWith(one));
  return suffix ? chave.slice(0, -suffix.length) : chave;
}
