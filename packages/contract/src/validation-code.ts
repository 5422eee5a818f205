/** Letters and figures of every code that people read aloud and type: without I, L, O and U, so that none is taken for another. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const LENGTH = 12;
const PREFIX = 'SVC';
const IN_TEXT = /SVC-?([0-9A-HJKMNP-TV-Z]{4})-?([0-9A-HJKMNP-TV-Z]{4})-?([0-9A-HJKMNP-TV-Z]{4})(?![0-9A-Z])/;
const ALONE = new RegExp(`^[${CODE_ALPHABET}]{${LENGTH}}$`);
const PREFIX_APART = /^[^0-9A-Z]*SVC[^0-9A-Z]/i;
/** Hyphens of typography, and the minus sign. */
const DASHES = /[\u2010-\u2015\u2212]/g;

const written = (body: string): string => `${PREFIX}-${body.slice(0, 4)}-${body.slice(4, 8)}-${body.slice(8, LENGTH)}`;

/** The letters and figures of a text, in capitals. */
export const lettersOf = (text: string): string => text.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** Letters the alphabet lacks, as the figures they are taken for. */
export const withoutLookAlikes = (letters: string): string => letters.replace(/O/g, '0').replace(/[IL]/g, '1');

/** The code with its prefix somewhere in a text, such as an address or a sentence, in its one form; null where there is none. */
export function codeIn(text: string): string | null {
  const found = IN_TEXT.exec(text.toUpperCase().replace(DASHES, '-'));
  return found ? written(found.slice(1).join('')) : null;
}

/**
 * A validation code in its one form, `SVC-XXXX-XXXX-XXXX`, as people type, paste and scan it: with or without prefix and
 * hyphens, in any letter case, alone or in a longer text; null where there is none. The one reader of codes: of the API, of
 * the page, and of its form without JavaScript.
 */
export function validationCodeIn(text: string): string | null {
  const named = codeIn(text);
  if (named) return named;
  const letters = lettersOf(text);
  // Twelve in one piece that begin with the letters of the prefix are a code of their own.
  const prefixed = letters.startsWith(PREFIX) && (letters.length === PREFIX.length + LENGTH || PREFIX_APART.test(text));
  const body = withoutLookAlikes(prefixed ? letters.slice(PREFIX.length) : letters);
  return ALONE.test(body) ? written(body) : null;
}
