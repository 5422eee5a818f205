import type { Ambiente } from '@rubrica/contract';
import type {
  CertificateAttachment,
  CertificateView,
  Inspection,
  PageInk,
  StampInput,
  StructureScan,
} from '@rubrica/pdf';
import type { FinishedFile, Pixels, SealText, Verdict, WrittenFile } from '../../core/pdf.ts';

export type { FinishedFile, Pixels, SealText, WrittenFile } from '../../core/pdf.ts';

export interface InspectJob {
  readonly path: string;
  readonly maxPages: number;
  /** Look for text tags too, which templates have. */
  readonly textTags?: boolean;
}

export interface Inspected {
  readonly inspection: Inspection;
  readonly scan: StructureScan;
}

export interface CompleteJob {
  /** The file out for signature; it is only read. */
  readonly source: string;
  /** What it must hash to, in hexadecimal. */
  readonly sourceSha256?: string;
  /** Where the signed file is written; it must not exist. */
  readonly target: string;
  readonly stamp: Omit<StampInput, 'ink'>;
  /** Where the source's pages have ink, as `encodeInk` writes it. */
  readonly ink?: Uint8Array;
  readonly seal: SealText;
}

export interface CertificateJob {
  readonly target: string;
  readonly view: CertificateView;
  /** The machine-readable copies embedded in the PDF. */
  readonly attachments: readonly CertificateAttachment[];
  readonly seal: SealText;
}

export interface FillJob {
  readonly source: string;
  readonly target: string;
  /** What to write, by the full name of the form field or the name of the text tag. */
  readonly values: ReadonlyMap<string, string>;
}

export interface PreviewJob {
  readonly path: string;
  /** Pixels across; a page too high for them comes smaller. */
  readonly width: number;
}

export interface VerifyJob {
  /** Paths of the pair. */
  readonly signed: string;
  readonly certificate: string;
  /** SHA-256 of the certificates that may have sealed it. */
  readonly seals: readonly string[];
  /** PEM certificates that time stamps must lead to; '' where any may stamp. */
  readonly timestampRoots: string;
}

export interface InkJob {
  readonly path: string;
  /** The first page to look at, counted from 0, and how many at most. */
  readonly from: number;
  readonly most: number;
}

/** As many pages as there was time for, and how many the file has. */
export interface InkFound {
  readonly pages: readonly (PageInk | null)[];
  readonly total: number;
}

/** Every kind of task: what goes to the worker and what comes back. */
export interface Tasks {
  inspect: { job: InspectJob; result: Inspected };
  scan: { job: { readonly path: string }; result: StructureScan };
  complete: { job: CompleteJob; result: FinishedFile };
  certificate: { job: CertificateJob; result: FinishedFile };
  fill: { job: FillJob; result: WrittenFile };
  verify: { job: VerifyJob; result: Verdict };
  preview: { job: PreviewJob; result: Pixels };
  ink: { job: InkJob; result: InkFound };
}
export type TaskKind = keyof Tasks;

/** A PKCS#12 file and what opens it. */
export interface KeyFile {
  readonly p12: Uint8Array;
  readonly password: string;
}

/** Whom to ask for time stamps, and the PEM certificates that an authority's chain must lead to; '' trusts any. */
export interface TimeAuthorities {
  readonly urls: readonly string[];
  readonly roots: string;
}

/** First message to a worker. Workers that only inspect get no seal: what reads hostile files never holds a key. */
export interface WorkerSetup {
  readonly seals: Readonly<Record<Ambiente, KeyFile>> | null;
  readonly timestamps: TimeAuthorities | null;
}

/** Jobs of one message are done one after the other and answered together, in their order. */
export type ToWorker =
  | { readonly setup: WorkerSetup }
  | { readonly kind: TaskKind; readonly jobs: readonly Tasks[TaskKind]['job'][] };

export type FromWorker = { readonly outcomes: readonly Outcome[] };

/** `result` is absent where a set-up went well. */
export type Outcome = { readonly result?: Tasks[TaskKind]['result'] } | { readonly failure: Failure };

export interface Failure {
  readonly name: string;
  readonly message: string;
  /** Of an error of the system: EMFILE. */
  readonly code?: string;
  readonly outOfMemory: boolean;
}
