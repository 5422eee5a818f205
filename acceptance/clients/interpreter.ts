import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Lacking, without } from '../../packages/pdf/test/judges/programs.ts';
import { ROOT } from '../browser/world.ts';

/** The clients of other languages, run by the interpreters that are installed with the libraries they take. */

export const CLIENTS = join(ROOT, 'clients');
const PYTHON = join(CLIENTS, 'python');
const PHP = join(CLIENTS, 'php');

/** A program that is running. */
interface Running {
  /** What it printed so far. */
  printed(): string;
  /** All that it printed, once it ended well. */
  readonly ended: Promise<string>;
  stop(): void;
}

interface Start {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads. */
  readonly input?: string;
}

/** An interpreter with what a client takes, or why its tests do not run here. */
export interface Interpreter {
  readonly lacks: Lacking;
  /** Starts the interpreter itself. */
  start(args: readonly string[], how?: Start): Running;
  /** Runs a program of the client's tests. @returns what it prints, read as JSON */
  run(program: string, args: readonly string[], input?: string): Promise<unknown>;
}

function start(command: string, args: readonly string[], { cwd, env, input = '' }: Start): Running {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: 'pipe' });
  let printed = '';
  let stopped = false;
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk));
  const ended = new Promise<string>((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) =>
      code === 0 || stopped ? done(printed) : fail(new Error(`${command} ${args.join(' ')}\n${printed}`)),
    );
  });
  // Whoever only looks at what is printed does not wait for the end.
  ended.catch(() => {});
  child.stdin.end(input);
  return {
    printed: () => printed,
    ended,
    stop() {
      stopped = true;
      child.kill();
    },
  };
}

function interpreterOf(
  command: string | undefined,
  folder: string,
  extension: string,
  missing: string,
  env: Readonly<Record<string, string>> = {},
): Interpreter {
  const begin = (args: readonly string[], how: Start = {}) =>
    start(command ?? '', args, { cwd: folder, ...how, env: { ...env, ...how.env } });
  return {
    lacks: command === undefined ? without(missing) : {},
    start: begin,
    run: async (program, args, input = '') =>
      JSON.parse(await begin([join(folder, 'tests', `${program}.${extension}`), ...args], { input }).ended),
  };
}

export const typescript = interpreterOf(process.execPath, ROOT, 'ts', '');

const does = (command: string, ...args: readonly string[]) => spawnSync(command, args).status === 0;

// `clients/install` puts httpx into the first where the machine's own Python has none.
const PYTHONS = [join(PYTHON, '.venv/bin/python'), 'python3', '/usr/bin/python3'];
const NEEDED = 'import sys, httpx; sys.exit(sys.version_info < (3, 10))';

export const python = interpreterOf(
  PYTHONS.find((command) => does(command, '-c', NEEDED)),
  PYTHON,
  'py',
  'python3 with httpx not installed (clients/install)',
  {
    PYTHONPATH: join(PYTHON, 'src'),
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONWARNINGS: 'error::DeprecationWarning:rubrica',
  },
);

/** @param made the code that makes an HTTP client, where there is one */
const phpWith = (made: string, missing: string, env: Readonly<Record<string, string>> = {}) => {
  const program = `require $argv[1]; ${made};`;
  const found = spawnSync('php', ['-r', program, join(PHP, 'tests/autoload.php')], { env: { ...process.env, ...env } });
  return interpreterOf(
    found.status === 0 ? 'php' : undefined,
    PHP,
    'php',
    `php with ${missing} not installed (clients/install)`,
    env,
  );
};

export const php = phpWith('new GuzzleHttp\\Client()', 'curl and Guzzle');
export const phpOverSymfony = phpWith('new Symfony\\Component\\HttpClient\\Psr18Client()', "Symfony's HTTP client", {
  HTTP_CLIENT: 'symfony',
});
export const laravel = phpWith(
  'class_exists(Illuminate\\Foundation\\Application::class) || require "Illuminate/autoload.php"',
  'Laravel',
);
