import { nodeHash, rootOf } from '@rubrica/verify/log';

/** How many hashes a full tile has (C2SP tlog-tiles), and how many entries a full bundle. */
export const WIDTH = 256;

/** A tile as it is served: its hashes, one after the other. */
export interface Tile {
  readonly level: number;
  readonly index: number;
  readonly bytes: Buffer;
}

/** The perfect subtrees that hashes of one level make up, the largest first. */
function subtrees(hashes: readonly Uint8Array[]): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (let size = WIDTH / 2; size >= 1; size /= 2) {
    if ((hashes.length & size) === 0) continue;
    parts.push(rootOf(hashes.slice(at, at + size)));
    at += size;
  }
  return parts;
}

/**
 * A tree that grows, of which only the tiles are kept that are not full yet: enough to go on, and to tell the root. What it
 * grew from cannot change any more, so that its root proves that the tree still begins with all that was seen.
 */
export class Tree {
  size: number;
  private readonly rows: Uint8Array[][];

  /** @param rows the partial tiles, from the leaves upwards */
  constructor(size = 0, rows: readonly (readonly Uint8Array[])[] = []) {
    this.size = size;
    this.rows = rows.map((row) => [...row]);
  }

  copy(): Tree {
    return new Tree(this.size, this.rows);
  }

  /** Adds a leaf. @returns the tiles that it filled, from the leaves upwards */
  add(leaf: Uint8Array): Tile[] {
    const filled: Tile[] = [];
    this.size += 1;
    let carried: Uint8Array | null = leaf;
    for (let level = 0, count = this.size; carried; level += 1) {
      this.rows[level] ??= [];
      const row = this.rows[level] as Uint8Array[];
      row.push(carried);
      if (row.length < WIDTH) break;
      filled.push({ level, index: count / WIDTH - 1, bytes: Buffer.concat(row) });
      this.rows[level] = [];
      carried = rootOf(row);
      count /= WIDTH;
    }
    return filled;
  }

  /** The tiles that are not full, from the leaves upwards. */
  partial(): Tile[] {
    return this.rows.flatMap((hashes, level) =>
      hashes.length === 0
        ? []
        : [{ level, index: Math.floor(this.size / WIDTH ** (level + 1)), bytes: Buffer.concat(hashes) }],
    );
  }

  root(): Uint8Array {
    const parts = this.rows.toReversed().flatMap(subtrees);
    return parts.length === 0 ? rootOf([]) : parts.reduceRight((right, left) => nodeHash(left, right));
  }

  /** What the constructor takes, to be kept. */
  kept(): readonly (readonly Uint8Array[])[] {
    return this.rows;
  }
}

/** The root of a whole tree from its leaves' hashes, one after the other. */
export function rootOfLeaves(count: number, at: (index: number) => Uint8Array): Uint8Array {
  const tree = new Tree();
  for (let index = 0; index < count; index += 1) tree.add(at(index));
  return tree.root();
}
