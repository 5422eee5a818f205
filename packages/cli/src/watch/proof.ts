import { rootOfLeaves } from './tree.ts';

/** The hashes of a tree's leaves, by index. */
type HashAt = (index: number) => Uint8Array;

/** The hashes that lead from a leaf to the root of the leaves between two indices (RFC 6962 §2.1.1). */
function pathTo(index: number, from: number, to: number, at: HashAt): Uint8Array[] {
  if (to - from <= 1) return [];
  let half = 1;
  while (2 * half < to - from) half *= 2;
  const middle = from + half;
  const rootBetween = (start: number, end: number) => rootOfLeaves(end - start, (i) => at(start + i));
  return index < middle
    ? [...pathTo(index, from, middle, at), rootBetween(middle, to)]
    : [...pathTo(index, middle, to, at), rootBetween(from, middle)];
}

/** A proof that an entry is in the tree of a checkpoint (C2SP tlog-proof), which anybody can check without the log. */
export function proofText(entry: Uint8Array, index: number, size: number, checkpoint: string, at: HashAt): string {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const path = pathTo(index, 0, size, at).map(base64);
  return ['c2sp.org/tlog-proof@v1', `extra ${base64(entry)}`, `index ${index}`, ...path, '', checkpoint].join('\n');
}
