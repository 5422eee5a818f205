import { createHash, type Hash } from 'node:crypto';
import { PdfDocument } from '../core/document.ts';
import { dict, name, PdfString } from '../core/objects.ts';
import { openFirstPage } from '../core/open.ts';
import { type Signed, signDigest, signedData } from './cms.ts';
import { appendSecurityStore } from './dss.ts';
import { checkSealKey, type Digest, type SealKey, SealKeyError } from './key.ts';
import { markDict, markInWords, type SealMark } from './mark.ts';
import { appendPlaceholder, type Prepared } from './placeholder.ts';
import { RevokedError } from './revocation.ts';
import { type AuthorityStamp, type TimestampOptions, TOKEN_ROOM, timestamp } from './timestamp.ts';
import { type Gathered, joined, type ValidationSource } from './validation-data.ts';

export type SealOptions = {
  /** The time of sealing, for /M and for checking the certificate's validity. */
  at: Date;
  /** What is sealed, inside the signed bytes, and in words as /Reason. */
  mark?: SealMark;
  /** The /Reason if there is no mark. */
  reason?: string;
  location?: string;
  /** The sealer's name, as shown by viewers. */
  name: string;
  /**
   * Whom to ask for time stamps, and where revocation data comes from, for validation long after the certificates
   * expired.
   */
  timestamps?: TimestampOptions & { validation: ValidationSource };
  /** The length of a prefix whose SHA-256 to return too, as a check that those bytes are unchanged. */
  prefix?: number;
};

/**
 * The PAdES baseline level (ETSI EN 319 142-1 clause 6) whose form a file has; missing parts of its store are reported
 * separately.
 */
export type SealLevel = 'PADES_B_B' | 'PADES_B_T' | 'PADES_B_LTA';

export type Sealed = {
  bytes: Uint8Array;
  /** SHA-256 of `bytes` in hexadecimal, at no extra cost beside the seal's own digest. */
  sha256: string;
  /** SHA-256 of the prefix, if SealOptions.prefix requested it. */
  prefixSha256?: string;
  level: SealLevel;
  /** The seal's time stamp: the authority, its time, and the SHA-256 of the authority's certificate in hexadecimal. */
  timestamp: { authority: string; at: Date; fingerprint: string } | null;
  /** Why a requested time stamp, the seal's or the closing one, is missing. */
  timestampError?: string;
  /** Why the store lacks revocation data that others would have to provide. */
  longTermError?: string;
};

/** Space in /Contents besides the certificates: attributes and a 4096-bit signature. */
const SIGNATURE_ROOM = 3072;

/**
 * Seals a file as it is with an invisible certifying signature over all of it, as an incremental update: PAdES B-B, or
 * with time stamps B-LTA (ETSI EN 319 142-1): the seal's own stamp, then an update with the available revocation data,
 * then a document time stamp over everything. Authorities that fail do not stop the seal; the result then says so.
 * @throws SealKeyError outside the certificate's validity, or if its authority says that it is revoked; PdfSyntaxError
 * or PdfBudgetError for an unreadable file
 */
export async function sealPdf(bytes: Uint8Array, key: SealKey, options: SealOptions): Promise<Sealed> {
  checkSealKey(key, options.at);
  const { timestamps } = options;
  const sealer = timestamps && (await aboutSealer(key, timestamps.validation, options.at));
  const certificates = [key.certificate, ...key.chain].reduce((sum, c) => sum + c.raw.length, 0);
  const room = certificates + SIGNATURE_ROOM + (timestamps ? TOKEN_ROOM : 0);
  const prepared = withSealField(bytes, options, room);
  const { file, contentsAt, contentsEnd } = prepared;
  const hashes = new FileHashes(file, contentsAt, options.prefix);
  const signed = await signDigest(key, hashes.covered(key.digest, contentsEnd));
  if (!timestamps || !sealer) {
    const contents = putContents(prepared, signedData(key, signed), room);
    return {
      bytes: contents.file,
      sha256: hashes.whole(file),
      ...hashes.ofPrefix,
      level: 'PADES_B_B',
      timestamp: null,
    };
  }
  const outcome = await withTimestamps({ key, signed, prepared, room, sealer, timestamps, hashes });
  return { ...outcome, sha256: hashes.whole(outcome.bytes), ...hashes.ofPrefix };
}

/** @throws SealKeyError if an authority revoked a certificate of the sealer's chain */
async function aboutSealer(key: SealKey, validation: ValidationSource, at: Date): Promise<Gathered> {
  try {
    return await validation.about(key.certificate, key.chain, at);
  } catch (error) {
    if (error instanceof RevokedError) throw new SealKeyError('REVOKED', error.message);
    throw error;
  }
}

function withSealField(bytes: Uint8Array, options: SealOptions, room: number): Prepared {
  const { document, page } = openFirstPage(bytes);
  const { at, mark, location } = options;
  const reason = mark ? markInWords(mark) : options.reason;
  const entries = dict({
    Type: name('Sig'),
    Filter: name('Adobe.PPKLite'),
    SubFilter: name('ETSI.CAdES.detached'),
    M: PdfString.text(pdfDate(at)),
    Name: PdfString.text(options.name),
    Reason: reason === undefined ? undefined : PdfString.text(reason),
    Location: location === undefined ? undefined : PdfString.text(location),
    Rubrica: mark && markDict(mark),
  });
  return appendPlaceholder(document, { entries, room, label: 'Selo', page, certifies: true });
}

/** Writes a signature into its place. @returns all bytes of /Contents, and the file */
function putContents({ file, contentsAt }: Prepared, cms: Buffer, room: number): { file: Buffer; contents: Buffer } {
  if (cms.length > room) throw new Error(`the signature is larger than ${room} bytes`);
  file.write(cms.toString('hex'), contentsAt + 1, 'latin1');
  return { file, contents: Buffer.concat([cms, Buffer.alloc(room - cms.length)]) };
}

type Stamping = {
  key: SealKey;
  signed: Signed;
  prepared: Prepared;
  room: number;
  /** The data collected about the sealer's certificate. */
  sealer: Gathered;
  timestamps: NonNullable<SealOptions['timestamps']>;
  hashes: FileHashes;
};

type Stamped = Omit<Sealed, 'sha256' | 'prefixSha256'>;

async function withTimestamps(stamping: Stamping): Promise<Stamped> {
  const { key, signed, prepared, room, sealer, timestamps } = stamping;
  const gathered: Gathered[] = [sealer];
  let stamp: AuthorityStamp;
  try {
    const imprint = createHash('sha256').update(signed.signature).digest();
    stamp = await timestamp(imprint, timestamps, async ({ signer, others, at }) => {
      // An authority with a revoked certificate counts as failed: the next one is asked.
      gathered.push(await timestamps.validation.about(signer, [...others, ...key.chain], at));
    });
  } catch (error) {
    const { file } = putContents(prepared, signedData(key, signed), room);
    return { bytes: file, level: 'PADES_B_B', timestamp: null, timestampError: messageOf(error) };
  }
  const { file, contents } = putContents(prepared, signedData(key, signed, stamp.token), room);
  const { authority, at, signer } = stamp;
  const fingerprint = signer.fingerprint256.replaceAll(':', '').toLowerCase();
  const done = { timestamp: { authority, at, fingerprint } };
  try {
    const data = joined(...gathered);
    const bytes = await close(appendSecurityStore(file, contents, data), stamping, authority);
    const [missing] = data.missing;
    return { bytes, level: 'PADES_B_LTA', ...done, ...(missing === undefined ? {} : { longTermError: missing }) };
  } catch (error) {
    // Nothing may follow a seal without a time stamp to protect it.
    return { bytes: file, level: 'PADES_B_T', ...done, timestampError: messageOf(error) };
  }
}

/**
 * Adds a document time stamp over everything (ISO 32000-2 clause 12.8.5), from the authority that stamped the seal if
 * it still responds.
 */
async function close(bytes: Uint8Array, { timestamps, hashes }: Stamping, first: string): Promise<Uint8Array> {
  const prepared = appendPlaceholder(PdfDocument.open(bytes), {
    entries: dict({
      Type: name('DocTimeStamp'),
      Filter: name('Adobe.PPKLite'),
      SubFilter: name('ETSI.RFC3161'),
    }),
    room: TOKEN_ROOM,
    label: 'Carimbo',
    certifies: false,
  });
  const authorities = timestamps.authorities.toSorted((a, b) => Number(b.name === first) - Number(a.name === first));
  const { token } = await timestamp(hashes.around(prepared), { ...timestamps, authorities });
  return putContents(prepared, token, TOKEN_ROOM).file;
}

/**
 * Hashes of a file before and after its signature is inserted, in one pass over what both have in common: everything up
 * to the signature, which is nearly the whole file.
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

  /** The digest that is signed: of everything except the signature. */
  covered(digest: Digest, gapEnd: number): Buffer {
    const hash =
      digest === 'SHA-256'
        ? this.upToContents.copy()
        : createHash(digest.replace('-', '')).update(this.file.subarray(0, this.contentsAt));
    return hash.update(this.file.subarray(gapEnd)).digest();
  }

  /** SHA-256 of a later state of the file, except for the placeholder of its newest signature. */
  around({ file, contentsAt, contentsEnd }: Prepared): Buffer {
    const before = this.upToContents.copy().update(file.subarray(this.contentsAt, contentsAt));
    return before.update(file.subarray(contentsEnd)).digest();
  }

  /** SHA-256 of the finished bytes, which begin as the file did. */
  whole(bytes: Uint8Array): string {
    return this.upToContents.copy().update(bytes.subarray(this.contentsAt)).digest('hex');
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A PDF date in UTC (clause 7.9.4). */
export function pdfDate(date: Date): string {
  return `D:${date.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;
}
