import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of an archive: its bytes, or what opens them once it is their turn. */
export interface ArchiveEntry {
  readonly name: string;
  readonly content: Buffer | (() => Promise<Readable>);
}

/** PDFs hardly become smaller; what is deflated can be read from a stream by any program, what is stored cannot. */
const LEVEL = 1;

/**
 * A ZIP that is made while it is read: one entry is open at a time, and none stays open when the reader leaves.
 * @param at the time that all entries bear
 */
export function zipOf(entries: readonly ArchiveEntry[], at: Date): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let source: Readable | undefined;
  const options = { mtime: at, compressionLevel: LEVEL };
  for (const { name, content } of entries) {
    if (Buffer.isBuffer(content)) {
      zip.addBuffer(content, name, options);
      continue;
    }
    zip.addReadStreamLazy(name, options, (give) => {
      if (output.destroyed) return;
      content().then(
        (stream) => {
          source = stream;
          // yazl waits for the end of one that fails.
          stream.once('error', (error) => output.destroy(error));
          if (output.destroyed) stream.destroy();
          else give(null, stream);
        },
        (error: Error) => output.destroy(error),
      );
    });
  }
  zip.on('error', (error: Error) => output.destroy(error));
  output.once('close', () => source?.destroy());
  zip.end();
  return output;
}
