/**
 * The alphabet of every code that people read aloud and type: without I, L, O and U, so that no character is mistaken
 * for another.
 */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const LENGTH = 12;
const PREFIX = 'SVC';
const IN_TEXT = /SVC-?([0-9A-HJKMNP-TV-Z]{4})-?([0-9A-HJKMNP-TV-Z]{4})-?([0-9A-HJKMNP-TV-Z]{4})(?![0-9A-Z])/;
const ALONE = new RegExp(`^[${CODE_ALPHABET}]{${LENGTH}}$`);
const PREFIX_APART = /^[^0-9A-Z]*SVC[^0-9A-Z]/i;
/** Typographic hyphens and dashes, and the minus sign. */
const DASHES = /[\u2010-\u2015\u2212]/g;

const written = (body: string): string => `${PREFIX}-${body.slice(0, 4)}-${body.slice(4, 8)}-${body.slice(8, LENGTH)}`;

/** The letters and digits of a text, in upper case. */
export const lettersOf = (text: string): string => text.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** Replaces letters that the alphabet lacks with the digits they are mistaken for. */
export const withoutLookAlikes = (letters: string): string => letters.replace(/O/g, '0').replace(/[IL]/g, '1');

/**
 * The code with its prefix somewhere in a text, such as an address or a sentence, in canonical form; null if there is
 * none.
 */
export function codeIn(text: string): string | null {
  const found = IN_TEXT.exec(text.toUpperCase().replace(DASHES, '-'));
  return found ? written(found.slice(1).join('')) : null;
}

/**
 * A validation code in canonical form, `SVC-XXXX-XXXX-XXXX`, however people type, paste or scan it: with or without
 * prefix and hyphens, in any letter case, alone or in a longer text; null if there is none. The API, the page and its
 * form without JavaScript all read codes with this function.
 */
export function validationCodeIn(text: string): string | null {
  const named = codeIn(text);
  if (named) return named;
  const letters = lettersOf(text);
  // Twelve characters in a row are a code of their own, even if they begin with the letters of the prefix.
  const prefixed = letters.startsWith(PREFIX) && (letters.length === PREFIX.length + LENGTH || PREFIX_APART.test(text));
  const body = withoutLookAlikes(prefixed ? letters.slice(PREFIX.length) : letters);
  return ALONE.test(body) ? written(body) : null;
}
