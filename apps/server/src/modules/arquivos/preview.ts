import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FileReply } from '../../core/call.ts';
import { encodePreview } from '../../core/image.ts';
import type { Logger } from '../../core/log.ts';
import type { PagePainter } from '../../core/pdf.ts';
import { FileMissing, type FileStore, Unavailable } from '../../core/ports.ts';
import type { StoredFile } from './arquivos.ts';
import { previewKey } from './derived-files.ts';

/** Pictures of the first page of stored files (ADR 0023). */

const WIDTH = 900;
/** Six seconds at 400 kb/s are 300 kB, of which the page itself takes a good part. */
const MAX_BYTES = 60_000;
/** How long a file that could not be drawn is not retried, and how many such files are remembered. */
const FAILED_MS = 600_000;
const FAILED_KEPT = 1_000;

export interface Previews {
  /** The preview of a stored file, or null, without a reason. */
  read(file: StoredFile): Promise<FileReply | null>;
  /** Draws it before it is requested. Never rejects. */
  prepare(file: StoredFile): Promise<void>;
}

export interface PreviewDeps {
  readonly files: FileStore;
  readonly painter: PagePainter;
  readonly workDirectory: string;
  readonly log: Logger;
}

/** Reads previews from the store, drawing and storing each on first use. */
export function createPreviews(deps: PreviewDeps): Previews {
  const underWay = new Map<string, Promise<Buffer | null>>();
  const failed = new Map<string, number>();

  /**
   * Draws a preview unless that is already in progress. @returns null if that fails, which is remembered for a while
   */
  const drawOnce = (file: StoredFile): Promise<Buffer | null> => {
    const found = underWay.get(file.id);
    if (found) return found;
    if ((failed.get(file.id) ?? 0) > performance.now()) return Promise.resolve(null);
    const drawing = draw(deps, file)
      .catch((error) => {
        if (error instanceof Unavailable) return undefined;
        deps.log.warn({ err: error, arquivoId: file.id }, 'a preview could not be made');
        return null;
      })
      .then((bytes) => {
        if (bytes === null) remember(failed, file.id);
        return bytes ?? null;
      })
      .finally(() => underWay.delete(file.id));
    underWay.set(file.id, drawing);
    return drawing;
  };

  return {
    async read(file) {
      const stored = await readStored(deps.files, file);
      if (stored) return stored;
      const bytes = await drawOnce(file);
      return bytes && reply(Readable.from([bytes]), bytes.length);
    },
    async prepare(file) {
      try {
        const stored = await readStored(deps.files, file);
        if (stored) stored.file.stream.destroy();
        else await drawOnce(file);
      } catch (error) {
        deps.log.warn({ err: error, arquivoId: file.id }, 'a preview could not be prepared');
      }
    },
  };
}

function remember(failed: Map<string, number>, id: string): void {
  failed.set(id, performance.now() + FAILED_MS);
  for (const [oldest] of failed) {
    if (failed.size <= FAILED_KEPT) break;
    failed.delete(oldest);
  }
}

async function readStored(files: FileStore, { chave }: StoredFile): Promise<FileReply | null> {
  try {
    const { stream, size } = await files.read(previewKey(chave));
    return reply(stream, size);
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
}

const reply = (stream: Readable, size: number): FileReply => ({
  file: { stream, size, sha256: null, name: 'previa.webp', type: 'image/webp' },
});

async function draw({ files, painter, workDirectory }: PreviewDeps, file: StoredFile): Promise<Buffer | null> {
  const pixels = await files.withLocal(file.chave, (path) => painter.preview(path, WIDTH));
  const bytes = pixels && (await encodePreview(pixels, MAX_BYTES));
  if (!bytes) return null;
  const path = join(workDirectory, `${randomUUID()}.webp`);
  await writeFile(path, bytes, { mode: 0o600 });
  await files.put(previewKey(file.chave), path);
  return bytes;
}
