import type {
  CertificateAttachment,
  CertificateView,
  Inspection,
  PageInk,
  StampInput,
  StructureScan,
} from '@rubrica/pdf';

/** What a seal says about itself; the worker adds the key and, where there is a TSA, the timestamp. */
export interface SealText {
  readonly at: Date;
  readonly reason: string;
  readonly name: string;
  readonly location?: string;
}

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

/** A picture as bare pixels, four bytes each: red, green, blue and one that counts for nothing. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A file a worker wrote, its hash taken over the very bytes that were written. */
export interface FinishedFile {
  readonly sha256: string;
  readonly size: number;
  readonly timestamped: boolean;
  /** Why there is no timestamp although TSA_URL is set. */
  readonly timestampError?: string;
  /** The seal comes with all that validating it takes (PAdES B-LT). */
  readonly longTerm: boolean;
  /** Why it does not although there is a timestamp and others answer for the certificate. */
  readonly longTermError?: string;
}

/** Every kind of task: what goes to the worker and what comes back. */
export interface Tasks {
  inspect: { job: InspectJob; result: Inspected };
  scan: { job: { readonly path: string }; result: StructureScan };
  complete: { job: CompleteJob; result: FinishedFile };
  certificate: { job: CertificateJob; result: FinishedFile };
  fill: { job: FillJob; result: FinishedFile };
  preview: { job: PreviewJob; result: Pixels };
  ink: { job: InkJob; result: InkFound };
}
export type TaskKind = keyof Tasks;

/** First message to a worker. Workers that only inspect get no seal: what reads hostile files never holds the key. */
export interface WorkerSetup {
  readonly seal: { readonly path: string; readonly password: string } | null;
  readonly tsaUrl: string | null;
}

/** Jobs of one message are done one after the other and answered together, in their order. */
export type ToWorker =
  | { readonly setup: WorkerSetup }
  | { readonly kind: TaskKind; readonly jobs: readonly Tasks[TaskKind]['job'][] };

export type FromWorker = { readonly outcomes: readonly Outcome[] };

/** `result` is absent where a set-up went well. */
export type Outcome =
  | { readonly result?: Tasks[TaskKind]['result'] }
  | { readonly failure: { readonly name: string; readonly message: string; readonly outOfMemory: boolean } };
