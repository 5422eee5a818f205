import { Readable } from 'node:stream';
import type { FileReply } from '../../core/call.ts';
import { encodePreview } from '../../core/image.ts';
import type { Logger } from '../../core/log.ts';
import type { PagePainter } from '../../core/pdf.ts';
import { FileMissing, type FileStore, Unavailable } from '../../core/ports.ts';
import type { StoredFile } from './arquivos.ts';
import { keepDerived, previewKey } from './derived-files.ts';
import { createDrawings } from './drawings.ts';

/** Pictures of the first page of stored files (ADR 0023). */

const WIDTH = 900;
/** Six seconds at 400 kb/s are 300 kB, of which the page itself takes a good part. */
const MAX_BYTES = 60_000;

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
  const once = createDrawings(deps.log);
  const drawOnce = (file: StoredFile): Promise<Buffer | null> =>
    once({ arquivoId: file.id, key: file.id, draw: () => draw(deps, file) }).catch((error) => {
      if (error instanceof Unavailable) return null;
      throw error;
    });

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
  await keepDerived(files, workDirectory, previewKey(file.chave), bytes);
  return bytes;
}
