import { clean } from './foreign.ts';
import { Unreadable } from './unreadable.ts';

/** What a check found: the claim, whether it holds, and the reason. Texts are in Portuguese, for people. */
export interface Item {
  /** Stable, for programs: `SELO_ASSINADO.COBERTURA`. */
  readonly codigo: string;
  /** Null: nothing contradicts it, and nothing given to the verifier, or kept in older files, proves it either. */
  readonly confere: boolean | null;
  readonly afirmacao: string;
  readonly motivo: string;
}

/** In the order in which the first that applies is taken (ADR 0033); each has its exit code. */
export const RESULTS = {
  ILEGIVEL: 2,
  NAO_CONFERE: 1,
  TESTE: 4,
  SELO_NAO_IDENTIFICADO: 3,
  CONFERE: 0,
} as const;
export type Resultado = keyof typeof RESULTS;

/** Its texts hold no character that acts on a terminal, whatever the files held. */
export interface Relatorio {
  /** ILEGIVEL: the files are not a signed file and its certificate, so that there was nothing to check. */
  readonly resultado: Resultado;
  /** What the certificate is about; null where it could not be read. */
  readonly documento: {
    readonly titulo: string;
    readonly id: string;
    readonly codigoValidacao: string;
    readonly certificado: string;
    readonly versao: number;
    readonly semValidade: boolean;
  } | null;
  /** SHA-256 of each file's seal certificate, where it could be read. */
  readonly selos: { readonly assinado: string | null; readonly certificado: string | null };
  readonly itens: readonly Item[];
  /** What no program can know from the two files alone. */
  readonly semComoConferir: readonly string[];
}

/** Why a claim is neither shown nor contradicted. */
export class Unsure {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

type Reason = string | Unsure;

/** Collects items in the order of the checks. */
export class Findings {
  readonly items: Item[] = [];

  /**
   * One check. `run` gives the reason why the claim holds, or an Unsure, or throws Unreadable with the reason why it does
   * not.
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
      // Whatever a damaged file makes of the code that reads it, the answer is that it does not hold.
      return add(false, error instanceof Unreadable ? error.message : `não pôde ser lido (${String(error)})`);
    }
  }

  /** Whether anything was contradicted. */
  get refuted(): boolean {
    return this.items.some(({ confere }) => confere === false);
  }

  /** Whether a check was made and held. */
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

/** A count and its noun in agreement. */
export const counted = (value: number, one: string, many: string): string =>
  `${number(value)} ${value === 1 ? one : many}`;
