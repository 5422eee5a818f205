import { type Settled, unsettle } from '../../core/batch.ts';
import { Unavailable } from '../../core/ports.ts';
import { type Bounds, PdfChild, PdfTaskFailed } from './child.ts';
import type { TaskKind, Tasks, WorkerSetup } from './jobs.ts';

/** The number of workers in a row that may die before they are ready until waiting tasks fail. */
const MOST_STILLBORN = 3;

export interface PoolOptions {
  readonly size: number;
  /** Whether one is kept ready before it is needed: from the start, and for as long as somebody may need it. */
  readonly warm?: boolean;
  readonly queue: number;
  readonly recycleAfter: number;
  /** For how long a worker may have nothing to do until it is ended; the warm one, if nobody came meanwhile. */
  readonly restMs: number;
  readonly bounds: Bounds;
  readonly setup: WorkerSetup;
  readonly deadlineMs: number;
}

/** Tasks that wait for a worker, and workers that have one. */
export interface PoolLoad {
  readonly waiting: number;
  readonly busy: number;
}

interface Waiting {
  start(child: PdfChild): void;
  fail(error: Error): void;
}

/** Workers of one kind: each is idle, busy, or starting; tasks wait in order for the first idle one. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #waiting: Waiting[] = [];
  /** The one that was busy last is taken first, so the first here has had nothing to do for longest. */
  readonly #idle: PdfChild[] = [];
  readonly #sweep: NodeJS.Timeout;
  readonly #all = new Set<PdfChild>();
  #starting = 0;
  /** When somebody last came who might need one, by performance.now(). */
  #wokenAt = performance.now();
  /** Workers in a row that died before they were ready. */
  #stillborn = 0;
  /** Why none could be started at the last attempt. */
  #broken: PdfTaskFailed | null = null;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#sweep = setInterval(() => this.#endRested(), options.restMs / 2).unref();
    this.#addWarm();
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

  /** Starts the warm one where it rests: whoever came may need one soon. Called for each request. */
  wake(): void {
    this.#wokenAt = performance.now();
    // Where none can be started, `check` tries again.
    if (this.#all.size === 0 && this.#broken === null) this.#addWarm();
  }

  async ready(): Promise<void> {
    this.#giveBack(await this.#take());
  }

  check(): void {
    if (this.#broken === null) return;
    // While this is being reported nobody may request one, so it is retried here.
    if (this.#all.size === 0) void this.#add();
    throw this.#broken;
  }

  get load(): PoolLoad {
    return { waiting: this.#waiting.length, busy: this.#all.size - this.#idle.length - this.#starting };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#sweep);
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
      child.idleSince = performance.now();
      this.#idle.push(child);
      this.#dispatch();
      return;
    }
    this.#discard(child);
    // The lost worker was warm, so its replacement is started before it is needed.
    this.#addWarm();
    this.#dispatch();
  }

  #addWarm(): void {
    if (!this.#closed && this.#options.warm !== false && this.#all.size === 0) void this.#add();
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

  /** What a burst needed would otherwise hold its memory for good, and so would the warm one of a node that rests. */
  #endRested(): void {
    const { warm, restMs } = this.#options;
    const since = performance.now() - restMs;
    const kept = warm !== false && this.#wokenAt >= since ? 1 : 0;
    for (let [child] = this.#idle; child && child.idleSince < since && this.#all.size > kept; [child] = this.#idle) {
      this.#idle.shift();
      this.#discard(child);
    }
  }

  #discard(child: PdfChild): void {
    this.#all.delete(child);
    void child.kill();
  }

  async #add(): Promise<void> {
    let child: PdfChild;
    try {
      child = new PdfChild(this.#options.bounds);
    } catch (error) {
      // Nothing could be made for it: the disk is full.
      this.#couldNotStart(new PdfTaskFailed('LOST', (error as Error).message, (error as Error).name));
      return;
    }
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
   * Waiting tasks get another worker that is running or starting. If none can be started (no key, no fonts), or several
   * died in a row, they fail instead of waiting for ever.
   */
  #couldNotStart({ reason, message, thrown }: PdfTaskFailed): void {
    this.#stillborn += 1;
    if (this.#closed) return;
    if (reason !== 'ERROR' && this.#stillborn < MOST_STILLBORN) {
      this.#dispatch();
      this.#addWarm();
      return;
    }
    this.#stillborn = 0;
    this.#broken = new PdfTaskFailed('LOST', message, thrown);
    for (const { fail } of this.#waiting.splice(0)) fail(this.#broken);
  }
}
