/** How the strength of a password is estimated with zxcvbn, by the service that decides and by the page that forecasts. */

/**
 * The estimate takes more than linear time on the event loop: up to 55 ms for 40 characters and 2 s for 256 (measured
 * with hostile inputs). A strong beginning makes the whole password strong, so only the beginning is estimated.
 */
const ESTIMATED_CHARS = 40;

/** The default of 100 triples the time and finds nothing more in passwords people type. */
export const SUBSTITUTIONS_TRIED = 20;

/** As much of a password as is estimated. */
export const estimatedPart = (senha: string): string => senha.slice(0, ESTIMATED_CHARS);

/** What an attacker knows of a person, as words: each text as a whole, without spaces, and word by word, so that names also cover `HelenaPrado1` and `acacia2026`. */
export function knownWords(known: readonly string[]): string[] {
  const words = known
    .map((text) => text.toLowerCase())
    .flatMap((text) => {
      const parts = text.split(/[^\p{L}\p{N}]+/u);
      return [text, parts.join(''), ...parts];
    })
    .flatMap((word) => [word, word.normalize('NFD').replace(/\p{M}/gu, '')])
    .filter((word) => word.length >= 3)
    // Only this much of a password is estimated, so a longer part of an e-mail could not be found in it.
    .map((word) => word.slice(0, ESTIMATED_CHARS));
  return [...new Set([...words, 'rubrica'])];
}
