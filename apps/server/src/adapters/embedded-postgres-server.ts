import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { TAKEN } from './embedded-postgres-lock.ts';
import { EmbeddedPostgresError, minimalEnv, OUTSIDE } from './embedded-postgres-runtime.ts';

/** Crash recovery of a large cluster replays WAL before the server is ready. */
const READY_MS = 120_000;
const STOP_MS = 10_000;
const LINES_KEPT = 40;
const ELSEWHERE =
  'DATA_DIR já está em uso por um Rubrica de outro contêiner ou máquina. Para um comando, entre no contêiner dele (docker exec).';

/** Fast shutdown (sessions are closed, a checkpoint is written), then immediate. */
export type Ending = 'INT' | 'QUIT';

/** The postmaster as a child process. */
export class Server {
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  readonly #exited: Promise<void>;
  readonly #ready: Promise<void>;
  readonly #tell: ((signal: Ending, pid: number) => Promise<unknown>) | null;
  #stopping = false;

  /** @param tell how it is told to end; null: by a signal */
  constructor(
    command: readonly string[],
    env: Readonly<Record<string, string>>,
    tell: ((signal: Ending, pid: number) => Promise<unknown>) | null,
  ) {
    const [file = '', ...args] = command;
    this.#tell = tell;
    // In its own session: Ctrl-C in a terminal signals the whole foreground group, and the database must outlive the
    // requests that are still finishing. On Windows that takes a console of its own; a detached process would outlive
    // this one there, whose death otherwise ends it (libuv's job object).
    const child = spawn(file, args, {
      env: minimalEnv(env),
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: tell === null,
      windowsHide: true,
      cwd: OUTSIDE,
    });
    this.#child = child;
    this.#exited = new Promise((done) => child.once('close', () => done()));
    this.#ready = new Promise((done, fail) => {
      createInterface({ input: child.stderr }).on('line', (line) => {
        this.#lines.push(line);
        if (this.#lines.length > LINES_KEPT) this.#lines.shift();
        if (line.includes('database system is ready to accept connections')) done();
      });
      child.once('error', (cause) => fail(new EmbeddedPostgresError(cause.message, { cause })));
      child.once('close', (code) =>
        fail(new EmbeddedPostgresError(code === TAKEN ? ELSEWHERE : `o servidor encerrou:\n${this.#lines.join('\n')}`)),
      );
    });
    this.#ready.catch(() => {});
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async ready(): Promise<void> {
    const timer = new AbortController();
    const late = delay(READY_MS, undefined, { signal: timer.signal }).then(
      () => 'late' as const,
      () => 'ready' as const,
    );
    try {
      if ((await Promise.race([this.#ready, late])) === 'late') {
        await this.stop();
        throw new EmbeddedPostgresError(`não ficou pronto em ${READY_MS / 1000} s:\n${this.#lines.join('\n')}`);
      }
    } finally {
      timer.abort();
    }
  }

  onUnexpectedExit(listener: ((detail: string) => void) | undefined): void {
    this.#exited.then(() => {
      if (!this.#stopping) listener?.(this.#lines.join('\n'));
    });
  }

  /** Asks it to end, then less politely, then forces it. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const signal of ['INT', 'QUIT', 'KILL'] as const) {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) break;
      if (this.#tell === null || signal === 'KILL') this.#child.kill(`SIG${signal}`);
      else await this.#tell(signal, this.pid);
      const timer = new AbortController();
      await Promise.race([this.#exited, delay(STOP_MS, undefined, { signal: timer.signal }).catch(() => {})]);
      timer.abort();
    }
    await this.#exited;
  }
}
