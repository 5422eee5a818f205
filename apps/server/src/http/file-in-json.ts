const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);
const BRACE = 0x7b;
const COMMA = 0x2c;

interface Level {
  readonly isObject: boolean;
  /** The property being read. */
  name: string;
}

/** How deep `arquivo.base64` is; of what lies deeper only the brackets count. */
const DEPTH = 2;

/**
 * Takes the text at `arquivo.base64` out of a JSON text while it arrives, so that neither is ever held whole. The rest,
 * in which an empty text stands in its place, is for the one reader of JSON: what this makes of a text that is not JSON,
 * or has a property twice, does not matter, because that reader refuses it.
 */
export class FileInJson {
  readonly #rest: Buffer[] = [];
  #restBytes = 0;
  #reading: 'structure' | 'name' | 'text' | 'file' = 'structure';
  #opensFile = false;
  #found = false;
  readonly #levels: Level[] = [];
  #depth = 0;
  #nameNext = false;
  /** What was read of a name, as it stands in the text. */
  #name: Buffer[] = [];
  /** The chunk before ended within an escape. */
  #escaped = false;
  /** The next backslash of the chunk, its length if there is none. */
  #backslash = -1;

  /** Whether there was such a text, be it empty. */
  get found(): boolean {
    return this.#found;
  }

  get restBytes(): number {
    return this.#restBytes;
  }

  rest(): Buffer {
    return Buffer.concat(this.#rest);
  }

  /** @returns what of this belongs to the file: pieces of a JSON string, with the escapes as they stand there */
  push(chunk: Buffer): Buffer[] {
    const file: Buffer[] = [];
    this.#backslash = -1;
    for (let at = 0; at < chunk.length; ) {
      const inFile = this.#reading === 'file';
      const end = inFile ? this.#endOfString(chunk, at) : this.#endOfRest(chunk, at);
      const piece = chunk.subarray(at, end);
      if (inFile) {
        file.push(piece);
        // The quote that closes it belongs to the rest.
        if (end < chunk.length) this.#reading = 'text';
      } else {
        this.#rest.push(piece);
        this.#restBytes += piece.length;
      }
      at = end;
    }
    return file;
  }

  /** After the quote that opens the file, or the length of the chunk. */
  #endOfRest(chunk: Buffer, start: number): number {
    let at = start;
    while (at < chunk.length) {
      if (this.#reading === 'structure') this.#structure(chunk[at++] as number);
      else at = this.#string(chunk, at);
      if (!this.#opensFile) continue;
      this.#opensFile = false;
      this.#found = true;
      this.#reading = 'file';
      break;
    }
    return at;
  }

  #structure(byte: number): void {
    if (byte === QUOTE) {
      this.#reading = this.#nameNext ? 'name' : 'text';
      this.#opensFile = !this.#nameNext && !this.#found && this.#isFile();
      this.#nameNext = false;
    } else if (OPENING.has(byte)) {
      const isObject = byte === BRACE;
      if (this.#depth < DEPTH) this.#levels[this.#depth] = { isObject, name: '' };
      this.#depth += 1;
      this.#nameNext = isObject && this.#depth <= DEPTH;
    } else if (CLOSING.has(byte)) {
      this.#depth -= 1;
      this.#nameNext = false;
    } else if (byte === COMMA) {
      this.#nameNext = this.#depth <= DEPTH && this.#levels[this.#depth - 1]?.isObject === true;
    }
  }

  #isFile(): boolean {
    const [whole, inside] = this.#levels;
    if (this.#depth !== DEPTH || !whole?.isObject || !inside?.isObject) return false;
    return whole.name === 'arquivo' && inside.name === 'base64';
  }

  /** Reads on in a name or another text. @returns after its closing quote, or the length of the chunk */
  #string(chunk: Buffer, start: number): number {
    const end = this.#endOfString(chunk, start);
    const isName = this.#reading === 'name';
    if (isName) this.#name.push(chunk.subarray(start, end));
    if (end === chunk.length) return end;
    if (isName) this.#endOfName();
    this.#reading = 'structure';
    return end + 1;
  }

  #endOfName(): void {
    const level = this.#levels[this.#depth - 1];
    if (level) level.name = unescaped(Buffer.concat(this.#name).toString()) ?? '';
    this.#name = [];
  }

  /** The quote that closes the string that is being read at `start`, or the length of the chunk. */
  #endOfString(chunk: Buffer, start: number): number {
    let at = start;
    if (this.#escaped) {
      this.#escaped = false;
      at += 1;
    }
    let quote = indexOf(chunk, QUOTE, at);
    for (;;) {
      if (quote < at) quote = indexOf(chunk, QUOTE, at);
      if (this.#backslash < at) this.#backslash = indexOf(chunk, BACKSLASH, at);
      if (this.#backslash >= quote) return quote;
      at = this.#backslash + 2;
      if (at <= chunk.length) continue;
      this.#escaped = true;
      return chunk.length;
    }
  }
}

/** The length of the chunk if it is not there. */
function indexOf(chunk: Buffer, byte: number, from: number): number {
  const at = chunk.indexOf(byte, from);
  return at === -1 ? chunk.length : at;
}

/** A JSON string without its quotes, as the text it stands for; null if it is none. */
function unescaped(raw: string): string | null {
  if (!raw.includes('\\')) return raw;
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return null;
  }
}

const NOTHING = Buffer.alloc(0);

/**
 * Decodes base64 that stands in a JSON string and comes in pieces, strictly: the standard alphabet, padded, without line
 * breaks, and with nothing in the bits that padding leaves over (RFC 4648, 3.5), so that a file has one spelling.
 */
export class Base64InJson {
  /** An escape that the end of a piece cut in two: PHP writes `\/`, .NET `\u002B`. */
  #cut = '';
  /** Less than four characters, which do not make bytes yet. */
  #held = '';
  #padded = false;

  /** @returns the bytes, or null if this is not base64 */
  push(piece: Buffer): Buffer | null {
    const text = this.#unescape(this.#cut + piece.toString('latin1'));
    if (text === null) return null;
    const whole = this.#held + text;
    const usable = whole.length - (whole.length % 4);
    this.#held = whole.slice(usable);
    if (usable === 0) return NOTHING;
    if (this.#padded) return null;
    const groups = whole.slice(0, usable);
    const bytes = Buffer.from(groups, 'base64');
    // Buffer skips what is not base64; then the same text does not come of the bytes.
    if (bytes.toString('base64') !== groups) return null;
    this.#padded = groups.endsWith('=');
    return bytes;
  }

  /** Whether nothing is missing. */
  ended(): boolean {
    return this.#held === '' && this.#cut === '';
  }

  #unescape(raw: string): string | null {
    this.#cut = '';
    const last = raw.lastIndexOf('\\');
    if (last === -1) return raw;
    const length = raw[last + 1] === 'u' ? 6 : 2;
    if (raw.length - last >= length) return unescaped(raw);
    this.#cut = raw.slice(last);
    return unescaped(raw.slice(0, last));
  }
}
