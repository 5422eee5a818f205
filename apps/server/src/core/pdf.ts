import type { Ambiente } from '@rubrica/contract';
import type {
  CertificateAttachment,
  CertificateView,
  Inspection,
  InspectionLimits,
  SealLevel,
  SealMark,
  StampInput,
} from '@rubrica/pdf';
import type { ScanVerdict } from './ports.ts';

/** What a seal says about itself, and which of the two it is. */
export interface SealText {
  readonly at: Date;
  /** Who seals, as viewers show it. */
  readonly name: string;
  /** Whose document it is chooses the key: a test document is sealed by the test seal alone, and nothing else is. */
  readonly ambiente: Ambiente;
  readonly mark: Omit<SealMark, 'environment'>;
  /** How long time-stamping authorities may be asked in all. */
  readonly timestampMs: number;
}

/** A file that was written, with the hash of its very bytes. */
export interface WrittenFile {
  readonly sha256: string;
  readonly size: number;
}

export interface FinishedFile extends WrittenFile {
  readonly level: SealLevel;
  /** The seal's time stamp: who gave it, when, SHA-256 of that one's certificate. */
  readonly timestamp: { readonly authority: string; readonly at: Date; readonly fingerprint: string } | null;
  /** Why a time stamp is missing although an authority is configured. */
  readonly timestampError?: string;
  /** Why revocation data is missing although there are time stamps and others answer for the certificates. */
  readonly longTermError?: string;
}

/** Reads uploads outside the server's own thread, under a deadline and a memory bound that hold. */
export interface UploadExaminer {
  /**
   * The scan's verdict and the inspection's. What runs out of time or memory comes back as a refusal.
   * @throws Unavailable when the antivirus does not answer or no worker can be had: nothing unscanned is let through
   */
  examine(path: string, limits: InspectionLimits): Promise<{ scan: ScanVerdict; inspection: Inspection }>;
}

/** Writes the file of a document made from a template, outside the server's own thread. */
export interface PdfFiller {
  /** Writes values into the form fields and over the text tags of `source`, into `target`, which must not exist. */
  fill(job: { source: string; target: string; values: ReadonlyMap<string, string> }): Promise<WrittenFile>;
}

/** A picture as bare pixels, four bytes each: red, green, blue and one that counts for nothing. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Draws pages outside the server's own thread, under a deadline and a memory bound that hold. */
export interface PagePainter {
  /**
   * The first page of a file, `width` pixels across; null where it cannot be drawn within the bounds.
   * @throws Unavailable when no worker can be had
   */
  preview(path: string, width: number): Promise<Pixels | null>;
  /**
   * Where the pages of a file have ink, in a form of the PDF engine's own.
   * @throws Unavailable when no worker can be had
   */
  ink(path: string): Promise<Uint8Array>;
}

/** What the offline verifier says of a signed file and its certificate (ADR 0033). */
export interface Verdict {
  readonly resultado: 'CONFERE' | 'NAO_CONFERE' | 'ILEGIVEL' | 'TESTE' | 'SELO_NAO_IDENTIFICADO';
  /** What does not hold, and what nothing given proves: code and reason. */
  readonly failures: readonly string[];
}

/** Writes the two files of a completion, outside the server's own thread. */
export interface PdfSealer {
  /** Stamps and seals `source` into `target`, which must not exist. @throws where `source` has another SHA-256 */
  complete(job: {
    source: string;
    sourceSha256: string;
    target: string;
    stamp: Omit<StampInput, 'ink'>;
    /** What PagePainter.ink said of the source; the footer then covers none of it. */
    ink?: Uint8Array;
    seal: SealText;
  }): Promise<FinishedFile>;
  certificate(job: {
    target: string;
    view: CertificateView;
    attachments: readonly CertificateAttachment[];
    seal: SealText;
  }): Promise<FinishedFile>;
  /** Has the offline verifier judge two files, under these seals alone. @param seals SHA-256 of their certificates */
  verify(pair: { signed: string; certificate: string; seals: readonly string[] }): Promise<Verdict>;
}
