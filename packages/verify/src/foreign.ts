/**
 * Texts that come from the files or from the command line, made fit for a terminal or a page: a title may hold escape
 * sequences that print a result of their own, and characters that turn the order of what follows.
 */

/** Controls, format characters (the bidirectional ones are among them), separators of lines, and blanks that show nothing. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u115f\u1160\u2800\u3164\uffa0]/gu;
const LONGEST = 600;

/** The text without what acts instead of being read, its blanks single, cut where it is too long to be honest. */
export function clean(text: string): string {
  const plain = text
    .slice(0, 4 * LONGEST)
    .replace(HIDDEN, '')
    .replace(/\s+/gu, ' ')
    .trim();
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
}
