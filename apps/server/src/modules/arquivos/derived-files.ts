/**
 * Files derived from a stored file are beside it, under its key plus a suffix. They are deleted with it and can be
 * regenerated.
 */

const PREVIEW = '.previa.webp';
const INK = '.tinta';
const SUFFIXES = [PREVIEW, INK];

/** The key of a stored file's preview. */
export const previewKey = (chave: string): string => chave + PREVIEW;

/** The key of a stored file's ink map. */
export const inkKey = (chave: string): string => chave + INK;

/** The keys of a stored file and of everything that may have been derived from it. */
export const withDerivedKeys = (chave: string): string[] => [chave, ...SUFFIXES.map((suffix) => chave + suffix)];

/** The stored file that a key belongs to: itself, or the file it was derived from. */
export function keyOfOrigin(chave: string): string {
  const suffix = SUFFIXES.find((one) => chave.endsWith(one));
  return suffix ? chave.slice(0, -suffix.length) : chave;
}
