import type { PagePainter } from '../../core/pdf.ts';
import type { FileStore } from '../../core/ports.ts';
import type { StoredFile } from './arquivos.ts';
import { type DerivedFiles, inkKey } from './derived-files.ts';
import { withReceived } from './stored-stream.ts';

/**
 * Where the pages of stored files have ink, so that the footer covers none of it. Determined in a separate job when a
 * document is sent, or at the latest at completion.
 */

export interface InkMaps {
  /**
   * The result of PagePainter.ink, from the store or computed now and stored. @throws Unavailable if no worker is
   * available
   */
  read(file: Pick<StoredFile, 'chave' | 'sha256'>): Promise<Uint8Array>;
}

export interface InkDeps {
  readonly files: FileStore;
  readonly painter: Pick<PagePainter, 'ink'>;
  readonly derived: DerivedFiles;
}

/** Reads files' ink maps, computing each on first use. */
export function createInkMaps({ files, painter, derived }: InkDeps): InkMaps {
  const underWay = new Map<string, Promise<Uint8Array>>();

  const find = async (file: Pick<StoredFile, 'chave' | 'sha256'>): Promise<Uint8Array> => {
    const bytes = await withReceived(files, file, (received) => painter.ink(received));
    await derived.keep(inkKey(file.chave), bytes);
    return bytes;
  };

  return {
    async read(file) {
      const { chave } = file;
      const stored = await derived.read(inkKey(chave));
      if (stored) return stored;
      const found = underWay.get(chave) ?? find(file).finally(() => underWay.delete(chave));
      underWay.set(chave, found);
      return found;
    },
  };
}
