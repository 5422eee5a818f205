import { isDigit, isRegular, isWhite } from '../core/parser.ts';
import { skipComment, skipHex, skipInlineImage, skipRegular, skipString } from '../draw/balance.ts';

/** The most operands kept for one operator; no operator has more, so earlier ones are ignored. */
const MAX_OPERANDS = 40;

/** An operator's name as a number, so that reading content creates no strings: its first three bytes, lowest first. */
export function operator(word: string): number {
  return word.charCodeAt(0) | ((word.charCodeAt(1) || 0) << 8) | ((word.charCodeAt(2) || 0) << 16);
}

const INLINE_IMAGE = operator('BI');

/**
 * Splits a content stream into operators (ISO 32000-2 clause 7.8.2) in one pass over its bytes. Only the positions of
 * operands are recorded; they are read on demand, because most of a page's content does not matter when looking for
 * text.
 */
export class ContentLexer {
  readonly bytes: Uint8Array;
  /** Where the current operator's operands begin and end; the first `count` entries of each are valid. */
  readonly starts = new Int32Array(MAX_OPERANDS);
  readonly ends = new Int32Array(MAX_OPERANDS);
  count = 0;
  /** Just past the current operator. */
  pos = 0;
  private opAt = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Where the current operator begins, including its operands. */
  get start(): number {
    return this.count > 0 ? (this.starts[0] as number) : this.opAt;
  }

  /** Moves to the next operator. @returns its number as given by `operator`, or -1 at the end of the content. */
  next(): number {
    const { bytes } = this;
    this.count = 0;
    for (;;) {
      const c = bytes[this.pos];
      if (c === undefined) return -1;
      if (isWhite(c)) this.pos++;
      else if (c === 0x25) this.pos = skipComment(bytes, this.pos);
      else if (isDigit(c) || c === 0x2d || c === 0x2e || c === 0x2b) this.operand(skipRegular(bytes, this.pos));
      else if (c === 0x2f) this.operand(skipRegular(bytes, this.pos + 1));
      else if (c === 0x28) this.operand(skipString(bytes, this.pos));
      else if (c === 0x5b) this.operand(this.skipNested());
      else if (c === 0x3c) this.operand(bytes[this.pos + 1] === 0x3c ? this.skipNested() : skipHex(bytes, this.pos));
      else if (!isRegular(c)) this.pos++;
      else return this.operatorAt();
    }
  }

  /** A numeric operand; zero if there is none or it is not a number. */
  number(index: number): number {
    const end = this.ends[index] as number;
    let at = this.starts[index] as number;
    if (index >= this.count) return 0;
    const negative = this.bytes[at] === 0x2d;
    while (this.bytes[at] === 0x2d || this.bytes[at] === 0x2b) at++;
    let value = 0;
    let scale = 0;
    for (; at < end; at++) {
      const c = this.bytes[at] as number;
      if (isDigit(c)) {
        value = value * 10 + c - 0x30;
        scale *= 10;
      } else if (c === 0x2e && scale === 0) scale = 1;
      else break;
    }
    const magnitude = scale > 1 ? value / scale : value;
    return negative ? -magnitude : magnitude;
  }

  /** The first bytes of a name, without its slash and with any #xx escapes unresolved. */
  rawName(index: number): string {
    const start = this.starts[index] as number;
    if (index >= this.count || this.bytes[start] !== 0x2f) return '';
    return Buffer.from(this.bytes.subarray(start + 1, this.ends[index])).toString('latin1');
  }

  private operand(end: number): void {
    if (this.count === MAX_OPERANDS) {
      this.starts.copyWithin(0, 1);
      this.ends.copyWithin(0, 1);
      this.count--;
    }
    this.starts[this.count] = this.pos;
    this.ends[this.count] = end;
    this.count++;
    this.pos = end;
  }

  private operatorAt(): number {
    const { bytes } = this;
    this.opAt = this.pos;
    const end = skipRegular(bytes, this.pos);
    const size = end - this.pos;
    let word = bytes[this.pos] as number;
    if (size > 1) word |= (bytes[this.pos + 1] as number) << 8;
    if (size > 2) word |= (bytes[this.pos + 2] as number) << 16;
    this.pos = word === INLINE_IMAGE ? skipInlineImage(bytes, end) : end;
    // No operator has more than three letters.
    return size > 3 ? 0 : word;
  }

  /** Skips the array or dictionary that begins here, including strings in it. */
  private skipNested(): number {
    const { bytes } = this;
    let depth = 0;
    let i = this.pos;
    while (i < bytes.length) {
      const c = bytes[i];
      if (c === 0x28) i = skipString(bytes, i);
      else if (c === 0x25) i = skipComment(bytes, i);
      else if (c === 0x5b) {
        depth++;
        i++;
      } else if (c === 0x3c) {
        if (bytes[i + 1] !== 0x3c) i = skipHex(bytes, i);
        else {
          depth++;
          i += 2;
        }
      } else if (c === 0x5d || c === 0x3e) {
        i += c === 0x3e && bytes[i + 1] === 0x3e ? 2 : 1;
        if (--depth <= 0) return i;
      } else i++;
    }
    return bytes.length;
  }
}
