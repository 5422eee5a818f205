import type { Ambiente } from '@rubrica/contract';
import type {
  CertificateAttachment,
  CertificateView,
  Inspection,
  PageInk,
  StampInput,
  StructureScan,
  TextFindings,
  TextQuery,
} from '@rubrica/pdf';
import type { FinishedFile, Pixels, ReceivedFile, SealText, Verdict, WrittenFile } from '../../core/pdf.ts';

export type { FinishedFile, Pixels, SealText, WrittenFile } from '../../core/pdf.ts';

export interface InspectJob {
  readonly path: string;
  readonly maxPages: number;
  /** Also look for text tags, for templates. */
  readonly textTags?: boolean;
}

export interface Inspected {
  readonly inspection: Inspection;
  readonly scan: StructureScan;
}

export interface CompleteJob {
  /** The file sent for signature; it is only read. */
  readonly source: string;
  /** Its expected hash, in hexadecimal. */
  readonly sourceSha256?: string;
  /** Where the signed file is written; it must not exist. */
  readonly target: string;
  readonly stamp: Omit<StampInput, 'ink'>;
  /** Where the source's pages have ink, as encoded by `encodeInk`. */
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
  /** The values, by full form field name or text tag name. */
  readonly values: ReadonlyMap<string, string>;
}

export interface LocateJob extends TextQuery, ReceivedFile {}

export interface PreviewJob extends ReceivedFile {
  /** In pixels; a very tall page is drawn smaller. */
  readonly width: number;
  /** Counted from 0. */
  readonly page: number;
}

export interface VerifyJob {
  /** Paths of the two files. */
  readonly signed: string;
  readonly certificate: string;
  /** SHA-256 of the certificates that may have sealed it. */
  readonly seals: readonly string[];
  /** Verifier keys of the open log that may have signed its receipts; where none is given, whoever signed them. */
  readonly logs?: readonly string[];
  /** PEM certificates to which time stamps must chain up; '' accepts any authority. */
  readonly timestampRoots: string;
}

export interface InkJob extends ReceivedFile {
  /** The first page to examine, counted from 0, and the maximum number. */
  readonly from: number;
  readonly most: number;
}

/** As many pages as there was time for, and how many the file has. */
export interface InkFound {
  readonly pages: readonly (PageInk | null)[];
  readonly total: number;
}

/** Every kind of task: what is sent to the worker and what comes back. */
export interface Tasks {
  inspect: { job: InspectJob; result: Inspected };
  scan: { job: { readonly path: string }; result: StructureScan };
  locate: { job: LocateJob; result: TextFindings };
  complete: { job: CompleteJob; result: FinishedFile };
  certificate: { job: CertificateJob; result: FinishedFile };
  fill: { job: FillJob; result: WrittenFile };
  verify: { job: VerifyJob; result: Verdict };
  preview: { job: PreviewJob; result: Pixels };
  ink: { job: InkJob; result: InkFound };
}
export type TaskKind = keyof Tasks;

/** A PKCS#12 file and its password. */
export interface KeyFile {
  readonly p12: Uint8Array;
  readonly password: string;
}

/** The authorities to ask for time stamps, and the PEM certificates to which their chains must lead; '' accepts any. */
export interface TimeAuthorities {
  readonly urls: readonly string[];
  readonly roots: string;
}

/**
 * First message to a worker. Workers that only inspect get no seal: a process that reads hostile files never holds a
 * key.
 */
export interface WorkerSetup {
  readonly seals: Readonly<Record<Ambiente, KeyFile>> | null;
  readonly timestamps: TimeAuthorities | null;
}

/** The jobs of one message are done one after another and answered together, in order. */
export type ToWorker =
  | { readonly setup: WorkerSetup }
  | { readonly kind: TaskKind; readonly jobs: readonly Tasks[TaskKind]['job'][] };

export type FromWorker = { readonly outcomes: readonly Outcome[] };

/** `result` is absent if setup succeeded. */
export type Outcome = { readonly result?: Tasks[TaskKind]['result'] } | { readonly failure: Failure };

export interface Failure {
  readonly name: string;
  readonly message: string;
  /** For a system error: EMFILE. */
  readonly code?: string;
  readonly outOfMemory: boolean;
}
