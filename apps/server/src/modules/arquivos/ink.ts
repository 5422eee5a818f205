import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { PagePainter } from '../../core/pdf.ts';
import { FileMissing, type FileStore } from '../../core/ports.ts';
import type { StoredFile } from './arquivos.ts';
import { inkKey } from './derived-files.ts';

/**
 * Where the pages of stored files have ink, so that the footer covers none of it. Found when a document is sent, in a job
 * of its own, and at the latest when it is completed.
 */

export interface InkMaps {
  /** As PagePainter.ink gives it; from the store, or found now and kept. @throws Unavailable when no worker can be had */
  read(file: Pick<StoredFile, 'chave'>): Promise<Uint8Array>;
}

export interface InkDeps {
  readonly files: FileStore;
  readonly painter: Pick<PagePainter, 'ink'>;
  readonly workDirectory: string;
}

/** Reads where files have ink, looking at each when that is first asked for. */
export function createInkMaps({ files, painter, workDirectory }: InkDeps): InkMaps {
  const underWay = new Map<string, Promise<Uint8Array>>();

  const find = async (chave: string): Promise<Uint8Array> => {
    const bytes = await files.withLocal(chave, (path) => painter.ink(path));
    const path = join(workDirectory, `${randomUUID()}.tinta`);
    await writeFile(path, bytes, { mode: 0o600 });
    await files.put(inkKey(chave), path);
    return bytes;
  };

  return {
    async read({ chave }) {
      const stored = await readStored(files, chave);
      if (stored) return stored;
      const found = underWay.get(chave) ?? find(chave).finally(() => underWay.delete(chave));
      underWay.set(chave, found);
      return found;
    },
  };
}

async function readStored(files: FileStore, chave: string): Promise<Uint8Array | null> {
  try {
    return await buffer((await files.read(inkKey(chave))).stream);
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
}
