/**
 * Makes texts from the files or the command line safe for a terminal or a page: a title may contain escape sequences
 * that print a fake result, or characters that reverse the order of what follows.
 */

/** Control and format characters (including bidirectional ones), line separators, and invisible spaces. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u115f\u1160\u2800\u3164\uffa0]/gu;
const LONGEST = 600;

/**
 * The text without characters that act instead of being displayed, with single spaces, truncated if it is implausibly
 * long.
 */
export function clean(text: string): string {
  const plain = text
    .slice(0, 4 * LONGEST)
    .replace(HIDDEN, '')
    .replace(/\s+/gu, ' ')
    .trim();
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
}
