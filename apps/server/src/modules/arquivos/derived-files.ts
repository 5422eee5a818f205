import { createHmac, type KeyObject, randomUUID, timingSafeEqual } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { FileMissing, type FileStore, type Secrets } from '../../core/ports.ts';

/**
 * Files derived from a stored file are beside it, under its key plus a suffix. They are deleted with it and can be
 * regenerated. Each ends with an HMAC of its key and its bytes: a picture of a page is what somebody reads before they sign,
 * and whoever can write where files are kept must not choose it.
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

export interface DerivedFiles {
  keep(key: string, bytes: Uint8Array): Promise<void>;
  /** A derived file; null if it was not made yet, or not by this installation. */
  read(key: string): Promise<Buffer | null>;
}

const MAC_BYTES = 32;

/** @param directory for temporary files */
export function createDerivedFiles(
  files: FileStore,
  directory: string,
  secrets: Pick<Secrets, 'deriveAll'>,
): DerivedFiles {
  const [newest, ...older] = secrets.deriveAll('derivados') as [KeyObject, ...KeyObject[]];
  const macOf = (secret: KeyObject, key: string, bytes: Uint8Array) =>
    createHmac('sha256', secret).update(`${key}\n`).update(bytes).digest();
  return {
    async keep(key, bytes) {
      const path = join(directory, randomUUID());
      await writeFile(path, [bytes, macOf(newest, key, bytes)], { mode: 0o600 });
      await files.put(key, path);
    },
    async read(key) {
      const stored = await files.read(key).catch((error) => {
        if (error instanceof FileMissing) return null;
        throw error;
      });
      if (stored === null) return null;
      const whole = await buffer(stored.stream);
      if (whole.length < MAC_BYTES) return null;
      const bytes = whole.subarray(0, -MAC_BYTES);
      const mac = whole.subarray(-MAC_BYTES);
      return [newest, ...older].some((secret) => timingSafeEqual(mac, macOf(secret, key, bytes))) ? bytes : null;
    },
  };
}

/** The keys of a stored file and of everything that may have been derived from it. */
export const withDerivedKeys = (chave: string): string[] => [chave, ...SUFFIXES.map((suffix) => chave + suffix)];

/** The stored file that a key belongs to: itself, or the file it was derived from. */
export function keyOfOrigin(chave: string): string {
  const suffix = SUFFIXES.find((one) => chave.endsWith(one));
  return suffix ? chave.slice(0, -suffix.length) : chave;
}
