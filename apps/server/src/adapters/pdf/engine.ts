import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InspectionLimits, StructureScan, TextFindings, TextQuery } from '@rubrica/pdf';
import { createBatch, type Settled, settleTogether, unsettle } from '../../core/batch.ts';
import type { ReceivedFile, Verdict } from '../../core/pdf.ts';
import { Unavailable } from '../../core/ports.ts';
import { PdfTaskFailed } from './child.ts';
import type {
  CertificateJob,
  CompleteJob,
  FillJob,
  FinishedFile,
  InkFound,
  InkJob,
  Inspected,
  InspectJob,
  Pixels,
  VerifyJob,
  WorkerSetup,
  WrittenFile,
} from './jobs.ts';
import { Pool, type PoolLoad } from './pool.ts';

export { type PdfFailureReason, PdfTaskFailed } from './child.ts';
export type { CertificateJob, CompleteJob, FinishedFile, Inspected, InspectJob, Pixels, SealText } from './jobs.ts';

export interface PdfEngineOptions extends WorkerSetup {
  /** Where workers get the files of their tasks; by default a directory among the system's temporary ones. */
  readonly directory?: string;
  /** Processes of each of the two kinds; one of each is warm from the start, and while callers come. Default 2. */
  readonly size?: number;
  /** Overrides of the defaults below, mainly for tests. */
  readonly limits?: Partial<PdfLimits>;
}

export interface PdfLimits {
  readonly inspectMs: number;
  readonly inspectBytes: number;
  readonly completeMs: number;
  readonly completeBytes: number;
  /** Tasks that may wait for a worker; further ones are refused. */
  readonly queue: number;
  /**
   * Tasks after which a worker is replaced, so that its heap never grows old. Starting one costs as much as 2,000
   * tasks.
   */
  readonly recycleAfter: number;
  /** For how long a worker may have nothing to do until it is ended: each holds some 75 MB, after a burst 150. */
  readonly restMs: number;
}

/** Reading all the text of a file takes longer than looking at its structure: as many times its time are allowed. */
const READING = 3;

const READS_ONLY: WorkerSetup = { seals: null, timestamps: null };
const MB = 1024 * 1024;
const DEFAULTS: PdfLimits = {
  inspectMs: 5_000,
  inspectBytes: 300 * MB,
  completeMs: 120_000,
  completeBytes: 768 * MB,
  queue: 256,
  recycleAfter: 20_000,
  restMs: 10 * 60_000,
};

/** All work on PDF files, done in separate processes with limited time and memory. Files are passed by path. */
export interface PdfEngine {
  inspect(path: string, limits: InspectionLimits): Promise<Inspected>;
  scan(path: string): Promise<StructureScan>;
  /** Looks for texts and field tags on the pages. Has the memory limit of an inspection, and thrice its time. */
  locate(file: ReceivedFile, query: TextQuery): Promise<TextFindings>;
  /** Stamps and seals: `source` stays, `target` is written. */
  complete(job: CompleteJob): Promise<FinishedFile>;
  certificate(job: CertificateJob): Promise<FinishedFile>;
  /** Fills in the form and the text tags of `source` into `target`; the form is flattened. */
  fill(job: FillJob): Promise<WrittenFile>;
  /** Verifies a pair as anyone who has it can, in a worker without a key. Has the time limit of a completion. */
  verify(pair: Omit<VerifyJob, 'timestampRoots'>): Promise<Verdict>;
  /** Draws a page, by default the first, `width` pixels wide. Has the limits of an inspection. @param page from 0 */
  preview(file: ReceivedFile, width: number, page?: number): Promise<Pixels>;
  /** Where pages have ink, as far as one task's time allows. Has the limits of an inspection. */
  ink(job: InkJob): Promise<InkFound>;
  /** Somebody came who may need a worker soon: one of each kind is started if all rest. Costs next to nothing. */
  wake(): void;
  /** Resolves when a worker of each kind is up, with fonts and seal loaded. @throws PdfTaskFailed saying why not */
  ready(): Promise<void>;
  /**
   * Reports from what is already known whether workers are available, without using one. @throws PdfTaskFailed saying
   * why not
   */
  check(): void;
  /** Tasks that wait for a worker, and workers that have one, by pool. */
  load(): Readonly<Record<'readers' | 'writers' | 'painters', PoolLoad>>;
  /** Ends every worker; running and waiting tasks fail. */
  close(): Promise<void>;
}

/**
 * Starts the engine: one pool reads uploads and holds no key, another stamps and seals, and a third, which starts when
 * it is first needed, draws previews without delaying the others. Every task throws PdfTaskFailed if it has no result
 * because of its file, FileAltered if that is not the one that was received, and Unavailable if too many are waiting or its
 * workers were lost, twice.
 */
export function createPdfEngine(options: PdfEngineOptions): PdfEngine {
  const limits = { ...DEFAULTS, ...options.limits };
  const size = options.size ?? 2;
  const { seals, timestamps } = options;
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'rubrica-pdf-'));
  const { queue, recycleAfter, restMs } = limits;
  const shared = { size, queue, recycleAfter, restMs };
  const readers = new Pool({
    ...shared,
    bounds: { memoryBytes: limits.inspectBytes, mayWrite: false, directory },
    setup: READS_ONLY,
    deadlineMs: limits.inspectMs,
  });
  const writers = new Pool({
    ...shared,
    bounds: { memoryBytes: limits.completeBytes, mayWrite: true, network: timestamps !== null, directory },
    setup: { seals, timestamps },
    deadlineMs: limits.completeMs,
  });
  const painters = new Pool({
    ...shared,
    size: 1,
    warm: false,
    bounds: { memoryBytes: limits.inspectBytes, mayWrite: false, directory, program: 'painter' },
    setup: READS_ONLY,
    deadlineMs: limits.inspectMs,
  });
  const inspect = inspectTogether(readers, limits, size);
  return {
    inspect: (path, limits) => inspect({ path, ...limits }),
    scan: (path) => insist(() => readers.run('scan', { path }), always),
    locate: ({ path, sha256 }, query) =>
      insist(async () => {
        const [outcome] = await readers.runAll('locate', [{ path, sha256, ...query }], READING * limits.inspectMs);
        return unsettle(outcome as Settled<TextFindings>);
      }, unlessThrown),
    complete: (job) => insist(() => writers.run('complete', job)),
    certificate: (job) => insist(() => writers.run('certificate', job)),
    fill: (job) => insist(() => writers.run('fill', job)),
    verify: (pair) =>
      insist(async () => {
        const job = { ...pair, timestampRoots: timestamps?.roots ?? '' };
        const [outcome] = await readers.runAll('verify', [job], limits.completeMs);
        return unsettle(outcome as Settled<Verdict>);
      }),
    preview: ({ path, sha256 }, width, page = 0) =>
      insist(() => painters.run('preview', { path, sha256, width, page })),
    ink: (job) => insist(() => painters.run('ink', job)),
    wake() {
      readers.wake();
      writers.wake();
    },
    async ready() {
      await Promise.all([readers.ready(), writers.ready()]);
    },
    check() {
      readers.check();
      writers.check();
    },
    load: () => ({ readers: readers.load, writers: writers.load, painters: painters.load }),
    async close() {
      await Promise.all([readers.close(), writers.close(), painters.close()]);
      if (options.directory === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}

const isLost = ({ reason }: PdfTaskFailed) => reason === 'LOST';
const always = () => true;
/** What a task throws it would throw again; time and memory may have been short for once. */
const unlessThrown = ({ reason }: PdfTaskFailed) => reason !== 'ERROR';

/**
 * Retries a task once, by which time there is another worker. Only what fails by itself both times is caused by the
 * file.
 * @param again which failures to retry: those that say nothing about the file, or any
 * @throws Unavailable if one of the two says nothing about it
 */
async function insist<T>(task: () => Promise<T>, again: (failure: PdfTaskFailed) => boolean = isLost): Promise<T> {
  const first = await task().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('value' in first) return first.value;
  if (!(first.error instanceof PdfTaskFailed) || !again(first.error)) throw first.error;
  const { error } = first;
  return task().catch((second) => {
    if (!(second instanceof PdfTaskFailed) || !(isLost(error) || isLost(second))) throw second;
    throw new Unavailable(`PDF workers were lost: ${error.message}; ${second.message}`, { cause: second });
  });
}

/** The most files inspected in one exchange with a worker. */
const TOGETHER = 8;
/** Their time limit together: a file that takes longer is inspected alone, and so are those it delayed. */
const TOGETHER_MS = 1_000;

/**
 * Inspections that arrive while every worker is inspecting wait and are sent together to the next free worker: most
 * take a tenth of the time needed to send them there and back. A failure of one does not affect the others.
 */
function inspectTogether(
  readers: Pool,
  { inspectMs, queue }: PdfLimits,
  size: number,
): (job: InspectJob) => Promise<Inspected> {
  const enter = createBatch<InspectJob, Settled<Inspected>>(
    (jobs) =>
      settleTogether(jobs, (some) => readers.runAll('inspect', some, some.length > 1 ? TOGETHER_MS : inspectMs)),
    { atOnce: size, most: TOGETHER },
  );
  let waiting = 0;
  return async (job) => {
    if (waiting >= queue + size) throw new Unavailable('too many PDF tasks are waiting');
    waiting++;
    try {
      return await insist(async () => unsettle(await enter(job)), always);
    } finally {
      waiting--;
    }
  };
}
