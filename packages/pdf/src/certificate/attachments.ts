import { dict, name, type PdfDict, type PdfRef, PdfString } from '../core/objects.ts';
import { stream } from '../core/writer.ts';
import { pdfDate } from '../seal/seal.ts';
import type { Sheets } from '../typeset/sheets.ts';

/** A file embedded in the certificate; `description` is for the reader's list of attachments. */
export type CertificateAttachment = { name: string; description: string; bytes: Uint8Array };

/** Catalog entries for the embedded files (ISO 32000-2 clauses 7.11.4 and 14.13). */
export function attachmentEntries(sheets: Sheets, files: readonly CertificateAttachment[], at: Date): PdfDict {
  // A name tree must be sorted (7.9.6).
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const specs = sorted.map((file) => ({ title: PdfString.text(file.name), spec: addFile(sheets, file, at) }));
  return dict({
    AF: specs.map(({ spec }) => spec),
    Names: dict({ EmbeddedFiles: dict({ Names: specs.flatMap(({ title, spec }) => [title, spec]) }) }),
  });
}

function addFile({ writer }: Sheets, file: CertificateAttachment, at: Date): PdfRef {
  const embedded = writer.add(
    stream(
      {
        Type: name('EmbeddedFile'),
        Subtype: name('application/json'),
        Params: dict({ Size: file.bytes.length, ModDate: PdfString.text(pdfDate(at)) }),
      },
      file.bytes,
    ),
  );
  const title = PdfString.text(file.name);
  return writer.add(
    dict({
      Type: name('Filespec'),
      F: title,
      UF: title,
      Desc: PdfString.text(file.description),
      AFRelationship: name('Data'),
      EF: dict({ F: embedded, UF: embedded }),
    }),
  );
}
