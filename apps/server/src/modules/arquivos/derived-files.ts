/** What is made of a stored file lies beside it under its key and a suffix, goes with it, and can be made again. */

const PREVIEW = '.previa.webp';
const INK = '.tinta';
const SUFFIXES = [PREVIEW, INK];

/** Where the preview of a stored file lies. */
export const previewKey = (chave: string): string => chave + PREVIEW;

/** Where it is kept which parts of a stored file's pages have ink. */
export const inkKey = (chave: string): string => chave + INK;

/** A stored file's key and those of all that may have been made of it. */
export const withDerivedKeys = (chave: string): string[] => [chave, ...SUFFIXES.map((suffix) => chave + suffix)];

/** The stored file a key belongs to: its own, or the one that what lies there was made of. */
export function keyOfOrigin(chave: string): string {
  const suffix = SUFFIXES.find((one) => chave.endsWith(one));
  return suffix ? chave.slice(0, -suffix.length) : chave;
}
