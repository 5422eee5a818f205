import { parseUrl } from './url.ts';

/** What one does with a captured message, for the panel's mailbox and that of the developer: open its links, copy its codes. */

/** A stretch of a text: as it is, or an address or a code in it. */
export interface Stretch {
  /** Where in the text it begins. */
  readonly at: number;
  readonly text: string;
  /** Where it leads, if it is an address. */
  readonly url: string | null;
  /** Whether it is the digits of a code. */
  readonly code: boolean;
}

const FOUND = /https?:\/\/[^\s<>"'`\p{Cc}]+|(?<![\w-])\d{6}(?![\w-])/gu;
/** What ends a sentence, not an address. */
const CLOSING = /[.,;:!?)\]}”’»]+$/;

/** Cuts a text where addresses and codes begin and end. Of addresses only `http` and `https` count. */
export function stretchesOf(text: string): Stretch[] {
  const stretches: Stretch[] = [];
  const plain = (from: number, to: number) => {
    if (to > from) stretches.push({ at: from, text: text.slice(from, to), url: null, code: false });
  };
  let at = 0;
  for (const { 0: found, index } of text.matchAll(FOUND)) {
    const code = /^\d/.test(found);
    const part = code ? found : found.replace(CLOSING, '');
    if (!code && !parseUrl(part)) continue;
    plain(at, index);
    stretches.push({ at: index, text: part, url: code ? null : part, code });
    at = index + part.length;
  }
  plain(at, text.length);
  return stretches;
}
