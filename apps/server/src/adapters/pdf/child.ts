import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Settled } from '../../core/batch.ts';
import { confine, makeDirectory, tools } from './confinement.ts';
import type { FromWorker, Outcome, TaskKind, Tasks, WorkerSetup } from './jobs.ts';
import { lendFiles } from './lending.ts';

/**
 * TIMEOUT and MEMORY are bounds of ours; CRASH is a process that died by itself; ERROR is an exception in the task. LOST
 * says nothing of the file: the worker was killed, stood still, could not be started, or could open no file.
 */
export type PdfFailureReason = 'TIMEOUT' | 'MEMORY' | 'CRASH' | 'ERROR' | 'LOST';

/** A PDF task that brought no result. `message` is for the log: it may quote the file. */
export class PdfTaskFailed extends Error {
  override name = 'PdfTaskFailed';
  readonly reason: PdfFailureReason;
  /** Of an ERROR: the name of what was thrown, for instance UndrawableTextError. */
  readonly thrown: string | undefined;
  constructor(reason: PdfFailureReason, message: string, thrown?: string) {
    super(`${reason}: ${message}`);
    this.reason = reason;
    this.thrown = thrown;
  }
}

export interface Bounds {
  /** All the memory the process may come to occupy, its own 100 MB included. */
  readonly memoryBytes: number;
  readonly mayWrite: boolean;
  /** Whether it asks others over the network (time stamp authorities). Default false. */
  readonly network?: boolean;
  /** Where its own directory is made: the files of its tasks are put there, and it reaches no others. */
  readonly directory: string;
  /** Which program it runs. Default `worker`. */
  readonly program?: keyof typeof PROGRAMS;
}

const PROGRAMS = {
  worker: fileURLToPath(new URL('./worker.ts', import.meta.url)),
  painter: fileURLToPath(new URL('./painter.ts', import.meta.url)),
};
/** Loading its code takes a second of processor time, for which a machine that is started on, or busy, may take a minute. */
const START_MS = 120_000;
/** Of its memory, what V8's heap may take. */
const HEAP_SHARE = 0.7;
const WATCH_MS = 50;
const STDERR_KEPT = 8_192;
const PAGE_BYTES = 4096;
const WORN_SHARE = 0.75;
/** How many workers this process has started. */
let started = 0;
/** How worn a worker is, is looked at after every task that took this long, and after so many that took less. */
const LONG_TASK_MS = 20;
const SHORT_TASKS = 8;
/**
 * A worker that had less of a processor's time until its deadline was stopped, or starved: it was not the file. On a
 * machine with eight times the work it can do, one that computes without end still has more.
 */
const BUSY_SHARE = 0.1;
/** The kernel's unit of processor time in /proc, which is the same on every Linux that Node runs on. */
const TICK_MS = 10;
/** By which a program ends because of what it does itself. By any other it was ended. */
const FAULTS: readonly (string | null)[] = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP', 'SIGSYS'];
/** The machine has no more of something. */
const SYSTEM_SHORT = /^(EMFILE|ENFILE|EAGAIN|EIO|ENOSPC|EDQUOT|EROFS)$/;

/**
 * One worker process. It does one task at a time; whoever owns it drops it once `dead` is true.
 *
 * Memory is held three times over: V8's heap by its own flag; everything the process can write to by RLIMIT_DATA, set by
 * the kernel's accounting from what it holds when ready (V8 reserves half a gigabyte of address space at start, which
 * counts as data); and its resident size by looking every 50 ms, which also works where there is no prlimit.
 */
export class PdfChild {
  readonly #process: ChildProcess;
  readonly #bounds: Bounds;
  readonly #exited: Promise<void>;
  readonly #directory: string;
  #stderr = '';
  #killedFor: PdfTaskFailed | null = null;
  #settle: ((message: FromWorker | PdfTaskFailed) => void) | null = null;
  /** Processor time it had had, and when, soon after its task began. */
  #seen: { readonly cpuMs: number; readonly at: number } | null = null;
  #lastTaskMs = 0;
  #tasksUnseen = 0;
  tasksDone = 0;
  dead = false;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    const { memoryBytes, mayWrite, network = false, program = 'worker' } = bounds;
    this.#directory = makeDirectory(bounds.directory, `${process.pid}-${++started}`);
    const { file, args, env } = confine({
      ...{ program: PROGRAMS[program], directory: this.#directory, mayWrite, network, cache: compileCache(bounds) },
      // For the worker to let go of one file before it reads the next.
      options: [`--max-old-space-size=${Math.floor((memoryBytes / 1024 / 1024) * HEAP_SHARE)}`, '--expose-gc'],
    });
    const child = spawn(file, args, {
      // Nothing of the operator's environment: it holds the credentials of everything else.
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
    // Known a little before `close`, which waits for the last of stderr: no further task goes to it.
    child.once('disconnect', () => {
      this.dead = true;
    });
    this.#exited = new Promise((done) => {
      child.once('close', (code, signal) => {
        const byItself = signal === null ? code !== 0 : FAULTS.includes(signal);
        this.#died(`the worker ended with ${signal ?? code}`, byItself ? 'CRASH' : 'LOST');
        void rm(this.#directory, { recursive: true, force: true }).then(done, done);
      });
      // A command that cannot be started emits `error` and no `close`.
      child.once('error', () => child.pid === undefined && done());
    });
  }

  /** Resolves when the worker has its fonts and key. @throws PdfTaskFailed */
  async setUp(setup: WorkerSetup): Promise<void> {
    for (const outcome of await this.#exchange({ setup }, START_MS)) if ('failure' in outcome) throw failed(outcome);
    await this.#limitMemory();
  }

  /**
   * Does jobs one after the other, all of them within the deadline.
   * @returns how each ended, in their order
   * @throws PdfTaskFailed; past the deadline or the memory bound the process is killed and this child is dead
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

  /** What earlier tasks left behind takes so much of the memory bound that the next might not fit. */
  get worn(): boolean {
    // To look takes a tenth of the time of a short task, which leaves little behind.
    if (this.#lastTaskMs < LONG_TASK_MS && this.#tasksUnseen < SHORT_TASKS) return false;
    this.#tasksUnseen = 0;
    try {
      const resident = Number(readFileSync(`/proc/${this.#process.pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES;
      return resident > this.#bounds.memoryBytes * WORN_SHARE;
    } catch {
      return false;
    }
  }

  /** Ends the process and resolves when it is gone. A task in it fails. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#exited;
  }

  /** Lends the files of jobs for as long as they are done. */
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
      // What cannot be cloned never left this process; the worker is well.
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

  /** Whether it had hardly any processor time for its task; where the system does not tell, it is taken to have had it. */
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

function failed({ failure: { name, message, code } }: Extract<Outcome, { failure: object }>): PdfTaskFailed {
  return new PdfTaskFailed(SYSTEM_SHORT.test(code ?? '') ? 'LOST' : 'ERROR', message, name);
}

/**
 * Where Node may keep a worker's compiled code, for it to start in a third of the time: under NODE_COMPILE_CACHE, if the
 * operator set it. A directory for each kind of worker: what one could plant there only its own kind would run.
 */
function compileCache({ mayWrite, program = 'worker' }: Bounds): string | null {
  const root = process.env.NODE_COMPILE_CACHE;
  if (!root) return null;
  const directory = join(root, `pdf-${program}-${mayWrite ? 'writes' : 'reads'}`);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return realpathSync(directory);
}
