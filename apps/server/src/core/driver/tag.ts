import type { Rows } from './link.ts';
import { Columns, Identifier, Json, Piece } from './statement.ts';

/** What a template accepts: a parameter, or part of a statement. */
export type Value =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | Json
  | Identifier
  | Columns
  | Piece
  | readonly Value[];

// biome-ignore lint/suspicious/noExplicitAny: a row without a declared type
type Anything = Record<string, any>;
export type Answer<R> = R & { readonly count: number; readonly command: string };

// biome-ignore lint/suspicious/noExplicitAny: as every promise's
type Failed<B> = ((error: any) => B | PromiseLike<B>) | null;

/** A statement that is sent once somebody awaits it; as part of another statement it never is. */
export class Statement<R = object[]> extends Piece implements Promise<Answer<R>> {
  readonly [Symbol.toStringTag] = 'Statement';
  /** Whether its text came ready-made, with `$1` in it and the values beside it. */
  foreign = false;
  readonly #handler: (statement: Statement) => void;
  #answer: Promise<Answer<R>> | null = null;
  #resolve: (rows: Answer<R>) => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor(strings: readonly string[], args: readonly unknown[], handler: (statement: Statement) => void) {
    super(strings, args);
    this.#handler = handler;
  }

  readonly resolve = (rows: Rows): void => this.#resolve(rows as never);
  readonly reject = (error: unknown): void => this.#reject(error);

  #asked(): Promise<Answer<R>> {
    if (this.#answer) return this.#answer;
    this.#answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Everything asked for in one turn is queued before the first of it is written.
    queueMicrotask(() => this.#handler(this as never));
    return this.#answer;
  }

  /** Sends it now; it may be awaited later. */
  execute(): this {
    this.#asked();
    return this;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  then<A = Answer<R>, B = never>(
    done?: ((rows: Answer<R>) => A | PromiseLike<A>) | null,
    failed?: Failed<B>,
  ): Promise<A | B> {
    return this.#asked().then(done, failed);
  }

  catch<B = never>(failed?: Failed<B>): Promise<Answer<R> | B> {
    return this.#asked().catch(failed);
  }

  finally(over?: (() => void) | null): Promise<Answer<R>> {
    return this.#asked().finally(over);
  }
}

/** Makes statements, for any connection of a pool or for one in particular. */
export interface Tag {
  <R extends readonly object[] = Anything[]>(text: TemplateStringsArray, ...values: readonly Value[]): Statement<R>;
  /** The name of a table or column. */
  (name: string): Identifier;
  /** `in ${sql(values)}`, `set ${sql(row)}`, `insert into t ${sql(rows)}`. */
  (columns: object): Columns;
  /** A ready-made statement with its values; without values, possibly several statements, or part of one. */
  unsafe<R extends readonly object[] = Anything[]>(text: string, values?: readonly unknown[]): Statement<R>;
  json(value: unknown): Json;
}

export type TransactionSql = Tag;

export interface ReservedSql extends Tag {
  release(): void;
}

export interface Sql extends Tag {
  /**
   * Runs `work` in a transaction.
   * @param mode for example `read only`
   * @param before runs on its connection, in the packet of `begin`; what it throws keeps the transaction from beginning
   */
  begin<T>(mode: string, work: (tx: TransactionSql) => Promise<T>, before?: (own: Tag) => Promise<void>): Promise<T>;
  begin<T>(work: (tx: TransactionSql) => Promise<T>): Promise<T>;
  /** A connection for the caller alone, until it is released. */
  reserve(): Promise<ReservedSql>;
  /** @param options seconds that statements in progress may still take; unlimited by default */
  end(options?: { readonly timeout?: number }): Promise<void>;
}

export function tagOf(handler: (statement: Statement) => void): Tag {
  const tag = (first: TemplateStringsArray | string | object, ...values: readonly unknown[]) => {
    if (typeof first === 'string') return new Identifier(first);
    return Array.isArray(first) && 'raw' in first ? new Statement(first, values, handler) : new Columns(first);
  };
  const unsafe = (text: string, values: readonly unknown[] = []) =>
    Object.assign(new Statement([text], values, handler), { foreign: true });
  return Object.assign(tag, { unsafe, json: (value: unknown) => new Json(value) }) as Tag;
}
