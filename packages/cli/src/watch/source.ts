import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { clean } from '@rubrica/verify/cli';
import { HASH_BYTES } from '@rubrica/verify/log';
import { contentOf, replaceFile } from '../log/folder.ts';
import { type Bounds, fetchBytes, Unreached } from './fetch.ts';
import { Misbehaved } from './finding.ts';
import { type Tile, WIDTH } from './tree.ts';

/** A log as it is served (C2SP tlog-tiles), with full bundles kept once they were read. */

const MAX_CHECKPOINT = 64 * 1024;
/** Leaves are a few hundred bytes; of the 64 KiB that the format allows nobody has use. */
const MAX_BUNDLE = 4 * 1024 * 1024;
const MAX_TILE = WIDTH * HASH_BYTES;

/** `1234067` as `x001/x234/067`. */
export function pathOf(index: number): string {
  const digits = String(index);
  const groups = digits.padStart(3 * Math.ceil(digits.length / 3), '0').match(/\d{3}/g) ?? [];
  return groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/');
}

/** The entries of a bundle; null if it is none. */
export function entriesIn(bundle: Uint8Array): Uint8Array[] | null {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length; ) {
    const start = at + 2;
    const end = start + (((bundle[at] as number) << 8) | (bundle[at + 1] ?? 0));
    if (end > bundle.length) return null;
    entries.push(bundle.subarray(start, end));
    at = end;
  }
  return entries;
}

interface Setup extends Omit<Bounds, 'maxBytes'> {
  /** Without a slash at its end. */
  readonly url: string;
  readonly folder: string;
}

export class Source {
  private readonly setup: Setup;
  /** Bundles that came from the cache, or went there, and may not be what the log signed. */
  private readonly doubtful = new Set<number>();

  constructor(setup: Setup) {
    this.setup = setup;
  }

  private fetch(path: string, maxBytes: number): Promise<Uint8Array | null> {
    return fetchBytes(`${this.setup.url}/${path}`, { ...this.setup, maxBytes });
  }

  /** The bytes of the head. @throws {Unreached} also where there is none: the address may be wrong */
  async checkpoint(): Promise<Uint8Array> {
    const found = await this.fetch('checkpoint', MAX_CHECKPOINT);
    if (found === null) throw new Unreached(`Em ${clean(this.setup.url)}/checkpoint não há nada. Confira o endereço.`);
    return found;
  }

  /** A resource of a width, or the full one, which may have taken its place. */
  private async atLeast(path: string, width: number, maxBytes: number): Promise<Uint8Array> {
    const partial = width < WIDTH ? await this.fetch(`${path}.p/${width}`, maxBytes) : null;
    const found = partial ?? (await this.fetch(path, maxBytes));
    if (found !== null) return found;
    const where = `${this.setup.url}/${path}`;
    throw new Misbehaved('NAO_SERVE', `O registro não serve ${clean(where)}, que a sua árvore tem.`, {
      'endereco.txt': `${where}\n`,
    });
  }

  private cacheOf(index: number): string {
    return join(this.setup.folder, 'registro', 'tile', 'entries', ...pathOf(index).split('/'));
  }

  /** The first entries of a bundle, of the log itself. */
  async served(index: number, width: number): Promise<readonly Uint8Array[]> {
    const { entries } = await this.fetchBundle(index, width);
    return entries;
  }

  private async fetchBundle(index: number, width: number) {
    const path = `tile/entries/${pathOf(index)}`;
    const bytes = await this.atLeast(path, width, MAX_BUNDLE);
    const entries = entriesIn(bytes);
    if (entries === null || (entries.length !== width && entries.length !== WIDTH))
      throw new Misbehaved('ILEGIVEL', `${clean(`${this.setup.url}/${path}`)} não traz ${width} entradas.`, {
        'pacote.bin': bytes,
      });
    return { bytes, entries: entries.slice(0, width) };
  }

  /** The first entries of a bundle; one that is full is kept, and not asked for again. */
  async bundle(index: number, width: number): Promise<readonly Uint8Array[]> {
    if (width < WIDTH) return this.served(index, width);
    const kept = await this.keptBundle(index);
    this.doubtful.add(index);
    if (kept?.length === WIDTH) return kept;
    const { bytes, entries } = await this.fetchBundle(index, width);
    await replaceFile(this.cacheOf(index), bytes);
    return entries;
  }

  /** A bundle as it was kept, if it was. */
  async keptBundle(index: number): Promise<readonly Uint8Array[] | null> {
    const kept = await contentOf(this.cacheOf(index));
    return kept && entriesIn(kept);
  }

  /** What was read is what the log signed. */
  trust(): void {
    this.doubtful.clear();
  }

  /** Forgets what was read since, because it does not fit. */
  async forget(): Promise<void> {
    for (const index of this.doubtful) await unlink(this.cacheOf(index)).catch(() => undefined);
    this.doubtful.clear();
  }

  /** @throws {Misbehaved} unless a tile is served as the entries make it */
  async checkTile({ level, index, bytes }: Tile): Promise<void> {
    const path = `tile/${level}/${pathOf(index)}`;
    const served = await this.atLeast(path, bytes.length / HASH_BYTES, MAX_TILE);
    if (bytes.equals(served.subarray(0, bytes.length))) return;
    const where = clean(`${this.setup.url}/${path}`);
    throw new Misbehaved(
      'LADRILHO',
      `${where} não é o ladrilho que as entradas dão: as provas feitas dele não valem.`,
      {
        'servido.bin': served,
        'calculado.bin': bytes,
      },
    );
  }
}
