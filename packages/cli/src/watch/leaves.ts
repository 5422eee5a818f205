import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { clean } from '@rubrica/verify/cli';
import { misuse } from '../command.ts';
import { contentOf } from '../log/folder.ts';

/**
 * What is remembered of each leaf, in a file that only grows and in memory: its hash, the beginning of its label's hash, and
 * its commitment's hash. A million leaves are 80 MB on disk and some 100 MB in memory, twice that while they are read first.
 */

const HASH = 32;
const LABEL = 16;
const RECORD = HASH + LABEL + HASH;
const FIRST_SLOTS = 1024;
const EMPTY = 0;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** What is remembered of a leaf. */
export function recordOf(hash: Uint8Array, { k, c }: { readonly k: string; readonly c: string }): Buffer {
  return Buffer.concat([hash, sha256(k).subarray(0, LABEL), sha256(c)]);
}

const labelIn = (record: Buffer): Buffer => record.subarray(HASH, HASH + LABEL);
const commitmentIn = (record: Buffer): Buffer => record.subarray(HASH + LABEL);

const CHUNK = 256;

/** Records that wait to be added, close together: a million single ones would take as much again. */
export class Records {
  length = 0;
  private readonly chunks: Buffer[] = [];

  push(record: Buffer): void {
    if (this.length % CHUNK === 0) this.chunks.push(Buffer.alloc(CHUNK * RECORD));
    record.copy(this.chunks.at(-1) as Buffer, (this.length % CHUNK) * RECORD);
    this.length += 1;
  }

  at(index: number): Buffer {
    const start = (index % CHUNK) * RECORD;
    return (this.chunks[Math.floor(index / CHUNK)] as Buffer).subarray(start, start + RECORD);
  }

  hashAt(index: number): Buffer {
    return this.at(index).subarray(0, HASH);
  }
}

export class Leaves {
  count = 0;
  private readonly path: string;
  private records: Buffer;
  /** For each label where its first leaf is, plus one, by open addressing. */
  private slots = new Uint32Array(FIRST_SLOTS);
  private labels = 0;
  private saved = 0;

  private constructor(path: string, records: Buffer) {
    this.path = path;
    this.records = records;
  }

  /**
   * Reads what is kept. What is beyond the count was written by who did not live to count it.
   * @throws {Stop} where less is kept than was counted
   */
  static async open(path: string, count: number): Promise<Leaves> {
    const content = (await contentOf(path)) ?? Buffer.alloc(0);
    if (content.length < count * RECORD)
      throw misuse(`${clean(path)} está incompleto: tem menos folhas do que o estado conta. Comece com outra pasta.`);
    const leaves = new Leaves(path, content);
    while (leaves.count < count) leaves.index(leaves.count);
    leaves.saved = count;
    return leaves;
  }

  private recordAt(index: number): Buffer {
    return this.records.subarray(index * RECORD, (index + 1) * RECORD);
  }

  hashAt(index: number): Buffer {
    return this.recordAt(index).subarray(0, HASH);
  }

  /** The slot of a label: the one it has, or the empty one it would get. */
  private slotOf(label: Buffer): number {
    const mask = this.slots.length - 1;
    for (let slot = label.readUInt32LE(0) & mask; ; slot = (slot + 1) & mask) {
      const taken = this.slots[slot] as number;
      if (taken === EMPTY || labelIn(this.recordAt(taken - 1)).equals(label)) return slot;
    }
  }

  private widen(): void {
    const old = this.slots;
    this.slots = new Uint32Array(2 * old.length);
    for (const taken of old) if (taken !== EMPTY) this.slots[this.slotOf(labelIn(this.recordAt(taken - 1)))] = taken;
  }

  /** Counts a record that is in memory. @returns which earlier leaf has its label and another commitment */
  private index(at: number): number | null {
    const record = this.recordAt(at);
    this.count = at + 1;
    const slot = this.slotOf(labelIn(record));
    const taken = this.slots[slot] as number;
    if (taken !== EMPTY) return commitmentIn(this.recordAt(taken - 1)).equals(commitmentIn(record)) ? null : taken - 1;
    this.slots[slot] = at + 1;
    this.labels += 1;
    if (2 * this.labels > this.slots.length) this.widen();
    return null;
  }

  /** Adds a leaf. @returns which earlier leaf has the same label and another commitment, null if none */
  add(record: Buffer): number | null {
    const end = (this.count + 1) * RECORD;
    if (end > this.records.length) {
      const grown = Buffer.alloc(Math.ceil((this.count + FIRST_SLOTS) * 1.5) * RECORD);
      this.records.copy(grown, 0, 0, this.count * RECORD);
      this.records = grown;
    }
    record.copy(this.records, this.count * RECORD);
    return this.index(this.count);
  }

  /** Whether a leaf has this label, and says this of it. */
  has(leaf: { readonly k: string; readonly c: string }): boolean {
    const record = recordOf(Buffer.alloc(HASH), leaf);
    const taken = this.slots[this.slotOf(labelIn(record))] as number;
    return taken !== EMPTY && commitmentIn(this.recordAt(taken - 1)).equals(commitmentIn(record));
  }

  /** Writes what was added, so that it outlives a power cut. */
  async save(): Promise<void> {
    const handle = await open(this.path, 'a').then((made) => made.close().then(() => open(this.path, 'r+')));
    try {
      const start = this.saved * RECORD;
      const added = this.records.subarray(start, this.count * RECORD);
      for (let at = 0; at < added.length; )
        at += (await handle.write(added, at, added.length - at, start + at)).bytesWritten;
      await handle.truncate(this.count * RECORD);
      await handle.sync();
      this.saved = this.count;
    } finally {
      await handle.close();
    }
  }
}
