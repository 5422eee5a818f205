import type { CertificateAttachment, CertificateView, Inspection, InspectionLimits, StampInput } from '@rubrica/pdf';
import type { ScanVerdict } from './ports.ts';

/** What a seal says about itself. */
export interface SealText {
  readonly at: Date;
  readonly reason: string;
  readonly name: string;
}

/** A file that was written, with the hash of its very bytes. */
export interface FinishedFile {
  readonly sha256: string;
  readonly size: number;
  readonly timestamped: boolean;
  /** Why there is no timestamp although an authority is configured. */
  readonly timestampError?: string;
  /** The seal comes with all that validating it takes (PAdES B-LT). */
  readonly longTerm: boolean;
  /** Why it does not although there is a timestamp and others answer for the certificate. */
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
  fill(job: { source: string; target: string; values: ReadonlyMap<string, string> }): Promise<FinishedFile>;
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
}
