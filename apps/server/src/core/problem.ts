import { type CodigoErro, type ErrorKey, type Rule, rule, sentenceOf } from '@rubrica/contract';

/** One problem of the input, with its location: `signatarios[2].cpf`, `arquivo`, `query.limite`. */
export type FieldProblem = { readonly campo: string } & Rule;

export interface ProblemOptions {
  readonly erros?: readonly FieldProblem[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Additional properties of the body that the contract names: `desafioId`, `tentativasRestantes`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * An error meant for the caller (RFC 9457). It carries the rule it follows from; whoever shows it makes the sentence. A
 * rule's sentence never names a table, a query, a path or another organization; details for the operator go into
 * `cause`, which is only logged.
 */
export class Problem extends Error {
  override name = 'Problem';
  readonly status: number;
  readonly codigo: CodigoErro;
  readonly rule: Rule;
  readonly erros: readonly FieldProblem[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(key: ErrorKey, said: Rule, options: ProblemOptions = {}) {
    super(`${key}: ${sentenceOf(said)}`, { cause: options.cause });
    this.status = Number(key.slice(0, 3));
    this.codigo = key.slice(4) as CodigoErro;
    this.rule = said;
    this.erros = options.erros;
    this.headers = options.headers ?? {};
    this.extra = options.extra ?? {};
  }

  /** The problem in one line of Portuguese, where there is no room for a list: each field with its problem. */
  inOneLine(): string {
    const fields = this.erros?.map(({ campo, ...said }) => `${campo}: ${sentenceOf(said)}`);
    return fields?.join(' ') ?? sentenceOf(this.rule);
  }
}

/** 400 with every problem at once. */
export function invalid(erros: readonly FieldProblem[]): Problem {
  return new Problem('400 ENTRADA_INVALIDA', rule('notByContract'), { erros });
}

/** The one answer for what does not exist and for what belongs to someone else. */
export function notFound(): Problem {
  return new Problem('404 NAO_ENCONTRADO', rule('notFound'));
}

export function conflict(said: Rule): Problem {
  return new Problem('409 CONFLITO', said);
}

/** Throws 400 if there are any problems. */
export function refuseInvalid(erros: readonly FieldProblem[]): void {
  if (erros.length > 0) throw invalid(erros);
}

/** Narrows a row that must exist within the scope. */
export function found<T>(row: T | null | undefined): T {
  if (row === null || row === undefined) throw notFound();
  return row;
}
