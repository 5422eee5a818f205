import { builtin, type NodeHash } from '../built-in.ts';
import { toHex } from '../bytes.ts';

/**
 * SHA-256 (FIPS 180-4). Implemented here because WebCrypto cannot hash incrementally, and we need the hashes of many
 * prefixes of a file in one pass. In Node, Node's own implementation is used, because it is twenty times as fast.
 */

const PRIMES = (() => {
  const found: number[] = [];
  for (let n = 2; found.length < 64; n++) if (found.every((p) => n % p !== 0)) found.push(n);
  return found;
})();

/** First 32 bits of the fraction of a root (clauses 4.2.2 and 5.3.3). */
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;
const K = Int32Array.from(PRIMES, (p) => fraction(Math.cbrt(p)));
const START = Int32Array.from(PRIMES.slice(0, 8), (p) => fraction(Math.sqrt(p)));
const BLOCK = 64;

/** A running hash. Its value may be read at any point without disturbing it. */
export interface Sha256 {
  update(bytes: Uint8Array): this;
  /** The hash of the bytes so far, 32 bytes. */
  digest(): Uint8Array;
  /** Another one with the same bytes so far. */
  copy(): Sha256;
}

const crypto = builtin('node:crypto');

class NodeSha256 implements Sha256 {
  readonly #hash: NodeHash;
  constructor(hash: NodeHash) {
    this.#hash = hash;
  }
  update(bytes: Uint8Array): this {
    this.#hash.update(bytes);
    return this;
  }
  digest(): Uint8Array {
    return this.#hash.copy().digest();
  }
  copy(): Sha256 {
    return new NodeSha256(this.#hash.copy());
  }
}

/** Starts a hash. */
export const newSha256 = (): Sha256 => (crypto ? new NodeSha256(crypto.createHash('sha256')) : new WrittenSha256());

/** The implementation used by pages. */
export class WrittenSha256 implements Sha256 {
  #state = START.slice();
  #block = new Uint8Array(BLOCK);
  #held = 0;
  #length = 0;

  update(bytes: Uint8Array): this {
    this.#length += bytes.length;
    let at = 0;
    if (this.#held > 0) {
      at = Math.min(BLOCK - this.#held, bytes.length);
      this.#block.set(bytes.subarray(0, at), this.#held);
      this.#held += at;
      if (this.#held < BLOCK) return this;
      compress(this.#state, this.#block, 0);
      this.#held = 0;
    }
    for (; at + BLOCK <= bytes.length; at += BLOCK) compress(this.#state, bytes, at);
    this.#block.set(bytes.subarray(at));
    this.#held = bytes.length - at;
    return this;
  }

  digest(): Uint8Array {
    const state = this.#state.slice();
    const tail = new Uint8Array(this.#held < BLOCK - 8 ? BLOCK : 2 * BLOCK);
    tail.set(this.#block.subarray(0, this.#held));
    tail[this.#held] = 0x80;
    const view = new DataView(tail.buffer);
    view.setUint32(tail.length - 8, Math.floor((this.#length * 8) / 2 ** 32));
    view.setUint32(tail.length - 4, (this.#length * 8) >>> 0);
    for (let at = 0; at < tail.length; at += BLOCK) compress(state, tail, at);
    const words = new DataView(new ArrayBuffer(32));
    state.forEach((word, i) => {
      words.setInt32(i * 4, word);
    });
    return new Uint8Array(words.buffer);
  }

  copy(): Sha256 {
    const other = new WrittenSha256();
    other.#state = this.#state.slice();
    other.#block = this.#block.slice();
    other.#held = this.#held;
    other.#length = this.#length;
    return other;
  }
}

const W = new Int32Array(64);

function schedule(bytes: Uint8Array, at: number): void {
  for (let t = 0, i = at; t < 16; t++, i += 4) {
    W[t] =
      ((bytes[i] as number) << 24) |
      ((bytes[i + 1] as number) << 16) |
      ((bytes[i + 2] as number) << 8) |
      (bytes[i + 3] as number);
  }
  for (let t = 16; t < 64; t++) {
    const x = W[t - 15] as number;
    const y = W[t - 2] as number;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    W[t] = ((W[t - 16] as number) + s0 + (W[t - 7] as number) + s1) | 0;
  }
}

/** One block of clause 6.2.2. */
function compress(state: Int32Array, bytes: Uint8Array, at: number): void {
  schedule(bytes, at);
  // Indexed rather than destructured: the iterator would cost more than the rounds.
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let t = 0; t < 64; t++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[t] as number) + (W[t] as number)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
  state[4] = (state[4] as number) + e;
  state[5] = (state[5] as number) + f;
  state[6] = (state[6] as number) + g;
  state[7] = (state[7] as number) + h;
}

/** SHA-256 of bytes or of UTF-8 text, in hexadecimal. */
export const sha256Hex: (data: Uint8Array | string) => string = crypto?.hash
  ? (data) => (crypto.hash as NonNullable<typeof crypto.hash>)('sha256', data, 'hex')
  : (data) => hexBySteps(data);

/** The implementation for pages and older Nodes. */
export function hexBySteps(data: Uint8Array | string): string {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  return toHex(newSha256().update(bytes).digest());
}
