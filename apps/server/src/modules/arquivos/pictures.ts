import { Readable } from 'node:stream';
import { PICTURE_WIDTH_DEFAULT, PICTURE_WIDTHS, PICTURES_PER_MINUTE } from '@rubrica/contract';
import type { RawReply } from '../../core/call.ts';
import { encodePicture } from '../../core/image.ts';
import { countForOrganization } from '../../core/limit-headers.ts';
import type { Logger } from '../../core/log.ts';
import { createMemory } from '../../core/memory.ts';
import type { PagePainter } from '../../core/pdf.ts';
import { type FileStore, type RateLimiter, Unavailable } from '../../core/ports.ts';
import { notFound } from '../../core/problem.ts';
import type { Scope } from '../../core/scope.ts';
import { createTurns } from '../../core/turns.ts';
import type { StoredFile } from './arquivos.ts';
import { type DerivedFiles, pictureKey } from './derived-files.ts';
import { createDrawings } from './drawings.ts';
import { withReceived } from './stored-stream.ts';

/** Pictures of the pages of stored files, for members (ADR 0074). */

/** For pictures that are not stored: a few hundred pages. */
const MEMORY_BYTES = 32 * 1024 * 1024;
/** Pictures of one organization that wait for their turn; a page of a list has a hundred at most. */
const MOST_WAITING = 120;
/** A stored file never changes. */
const ONLY_REVISION = 0;

/** What of a call a picture depends on. */
export interface PictureCall {
  readonly scope: Scope;
  readonly params: { readonly numero: string };
  readonly query: { readonly largura?: number };
  readonly startedAt: Date;
  readonly has: (etag: string) => boolean;
}

export interface Pictures {
  /**
   * A picture of the page that the call names. The caller was found to be allowed to see the file.
   * @param pages how many the file has
   * @throws 404 if there is no such page or it cannot be drawn, 429 if the organization had too many drawn
   */
  answer(call: PictureCall, file: StoredFile, pages: number): Promise<RawReply>;
}

export interface PictureDeps {
  readonly files: FileStore;
  readonly painter: PagePainter;
  readonly limiter: RateLimiter;
  readonly derived: DerivedFiles;
  readonly log: Logger;
}

interface Wanted {
  readonly file: StoredFile;
  /** Counted from 1. */
  readonly page: number;
  readonly width: number;
}

/** The next width that is served. */
const widthFor = (asked: number): number => PICTURE_WIDTHS.find((width) => width >= asked) ?? PICTURE_WIDTHS[3];

/** Reads thumbnails from the store and other pictures from memory, drawing each on first use. */
export function createPictures(deps: PictureDeps): Pictures {
  const memory = createMemory(MEMORY_BYTES);
  const once = createDrawings(deps.log);
  const queue = createQueue();

  const read = async (call: PictureCall, { file, page, width }: Wanted): Promise<Buffer | null> => {
    const now = call.startedAt.getTime();
    const id = `${file.id} ${page} ${width}`;
    const key = pictureKey(file.chave, page, width);
    const known = memory.recall(id, ONLY_REVISION, now) ?? (key && (await deps.derived.read(key)));
    if (known) return known;
    return once({
      arquivoId: file.id,
      key: id,
      inTurn: async (work) => {
        await countForOrganization(deps.limiter, call.scope, 'imagens', PICTURES_PER_MINUTE, call.startedAt);
        return queue(call.scope.organizacaoId, work);
      },
      draw: async () => {
        const bytes = await draw(deps, { file, page, width });
        if (bytes && key) await deps.derived.keep(key, bytes);
        else if (bytes) memory.remember(id, ONLY_REVISION, bytes, now);
        return bytes;
      },
    });
  };

  return {
    async answer(call, file, pages) {
      const page = Number(call.params.numero);
      if (page > pages) throw notFound();
      const width = widthFor(call.query.largura ?? PICTURE_WIDTH_DEFAULT);
      const etag = `${file.sha256}.${page}.${width}`;
      if (call.has(etag)) return { unchanged: etag };
      const bytes = await read(call, { file, page, width });
      if (!bytes) throw notFound();
      const stream = Readable.from([bytes]);
      return {
        file: { stream, size: bytes.length, sha256: null, name: `pagina-${page}.png`, type: 'image/png', etag },
      };
    },
  };
}

/**
 * One picture of an organization at a time: its next one waits behind those of the others, which is the painter's only
 * worker, shared with the previews of who signs.
 */
function createQueue() {
  const inTurn = createTurns();
  const waiting = new Map<string, number>();
  return async <T>(organizacaoId: string, work: () => Promise<T>): Promise<T> => {
    const before = waiting.get(organizacaoId) ?? 0;
    if (before >= MOST_WAITING) throw new Unavailable('too many pictures of an organization are waiting');
    waiting.set(organizacaoId, before + 1);
    try {
      return await inTurn(organizacaoId, work);
    } finally {
      const left = (waiting.get(organizacaoId) ?? 1) - 1;
      if (left === 0) waiting.delete(organizacaoId);
      else waiting.set(organizacaoId, left);
    }
  };
}

async function draw({ files, painter }: PictureDeps, { file, page, width }: Wanted): Promise<Buffer | null> {
  const pixels = await withReceived(files, file, (received) => painter.preview(received, width, page - 1));
  return pixels && encodePicture(pixels);
}
