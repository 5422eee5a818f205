import { Unreadable } from './unreadable.ts';

/** What a check found: the claim, whether it holds, and the reason. Texts are in Portuguese, for people. */
export interface Item {
  /** Stable, for programs: `SELO_ASSINADO.COBERTURA`. */
  readonly codigo: string;
  readonly confere: boolean;
  readonly afirmacao: string;
  readonly motivo: string;
}

export interface Relatorio {
  /** ILEGIVEL: the files are not a signed file and its certificate, so that there was nothing to check. */
  readonly resultado: 'CONFERE' | 'NAO_CONFERE' | 'ILEGIVEL';
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

/** Collects items in the order of the checks. */
export class Findings {
  readonly items: Item[] = [];

  /**
   * One check. `run` gives the reason why the claim holds, or throws Unreadable with the reason why it does not.
   * @returns whether it holds
   */
  async check(codigo: string, afirmacao: string, run: () => string | Promise<string>): Promise<boolean> {
    try {
      this.items.push({ codigo, confere: true, afirmacao, motivo: await run() });
      return true;
    } catch (error) {
      // Whatever a damaged file makes of the code that reads it, the answer is that it does not hold.
      const motivo = error instanceof Unreadable ? error.message : `não pôde ser lido (${String(error)})`;
      this.items.push({ codigo, confere: false, afirmacao, motivo });
      return false;
    }
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
