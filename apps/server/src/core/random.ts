import { randomBytes, randomInt } from 'node:crypto';

/** 256 bits: nobody guesses one, so the plain SHA-256 of it is enough to know it by. */
const TOKEN_BYTES = 32;
const LETTERS_AND_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new secret that stands in an address, a header or a cookie, in base64url: 43 characters. */
export const newToken = (bytes = TOKEN_BYTES): string => randomBytes(bytes).toString('base64url');

/** Characters of an alphabet, each as likely as any other. */
export const randomText = (length: number, alphabet = LETTERS_AND_DIGITS): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
