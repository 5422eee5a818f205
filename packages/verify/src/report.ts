import { clean } from './foreign.ts';
import { Unreadable } from './unreadable.ts';

/** The outcome of a check: the claim, whether it holds, and the reason. Texts are in Portuguese, for people. */
export interface Item {
  /** Stable, for programs: `SELO_ASSINADO.COBERTURA`. */
  readonly codigo: string;
  /** Null: nothing contradicts it, but nothing in the files or given to the verifier proves it either. */
  readonly confere: boolean | null;
  readonly afirmacao: string;
  readonly motivo: string;
}

/** In order of precedence: the first that applies is the result (ADR 0033). Each has its exit code. */
export const RESULTS = {
  ILEGIVEL: 2,
  NAO_CONFERE: 1,
  TESTE: 4,
  SELO_NAO_IDENTIFICADO: 3,
  CONFERE: 0,
} as const;
export type Resultado = keyof typeof RESULTS;

/** How far the open log bears the files out (ADR 0085), from the least. */
export const LEVELS = ['INTEGRO', 'ANCORADO', 'ANCORADO_COM_HORA_EXTERNA'] as const;
export type Level = (typeof LEVELS)[number];
/** The exit code where everything holds, at a level below the one that was demanded. */
export const BELOW = 5;

/** Its texts contain no terminal control characters, whatever the files contain. */
export interface Report {
  /** ILEGIVEL: the files are not a signed file and its certificate, so there was nothing to check. */
  readonly resultado: Resultado;
  /** Null if something does not hold or could not be read. */
  readonly nivel: Level | null;
  /** What the certificate is about; null if it could not be read. */
  readonly documento: {
    readonly titulo: string;
    readonly id: string;
    readonly codigoValidacao: string;
    readonly certificado: string;
    readonly versao: number;
    readonly semValidade: boolean;
  } | null;
  /** SHA-256 of each file's seal certificate, if it could be read. */
  readonly selos: { readonly assinado: string | null; readonly certificado: string | null };
  readonly itens: readonly Item[];
  /** What no program can know from the two files alone. */
  readonly semComoConferir: readonly string[];
}

/** Why a claim is neither proven nor contradicted. */
export class Unsure {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Whether everything holds, and yet at a level below the one that is demanded. */
export const isBelow = ({ nivel }: Report, demanded: Level | null): boolean =>
  nivel !== null && demanded !== null && LEVELS.indexOf(nivel) < LEVELS.indexOf(demanded);

type Reason = string | Unsure;

/** Collects items in the order of the checks. */
export class Findings {
  readonly items: Item[] = [];

  /**
   * Runs one check. `run` returns the reason why the claim holds, or an Unsure, or throws Unreadable with the reason
   * why it does not hold.
   * @returns whether it holds
   */
  async check(codigo: string, afirmacao: string, run: () => Reason | Promise<Reason>): Promise<boolean> {
    const add = (confere: boolean | null, motivo: string) => {
      this.items.push({ codigo, confere, afirmacao, motivo: clean(motivo) });
      return confere === true;
    };
    try {
      const reason = await run();
      return reason instanceof Unsure ? add(null, reason.reason) : add(true, reason);
    } catch (error) {
      // Whatever error a damaged file causes in the code that reads it, the result is that the claim does not hold.
      return add(false, error instanceof Unreadable ? error.message : `não pôde ser lido (${String(error)})`);
    }
  }

  /** Whether any claim was contradicted. */
  get refuted(): boolean {
    return this.items.some(({ confere }) => confere === false);
  }

  /** Whether a check was made and passed. */
  held(codigo: string): boolean {
    return this.items.some((item) => item.codigo === codigo && item.confere === true);
  }
}

/** @throws Unreadable with the reason, unless the condition holds */
export function ensure(condition: unknown, reason: string): asserts condition {
  if (!condition) throw new Unreadable(reason);
}

const MOMENT = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** `21/11/2026, 10:03:22 (horário de Brasília)`. */
export const moment = (date: Date): string => `${MOMENT.format(date)} (horário de Brasília)`;

const count = new Intl.NumberFormat('pt-BR');
export const number = (value: number): string => count.format(value);

/** A count with its noun in the singular or plural. */
export const counted = (value: number, one: string, many: string): string =>
  `${number(value)} ${value === 1 ? one : many}`;
