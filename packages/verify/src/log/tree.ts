import { equal } from '../bytes.ts';
import { newSha256 } from '../crypto/sha256.ts';
import { ensure } from '../report.ts';

/** Merkle trees of RFC 6962 §2.1: hashes of leaves and nodes, and proofs about them (RFC 9162 §2.1). */

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The hash of an entry as a leaf, 32 bytes. */
export const leafHash = (entry: Uint8Array): Uint8Array => newSha256().update(LEAF).update(entry).digest();

/** The hash of a node from those below it. */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  newSha256().update(NODE).update(left).update(right).digest();

/** The root of the tree with these leaves (their hashes, in order); of none, the hash of nothing. */
export function rootOf(hashes: readonly Uint8Array[]): Uint8Array {
  const whole: { readonly hash: Uint8Array; readonly leaves: number }[] = [];
  for (const hash of hashes) {
    let last = { hash, leaves: 1 };
    for (let before = whole.at(-1); before?.leaves === last.leaves; before = whole.at(-1)) {
      whole.pop();
      last = { hash: nodeHash(before.hash, last.hash), leaves: 2 * last.leaves };
    }
    whole.push(last);
  }
  const root = whole.pop();
  return root ? whole.reduceRight((right, { hash }) => nodeHash(hash, right), root.hash) : newSha256().digest();
}

export interface Inclusion {
  /** From 0. */
  readonly index: number;
  readonly size: number;
  /** The leaf's hash. */
  readonly leaf: Uint8Array;
  /** From the leaf's sibling upwards. */
  readonly proof: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** Halves numbers up to 2^53, which bit operations cannot. */
const half = (n: number): number => Math.floor(n / 2);
const isOdd = (n: number): boolean => n % 2 === 1;

const INCLUSION = 'a prova não leva da folha à raiz da árvore';

/** Checks that a leaf is in a tree (RFC 9162 §2.1.3.2). @throws Unreadable saying why it does not follow */
export function verifyInclusion({ index, size, leaf, proof, root }: Inclusion): void {
  ensure(index < size, `a folha ${index} não cabe em uma árvore de ${size}`);
  let [at, last, hash] = [index, size - 1, leaf];
  for (const other of proof) {
    ensure(last > 0, 'a prova de inclusão tem hashes a mais');
    if (isOdd(at) || at === last) {
      hash = nodeHash(other, hash);
      while (!isOdd(at) && at > 0) [at, last] = [half(at), half(last)];
    } else {
      hash = nodeHash(hash, other);
    }
    [at, last] = [half(at), half(last)];
  }
  ensure(last === 0, 'à prova de inclusão faltam hashes');
  ensure(equal(hash, root), INCLUSION);
}

export interface Consistency {
  /** Sizes of the older and the newer tree. */
  readonly from: number;
  readonly to: number;
  readonly fromRoot: Uint8Array;
  readonly toRoot: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

const isPowerOfTwo = (n: number): boolean => {
  let odd = n;
  while (odd > 1 && !isOdd(odd)) odd = half(odd);
  return odd === 1;
};

/**
 * Checks that a tree begins with all of an older one (RFC 9162 §2.1.4.2). The empty tree begins every other.
 * @throws Unreadable saying why it does not follow
 */
export function verifyConsistency({ from, to, fromRoot, toRoot, proof }: Consistency): void {
  ensure(from <= to, `uma árvore de ${to} não continua uma de ${from}`);
  if (from === 0 || from === to) {
    ensure(proof.length === 0, 'a prova de consistência tem hashes a mais');
    const expected = from === to ? toRoot : rootOf([]);
    ensure(equal(fromRoot, expected), 'duas árvores do mesmo tamanho têm raízes diferentes');
    return;
  }
  const [first, ...rest] = isPowerOfTwo(from) ? [fromRoot, ...proof] : proof;
  ensure(first, 'a prova de consistência está vazia');
  let [at, last] = [from - 1, to - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  let [older, newer] = [first, first];
  for (const other of rest) {
    ensure(last > 0, 'a prova de consistência tem hashes a mais');
    if (isOdd(at) || at === last) {
      [older, newer] = [nodeHash(other, older), nodeHash(other, newer)];
      while (!isOdd(at) && at > 0) [at, last] = [half(at), half(last)];
    } else {
      newer = nodeHash(newer, other);
    }
    [at, last] = [half(at), half(last)];
  }
  ensure(last === 0, 'à prova de consistência faltam hashes');
  ensure(equal(older, fromRoot), 'a árvore nova não começa com a antiga');
  ensure(equal(newer, toRoot), 'a prova de consistência não leva à raiz da árvore nova');
}
