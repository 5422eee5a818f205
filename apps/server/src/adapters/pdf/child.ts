import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Settled } from '../../core/batch.ts';
import { FileAltered } from '../../core/pdf.ts';
import { confine, makeDirectory, tools } from './confinement.ts';
import type { FromWorker, Outcome, TaskKind, Tasks, WorkerSetup } from './jobs.ts';
import { lendFiles } from './lending.ts';

/**
 * TIMEOUT and MEMORY are our limits; CRASH is a process that died on its own; ERROR is an exception in the task. LOST
 * says nothing about the file: the worker was killed, starved, could not be started, or could open no file.
 */
export type PdfFailureReason = 'TIMEOUT' | 'MEMORY' | 'CRASH' | 'ERROR' | 'LOST';

/** A PDF task without a result. `message` is for the log: it may quote the file. */
export class PdfTaskFailed extends Error {
  override name = 'PdfTaskFailed';
  readonly reason: PdfFailureReason;
  /** For an ERROR: the name of the exception, for example UndrawableTextError. */
  readonly thrown: string | undefined;
  constructor(reason: PdfFailureReason, message: string, thrown?: string) {
    super(`${reason}: ${message}`);
    this.reason = reason;
    this.thrown = thrown;
  }
}

export interface Bounds {
  /** All the memory the process may use, including its own 100 MB. */
  readonly memoryBytes: number;
  readonly mayWrite: boolean;
  /** Whether it makes requests over the network (to time stamp authorities). Default false. */
  readonly network?: boolean;
  /** Where its own directory is created: the files of its tasks are put there, and it can reach no others. */
  readonly directory: string;
  /** Which program it runs. Default `worker`. */
  readonly program?: keyof typeof PROGRAMS;
}

const PROGRAMS = {
  worker: fileURLToPath(new URL('./worker.ts', import.meta.url)),
  painter: fileURLToPath(new URL('./painter.ts', import.meta.url)),
};
/**
 * Loading its code takes a second of processor time, which may take a minute on a machine that is starting up or busy.
 */
const START_MS = 120_000;
/** The share of its memory that V8's heap may use. */
const HEAP_SHARE = 0.7;
/**
 * What a worker holds is 17 MB, beside which V8 collects everything again after 7 MB more: every other task, for half of
 * the processor that a worker used. It waits until the heap is this large.
 */
const HEAP_AT_REST_MB = 64;
const WATCH_MS = 50;
const STDERR_KEPT = 8_192;
const PAGE_BYTES = 4096;
const WORN_SHARE = 0.75;
/** The number of workers this process has started. */
let started = 0;
/** Whether a worker is worn is checked after every task that took this long, and after this many that took less. */
const LONG_TASK_MS = 20;
const SHORT_TASKS = 8;
/**
 * A worker that had a smaller share of a processor until its deadline was stopped or starved: the file was not the
 * cause. Even on a machine with eight times the load it can handle, one in an endless loop gets more.
 */
const BUSY_SHARE = 0.1;
/** The kernel's unit of processor time in /proc, which is the same on every Linux that Node runs on. */
const TICK_MS = 10;
/** Signals that a program causes itself. Any other one came from outside. */
const FAULTS: readonly (string | null)[] = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP', 'SIGSYS'];
/** The machine has run out of something. */
const SYSTEM_SHORT = /^(EMFILE|ENFILE|EAGAIN|EIO|ENOSPC|EDQUOT|EROFS)$/;

/**
 * One worker process. It does one task at a time; its owner drops it once `dead` is true.
 *
 * Memory is limited in three ways: V8's heap by its own flag; everything the process can write to by RLIMIT_DATA, set
 * from the kernel's accounting of what it has when ready (V8 reserves half a gigabyte of address space at start, which
 * counts as data); and its resident size by checking every 50 ms, which also works without prlimit.
 */
export class PdfChild {
  readonly #process: ChildProcess;
  readonly #bounds: Bounds;
  readonly #exited: Promise<void>;
  readonly #directory: string;
  #stderr = '';
  #killedFor: PdfTaskFailed | null = null;
  #settle: ((message: FromWorker | PdfTaskFailed) => void) | null = null;
  /** Processor time used, and when it was read, soon after its task began. */
  #seen: { readonly cpuMs: number; readonly at: number } | null = null;
  #lastTaskMs = 0;
  #tasksUnseen = 0;
  tasksDone = 0;
  /** Its owner's, by performance.now(). */
  idleSince = 0;
  dead = false;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    const { memoryBytes, mayWrite, network = false, program = 'worker' } = bounds;
    this.#directory = makeDirectory(bounds.directory, `${process.pid}-${++started}`);
    const { file, args, env } = confine({
      ...{ program: PROGRAMS[program], directory: this.#directory, mayWrite, network, cache: compileCache(bounds) },
      options: [
        `--max-old-space-size=${Math.floor((memoryBytes / 1024 / 1024) * HEAP_SHARE)}`,
        `--initial-old-space-size=${HEAP_AT_REST_MB}`,
        // So that the worker can release one file before it reads the next.
        '--expose-gc',
      ],
    });
    const child = spawn(file, args, {
      // Nothing of the operator's environment: it contains the credentials for everything else.
      env,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    });
    this.#process = child;
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString()).slice(-STDERR_KEPT);
    });
    child.on('message', (message) => this.#settle?.(message as FromWorker));
    child.on('error', (error) => this.#died(error.message, 'LOST'));
    // Noticed a little before `close`, which waits for the rest of stderr: it gets no further task.
    child.once('disconnect', () => {
      this.dead = true;
    });
    this.#exited = new Promise((done) => {
      child.once('close', (code, signal) => {
        const byItself = signal === null ? code !== 0 : FAULTS.includes(signal);
        this.#died(`the worker ended with ${signal ?? code}`, byItself ? 'CRASH' : 'LOST');
        void rm(this.#directory, { recursive: true, force: true }).then(done, done);
      });
      // A command that cannot be started emits `error` but no `close`.
      child.once('error', () => child.pid === undefined && done());
    });
  }

  /** Resolves when the worker has its fonts and key. @throws PdfTaskFailed */
  async setUp(setup: WorkerSetup): Promise<void> {
    for (const outcome of await this.#exchange({ setup }, START_MS)) if ('failure' in outcome) throw failed(outcome);
    await this.#limitMemory();
  }

  /**
   * Does jobs one after another, all of them within the deadline.
   * @returns how each ended, in order
   * @throws PdfTaskFailed; beyond the deadline or the memory limit the process is killed and this child is dead
   */
  async run<K extends TaskKind>(
    kind: K,
    jobs: readonly Tasks[K]['job'][],
    deadlineMs: number,
  ): Promise<Settled<Tasks[K]['result']>[]> {
    const begun = performance.now();
    this.#seen = null;
    const watch = setInterval(() => {
      this.#seen ??= this.#cpu();
      void this.#watchMemory();
    }, WATCH_MS);
    try {
      const outcomes = await this.#withFiles(jobs, (lent) => this.#exchange({ kind, jobs: lent }, deadlineMs));
      return outcomes.map((outcome) =>
        'failure' in outcome ? { error: failed(outcome) } : { value: outcome.result as Tasks[K]['result'] },
      );
    } finally {
      clearInterval(watch);
      this.#lastTaskMs = performance.now() - begun;
      this.#tasksUnseen += jobs.length;
      this.tasksDone += jobs.length;
    }
  }

  /** Whether earlier tasks left so much memory in use that the next might not fit. */
  get worn(): boolean {
    // Checking takes a tenth of the time of a short task, which leaves little behind.
    if (this.#lastTaskMs < LONG_TASK_MS && this.#tasksUnseen < SHORT_TASKS) return false;
    this.#tasksUnseen = 0;
    try {
      const resident = Number(readFileSync(`/proc/${this.#process.pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES;
      return resident > this.#bounds.memoryBytes * WORN_SHARE;
    } catch {
      return false;
    }
  }

  /** Kills the process and resolves when it is gone. Its current task fails. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#exited;
  }

  /** Lends the files of jobs for as long as the jobs run. */
  async #withFiles<J extends object>(
    jobs: readonly J[],
    work: (lent: readonly J[]) => Promise<readonly Outcome[]>,
  ): Promise<readonly Outcome[]> {
    const lent = await lendFiles(jobs, this.#directory);
    let outcomes: readonly Outcome[] = [];
    try {
      outcomes = await work(lent.jobs);
      return outcomes;
    } finally {
      await lent
        .takeBack((job) => 'result' in (outcomes[job] ?? {}))
        .catch((error: Error) => {
          throw new PdfTaskFailed('ERROR', error.message, error.name);
        });
    }
  }

  async #exchange(message: object, deadlineMs: number): Promise<readonly Outcome[]> {
    const answered = new Promise<FromWorker | PdfTaskFailed>((settle) => {
      this.#settle = settle;
    });
    this.#send(message);
    const timer = setTimeout(() => {
      const reason = this.#stoodStill() ? 'LOST' : 'TIMEOUT';
      this.#killFor(new PdfTaskFailed(reason, `no result within ${deadlineMs} ms`));
    }, deadlineMs);
    const answer = await answered;
    clearTimeout(timer);
    this.#settle = null;
    if (answer instanceof PdfTaskFailed) throw answer;
    for (const outcome of answer.outcomes) {
      if (!('failure' in outcome) || !outcome.failure.outOfMemory) continue;
      const failure = new PdfTaskFailed('MEMORY', outcome.failure.message);
      this.#killFor(failure);
      throw failure;
    }
    return answer.outcomes;
  }

  #send(message: object): void {
    if (this.dead) this.#died('the worker is gone', 'LOST');
    try {
      this.#process.send(message, (error) => error && this.#died(error.message, 'LOST'));
    } catch (error) {
      // What cannot be cloned never left this process; the worker is fine.
      const { name, message: text } = error as Error;
      this.#settle?.(new PdfTaskFailed('ERROR', text, name));
    }
  }

  #killFor(failure: PdfTaskFailed): void {
    this.#killedFor ??= failure;
    this.dead = true;
    this.#process.kill('SIGKILL');
  }

  #cpu(): { cpuMs: number; at: number } | null {
    try {
      const [, ...fields] = readFileSync(`/proc/${this.#process.pid}/stat`, 'latin1').split(') ');
      const ticks = fields.join(') ').split(' ').slice(11, 13).map(Number);
      return { cpuMs: ticks.reduce((sum, one) => sum + one, 0) * TICK_MS, at: performance.now() };
    } catch {
      return null;
    }
  }

  /**
   * Whether it got hardly any processor time for its task; if the system does not report that, it counts as having got
   * it.
   */
  #stoodStill(): boolean {
    const [before, now] = [this.#seen, this.#cpu()];
    return before !== null && now !== null && now.cpuMs - before.cpuMs < BUSY_SHARE * (now.at - before.at);
  }

  #died(detail: string, reason: 'CRASH' | 'LOST'): void {
    this.dead = true;
    const ranOut = /out of memory|heap limit|allocation failed/i.test(this.#stderr);
    const cause = this.#stderr.trim().split('\n').slice(0, 6).join(' | ');
    this.#settle?.(this.#killedFor ?? new PdfTaskFailed(ranOut ? 'MEMORY' : reason, `${detail} ${cause}`.trim()));
  }

  async #limitMemory(): Promise<void> {
    const { pid } = this.#process;
    const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
    const [data, resident] = ['VmData', 'VmRSS'].map((field) => {
      return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024;
    });
    const { prlimit } = tools();
    if (!data || !resident || prlimit === null) return;
    const limit = data + Math.max(0, this.#bounds.memoryBytes - resident);
    await promisify(execFile)(prlimit, ['--pid', String(pid), `--data=${limit}`]);
  }

  async #watchMemory(): Promise<void> {
    const statm = await readFile(`/proc/${this.#process.pid}/statm`, 'latin1').catch(() => '');
    const resident = Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES;
    if (resident <= this.#bounds.memoryBytes || this.#settle === null) return;
    this.#killFor(new PdfTaskFailed('MEMORY', `more than ${this.#bounds.memoryBytes} bytes resident`));
  }
}

function failed({
  failure: { name, message, code },
}: Extract<Outcome, { failure: object }>): PdfTaskFailed | FileAltered {
  if (name === FileAltered.name) return new FileAltered(message);
  return new PdfTaskFailed(SYSTEM_SHORT.test(code ?? '') ? 'LOST' : 'ERROR', message, name);
}

/**
 * Where Node may cache a worker's compiled code, so that it starts in a third of the time: under NODE_COMPILE_CACHE, if
 * the operator set it. Each kind of worker has its own directory, so that code planted there would only be run by the
 * same kind.
 */
function compileCache({ mayWrite, program = 'worker' }: Bounds): string | null {
  const root = process.env.NODE_COMPILE_CACHE;
  if (!root) return null;
  const directory = join(root, `pdf-${program}-${mayWrite ? 'writes' : 'reads'}`);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return realpathSync(directory);
}
