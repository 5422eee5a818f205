import { createHash } from 'node:crypto';
import { PdfDocument } from '../core/document.ts';
import { dict, name, type PdfDict, type PdfRef } from '../core/objects.ts';
import { PdfWriter, stream } from '../core/writer.ts';
import { rootOf } from './placeholder.ts';
import type { ValidationData } from './validation-data.ts';

/**
 * Adds a document security store with the data collected for one seal (ETSI EN 319 142-1 clause 5.4.2, ISO 32000-2
 * clause 12.8.4.3), as an incremental update after it: no sealed byte changes.
 * @param contents all bytes of the seal's /Contents: the store identifies the seal by their hash
 */
export function appendSecurityStore(sealed: Uint8Array, contents: Uint8Array, data: ValidationData): Uint8Array {
  const document = PdfDocument.open(sealed);
  const writer = PdfWriter.update(document);
  const add = (items: readonly Buffer[]): PdfRef[] => items.map((item) => writer.add(stream({}, item)));
  const [certificates, ocsps, crls] = [add(data.certificates), add(data.ocsps), add(data.crls)];
  const listed = (key: string, refs: PdfRef[]): PdfDict => (refs.length > 0 ? new Map([[key, refs]]) : new Map());
  const seal = createHash('sha1').update(contents).digest('hex').toUpperCase();
  const about = new Map([
    ['Type', name('VRI')],
    ...listed('Cert', certificates),
    ...listed('OCSP', ocsps),
    ...listed('CRL', crls),
  ]);
  const store = new Map([
    ['Type', name('DSS')],
    ...listed('Certs', certificates),
    ...listed('OCSPs', ocsps),
    ...listed('CRLs', crls),
    ['VRI', writer.add(new Map([[seal, writer.add(about)]]))],
  ]);
  const catalog = new Map([...document.catalog(), ['DSS', writer.add(store)]]);
  const extensions = new Map(document.dict(catalog.get('Extensions')) ?? []);
  // Features that PDF 1.7 itself lacks are declared as an ETSI extension.
  extensions.set('ESIC', dict({ BaseVersion: name('1.7'), ExtensionLevel: 1 }));
  catalog.set('Extensions', extensions);
  writer.set(rootOf(document), catalog);
  return writer.finish().bytes;
}
