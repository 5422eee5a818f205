import { type CodigoErro, type ErrorKey, fieldMessage, type Sentence } from '@rubrica/contract';

/** One problem of the input, with its place: `signatarios[2].cpf`, `arquivo`, `query.limite`. */
export interface FieldProblem {
  readonly campo: string;
  readonly mensagem: Sentence;
}

export interface ProblemOptions {
  readonly erros?: readonly FieldProblem[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the body that the contract names: `desafioId`, `tentativasRestantes`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * A refusal the caller is meant to see (RFC 9457). `detail` is Portuguese and never names a table, a query, a path or
 * another organization; what an operator needs goes into `cause`, which is only logged.
 */
export class Problem extends Error {
  override name = 'Problem';
  readonly status: number;
  readonly codigo: CodigoErro;
  readonly detail: Sentence;
  readonly erros: readonly FieldProblem[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(key: ErrorKey, detail: Sentence, options: ProblemOptions = {}) {
    super(`${key}: ${detail}`, { cause: options.cause });
    this.status = Number(key.slice(0, 3));
    this.codigo = key.slice(4) as CodigoErro;
    this.detail = detail;
    this.erros = options.erros;
    this.headers = options.headers ?? {};
    this.extra = options.extra ?? {};
  }
}

/**
 * A sentence for those the panel is not for: signers, visitors, OAuth clients, and callers that break the protocol
 * itself. It has no words in other languages; where the panel can come across it, it belongs in the contract's table.
 */
export const outsidePanel = (sentence: string): Sentence => sentence as Sentence;

/** 400 with every problem at once. */
export function invalid(erros: readonly FieldProblem[], detail = fieldMessage('notByContract')): Problem {
  return new Problem('400 ENTRADA_INVALIDA', detail, { erros });
}

/** The one answer for what does not exist and for what belongs to somebody else. */
export function notFound(): Problem {
  return new Problem('404 NAO_ENCONTRADO', fieldMessage('notFound'));
}

export function conflict(detail: Sentence): Problem {
  return new Problem('409 CONFLITO', detail);
}

/** Throws 400 when a rule function found anything. */
export function refuseInvalid(erros: readonly FieldProblem[]): void {
  if (erros.length > 0) throw invalid(erros);
}

/** Narrows a row that has to exist inside the scope. */
export function found<T>(row: T | null | undefined): T {
  if (row === null || row === undefined) throw notFound();
  return row;
}
