import { type Digest, digest } from './algorithms.ts';
import { newSha256, type Sha256 } from './sha256.ts';

/** The bytes a signature covers: the file's from its start, and those after the signature's own place. */
export type Covered = readonly [Uint8Array, Uint8Array];

/**
 * SHA-256 of many prefixes of one file in one pass over it. The whole file, the original it begins with and what its
 * seal covers have nearly all their bytes in common, and with a large file hashing them is nearly all of the work.
 */
export class PrefixHashes {
  readonly #bytes: Uint8Array;
  readonly #stops: readonly number[];
  readonly #running = newSha256();
  #done = 0;
  readonly #held: { end: number; hash: Sha256 }[] = [{ end: 0, hash: newSha256() }];

  /** @param stops lengths, ascending, from which later questions can go on without beginning anew; each costs memory */
  constructor(bytes: Uint8Array, stops: readonly number[] = []) {
    this.#bytes = bytes;
    this.#stops = stops;
  }

  /** A running hash of the first `end` bytes; it is the caller's to go on with. */
  upTo(end: number): Sha256 {
    for (const stop of this.#stops) {
      if (stop <= this.#done || stop > end) continue;
      this.#advance(stop);
      this.#held.push({ end: stop, hash: this.#running.copy() });
    }
    if (end > this.#done) this.#advance(end);
    if (end === this.#done) return this.#running.copy();
    const near = this.#held.findLast((held) => held.end <= end) as { end: number; hash: Sha256 };
    return near.hash.copy().update(this.#bytes.subarray(near.end, end));
  }

  /** The digest of what a signature covers. */
  async covered(algorithm: Digest, [before, after]: Covered): Promise<Uint8Array> {
    if (algorithm !== 'SHA-256') return digest(algorithm, before, after);
    return this.upTo(before.length).update(after).digest();
  }

  #advance(end: number): void {
    this.#running.update(this.#bytes.subarray(this.#done, end));
    this.#done = end;
  }
}
