import { createHash, type Hash } from 'node:crypto';
import type { PdfDocument } from '../core/document.ts';
import { PdfSyntaxError } from '../core/errors.ts';
import { dict, name, type PdfDict, PdfRaw, PdfRef, PdfString, type PdfValue } from '../core/objects.ts';
import { openFirstPage } from '../core/open.ts';
import type { Page } from '../core/pages.ts';
import { PdfWriter } from '../core/writer.ts';
import { isSelfSigned } from './certificate.ts';
import { signDigest, signedData } from './cms.ts';
import { appendSecurityStore } from './dss.ts';
import { checkSealKey, type Digest, type SealKey } from './key.ts';
import { type TimestampClient, timestampToken } from './timestamp.ts';
import type { ValidationSource } from './validation-data.ts';

export type SealOptions = {
  /** The time of sealing, for /M and to judge the certificate by. */
  at: Date;
  reason: string;
  location?: string;
  /** Who seals, as shown by viewers. */
  name: string;
  timestamp?: TimestampClient;
  /** How many bytes at the beginning to give the SHA-256 of too, as a check that they are still what they were. */
  prefix?: number;
  /** Where revocation data comes from, for a seal that can be judged when its certificates are long over. */
  validation?: ValidationSource;
};

/**
 * `longTerm`: the file holds all that validating the seal takes (PAdES B-LT). `longTermError` says why it does not although
 * a source was given; absent too for a self-signed certificate, about which nobody else says anything.
 */
export type Sealed = {
  bytes: Uint8Array;
  /** SHA-256 of `bytes` in hexadecimal, which costs nothing beside the seal's own digest. */
  sha256: string;
  /** SHA-256 of the first bytes, where SealOptions.prefix asked for it. */
  prefixSha256?: string;
  timestamped: boolean;
  timestampError?: string;
  longTerm: boolean;
  longTermError?: string;
};

/** Room in /Contents beside the certificates: attributes and a 4096-bit signature; and a timestamp token's usual worst. */
const SIGNATURE_ROOM = 3072;
const TIMESTAMP_ROOM = 14 * 1024;
/** Width of each /ByteRange number: ten digits reach past 9 GB. */
const DIGITS = 10;
/** Annotation flags Print and Locked (ISO 32000-2 table 167). */
const PRINT_LOCKED = 4 | 128;

/**
 * Seals a file as it stands with an invisible signature over all of it, as an incremental update: PAdES B-B, or B-T with a
 * timestamp (ETSI EN 319 142-1), or B-LT where revocation data is to be had too, which goes into an update of its own
 * after the seal. Authorities that fail do not stop the seal; the result then says so.
 * @throws SealKeyError outside the certificate's validity; PdfSyntaxError or PdfBudgetError for an unreadable file.
 */
export async function sealPdf(bytes: Uint8Array, key: SealKey, options: SealOptions): Promise<Sealed> {
  checkSealKey(key, options.at);
  const certificates = [key.certificate, ...key.chain].reduce((sum, c) => sum + c.raw.length, 0);
  const room = certificates + SIGNATURE_ROOM + (options.timestamp ? TIMESTAMP_ROOM : 0);
  const { file, contentsAt } = withPlaceholder(bytes, options, room);
  const gapEnd = contentsAt + room * 2 + 2;
  const hashes = new FileHashes(file, contentsAt, options.prefix);
  const digest = hashes.covered(key.digest, gapEnd);
  const signed = await signDigest(key, digest);
  let cms = signedData(key, signed);
  const outcome: Omit<Sealed, 'bytes' | 'sha256'> = { timestamped: false, longTerm: false, ...hashes.ofPrefix };
  let token: Buffer | undefined;
  if (options.timestamp) {
    try {
      token = await timestampToken(signed.signature, options.timestamp);
      const stamped = signedData(key, signed, token);
      if (stamped.length > room) throw new Error(`the timestamp token is larger than ${TIMESTAMP_ROOM} bytes`);
      cms = stamped;
      outcome.timestamped = true;
    } catch (error) {
      outcome.timestampError = messageOf(error);
    }
  }
  file.write(cms.toString('hex'), contentsAt + 1, 'latin1');
  if (!outcome.timestamped || !token || !options.validation || isSelfSigned(key.certificate)) {
    return { bytes: file, sha256: hashes.whole(file), ...outcome };
  }
  try {
    const data = await options.validation.gather(key.certificate, key.chain, token, options.at);
    const contents = Buffer.concat([cms, Buffer.alloc(room - cms.length)]);
    const bytes = appendSecurityStore(file, contents, data);
    return { bytes, sha256: hashes.whole(bytes), ...outcome, longTerm: true };
  } catch (error) {
    return { bytes: file, sha256: hashes.whole(file), ...outcome, longTermError: messageOf(error) };
  }
}

/**
 * Hashes of a file before and after its signature is put in, in one pass over what both have in common: all up to the
 * signature, which is nearly everything.
 */
class FileHashes {
  readonly ofPrefix: { prefixSha256?: string };
  private readonly file: Uint8Array;
  private readonly contentsAt: number;
  private readonly upToContents: Hash;

  constructor(file: Uint8Array, contentsAt: number, prefix: number | undefined) {
    this.file = file;
    this.contentsAt = contentsAt;
    const hash = createHash('sha256').update(file.subarray(0, prefix ?? 0));
    this.ofPrefix = prefix === undefined ? {} : { prefixSha256: hash.copy().digest('hex') };
    this.upToContents = hash.update(file.subarray(prefix ?? 0, contentsAt));
  }

  /** The digest that is signed: of all but the signature. */
  covered(digest: Digest, gapEnd: number): Buffer {
    const hash =
      digest === 'SHA-256'
        ? this.upToContents.copy()
        : createHash(digest.replace('-', '')).update(this.file.subarray(0, this.contentsAt));
    return hash.update(this.file.subarray(gapEnd)).digest();
  }

  /** SHA-256 of the finished bytes, which begin as the file did. */
  whole(bytes: Uint8Array): string {
    return this.upToContents.copy().update(bytes.subarray(this.contentsAt)).digest('hex');
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Appends the signature field with room for the signature, and fills in /ByteRange. */
function withPlaceholder(bytes: Uint8Array, options: SealOptions, room: number): { file: Buffer; contentsAt: number } {
  const { document, page } = openFirstPage(bytes);
  const writer = PdfWriter.update(document);
  const signature = writer.add(
    dict({
      Type: name('Sig'),
      Filter: name('Adobe.PPKLite'),
      SubFilter: name('ETSI.CAdES.detached'),
      M: PdfString.text(pdfDate(options.at)),
      Name: PdfString.text(options.name),
      Reason: PdfString.text(options.reason),
      Location: options.location === undefined ? undefined : PdfString.text(options.location),
      ByteRange: new PdfRaw(`[0 ${'*'.repeat(DIGITS)} ${'*'.repeat(DIGITS)} ${'*'.repeat(DIGITS)}]`),
      Contents: new PdfRaw(`<${'0'.repeat(room * 2)}>`),
    }),
  );
  addField(document, page, writer, signature);
  const { bytes: file, offsets } = writer.finish();
  const objectAt = offsets.get(signature.num) as number;
  const rangeAt = file.indexOf('/ByteRange [', objectAt) + '/ByteRange '.length;
  const contentsAt = file.indexOf('/Contents <', rangeAt) + '/Contents '.length;
  const after = contentsAt + room * 2 + 2;
  const numbers = [contentsAt, after, file.length - after].map((value) => String(value).padEnd(DIGITS));
  file.write(`[0 ${numbers.join(' ')}]`, rangeAt, 'latin1');
  return { file, contentsAt };
}

/** Hangs an invisible signature field into the form and onto the first page (ISO 32000-2 clause 12.7.5.5). */
function addField(document: PdfDocument, page: Page, writer: PdfWriter, signature: PdfRef): void {
  if (!page.ref) throw new PdfSyntaxError('the first page is not an object of its own');
  const widget = writer.add(
    dict({
      Type: name('Annot'),
      Subtype: name('Widget'),
      FT: name('Sig'),
      T: PdfString.text(`Selo ${signature.num}`),
      V: signature,
      F: PRINT_LOCKED,
      Rect: [0, 0, 0, 0],
      P: page.ref,
    }),
  );
  extendArray(document, writer, page.ref, page.dict, 'Annots', widget);
  const root = document.trailer.get('Root');
  if (!(root instanceof PdfRef)) throw new PdfSyntaxError('the catalog is not an object of its own');
  const catalog = document.catalog();
  const entry = catalog.get('AcroForm');
  const form = new Map(document.dict(entry) ?? []);
  // Signatures exist, and changes must be appended (table 225).
  form.set('SigFlags', 3);
  const target = entry instanceof PdfRef && document.dict(entry) ? entry : undefined;
  if (target) extendArray(document, writer, target, form, 'Fields', widget);
  else {
    form.set('Fields', [...(document.array(form.get('Fields')) ?? []), widget]);
    writer.set(root, new Map([...catalog, ['AcroForm', form]]));
  }
}

/** Adds an item to an array entry of a dictionary object; an array that is an object of its own is replaced there. */
function extendArray(
  document: PdfDocument,
  writer: PdfWriter,
  owner: PdfRef,
  dict: PdfDict,
  key: string,
  item: PdfRef,
): void {
  const entry = dict.get(key);
  const items: PdfValue[] = [...(document.array(entry) ?? []), item];
  if (entry instanceof PdfRef && document.array(entry)) {
    writer.set(entry, items);
    if (key === 'Fields') writer.set(owner, dict);
  } else writer.set(owner, new Map([...dict, [key, items]]));
}

/** A PDF date in UTC (clause 7.9.4). */
export function pdfDate(date: Date): string {
  return `D:${date.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;
}
