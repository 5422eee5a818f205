import type { Logger } from '../../core/log.ts';
import type { PagePainter } from '../../core/pdf.ts';
import type { FileStore } from '../../core/ports.ts';
import type { Scope } from '../../core/scope.ts';
import { alike, type Database, type Statement } from '../../core/sql.ts';
import { createTurns } from '../../core/turns.ts';
import type { StoredFile } from './arquivos.ts';
import { type DerivedFiles, inkKey } from './derived-files.ts';
import { withReceived } from './stored-stream.ts';

/**
 * Where the pages of stored files have ink, so that the footer covers none of it. Found by the process that sends a document,
 * or at the latest at completion.
 */

type Place = Pick<StoredFile, 'chave' | 'sha256'>;

export interface InkMaps {
  /**
   * The result of PagePainter.ink, from the store or computed now and stored. @throws Unavailable if no worker is
   * available
   */
  read(file: Place): Promise<Uint8Array>;
  /**
   * Finds it before somebody waits for it, in the background, one file at a time. It is no job of a queue, which would cost
   * more than it spares: what this process does not come to, completion finds.
   */
  prepare(scope: Scope, arquivoId: string): void;
}

export interface InkDeps {
  readonly files: FileStore;
  readonly painter: Pick<PagePainter, 'ink'>;
  readonly derived: DerivedFiles;
  readonly db: Pick<Database, 'ask'>;
  readonly log: Logger;
  /** Aborted when the process ends: nothing more is prepared. */
  readonly stopping: AbortSignal;
}

const placeOf =
  (id: string): Statement<Place> =>
  (sql, escopo) =>
    sql`
    select a.chave, a.sha256
      from ${escopo}
     cross join lateral (
           select chave, sha256 from arquivo where id = ${id} and ${alike(sql, 'arquivo', 'escopo')} offset 0) as a`;

/** Files that wait to be prepared; further ones are left to completion. */
const MOST_WAITING = 1_000;

/** Reads files' ink maps, computing each on first use. */
export function createInkMaps({ files, painter, derived, db, log, stopping }: InkDeps): InkMaps {
  const underWay = new Map<string, Promise<Uint8Array>>();
  const inTurn = createTurns();
  let waiting = 0;

  const find = async (file: Place): Promise<Uint8Array> => {
    const bytes = await withReceived(files, file, (received) => painter.ink(received));
    await derived.keep(inkKey(file.chave), bytes);
    return bytes;
  };

  async function read(file: Place): Promise<Uint8Array> {
    const { chave } = file;
    const stored = await derived.read(inkKey(chave));
    if (stored) return stored;
    const found = underWay.get(chave) ?? find(file).finally(() => underWay.delete(chave));
    underWay.set(chave, found);
    return found;
  }

  async function prepareNow(scope: Scope, arquivoId: string): Promise<void> {
    if (stopping.aborted) return;
    try {
      const [file] = await db.ask(scope, placeOf(arquivoId));
      if (file) await read(file);
    } catch (error) {
      if (!stopping.aborted) log.warn({ err: error, arquivoId }, 'the ink of a file could not be prepared');
    }
  }

  return {
    read,
    prepare(scope, arquivoId) {
      if (waiting >= MOST_WAITING) return;
      waiting++;
      void inTurn('ink', () => prepareNow(scope, arquivoId)).finally(() => waiting--);
    },
  };
}
