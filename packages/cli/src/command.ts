import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { clean } from '@rubrica/verify/cli';
import { EXIT, type ExitCode, Stop } from './exit.ts';
import type { World } from './world.ts';

/** The options every command has. */
const COMMON = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  chave: { type: 'string' },
  url: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig;

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** What a command was called with. */
export class Given {
  readonly positionals: readonly string[];
  private readonly values: Values;

  constructor(args: readonly string[], options: ParseArgsOptionsConfig) {
    try {
      const config = { ...COMMON, ...options };
      const parsed = parseArgs({ args: [...args], allowPositionals: true, options: config });
      this.values = parsed.values as Values;
      this.positionals = parsed.positionals;
    } catch (error) {
      throw misuse(unknownOption(error));
    }
  }

  has(name: string): boolean {
    return this.values[name] === true;
  }

  text(name: string): string | undefined {
    const value = this.values[name];
    return typeof value === 'string' ? value : undefined;
  }

  list(name: string): readonly string[] {
    return (this.values[name] as string[] | undefined) ?? [];
  }

  /** A whole number within bounds. */
  number(name: string, { min, max }: { readonly min: number; readonly max: number }): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) throw misuse(`--${name} toma um número de ${min} a ${max}.`);
    return value;
  }

  /** A moment, as RFC 3339 in UTC; the end of a day here, where only the day was given. */
  moment(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59` : text);
    if (Number.isNaN(date.getTime()))
      throw misuse(`--${name} toma um dia, como 2026-12-31, ou um momento em RFC 3339.`);
    return date.toISOString();
  }

  /** The only argument without a name. @param what it is, as people call it */
  only(what: string): string {
    const [one, ...more] = this.positionals;
    if (one === undefined || more.length > 0) throw misuse(`Informe ${what}, e só.`);
    return one;
  }

  none(): void {
    const [one] = this.positionals;
    if (one !== undefined) throw misuse(`Não entendi “${clean(one)}”.`);
  }
}

function unknownOption(error: unknown): string {
  const name = /'(-{1,2}[\w-]+)/.exec((error as Error).message)?.[1];
  return name ? `A opção ${clean(name)} não existe, ou falta o seu valor.` : 'Há uma opção desconhecida ou sem valor.';
}

export const misuse = (message: string): Stop => new Stop(EXIT.MISUSE, message);

export interface Command {
  /** In a line, for the list of commands. */
  readonly summary: string;
  /** The usage, whole. */
  readonly help: string;
  readonly options: ParseArgsOptionsConfig;
  run(given: Given, world: World): Promise<ExitCode>;
}
