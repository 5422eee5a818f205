import type { PagePainter } from '../../core/pdf.ts';
import type { FileStore } from '../../core/ports.ts';
import type { StoredFile } from './arquivos.ts';
import { inkKey, keepDerived, readDerived } from './derived-files.ts';

/**
 * Where the pages of stored files have ink, so that the footer covers none of it. Determined in a separate job when a
 * document is sent, or at the latest at completion.
 */

export interface InkMaps {
  /**
   * The result of PagePainter.ink, from the store or computed now and stored. @throws Unavailable if no worker is
   * available
   */
  read(file: Pick<StoredFile, 'chave'>): Promise<Uint8Array>;
}

export interface InkDeps {
  readonly files: FileStore;
  readonly painter: Pick<PagePainter, 'ink'>;
  readonly workDirectory: string;
}

/** Reads files' ink maps, computing each on first use. */
export function createInkMaps({ files, painter, workDirectory }: InkDeps): InkMaps {
  const underWay = new Map<string, Promise<Uint8Array>>();

  const find = async (chave: string): Promise<Uint8Array> => {
    const bytes = await files.withLocal(chave, (path) => painter.ink(path));
    await keepDerived(files, workDirectory, inkKey(chave), bytes);
    return bytes;
  };

  return {
    async read({ chave }) {
      const stored = await readDerived(files, inkKey(chave));
      if (stored) return stored;
      const found = underWay.get(chave) ?? find(chave).finally(() => underWay.delete(chave));
      underWay.set(chave, found);
      return found;
    },
  };
}
