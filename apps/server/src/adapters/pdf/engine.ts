import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InspectionLimits, StructureScan } from '@rubrica/pdf';
import { createBatch, type Settled, settleTogether, unsettle } from '../../core/batch.ts';
import type { Verdict } from '../../core/pdf.ts';
import { Unavailable } from '../../core/ports.ts';
import { type Bounds, PdfChild, PdfTaskFailed } from './child.ts';
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
  TaskKind,
  Tasks,
  VerifyJob,
  WorkerSetup,
  WrittenFile,
} from './jobs.ts';

export { type PdfFailureReason, PdfTaskFailed } from './child.ts';
export type { CertificateJob, CompleteJob, FinishedFile, Inspected, InspectJob, Pixels, SealText } from './jobs.ts';

export interface PdfEngineOptions extends WorkerSetup {
  /** Where workers get the files of their tasks; by default a directory of its own among the system's temporary ones. */
  readonly directory?: string;
  /** Processes of each of the two kinds; one of each is kept warm from the start. Default 2. */
  readonly size?: number;
  /** Where the defaults below do not fit, in tests above all. */
  readonly limits?: Partial<PdfLimits>;
}

export interface PdfLimits {
  readonly inspectMs: number;
  readonly inspectBytes: number;
  readonly completeMs: number;
  readonly completeBytes: number;
  /** Tasks that may wait for a worker before the next is refused. */
  readonly queue: number;
  /** Tasks after which a worker is replaced, so that its heap never grows old. Starting one costs as much as 2,000 tasks. */
  readonly recycleAfter: number;
}

const READS_ONLY: WorkerSetup = { seals: null, timestamps: null };
const MB = 1024 * 1024;
const DEFAULTS: PdfLimits = {
  inspectMs: 5_000,
  inspectBytes: 300 * MB,
  completeMs: 120_000,
  completeBytes: 768 * MB,
  queue: 256,
  recycleAfter: 20_000,
};

/** All work on PDF files, done in processes of its own with bounded time and memory. Files go by path. */
export interface PdfEngine {
  inspect(path: string, limits: InspectionLimits): Promise<Inspected>;
  scan(path: string): Promise<StructureScan>;
  /** Stamps and seals: `source` stays, `target` is written. */
  complete(job: CompleteJob): Promise<FinishedFile>;
  certificate(job: CertificateJob): Promise<FinishedFile>;
  /** Fills in the form and the text tags of `source` into `target`; the form is flattened. */
  fill(job: FillJob): Promise<WrittenFile>;
  /** Judges a pair as anybody can who has it, where no key is. Bounded like a completion, in time. */
  verify(pair: Omit<VerifyJob, 'timestampRoots'>): Promise<Verdict>;
  /** Draws the first page, `width` pixels across. Bounded like an inspection. */
  preview(path: string, width: number): Promise<Pixels>;
  /** Where pages have ink, as far as the time of one task goes. Bounded like an inspection. */
  ink(job: InkJob): Promise<InkFound>;
  /** Resolves when a worker of each kind is up, with fonts and seal loaded. @throws PdfTaskFailed saying why not */
  ready(): Promise<void>;
  /** Tells from what is known whether workers can be had, and takes none. @throws PdfTaskFailed saying why not */
  check(): void;
  /** Ends every worker; tasks under way or waiting fail. */
  close(): Promise<void>;
}

/**
 * Starts the engine: one pool reads uploads and holds no key, another stamps and seals, and a third, which starts when
 * it is first needed, draws previews and keeps nobody else waiting.
 * Every task throws PdfTaskFailed when it brings no result because of its file, and Unavailable when too many are waiting
 * or the workers it was given to were lost, twice.
 */
export function createPdfEngine(options: PdfEngineOptions): PdfEngine {
  const limits = { ...DEFAULTS, ...options.limits };
  const size = options.size ?? 2;
  const { seals, timestamps } = options;
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'rubrica-pdf-'));
  const shared = { size, queue: limits.queue, recycleAfter: limits.recycleAfter };
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
    complete: (job) => insist(() => writers.run('complete', job)),
    certificate: (job) => insist(() => writers.run('certificate', job)),
    fill: (job) => insist(() => writers.run('fill', job)),
    verify: (pair) =>
      insist(async () => {
        const job = { ...pair, timestampRoots: timestamps?.roots ?? '' };
        const [outcome] = await readers.runAll('verify', [job], limits.completeMs);
        return unsettle(outcome as Settled<Verdict>);
      }),
    preview: (path, width) => insist(() => painters.run('preview', { path, width })),
    ink: (job) => insist(() => painters.run('ink', job)),
    async ready() {
      await Promise.all([readers.ready(), writers.ready()]);
    },
    check() {
      readers.check();
      writers.check();
    },
    async close() {
      await Promise.all([readers.close(), writers.close(), painters.close()]);
      if (options.directory === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}

const isLost = ({ reason }: PdfTaskFailed) => reason === 'LOST';
const always = () => true;

/**
 * Does a task once more, for which there is another worker by then. Only what fails by itself both times is the file's
 * fault.
 * @param again which failures are worth it: those that say nothing of the file, or any
 * @throws Unavailable where one of the two says nothing of it
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

/** Files inspected in one exchange with a worker, at most. */
const TOGETHER = 8;
/** What they may take together: a file that takes longer is inspected by itself, and so are those it kept waiting. */
const TOGETHER_MS = 1_000;

/**
 * Inspections that arrive while every worker is at one wait and go to the next free worker together: most take a tenth of
 * the time that sending them there and back does. What happens to one of them happens to no other.
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

/** Workers that may die in a row before they are ready until those that wait for one are told. */
const MOST_STILLBORN = 3;

interface PoolOptions {
  readonly size: number;
  /** Whether one is kept ready before it is asked for. */
  readonly warm?: boolean;
  readonly queue: number;
  readonly recycleAfter: number;
  readonly bounds: Bounds;
  readonly setup: WorkerSetup;
  readonly deadlineMs: number;
}

interface Waiting {
  start(child: PdfChild): void;
  fail(error: Error): void;
}

/** Workers of one kind: each is idle, busy, or starting; tasks wait in order for the first idle one. */
class Pool {
  readonly #options: PoolOptions;
  readonly #waiting: Waiting[] = [];
  readonly #idle: PdfChild[] = [];
  readonly #all = new Set<PdfChild>();
  #starting = 0;
  /** Workers in a row that died before they were ready. */
  #stillborn = 0;
  /** Why none could be started when one was last tried. */
  #broken: PdfTaskFailed | null = null;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    if (options.warm !== false) void this.#add();
  }

  async run<K extends TaskKind>(kind: K, job: Tasks[K]['job']): Promise<Tasks[K]['result']> {
    const [outcome] = await this.runAll(kind, [job], this.#options.deadlineMs);
    return unsettle(outcome as Settled<Tasks[K]['result']>);
  }

  /** Jobs for one worker, see `PdfChild.run`. */
  async runAll<K extends TaskKind>(
    kind: K,
    jobs: readonly Tasks[K]['job'][],
    deadlineMs: number,
  ): Promise<Settled<Tasks[K]['result']>[]> {
    const child = await this.#take();
    try {
      return await child.run(kind, jobs, deadlineMs);
    } finally {
      this.#giveBack(child);
    }
  }

  async ready(): Promise<void> {
    this.#giveBack(await this.#take());
  }

  check(): void {
    if (this.#broken === null) return;
    // Nobody may come to ask for one while this is told, so it is tried again here.
    if (this.#all.size === 0) void this.#add();
    throw this.#broken;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { fail } of this.#waiting.splice(0)) fail(new PdfTaskFailed('LOST', 'the engine was closed'));
    await Promise.all([...this.#all].map((child) => child.kill()));
  }

  #take(): Promise<PdfChild> {
    return new Promise((start, fail) => {
      if (this.#closed) return fail(new PdfTaskFailed('LOST', 'the engine was closed'));
      if (this.#waiting.length >= this.#options.queue) return fail(new Unavailable('too many PDF tasks are waiting'));
      this.#waiting.push({ start, fail });
      this.#dispatch();
    });
  }

  #giveBack(child: PdfChild): void {
    if (!this.#closed && !child.dead && child.tasksDone < this.#options.recycleAfter) {
      this.#idle.push(child);
      this.#dispatch();
      return;
    }
    this.#discard(child);
    // The one that went was warm; its successor is made before it is asked for.
    if (!this.#closed && this.#options.warm !== false && this.#all.size === 0) void this.#add();
    this.#dispatch();
  }

  #dispatch(): void {
    while (this.#waiting.length > 0) {
      const child = this.#idle.pop();
      if (child === undefined) break;
      if (child.dead || (child.tasksDone > 0 && child.worn)) this.#discard(child);
      else this.#waiting.shift()?.start(child);
    }
    if (this.#closed) return;
    const room = this.#options.size - this.#all.size;
    for (let i = Math.min(room, this.#waiting.length - this.#starting); i > 0; i--) void this.#add();
  }

  #discard(child: PdfChild): void {
    this.#all.delete(child);
    void child.kill();
  }

  async #add(): Promise<void> {
    const child = new PdfChild(this.#options.bounds);
    this.#all.add(child);
    this.#starting++;
    try {
      await child.setUp(this.#options.setup);
      this.#starting--;
      this.#stillborn = 0;
      this.#broken = null;
      this.#giveBack(child);
    } catch (error) {
      this.#starting--;
      this.#discard(child);
      this.#couldNotStart(error as PdfTaskFailed);
    }
  }

  /**
   * Whoever waits is given another that was started, or is. Where none can be (no key, no fonts), or several died in a row,
   * they fail instead of waiting for ever.
   */
  #couldNotStart({ reason, message, thrown }: PdfTaskFailed): void {
    this.#stillborn += 1;
    if (this.#closed) return;
    if (reason !== 'ERROR' && this.#stillborn < MOST_STILLBORN) {
      this.#dispatch();
      if (this.#options.warm !== false && this.#all.size === 0) void this.#add();
      return;
    }
    this.#stillborn = 0;
    this.#broken = new PdfTaskFailed('LOST', message, thrown);
    for (const { fail } of this.#waiting.splice(0)) fail(this.#broken);
  }
}
