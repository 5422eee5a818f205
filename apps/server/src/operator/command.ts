import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { openDatabaseAsOwner } from '../compose/database.ts';
import type { Config } from '../config/index.ts';
import { connect, type Sql } from '../core/sql.ts';

/** A command for the operator of an installation. */
export interface Command {
  /** Its arguments. */
  readonly usage: string;
  readonly about: string;
  /** How the process ends if it could not be done, and if it was called incorrectly: 1 and 2 unless it says otherwise. */
  readonly codes?: { readonly failed: number; readonly misused: number };
  /**
   * @param args the arguments after its name
   * @returns what to print, or null if what was named needs nothing done
   * @throws UsageError if the arguments do not match `usage`
   */
  run(args: readonly string[], config: () => Config): Promise<string | Outcome | null>;
}

/** What to print, and how the process ends. */
export interface Outcome {
  readonly text: string;
  readonly code: number;
}

/** The command was called incorrectly; the message may be empty. */
export class UsageError extends Error {}

type Options<O extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

interface Given<O extends ParseArgsOptionsConfig> {
  readonly words: readonly string[];
  readonly options: Options<O>;
}

interface Shape<O extends ParseArgsOptionsConfig> {
  readonly usage: string;
  readonly about: string;
  /** The number of positional arguments, or the lowest and the highest. */
  readonly words?: number | readonly [number, number];
  readonly options?: O;
  readonly codes?: Command['codes'];
}

/** A command that opens what it needs itself. */
export function command<const O extends ParseArgsOptionsConfig = Record<never, never>>(
  { usage, about, words = 0, options, codes }: Shape<O>,
  work: (given: Given<O>, config: Config) => Promise<string | Outcome | null>,
): Command {
  return {
    usage,
    about,
    ...(codes ? { codes } : {}),
    run: (args, config) => {
      const given = parse(args, options);
      const [least, most] = typeof words === 'number' ? [words, words] : words;
      if (given.words.length < least || given.words.length > most) throw new UsageError();
      return work(given, config());
    },
  };
}

/** A command that connects as the owner of the database. With the embedded one the service may be running or not. */
export function ownersCommand<const O extends ParseArgsOptionsConfig = Record<never, never>>(
  shape: Shape<O>,
  work: (sql: Sql, given: Given<O>) => Promise<string | null>,
): Command {
  return command(shape, async (given, config) => {
    const server = await openDatabaseAsOwner(config, endAtOnce);
    const sql = connect(server.owner.options, null, 1);
    try {
      return await work(sql, given);
    } finally {
      await sql.end({ timeout: 5 });
      await server.stop();
    }
  });
}

/** Something the process depends on is gone. */
export function endAtOnce(detail: string): never {
  process.stderr.write(`${detail}\n`);
  process.exit(1);
}

function parse<O extends ParseArgsOptionsConfig>(args: readonly string[], options: O | undefined): Given<O> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: options ?? {}, allowPositionals: true });
    return { words: positionals, options: values as Options<O> };
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    const unknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? /'(-[^']*)'/.exec(message)?.[1] : undefined;
    throw new UsageError(unknown === undefined ? '' : `Opção desconhecida: ${unknown}.`);
  }
}
