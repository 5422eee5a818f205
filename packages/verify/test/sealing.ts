import { createHash } from 'node:crypto';
import { PdfDocument } from '../../pdf/src/core/document.ts';
import { dict, name, type PdfDict, PdfRaw, PdfRef, PdfString, type PdfValue } from '../../pdf/src/core/objects.ts';
import { openFirstPage } from '../../pdf/src/core/open.ts';
import { PdfWriter, stream } from '../../pdf/src/core/writer.ts';
import { signDigest, signedData } from '../../pdf/src/seal/cms.ts';
import type { SealKey } from '../../pdf/src/seal/key.ts';
import { type Authority, type TokenFaults, token } from './authority.ts';

/**
 * A sealer for tests. It writes what ADR 0033 specifies, or anything a forger would rather have. It uses only the
 * engine's basic parts, so that a change to the engine's sealer does not change what is tested here.
 */

export interface SealedAs {
  readonly key: SealKey;
  readonly at: Date;
  /** The dictionary /Rubrica; absent for a seal of the old form. */
  readonly mark?: PdfDict | undefined;
  /** DocMDP, P=1; false leaves it out. */
  readonly certified?: boolean | { readonly p: number } | 'elsewhere';
  /** Stamps the seal. */
  readonly authority?: Authority | undefined;
  readonly faults?: TokenFaults | undefined;
  /** Appends a security store, and a document time stamp. */
  readonly store?: boolean | undefined;
  readonly archive?: boolean | undefined;
  readonly archiveFaults?: TokenFaults | undefined;
  /** Changes the signature dictionary. */
  readonly dictionary?: ((entries: PdfDict) => void) | undefined;
}

const DIGITS = 10;
const sha256 = (...data: Uint8Array[]) => data.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

export interface MarkText {
  readonly kind: 'Documento' | 'Certificado';
  readonly environment: 'Producao' | 'Teste';
  readonly code: string;
  readonly link: string;
  readonly sequence: number;
  readonly original: string;
  readonly certificate?: { readonly code: string; readonly version: number; readonly signed: string };
}

/** /Rubrica according to ADR 0033. */
export function markOf({ kind, environment, code, link, sequence, original, certificate }: MarkText): PdfDict {
  return dict({
    Versao: 1,
    Tipo: name(kind),
    Ambiente: name(environment),
    Codigo: PdfString.text(code),
    Elo: PdfString.text(link),
    Sequencia: sequence,
    Original: PdfString.text(original),
    Certificado: certificate && PdfString.text(certificate.code),
    VersaoCertificado: certificate?.version,
    Assinado: certificate && PdfString.text(certificate.signed),
  });
}

/** Seals a file, and appends what follows the seal. */
export async function sealFile(bytes: Uint8Array, as: SealedAs): Promise<Buffer> {
  const entries = dict({
    Type: name('Sig'),
    Filter: name('Adobe.PPKLite'),
    SubFilter: name('ETSI.CAdES.detached'),
    M: PdfString.text(`D:${as.at.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`),
    Rubrica: as.mark,
  });
  as.dictionary?.(entries);
  const certified = as.certified ?? as.mark !== undefined;
  let file = await withSignature(
    bytes,
    entries,
    { certified, onPage: true, room: roomOf(as.authority, as.key) },
    async (...covered) => {
      const signed = await signDigest(
        as.key,
        createHash(as.key.digest.replace('-', '')).update(Buffer.concat(covered)).digest(),
      );
      const stamp = as.authority && token(as.authority, sha256(signed.signature), { time: as.at, ...as.faults });
      return signedData(as.key, signed, stamp);
    },
  );
  if (as.store)
    file = withStore(
      file,
      [as.key.certificate, ...as.key.chain, ...chainOf(as.authority)].map(({ raw }) => raw),
    );
  if (as.archive) file = await withArchive(file, as.authority as Authority, { time: as.at, ...as.archiveFaults });
  return file;
}

/** The bytes needed for a signature with certificates and a token, plus some to spare. */
const roomOf = (authority: Authority | undefined, key?: SealKey): number =>
  [...chainOf(authority), ...(key ? [key.certificate, ...key.chain] : [])].reduce(
    (sum, { raw }) => sum + raw.length,
    2600,
  );

const chainOf = (authority: Authority | undefined) =>
  authority ? [authority.certificate, ...(authority.chain ?? [])] : [];

/** Appends a document time stamp over everything. */
export function withArchive(
  file: Uint8Array,
  authority: Authority,
  faults: TokenFaults = {},
  onPage = false,
): Promise<Buffer> {
  const entries = dict({ Type: name('DocTimeStamp'), Filter: name('Adobe.PPKLite'), SubFilter: name('ETSI.RFC3161') });
  return withSignature(file, entries, { certified: false, onPage, room: roomOf(authority) }, async (...covered) =>
    token(authority, sha256(...covered), faults),
  );
}

/** Appends a revision: an incremental update made by `change`. */
export function withRevision(file: Uint8Array, change: (writer: PdfWriter, document: PdfDocument) => void): Buffer {
  const { document } = openFirstPage(file);
  const writer = PdfWriter.update(document);
  change(writer, document);
  return writer.finish().bytes;
}

/** Appends a document security store. */
export function withStore(file: Uint8Array, certificates: readonly Uint8Array[]): Buffer {
  return withRevision(file, (writer, document) => {
    const certs = certificates.map((raw) => writer.add(stream({}, raw)));
    const store = writer.add(dict({ Type: name('DSS'), Certs: certs }));
    writer.set(rootOf(document), new Map([...document.catalog(), ['DSS', store]]));
  });
}

export function rootOf(document: PdfDocument): PdfRef {
  const root = document.trailer.get('Root');
  if (!(root instanceof PdfRef)) throw new Error('no catalog');
  return root;
}

async function withSignature(
  bytes: Uint8Array,
  entries: PdfDict,
  { certified, onPage, room }: { certified: SealedAs['certified']; onPage: boolean; room: number },
  sign: (...covered: Uint8Array[]) => Promise<Uint8Array>,
): Promise<Buffer> {
  const document = PdfDocument.open(bytes);
  const writer = PdfWriter.update(document);
  const permits = typeof certified === 'object' ? certified.p : 1;
  const parameters = dict({ Type: name('TransformParams'), P: permits, V: name('1.2') });
  const transform = dict({ Type: name('SigRef'), TransformMethod: name('DocMDP'), TransformParams: parameters });
  const signature = writer.add(
    new Map<string, PdfValue>([
      ...entries,
      ...dict({ Reference: certified ? [transform] : undefined }),
      ['ByteRange', new PdfRaw(`[0 ${'*'.repeat(DIGITS)} ${'*'.repeat(DIGITS)} ${'*'.repeat(DIGITS)}]`)],
      ['Contents', new PdfRaw(`<${'0'.repeat(room * 2)}>`)],
    ]),
  );
  const pages = document.dict(document.catalog().get('Pages')) ?? new Map();
  const page = (document.array(pages.get('Kids')) ?? [])[0];
  const widget = writer.add(
    dict({
      ...{ Type: name('Annot'), Subtype: name('Widget'), FT: name('Sig'), T: PdfString.text(`S ${signature.num}`) },
      ...{ V: signature, F: 132, Rect: [0, 0, 0, 0], P: onPage ? page : undefined },
    }),
  );
  if (onPage && page instanceof PdfRef) {
    const own = document.dict(page) ?? new Map();
    writer.set(page, new Map([...own, ['Annots', [...(document.array(own.get('Annots')) ?? []), widget]]]));
  }
  const form = new Map(document.dict(document.catalog().get('AcroForm')) ?? []);
  form.set('SigFlags', 3);
  form.set('Fields', [...(document.array(form.get('Fields')) ?? []), widget]);
  const holder = certified === 'elsewhere' ? widget : signature;
  const changes: [string, PdfValue][] = [
    ['AcroForm', form],
    ...(certified ? [['Perms', dict({ DocMDP: holder })] as [string, PdfValue]] : []),
  ];
  writer.set(rootOf(document), new Map([...document.catalog(), ...changes]));
  const { bytes: file, offsets } = writer.finish();
  const objectAt = offsets.get(signature.num) as number;
  const rangeAt = file.indexOf('/ByteRange [', objectAt) + '/ByteRange '.length;
  const from = file.indexOf('/Contents <', rangeAt) + '/Contents '.length;
  const to = from + room * 2 + 2;
  file.write(`[0 ${[from, to, file.length - to].map((n) => String(n).padEnd(DIGITS)).join(' ')}]`, rangeAt, 'latin1');
  const cms = await sign(file.subarray(0, from), file.subarray(to));
  if (cms.length > room) throw new Error('the signature is too large');
  file.write(Buffer.from(cms).toString('hex'), from + 1, 'latin1');
  return file;
}

/** A one-page PDF with attached files: as much of a certificate as a program reads. */
export function certificatePage(text: string, attachments: Readonly<Record<string, string>>): Buffer {
  const writer = PdfWriter.create();
  const files = Object.entries(attachments).flatMap(([title, content]) => {
    const file = writer.add(stream({ Type: name('EmbeddedFile') }, Buffer.from(content)));
    const shown = PdfString.text(title);
    return [shown, writer.add(dict({ Type: name('Filespec'), F: shown, UF: shown, EF: dict({ F: file }) }))];
  });
  const pages = writer.reserve();
  const font = writer.add(dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('Helvetica') }));
  const drawn = writer.add(stream({}, `BT /F 12 Tf 50 780 Td (${text}) Tj ET`));
  const page = writer.add(
    dict({
      ...{ Type: name('Page'), Parent: pages, MediaBox: [0, 0, 595, 842], Contents: drawn },
      Resources: dict({ Font: dict({ F: font }) }),
    }),
  );
  writer.set(pages, dict({ Type: name('Pages'), Kids: [page], Count: 1 }));
  const names = dict({ EmbeddedFiles: dict({ Names: files }) });
  const root = writer.add(dict({ Type: name('Catalog'), Pages: pages, Names: names }));
  return writer.finish(dict({ Root: root })).bytes;
}

/** What the service does to a file before sealing it: here, adding some content to a page. */
export function stampFile(original: Uint8Array, code: string): Buffer {
  return withRevision(original, (writer, document) => {
    writer.set(rootOf(document), new Map([...document.catalog(), ['Lang', PdfString.text('pt-BR')]]));
    writer.add(stream({}, `% ${code}`));
  });
}
