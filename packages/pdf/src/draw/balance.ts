import { isDigit, isRegular, isWhite } from '../core/parser.ts';

/**
 * The state page content leaves behind: how far `Q` got ahead of `q` at worst (`lowest` ≤ 0), how many `q` remain open
 * at the end (`depth`), and open text objects and marked content.
 */
export type Balance = { lowest: number; depth: number; openText: boolean; openMarks: number };

/**
 * Counts q/Q, BT/ET and BMC/EMC in a content stream (ISO 32000-2 clause 8.4.2), skipping strings, comments and inline
 * images. Otherwise pages with unbalanced operators would apply their own matrix or clip to the stamp.
 */
export function contentBalance(bytes: Uint8Array): Balance {
  const balance: Balance = { lowest: 0, depth: 0, openText: false, openMarks: 0 };
  const { length } = bytes;
  let i = 0;
  while (i < length) {
    const c = bytes[i] as number;
    if (c === 0x25) i = skipComment(bytes, i);
    else if (c === 0x28) i = skipString(bytes, i);
    else if (c === 0x2f) i = skipRegular(bytes, i + 1);
    else if (c === 0x3c && bytes[i + 1] !== 0x3c) i = skipHex(bytes, i);
    else if (!isRegular(c)) i++;
    else {
      const end = skipRegular(bytes, i);
      const size = end - i;
      if (size <= 3 && !isDigit(c)) {
        if (size === 2 && c === 0x42 && bytes[i + 1] === 0x49) {
          i = skipInlineImage(bytes, end);
          continue;
        }
        count(balance, bytes, i, size);
      }
      i = end;
    }
  }
  return balance;
}

function count(balance: Balance, bytes: Uint8Array, at: number, size: number): void {
  const a = bytes[at];
  if (size === 1) {
    if (a === 0x71) balance.depth++;
    else if (a === 0x51) {
      balance.depth--;
      if (balance.depth < balance.lowest) balance.lowest = balance.depth;
    }
    return;
  }
  const b = bytes[at + 1];
  if (size === 2) {
    if (a === 0x42 && b === 0x54) balance.openText = true;
    else if (a === 0x45 && b === 0x54) balance.openText = false;
    return;
  }
  if (bytes[at + 2] !== 0x43) return;
  // BMC and BDC open marked content, EMC closes it.
  if (a === 0x42 && (b === 0x4d || b === 0x44)) balance.openMarks++;
  else if (a === 0x45 && b === 0x4d && balance.openMarks > 0) balance.openMarks--;
}

/** Skips a comment up to its line ending. */
export function skipComment(bytes: Uint8Array, from: number): number {
  let i = from;
  while (i < bytes.length && bytes[i] !== 10 && bytes[i] !== 13) i++;
  return i;
}

/** Skips a literal string. */
export function skipString(bytes: Uint8Array, from: number): number {
  let depth = 0;
  let i = from;
  for (; i < bytes.length; i++) {
    const c = bytes[i];
    if (c === 0x5c) i++;
    else if (c === 0x28) depth++;
    else if (c === 0x29 && --depth === 0) return i + 1;
  }
  return i;
}

/** Skips a hexadecimal string. */
export function skipHex(bytes: Uint8Array, from: number): number {
  const end = bytes.indexOf(0x3e, from);
  return end < 0 ? bytes.length : end + 1;
}

/** Skips a run of regular characters. */
export function skipRegular(bytes: Uint8Array, from: number): number {
  let i = from;
  while (isRegular(bytes[i])) i++;
  return i;
}

/** How many bytes after a candidate EI must look like content for it to count (pdf.js and mupdf do the same). */
const LOOKAHEAD = 12;

/** Skips from after BI to after its EI; binary data may contain the letters EI, so what follows is checked. */
export function skipInlineImage(bytes: Uint8Array, from: number): number {
  for (let i = from; i + 1 < bytes.length; i++) {
    if (bytes[i] !== 0x45 || bytes[i + 1] !== 0x49) continue;
    if (!isWhite(bytes[i - 1]) || isRegular(bytes[i + 2])) continue;
    const next = bytes.subarray(i + 2, i + 2 + LOOKAHEAD);
    if (next.every((c) => c === 9 || c === 10 || c === 13 || (c >= 32 && c < 127))) return i + 2;
  }
  return bytes.length;
}
