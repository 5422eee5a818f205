import { HASH_BYTES, TILE_WIDTH } from '../../core/open-log/tree.ts';
import type { Database } from '../../core/sql.ts';
import type { AskedLog } from './proof.ts';
import { createLogStore, type LogHead } from './store.ts';

/** A tile of the tree, or a bundle of its entries, as asked for by C2SP tlog-tiles. */
export interface TileRequest {
  /** null: entries. */
  readonly level: number | null;
  readonly number: number;
  /** 256 for a whole one. */
  readonly width: number;
}

/** The path after `tile/`; null if it is none of the specification's: no leading zeroes, `x` before all but the last three digits. */
export function readTilePath(path: string): TileRequest | null {
  const match = /^(entries|0|[1-9]\d?)\/((?:x\d{3}\/)*)(\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path);
  if (!match) return null;
  const [, level = '', above = '', last = '', width] = match;
  const digits = `${above.replace(/[x/]/g, '')}${last}`;
  const number = Number(digits);
  const parts = above.length / 'x000/'.length;
  if (!Number.isSafeInteger(number) || (parts > 0 && digits.startsWith('000')) || Number(width ?? 1) >= TILE_WIDTH)
    return null;
  return { level: level === 'entries' ? null : Number(level), number, width: width ? Number(width) : TILE_WIDTH };
}

/** What anybody may read of the logs: nothing of it is about anybody (ADR 0085). */
export function createServedLogs(db: Database) {
  return {
    /** @returns null if there is no log of this name */
    async head({ ambiente, geracao }: AskedLog): Promise<LogHead | null> {
      const [row] = await db.sql<LogHead[]>`select * from acesso.registro_cabeca(${ambiente}, ${geracao})`;
      return row ?? null;
    },
    day: ({ ambiente, geracao }: AskedLog, day: string) => createLogStore(db.sql, ambiente, geracao).day(day),
    /** @returns null if the checkpoint that is shown has no such tile */
    async tile({ ambiente, geracao }: AskedLog, { level, number, width }: TileRequest): Promise<Buffer | null> {
      const store = createLogStore(db.sql, ambiente, geracao);
      const { publicado_tamanho: size } = await store.head();
      const first = number * TILE_WIDTH;
      if (Math.floor(size / TILE_WIDTH ** (level ?? 0)) - first < width) return null;
      if (level === null) return bundleOf(await store.entries(first, first + width));
      const [tile] = await store.readTiles([{ level, number }]);
      return tile?.hashes.subarray(0, width * HASH_BYTES) ?? null;
    },
  };
}

export type ServedLogs = ReturnType<typeof createServedLogs>;

const LENGTH_BYTES = 2;

/** Entries, each after its length as a big-endian uint16. */
function bundleOf(entries: readonly string[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const bytes = Buffer.from(entry);
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt16BE(bytes.length);
      return [length, bytes];
    }),
  );
}
