import { setImmediate as turn } from 'node:timers/promises';
import postgres, {
  type Helper,
  type Options,
  type Parameter,
  type PendingQuery,
  type Sql,
  type TransactionSql,
} from 'postgres';
import type { Clock } from './clock.ts';
import type { Line } from './lifeline.ts';
import { OutcomeUnknown } from './ports.ts';
import type { Scope } from './scope.ts';

export type { Sql, TransactionSql };

/** A job as defined by its module: the name of its queue and the shape of its payload (ids only). */
export interface JobDefinition<P extends object> {
  readonly name: string;
  readonly retry: RetryPolicy;
  /** Type of the payload; never read at run time. */
  readonly payload?: P;
}

export interface RetryPolicy {
  /** Attempts after the first; `forever` for work that must never be given up. */
  readonly limit: number | 'forever';
  /** Seconds before the second attempt, doubled each time up to `maxDelay`. */
  readonly delay: number;
  readonly maxDelay: number;
}

export interface EnqueueOptions {
  /** Runs it no earlier than after this delay, measured by the queue's own clock. */
  readonly delayMs?: number;
  /** While a job with the same key is waiting or running, no other is added. */
  readonly singletonKey?: string;
  /** The group counted by `perGroup` of the job's handler. */
  readonly group?: string;
}

/** Enqueues a job as part of a transaction. */
export type Enqueue = <P extends object>(
  sql: TransactionSql,
  job: JobDefinition<P>,
  payload: P,
  options?: EnqueueOptions,
) => Promise<void>;

/**
 * One transaction in one scope. The scope is also set in the database, where row-level security enforces it a second
 * time; `now` is the one time for everything the transaction writes.
 */
export interface Tx {
  readonly sql: TransactionSql;
  readonly scope: Scope;
  readonly now: Date;
  /** The predicate for a table's rows in this scope. @param alias the table's name in the statement */
  here(alias?: string): Fragment;
  /** The same for a table that both environments of an organization share. */
  ours(alias?: string): Fragment;
  /** A value for a json column, including null: the result of JSON.stringify. */
  json(value: unknown): Json;
  /** `update … set ${set(columns)}`: the columns by their names in the table. */
  set(columns: object): NamedColumns;
  /**
   * `insert into … ${rows(one)}`: a row, or several with the same columns. They always get this scope's organization
   * and environment.
   */
  rows(rows: object | readonly object[]): NamedColumns;
  enqueue<P extends object>(job: JobDefinition<P>, payload: P, options?: EnqueueOptions): Promise<void>;
  /**
   * Runs once the transaction is committed. A failure here is logged; it must lose nothing that a job does not redo.
   */
  afterCommit(act: () => Promise<void> | void): void;
}

/** Part of a statement, for use in another. */
export type Fragment = ReturnType<Sql>;
/** A parameter that the driver sends as json. */
export type Json = Parameter;
/** Names and values of columns, which the driver renders as the surrounding statement requires. */
export type NamedColumns = Helper<object>;

/** A statement that reads in the scope of the given FROM item. */
export type Statement<R extends object> = (sql: Sql, escopo: Fragment) => PendingQuery<R[]>;

export interface Database {
  /**
   * Statements of the application's own role, outside any scope: they can only call lookup functions and see no scoped
   * rows.
   */
  readonly sql: Sql;
  /**
   * All its statements see the same snapshot: something purged or concluded meanwhile is there entirely, or not at all.
   */
  read<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * @throws OutcomeUnknown if the commit's response was lost; any other error means that the transaction left nothing
   */
  write<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * One statement that is its own transaction: one round trip where `read` takes four. `escopo` is an item for the FROM
   * clause, one row with `organizacao_id` and `ambiente`; evaluating that row sets the scope, so every table must be
   * joined to it laterally, or read in a subquery that uses its columns. A table read before that has no scope and
   * shows no rows.
   */
  ask<R extends object>(scope: Scope, statement: Statement<R>): Promise<R[]>;
  /** One read-only statement of `sql`. As with `ask`, it is retried once if its connection broke before the answer. */
  look<R extends object>(statement: (sql: Sql) => PendingQuery<R[]>): Promise<R[]>;
  close(): Promise<void>;
}

/** The role used for every request and job: it owns no table, so row-level security applies to it. */
export const APP_ROLE = 'rubrica_app';
/** Temporary tables come last; unless they are listed, PostgreSQL searches them first. */
export const SEARCH_PATH = 'public, pg_temp';

// biome-ignore lint/complexity/noBannedTypes: the driver's own word for "no custom types"
export type ConnectionOptions = Options<{}>;

/** A statement or an idle transaction that outlives any request is a fault, and must not hold locks. */
export const STATEMENT_MS = 60_000;
/** Seconds until an unused connection is closed, so that one silent for longer is known to be in use. */
const IDLE_S = 45;

/** Seconds that a server may take to accept a connection, and to answer the simplest query. */
export const patienceOf = ({ connect_timeout = PATIENCE_S }: ConnectionOptions): number => connect_timeout;
/**
 * A dead server should cause a 503 within the time a request may take, and not block the first start for half a minute.
 */
const PATIENCE_S = 5;

/**
 * JSON parameters given as text pass unchanged; the driver would quote them a second time. Timestamps are returned as
 * Date, `date` columns as text YYYY-MM-DD, bigint as number (every bigint here counts something far below 2^53).
 * @param options `idle_timeout` 0 for a connection that may be idle for ever
 * @param line where its sockets come from; they are closed when the database falls silent
 */
export function connect(options: ConnectionOptions, role: string | null, max: number, line?: Line): Sql {
  const { idle_timeout = IDLE_S } = options;
  return postgres({
    ...options,
    ...(line ? { idle_timeout, socket: (to: Parsed) => openOn(line, to, idle_timeout > 0) } : {}),
    max,
    connect_timeout: patienceOf(options),
    // Seconds before reconnecting. The driver counts every closed connection as a separate failure, so that closing a
    // whole pool, which is a single event, would block all calls for twenty seconds. If the database is not responding,
    // callers are told so at once.
    backoff: (ends: number) => (line?.away() ? 0 : Math.min(ends / 20, 0.5)),
    onnotice: () => {},
    connection: {
      application_name: 'rubrica',
      // Last, so that no temporary table takes precedence over one of ours; that the role may create none is the first
      // safeguard.
      ...(role === null ? {} : { role, search_path: SEARCH_PATH }),
      statement_timeout: STATEMENT_MS,
      idle_in_transaction_session_timeout: STATEMENT_MS,
    },
    types: {
      json: {
        to: 114,
        from: [114, 3802],
        serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
        parse: (text: string) => JSON.parse(text),
      },
      bigint: {
        to: 20,
        from: [20],
        serialize: (value: unknown) => String(value),
        parse: (text: string) => Number(text),
      },
      date: { to: 1082, from: [1082], serialize: (value: unknown) => String(value), parse: (text: string) => text },
    },
  }) as unknown as Sql;
}

/** The target, as parsed by the driver. */
interface Parsed {
  readonly path: string | false;
  readonly host: readonly string[];
  readonly port: readonly number[];
}

function openOn(line: Line, { path, host: [host = ''], port: [port = 0] }: Parsed, bounded: boolean) {
  const socket = line.open(path ? { path } : { host, port }, bounded);
  // For TLS server name indication.
  return Object.assign(socket, { host, port });
}

/** Either of the driver's types, for statements that need no transaction of their own. */
export type Statements = Sql | TransactionSql;

/** The predicate of a scoped table: rows of this organization and environment. `tx.here` is this for its own scope. */
export const here = (sql: Statements, { organizacaoId, ambiente }: Scope, alias?: string): Fragment =>
  alias === undefined
    ? sql`organizacao_id = ${organizacaoId} and ambiente = ${ambiente}`
    : sql`${sql(alias)}.organizacao_id = ${organizacaoId} and ${sql(alias)}.ambiente = ${ambiente}`;

/** A join predicate: rows of two tables, or of one and `escopo`, in the same organization and environment. */
export const alike = (sql: Statements, one: string, other: string): Fragment => sql`
  ${sql(one)}.organizacao_id = ${sql(other)}.organizacao_id and ${sql(one)}.ambiente = ${sql(other)}.ambiente`;

/** A value for a json column. The driver's own type requires index signatures, which interfaces lack. */
export const json = (sql: Pick<Statements, 'json'>, value: unknown): Json => sql.json(value as never);

/** Runs a statement given as text, with its values. */
export const run = async (sql: Statements, text: string, values: readonly unknown[]): Promise<object[]> =>
  sql.unsafe(text, values as never[]);

/** A transaction's helpers for its scope. */
function wordsOf(sql: TransactionSql, scope: Scope): Pick<Tx, 'here' | 'ours' | 'json' | 'set' | 'rows'> {
  const { organizacaoId, ambiente } = scope;
  const place = { organizacao_id: organizacaoId, ambiente };
  const columns = (of: object): NamedColumns => sql(of as never) as never;
  return {
    here: (alias) => here(sql, scope, alias),
    ours: (alias) =>
      alias === undefined
        ? sql`organizacao_id = ${organizacaoId}`
        : sql`${sql(alias)}.organizacao_id = ${organizacaoId}`,
    json: (value) => json(sql, value),
    set: columns,
    rows: (rows) => columns([rows].flat().map((row) => ({ ...row, ...place }))),
  };
}

/** `offset 0` keeps the planner from merging the row into the query, which would move set_config(). */
const scopeItem = (sql: Sql, { organizacaoId, ambiente }: Scope): Fragment => sql`
  (select set_config('rubrica.organizacao', ${organizacaoId}, true)::uuid as organizacao_id,
          set_config('rubrica.ambiente', ${ambiente}, true) as ambiente
   offset 0) as escopo`;

/**
 * A connection closed while in use, like one on which the database was silent. Failing to connect is a different error.
 */
const wasEnded = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'CONNECTION_CLOSED';

/** Retries something without effects once if its connection broke. @param mayAgain whether it really had no effect */
async function oncePerConnection<T>(act: () => Promise<T>, mayAgain: () => boolean = () => true): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!wasEnded(error) || !mayAgain()) throw error;
    // Connections closed together are known to be closed only once each has reported it.
    await turn();
    return act();
  }
}

const undone = new WeakSet<object>();

/**
 * Whether an error comes from a transaction known to have left nothing: its commit was never sent, or the database
 * rejected it. After any other error the outcome is unknown, and files that a row may reference stay.
 */
export const leftNothing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && undone.has(error);

/**
 * Severities and codes by which a server says that it did not commit, rather than that it or a pooler is shutting down.
 */
const refusedCommit = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && error.severity === 'ERROR' && !/^(08|57P|40003)/.test(error.code);

export function createDatabase(
  sql: Sql,
  deps: { clock: Clock; enqueue: Enqueue; onAfterCommitError: (error: unknown) => void },
): Database {
  /** If its `begin` was not answered, nothing was started, and it is started on another connection. */
  function transaction<T>(mode: string, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
    let entered = false;
    const noting = (tx: Tx) => {
      entered = true;
      return work(tx);
    };
    return oncePerConnection(
      () => attempt(mode, scope, noting),
      () => !entered,
    );
  }

  async function attempt<T>(mode: string, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
    const after: (() => Promise<void> | void)[] = [];
    let ended = false;
    let commits = false;
    const begun = sql.begin(mode, async (own) => {
      // Code whose connection broke may keep running for a while; its statements must not reach whoever has the
      // connection next.
      const tsql = new Proxy(own, {
        apply: (target, self, statement: Parameters<TransactionSql>) => {
          if (ended) throw new Error('the transaction has ended');
          return Reflect.apply(target, self, statement);
        },
      });
      // Not awaited: it is sent in the same packet as the first statement of `work`, and its failure fails only the
      // transaction.
      const scoped = tsql`select set_config('rubrica.organizacao', ${scope.organizacaoId}, true),
                                 set_config('rubrica.ambiente', ${scope.ambiente}, true),
                                 set_config('rubrica.usuario', ${scope.usuarioId ?? ''}, true)`.execute();
      const tx: Tx = {
        sql: tsql,
        scope,
        now: deps.clock.now(),
        ...wordsOf(tsql, scope),
        enqueue: (job, payload, options) => deps.enqueue(tsql, job, payload, options),
        afterCommit: (act) => {
          after.push(act);
        },
      };
      try {
        const [, value] = await Promise.all([scoped, work(tx)]);
        // The driver's next step is the commit.
        commits = true;
        return value;
      } finally {
        // Nor may the commit or rollback that the driver would now send. Nobody waits for this any more.
        if (ended) await new Promise<never>(() => {});
      }
    });
    const result = await begun
      .catch((error) => {
        if (commits && !refusedCommit(error)) throw new OutcomeUnknown(error);
        if (typeof error === 'object' && error !== null) undone.add(error);
        throw error;
      })
      .finally(() => {
        ended = true;
      });
    for (const act of after) {
      try {
        await act();
      } catch (error) {
        deps.onAfterCommitError(error);
      }
    }
    return result as T;
  }
  return {
    sql,
    read: (scope, work) => transaction('isolation level repeatable read read only', scope, work),
    write: (scope, work) => transaction('read write', scope, work),
    ask: (scope, statement) => oncePerConnection(async () => statement(sql, scopeItem(sql, scope))),
    look: (statement) => oncePerConnection(async () => statement(sql)),
    close: () => sql.end({ timeout: 5 }),
  };
}
