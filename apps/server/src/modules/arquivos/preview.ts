import { Readable } from 'node:stream';
import type { FileReply } from '../../core/call.ts';
import { encodePreview } from '../../core/image.ts';
import type { Logger } from '../../core/log.ts';
import type { PagePainter } from '../../core/pdf.ts';
import { type FileStore, Unavailable } from '../../core/ports.ts';
import type { StoredFile } from './arquivos.ts';
import { type DerivedFiles, previewKey } from './derived-files.ts';
import { createDrawings } from './drawings.ts';
import { withReceived } from './stored-stream.ts';

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
  readonly derived: DerivedFiles;
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
      const bytes = (await deps.derived.read(previewKey(file.chave))) ?? (await drawOnce(file));
      return bytes && reply(bytes);
    },
    async prepare(file) {
      try {
        if (!(await deps.derived.read(previewKey(file.chave)))) await drawOnce(file);
      } catch (error) {
        deps.log.warn({ err: error, arquivoId: file.id }, 'a preview could not be prepared');
      }
    },
  };
}

const reply = (bytes: Buffer): FileReply => ({
  file: { stream: Readable.from([bytes]), size: bytes.length, sha256: null, name: 'previa.webp', type: 'image/webp' },
});

async function draw({ files, painter, derived }: PreviewDeps, file: StoredFile): Promise<Buffer | null> {
  const pixels = await withReceived(files, file, (received) => painter.preview(received, WIDTH));
  const bytes = pixels && (await encodePreview(pixels, MAX_BYTES));
  if (!bytes) return null;
  await derived.keep(previewKey(file.chave), bytes);
  return bytes;
}
