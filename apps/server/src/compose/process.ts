import type { App } from '../compose.ts';
import { ConfigError } from '../config/index.ts';

/** What a process gets from its runner. */
export interface Run {
  /** Aborted when the process is asked to stop while it is still starting. */
  readonly signal: AbortSignal;
  /** Ends the process at once: something it depends on is gone. */
  readonly onFatal: (detail: string) => void;
}

/** The startup lines that say what an attacker could use. */
export const doorLines = ({ openDoors }: App): string[] => openDoors.map((line) => `  atenção        ${line}`);

/** Announces that a process without HTTP has started, and what is open about it. */
export function tellWorking(app: App): void {
  process.stdout.write(`${['Rubrica: trabalhando a fila.', ...doorLines(app)].join('\n')}\n`);
}

/**
 * What asks a process to end. Windows has no SIGTERM; there Node reports Ctrl-C as SIGINT, Ctrl-Break as SIGBREAK, and
 * the window being closed as SIGHUP, after which the process has ten seconds.
 */
export const endingSignals = (platform: string = process.platform): readonly NodeJS.Signals[] =>
  platform === 'win32' ? ['SIGINT', 'SIGBREAK', 'SIGHUP'] : ['SIGTERM', 'SIGINT'];

/**
 * Runs a process from start to end. Each of `endingSignals` lets running work finish and close everything; during startup
 * they end it once it has started. An error that prevents startup is reported as a message for the operator.
 * @param start resolves with what must be stopped, or with null if its work is done
 */
export function runProcess(start: (run: Run) => Promise<App | null>): void {
  const ending = new AbortController();
  const running = start({
    signal: ending.signal,
    onFatal: (detail) => {
      process.stderr.write(`${detail}\n`);
      process.exit(1);
    },
  });
  for (const signal of endingSignals()) {
    process.on(signal, () => {
      if (ending.signal.aborted) return;
      process.stdout.write('Encerrando…\n');
      ending.abort();
    });
  }
  void life(running, ending.signal);
}

async function life(running: Promise<App | null>, ending: AbortSignal): Promise<void> {
  let app: App | null;
  try {
    app = await running;
  } catch (error) {
    if (ending.aborted) process.exit(0);
    process.stderr.write(`Rubrica não pôde iniciar.\n${told(error)}\n`);
    process.exit(1);
  }
  if (app === null) process.exit(0);
  if (!ending.aborted) await new Promise((done) => ending.addEventListener('abort', done, { once: true }));
  try {
    await app.stop();
    process.exit(0);
  } catch (error) {
    app.log.error({ err: error }, 'stop');
    process.exit(1);
  }
}

function told(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
