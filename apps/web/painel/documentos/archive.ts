import type { DocumentoResumo } from '@rubrica/contract';
import { Zip, ZipPassThrough } from 'fflate';

/** Of all files of one archive: a browser holds them until it is saved. */
const ARCHIVE_MAX_BYTES = 1024 * 1024 * 1024;

/** An archive would hold more than a browser should. */
export class ArchiveFull extends Error {
  override readonly name = 'ArchiveFull';
}

/** A name for a file of a document on any system: its title without what some systems give a meaning to. */
export function fileNameFor({ titulo }: Pick<DocumentoResumo, 'titulo'>): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const plain = titulo.replace(/[\u0000-\u001f<>:"/\\|?*]+/g, ' ').replace(/\s+/g, ' ');
  return (
    [...plain]
      .slice(0, 120)
      .join('')
      .replace(/^[. ]+|[. ]+$/g, '')
      .trim() || 'documento'
  );
}

/** A name that is not among those taken: `Contrato (2)`. */
function free(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const tried = count === 1 ? name : `${name} (${count})`;
    if (!taken.has(tried.toLowerCase())) return tried;
  }
}

/** A zip archive of PDFs, stored as they are: they are compressed already. */
export function createArchive() {
  const parts: Blob[] = [];
  const taken = new Set<string>();
  let bytes = 0;
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    // As a blob of its own each, which a browser may put on disk.
    parts.push(new Blob([chunk as Uint8Array<ArrayBuffer>]));
  });
  return {
    /** @throws ArchiveFull if it has no room for the file */
    add(documento: Pick<DocumentoResumo, 'titulo'>, file: Uint8Array): void {
      bytes += file.length;
      if (bytes > ARCHIVE_MAX_BYTES) throw new ArchiveFull();
      const name = free(fileNameFor(documento), taken);
      taken.add(name.toLowerCase());
      const entry = new ZipPassThrough(`${name}.pdf`);
      zip.add(entry);
      entry.push(file, true);
    },
    /** The archive, to which nothing can be added any more. */
    finish(): Blob {
      zip.end();
      return new Blob(parts, { type: 'application/zip' });
    },
  };
}
