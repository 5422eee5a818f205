import type { Ambiente } from '@rubrica/contract';
import type {
  CertificateAttachment,
  CertificateView,
  Inspection,
  InspectionLimits,
  SealLevel,
  SealMark,
  StampInput,
  TextFindings,
  TextQuery,
} from '@rubrica/pdf';
import type { ScanVerdict } from './ports.ts';

/** What a seal states about itself, and which of the two seals it is. */
export interface SealText {
  readonly at: Date;
  /** The sealer's name, as shown by viewers. */
  readonly name: string;
  /** The environment selects the key: test documents are sealed only with the test seal, and nothing else is. */
  readonly ambiente: Ambiente;
  readonly mark: Omit<SealMark, 'environment'>;
  /** How long time-stamping authorities may take in all. */
  readonly timestampMs: number;
}

/** A file that was written, with the hash of exactly its bytes. */
export interface WrittenFile {
  readonly sha256: string;
  readonly size: number;
}

export interface FinishedFile extends WrittenFile {
  readonly level: SealLevel;
  /** The seal's time stamp: the authority, the time, and the SHA-256 of the authority's certificate. */
  readonly timestamp: { readonly authority: string; readonly at: Date; readonly fingerprint: string } | null;
  /** Why a time stamp is missing although an authority is configured. */
  readonly timestampError?: string;
  /** Why revocation data is missing although there are time stamps and CA-issued certificates. */
  readonly longTermError?: string;
}

/** Reads uploads outside the server's own thread, with enforced time and memory limits. */
export interface UploadExaminer {
  /**
   * The results of scan and inspection. Running out of time or memory is returned as a refusal.
   * @throws Unavailable if the antivirus does not answer or no worker is available: nothing unscanned is let through
   */
  examine(path: string, limits: InspectionLimits): Promise<{ scan: ScanVerdict; inspection: Inspection }>;
}

/**
 * A file, and what it was when it was received. Whoever reads it compares the very bytes they read, so that nothing can take
 * its place in between.
 */
export interface ReceivedFile {
  readonly path: string;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** A file's bytes are not those that were received. */
export class FileAltered extends Error {
  override readonly name = 'FileAltered';
}

/** Reads the text of pages outside the server's own thread, with enforced time and memory limits. */
export interface TextFinder {
  /**
   * Where texts and field tags are; null if the file's text cannot be read within the limits.
   * @throws FileAltered; Unavailable if no worker is available
   */
  locate(file: ReceivedFile, query: TextQuery): Promise<TextFindings | null>;
}

/** Writes the file of a document created from a template, outside the server's own thread. */
export interface PdfFiller {
  /** Writes values into the form fields and text tags of `source`; the result is `target`, which must not exist. */
  fill(job: { source: string; target: string; values: ReadonlyMap<string, string> }): Promise<WrittenFile>;
}

/** A picture as raw pixels, four bytes each: red, green, blue and one that is ignored. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A task took more time or memory than it may have: what else is asked of its file would take as much. */
export class BeyondLimits extends Error {
  override readonly name = 'BeyondLimits';
}

/** Draws pages outside the server's own thread, with enforced time and memory limits. */
export interface PagePainter {
  /**
   * A page of a file, `width` pixels wide; null if it cannot be drawn.
   * @param page counted from 0; the first by default
   * @throws BeyondLimits; FileAltered; Unavailable if no worker is available
   */
  preview(file: ReceivedFile, width: number, page?: number): Promise<Pixels | null>;
  /**
   * Where the pages of a file have ink, in the PDF engine's own encoding.
   * @throws FileAltered; Unavailable if no worker is available
   */
  ink(file: ReceivedFile): Promise<Uint8Array>;
}

/** The offline verifier's verdict on a signed file and its certificate (ADR 0033). */
export interface Verdict {
  readonly resultado: 'CONFERE' | 'NAO_CONFERE' | 'ILEGIVEL' | 'TESTE' | 'SELO_NAO_IDENTIFICADO';
  /** Claims that do not hold or could not be proven: code and reason. */
  readonly failures: readonly string[];
}

/** Writes the two files of a completion, outside the server's own thread. */
export interface PdfSealer {
  /** Stamps and seals `source` into `target`, which must not exist. @throws if `source` has another SHA-256 */
  complete(job: {
    source: string;
    sourceSha256: string;
    target: string;
    stamp: Omit<StampInput, 'ink'>;
    /** The result of PagePainter.ink for the source; the footer then covers no ink. */
    ink?: Uint8Array;
    seal: SealText;
  }): Promise<FinishedFile>;
  certificate(job: {
    target: string;
    view: CertificateView;
    attachments: readonly CertificateAttachment[];
    seal: SealText;
  }): Promise<FinishedFile>;
  /**
   * Runs the offline verifier on two files, trusting only these seals.
   * @param pair.seals SHA-256 of their certificates
   * @param pair.logs verifier keys that may have signed the receipts of their acts
   */
  verify(pair: {
    signed: string;
    certificate: string;
    seals: readonly string[];
    logs?: readonly string[];
  }): Promise<Verdict>;
}
