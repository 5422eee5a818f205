import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import { FileAltered, type ReceivedFile } from '../../core/pdf.ts';
import type { FileStore } from '../../core/ports.ts';

/** The store has other bytes under a key than were put there. */
export class StoredFileAltered extends Error {
  override readonly name = 'StoredFileAltered';
  constructor(key: string) {
    super(`ALARM: the stored file ${key} is not the one that was received`);
  }
}

/** What a file was when it was received. */
interface Received {
  readonly chave: string;
  readonly sha256: string;
}

/**
 * A stored file on disk for the duration of `use`, which compares what it reads.
 * @throws StoredFileAltered, FileMissing
 */
export const withReceived = <T>(
  files: Pick<FileStore, 'withLocal'>,
  { chave, sha256 }: Received,
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> =>
  files
    .withLocal(chave, (path) => use({ path, sha256 }))
    .catch((error) => {
      throw error instanceof FileAltered ? new StoredFileAltered(chave) : error;
    });

/**
 * A stored file for whoever is shown it: who signs by what they read must not be shown something else for a while. Its last
 * piece is given once all of it has proved to be what was received, so that nobody gets the whole of anything else: of a
 * short file nothing, of a long one less than was announced.
 * @returns a stream that fails with StoredFileAltered
 */
export function asReceived(stream: Readable, { chave, sha256 }: Received): Readable {
  const digest = createHash('sha256');
  let last: Buffer | undefined;
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      done(null, last);
      last = chunk;
    },
    flush: (done) => (digest.digest('hex') === sha256 ? done(null, last) : done(new StoredFileAltered(chave))),
  });
  // Its reader learns of an error from the stream itself.
  pipeline(stream, checked, () => {});
  return checked;
}
