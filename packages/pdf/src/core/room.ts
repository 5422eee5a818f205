/** Memory allocated here, with the number of bytes in use. Bytes beyond that may be written to. */
const taken = new WeakMap<ArrayBufferLike, number>();

/** Enough for a seal with its certificates and timestamp. Memory never written to costs only address space. */
const ROOM = 64 * 1024;

/**
 * Bytes for the caller to fill, with spare room behind them: stamping and sealing then append in place instead of
 * copying the whole file each time.
 */
export function bytesWithRoom(length: number, room = ROOM): Buffer {
  const memory = Buffer.allocUnsafeSlow(length + room);
  taken.set(memory.buffer, length);
  return memory.subarray(0, length);
}

/**
 * The base with more bytes after it. The base itself never changes: the spare room is used once, by whoever appends
 * first; later appends get a copy.
 */
export function append(base: Uint8Array, ...parts: Uint8Array[]): Buffer {
  const more = parts.reduce((sum, part) => sum + part.length, 0);
  const end = base.byteOffset + base.length;
  const fits = taken.get(base.buffer) === end && end + more <= base.buffer.byteLength;
  const result = fits
    ? Buffer.from(base.buffer, base.byteOffset, base.length + more)
    : bytesWithRoom(base.length + more);
  if (fits) taken.set(base.buffer, end + more);
  else result.set(base);
  let at = base.length;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}
