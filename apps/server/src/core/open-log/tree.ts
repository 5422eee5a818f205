import { hash } from 'node:crypto';

/**
 * The Merkle tree of RFC 6962 (section 2.1) over SHA-256, kept as the tiles of C2SP tlog-tiles: tile `n` of level `l` holds up to
 * 256 hashes of whole subtrees of 256^l leaves, one after the other.
 */

export const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;
export const HASH_BYTES = 32;

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

export const leafHash = (entry: Uint8Array | string): Buffer =>
  hash('sha256', Buffer.concat([LEAF, Buffer.from(entry as string)]), 'buffer');

const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer =>
  hash('sha256', Buffer.concat([NODE, left, right]), 'buffer');

/** RFC 6962's hash of no leaves. */
const EMPTY = hash('sha256', '', 'buffer');

/** The root of a whole subtree, from the 2^n hashes of one of its levels. */
function fold(hashes: readonly Buffer[]): Buffer {
  let row = hashes;
  while (row.length > 1) {
    const below = row;
    row = Array.from({ length: below.length / 2 }, (_, index) =>
      nodeHash(below[2 * index] as Buffer, below[2 * index + 1] as Buffer),
    );
  }
  return row[0] as Buffer;
}

/** A tile: 32 bytes a hash. */
export interface Tile {
  readonly level: number;
  readonly number: number;
  readonly hashes: Buffer;
}

/** How many hashes the last tile of a level has in a tree of this size; 0 if there is no partial one. */
export const partialWidth = (size: number, level: number): number =>
  Math.floor(size / TILE_WIDTH ** level) % TILE_WIDTH;

/** The partial tiles of a tree, which are what it takes to go on: level and number of each. */
export function edgeOf(size: number): { level: number; number: number }[] {
  const edge = [];
  for (let level = 0; TILE_WIDTH ** level <= size; level += 1) {
    if (partialWidth(size, level) > 0) edge.push({ level, number: Math.floor(size / TILE_WIDTH ** (level + 1)) });
  }
  return edge;
}

const split = (bytes: Buffer): Buffer[] =>
  Array.from({ length: bytes.length / HASH_BYTES }, (_, index) =>
    bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );

export interface Extension {
  readonly size: number;
  readonly root: Buffer;
  /** Every tile that is new, or has more hashes than before. */
  readonly tiles: readonly Tile[];
}

/**
 * A tree with more leaves.
 * @param edge the partial tiles of the tree as it is, `edgeOf` of its size
 */
export function extend(size: number, edge: readonly Tile[], leaves: readonly Buffer[]): Extension {
  const open = new Map(edge.map(({ level, hashes }) => [level, split(hashes)]));
  const numbers = new Map<number, number>();
  const changed = new Map<string, Tile>();
  const numberOf = (level: number) => numbers.get(level) ?? Math.floor(size / TILE_WIDTH ** (level + 1));
  const keep = (level: number, hashes: readonly Buffer[]) => {
    const number = numberOf(level);
    changed.set(`${level}/${number}`, { level, number, hashes: Buffer.concat(hashes) });
  };
  const add = (level: number, one: Buffer): void => {
    const hashes = open.get(level) ?? [];
    hashes.push(one);
    open.set(level, hashes);
    if (hashes.length < TILE_WIDTH) return;
    keep(level, hashes);
    numbers.set(level, numberOf(level) + 1);
    open.set(level, []);
    add(level + 1, fold(hashes));
  };
  for (const leaf of leaves) add(0, leaf);
  for (const [level, hashes] of open) {
    const before = edge.find((tile) => tile.level === level && tile.number === numberOf(level));
    if (hashes.length > 0 && hashes.length * HASH_BYTES !== before?.hashes.length) keep(level, hashes);
  }
  return { size: size + leaves.length, root: rootOf(open), tiles: [...changed.values()] };
}

/** The root over the whole subtrees that the partial tiles of a tree hold, from the right, where they are smallest. */
function rootOf(open: ReadonlyMap<number, readonly Buffer[]>): Buffer {
  let root: Buffer | null = null;
  for (const level of [...open.keys()].sort((a, b) => a - b)) {
    const hashes = open.get(level) ?? [];
    let end = hashes.length;
    for (let bit = 1; bit < TILE_WIDTH; bit *= 2) {
      if ((hashes.length & bit) === 0) continue;
      const subtree = fold(hashes.slice(end - bit, end));
      root = root ? nodeHash(subtree, root) : subtree;
      end -= bit;
    }
  }
  return root ?? EMPTY;
}

/** A whole subtree: its height, and its number among those of that height. */
interface Subtree {
  readonly height: number;
  readonly number: number;
}

/** The whole subtrees of leaves `from` to `to`, from the left; `from` is where one of the size of the greatest may begin. */
function subtrees(from: number, to: number): Subtree[] {
  const found: Subtree[] = [];
  let at = from;
  while (at < to) {
    const height = Math.floor(Math.log2(to - at));
    found.push({ height, number: at / 2 ** height });
    at += 2 ** height;
  }
  return found;
}

/** The greatest power of two below `n`, RFC 6962's `k`. */
const splitOf = (n: number): number => 2 ** (Math.ceil(Math.log2(n)) - 1);

/** A node of a proof: the leaves from and to which it spans. */
type Span = readonly [from: number, to: number];

/** RFC 6962, 2.1.1: the path from a leaf's sibling up. */
function inclusionPath(index: number, [from, to]: Span): Span[] {
  if (to - from <= 1) return [];
  const middle = from + splitOf(to - from);
  return index < middle
    ? [...inclusionPath(index, [from, middle]), [middle, to]]
    : [...inclusionPath(index, [middle, to]), [from, middle]];
}

/** RFC 6962, 2.1.2. @param known whether the verifier has the root of the older tree at this place */
function consistencyPath(older: number, [from, to]: Span, known: boolean): Span[] {
  if (older === to) return known ? [] : [[from, to]];
  const middle = from + splitOf(to - from);
  return older <= middle
    ? [...consistencyPath(older, [from, middle], known), [middle, to]]
    : [...consistencyPath(older, [middle, to], false), [from, middle]];
}

/** Reads tiles by level and number, whole or partial: at least as many hashes as the tree of the proof has there. */
export type ReadTiles = (wanted: readonly { level: number; number: number }[]) => Promise<readonly Tile[]>;

async function hashesOf(spans: readonly Span[], read: ReadTiles): Promise<Buffer[]> {
  const parts = spans.map(([from, to]) => subtrees(from, to));
  const wanted = new Map<string, { level: number; number: number }>();
  const placeOf = ({ height, number }: Subtree) => {
    const level = Math.floor(height / TILE_HEIGHT);
    const width = 2 ** (height - level * TILE_HEIGHT);
    const first = number * width;
    const tile = { level, number: Math.floor(first / TILE_WIDTH) };
    return { key: `${level}/${tile.number}`, tile, first: first % TILE_WIDTH, width };
  };
  for (const { key, tile } of parts.flat().map(placeOf)) wanted.set(key, tile);
  const tiles = new Map((await read([...wanted.values()])).map((tile) => [`${tile.level}/${tile.number}`, tile]));
  const hashOf = (subtree: Subtree): Buffer => {
    const { key, first, width } = placeOf(subtree);
    const bytes = tiles.get(key)?.hashes ?? Buffer.alloc(0);
    const hashes = split(bytes.subarray(first * HASH_BYTES, (first + width) * HASH_BYTES));
    if (hashes.length !== width) throw new Error(`tile ${key} of the open log lacks hashes`);
    return fold(hashes);
  };
  return parts.map((some) => some.map(hashOf).reduceRight((right, left) => nodeHash(left, right)));
}

/** @returns the inclusion proof of a leaf in the tree of `size` leaves, from the leaf's sibling up */
export const inclusionProof = (index: number, size: number, read: ReadTiles): Promise<Buffer[]> =>
  hashesOf(inclusionPath(index, [0, size]), read);

/** @returns the proof that the tree of `size` leaves begins with the one of `older`, which has at least one */
export const consistencyProof = (older: number, size: number, read: ReadTiles): Promise<Buffer[]> =>
  hashesOf(consistencyPath(older, [0, size], true), read);
