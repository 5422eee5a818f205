import { describe, expect, it } from 'vitest';
import { toHex } from '../src/bytes.ts';
import { leafHash, rootOf, verifyConsistency, verifyInclusion } from '../src/log/tree.ts';
import { consistencyOf, leafOf, pathOf, treeHash } from './open-log.ts';

/** Trees and proofs (RFC 6962), held to the reference vectors of Certificate Transparency and to a naive recursion. */

const INPUTS = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS: Readonly<Record<number, string>> = {
  0: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  1: '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  2: 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  3: 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  8: '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
};
const LEAVES = Array.from({ length: 40 }, (_, i) => leafOf(Buffer.from(`folha ${i}`)));

it.each(Object.entries(ROOTS))('the tree of the first %s reference leaves has the published root', (size, root) => {
  const leaves = INPUTS.slice(0, Number(size)).map((hex) => leafHash(Buffer.from(hex, 'hex')));
  expect([toHex(rootOf(leaves)), treeHash(leaves).toString('hex')]).toEqual([root, root]);
});

const flip = (bytes: Uint8Array): Buffer => {
  const changed = Buffer.from(bytes);
  changed[7] = (changed[7] as number) ^ 1;
  return changed;
};
const holds = (run: () => void): boolean => {
  try {
    run();
    return true;
  } catch {
    return false;
  }
};
/** The proof with one hash changed, left out, or put in twice, or one more at its end. */
function* spoiled(proof: readonly Buffer[]): Generator<Buffer[]> {
  for (const i of proof.keys()) {
    const hash = proof[i] as Buffer;
    yield proof.with(i, flip(hash));
    yield proof.toSpliced(i, 1);
    yield proof.toSpliced(i, 0, hash);
  }
  yield [...proof, Buffer.alloc(32)];
}

describe('every proof by the recursion of RFC 6962 holds, and none with one thing changed', () => {
  it.each(LEAVES.map((_, i) => i + 1))('that a leaf is in a tree of %i', (size) => {
    const leaves = LEAVES.slice(0, size);
    const root = treeHash(leaves);
    expect(toHex(rootOf(leaves))).toBe(root.toString('hex'));
    for (const [index, leaf] of leaves.entries()) {
      const proof = pathOf(index, leaves);
      const genuine = { index, size, leaf, proof, root };
      expect(holds(() => verifyInclusion(genuine))).toBe(true);
      const lies = [
        ...[...spoiled(proof)].map((one) => ({ ...genuine, proof: one })),
        ...[
          { ...genuine, leaf: flip(leaf) },
          { ...genuine, root: flip(root) },
          { ...genuine, index: size },
        ],
        ...leaves.flatMap((_, other) => (other === index ? [] : [{ ...genuine, index: other }])),
      ];
      expect(lies.filter((lie) => holds(() => verifyInclusion(lie)))).toEqual([]);
    }
  });

  it.each(LEAVES.map((_, i) => i + 1))('that a tree of %i continues a smaller one', (to) => {
    const leaves = LEAVES.slice(0, to);
    const toRoot = treeHash(leaves);
    for (let from = 0; from <= to; from++) {
      const fromRoot = treeHash(leaves.slice(0, from));
      const proof = from === 0 ? [] : consistencyOf(from, leaves);
      const genuine = { from, to, fromRoot, toRoot, proof };
      expect(holds(() => verifyConsistency(genuine))).toBe(true);
      const lies = [
        ...[...spoiled(proof)].map((one) => ({ ...genuine, proof: one })),
        { ...genuine, fromRoot: flip(fromRoot) },
        // Every tree continues the empty one.
        ...(from === 0 ? [] : [{ ...genuine, toRoot: flip(toRoot) }]),
        ...(from === to ? [] : [{ ...genuine, from: to, to: from }]),
      ];
      expect(lies.filter((lie) => holds(() => verifyConsistency(lie)))).toEqual([]);
    }
  });
});
