import { type ChildProcess, execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../src/operator.ts', import.meta.url));

/** What every program is given of the test's own environment. */
const BARE = {
  PATH: process.env.PATH ?? '',
  NODE_ENV: 'test',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
};

export interface OperatorRun {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number; out: string; err: string }>;
}

/**
 * Starts `npm run operador -- …`.
 * @param env DATA_DIR, and what else it takes
 */
export const startOperator = (env: Readonly<Record<string, string>>, ...args: string[]): OperatorRun =>
  startProgram(env, process.execPath, FILE, ...args);

/** Starts a program that is given the command as its last arguments. */
export const startOperatorWithin = (
  env: Readonly<Record<string, string>>,
  [program, ...before]: readonly [string, ...string[]],
  ...args: string[]
): OperatorRun => startProgram(env, program, ...before, process.execPath, FILE, ...args);

function startProgram(env: Readonly<Record<string, string>>, program: string, ...args: string[]): OperatorRun {
  let finish: (told: { code: number; out: string; err: string }) => void;
  const ended = new Promise<{ code: number; out: string; err: string }>((resolve) => {
    finish = resolve;
  });
  const child = execFile(program, args, { env: { ...BARE, ...env } }, (_, out, err) =>
    finish({ code: child.exitCode ?? -1, out, err }),
  );
  return { child, ended };
}

/** `npm run operador -- …` over a database, beside or without its service, to its end. */
export const operator = (env: Readonly<Record<string, string>>, ...args: string[]): OperatorRun['ended'] =>
  startOperator(env, ...args).ended;
