import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyConsistency, verifyInclusion } from '../../../../../packages/verify/src/log/tree.ts';
import {
  consistencyProof,
  edgeOf,
  extend,
  HASH_BYTES,
  inclusionProof,
  leafHash,
  type ReadTiles,
  type Tile,
} from '../../../src/core/open-log/tree.ts';

/** The tree as it is kept in tiles, held to RFC 6962's own recursion and to the reader that shares no code with it. */

const sha256 = (...parts: Uint8Array[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
/** RFC 6962, 2.1: MTH of leaf hashes. */
function naiveRoot(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return leaves[0] as Buffer;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256(Buffer.of(1), naiveRoot(leaves.slice(0, split)), naiveRoot(leaves.slice(split)));
}

/** A tree kept like the service's, in memory. */
function newTree() {
  const tiles = new Map<string, Tile>();
  const read: ReadTiles = async (wanted) =>
    wanted.flatMap(({ level, number }) => tiles.get(`${level}/${number}`) ?? []);
  let size = 0;
  return {
    tiles,
    read,
    size: () => size,
    async add(leaves: readonly Buffer[]) {
      const extension = extend(size, await read(edgeOf(size)), leaves);
      for (const tile of extension.tiles) tiles.set(`${tile.level}/${tile.number}`, tile);
      size = extension.size;
      return extension.root;
    },
  };
}
const leavesOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => leafHash(`leaf ${from + index}`));

describe('the tree of the open log', () => {
  it('has the roots of the reference trees of Certificate Transparency', async () => {
    const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
    const roots: string[] = [];
    const tree = newTree();
    for (const input of inputs) roots.push((await tree.add([leafHash(Buffer.from(input, 'hex'))])).toString('hex'));
    expect(roots[0]).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
    expect(roots[1]).toBe('fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125');
    expect(roots[2]).toBe('aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77');
    expect(roots[7]).toBe('5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328');
  });

  it('has the same root however it grew, over the edges of tiles', async () => {
    const all = leavesOf(1200);
    for (const steps of [[1, 254, 1, 1, 255, 256, 300], [255, 2, 511], [700], [256, 256, 256], [1, 1, 1, 513]]) {
      const tree = newTree();
      let size = 0;
      for (const step of steps) {
        const root = await tree.add(all.slice(size, size + step));
        size += step;
        expect(root.equals(naiveRoot(all.slice(0, size))), `${steps} at ${size}`).toBe(true);
      }
      expect(tree.size()).toBe(size);
    }
  });

  it('keeps the tiles that the specification says a tree of this size has', async () => {
    const tree = newTree();
    await tree.add(leavesOf(70_000));
    const widths = [...tree.tiles.values()].map(({ level, hashes }) => [level, hashes.length / HASH_BYTES]);
    const count = (level: number, width: number) => widths.filter(([l, w]) => l === level && w === width).length;
    expect([count(0, 256), count(0, 112), count(1, 256), count(1, 17), count(2, 1), widths.length]).toEqual([
      273, 1, 1, 1, 1, 277,
    ]);
  });

  it('grows from its edge alone', async () => {
    const tree = newTree();
    const all = leavesOf(66_000);
    await tree.add(all.slice(0, 65_700));
    const edge = edgeOf(65_700);
    expect(edge).toEqual([
      { level: 0, number: 256 },
      { level: 2, number: 0 },
    ]);
    const { root } = extend(65_700, await tree.read(edge), all.slice(65_700));
    expect(root.equals(naiveRoot(all))).toBe(true);
  });

  it.each([1, 2, 3, 7, 8, 255, 256, 257, 600])('proves every leaf of a tree of %i to the verifier', async (size) => {
    const all = leavesOf(size);
    const tree = newTree();
    // Longer than what is proven, as it is when a proof is against a checkpoint of before.
    await tree.add([...all, ...leavesOf(5, size)]);
    const root = naiveRoot(all);
    for (let index = 0; index < size; index += size > 100 ? 13 : 1) {
      const proof = await inclusionProof(index, size, tree.read);
      verifyInclusion({ index, size, leaf: all[index] as Buffer, proof, root });
      const [first, ...rest] = proof;
      if (!first) continue;
      expect(() => verifyInclusion({ index, size, leaf: all[index] as Buffer, proof: rest, root })).toThrow();
    }
  });

  it.each([1, 2, 3, 6, 7, 8, 100, 255, 256, 257, 511, 600])(
    'proves that a tree of 600 begins with one of %i',
    async (from) => {
      const all = leavesOf(600);
      const tree = newTree();
      await tree.add(all);
      const proof = await consistencyProof(from, 600, tree.read);
      const roots = { fromRoot: naiveRoot(all.slice(0, from)), toRoot: naiveRoot(all) };
      verifyConsistency({ from, to: 600, ...roots, proof });
      if (from === 600) return;
      expect(() =>
        verifyConsistency({ from, to: 600, ...roots, fromRoot: naiveRoot(leavesOf(from, 1)), proof }),
      ).toThrow();
    },
  );

  it('has no proof from a tile that was lost', async () => {
    const tree = newTree();
    await tree.add(leavesOf(600));
    tree.tiles.delete('0/1');
    await expect(inclusionProof(300, 600, tree.read)).rejects.toThrow('tile 0/1 of the open log lacks hashes');
  });
});
