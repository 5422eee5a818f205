import type { Socket } from 'node:net';
import { dirname, extname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { type ClientOptions, DatabaseError } from 'pg';
import { type Clock, noEarlierThan, type ScopeTime, timeAhead } from './clock.ts';
import { fault } from './driver/link.ts';
import { createPool, type PoolUsage } from './driver/pool.ts';
import type { Columns, Json, Piece } from './driver/statement.ts';
import type { Sql as DriverSql, Statement as PendingQuery, TransactionSql } from './driver/tag.ts';
import type { Enqueue, Enqueued, EnqueueOptions, JobDefinition } from './enqueue.ts';
import type { Line } from './lifeline.ts';
import { OutcomeUnknown } from './ports.ts';
import { type Before, type Position, positionIn, type Replicas } from './replicas.ts';
import type { Scope } from './scope.ts';

export type { Enqueue, Enqueued, EnqueueOptions, JobDefinition, RetryPolicy } from './enqueue.ts';
export type { Json, TransactionSql };

/** A pool of connections to one database, and its target. */
export interface Sql extends DriverSql {
  readonly options: ConnectionOptions;
  usage(): PoolUsage;
}

/**
 * One transaction in one scope. The scope is also set in the database, where row-level security enforces it a second
 * time; `now` is the one time for everything the transaction writes, except what belongs to accounts and logs. It is the
 * moment of its beginning, or of what it follows (`follows`).
 */
export interface Tx extends ScopeTime {
  readonly sql: TransactionSql;
  readonly scope: Scope;
  /** The predicate for a table's rows in this scope. @param alias the table's name in the statement */
  here(alias?: string): Fragment;
  /** The same for a table that both environments of an organization share. */
  ours(alias?: string): Fragment;
  /** {@link oneOf} for this transaction. */
  oneOf(column: string, values: readonly string[]): Fragment;
  /** A value for a json column, including null: the result of JSON.stringify. */
  json(value: unknown): Json;
  /** `update … set ${set(columns)}`: the columns by their names in the table. */
  set(columns: object): NamedColumns;
  /**
   * `insert into … ${rows(one)}`: a row, or several with the same columns. They always get this scope's organization
   * and environment.
   */
  rows(rows: object | readonly object[]): NamedColumns;
  /**
   * Takes place no earlier than this, which is in a row that it locked. A transaction that waited began before the one it waited
   * for, and clocks are apart and are set back: what it writes would be dated before what it follows.
   */
  follows(moment: Date): void;
  enqueue<P extends object>(job: JobDefinition<P>, payload: P, options?: EnqueueOptions): Promise<void>;
  /** The same for several, in one statement; none for none. */
  enqueueAll<P extends object>(job: JobDefinition<P>, several: readonly Enqueued<P>[]): Promise<void>;
  /**
   * Runs when everything else is done, right before the commit, in the order given: for a row that many want, so that they
   * wait for a commit and not for whatever else the transaction does. A failure here undoes the transaction.
   */
  beforeCommit(act: () => Promise<void>): void;
  /**
   * Runs once the transaction is committed. A failure here is logged; it must lose nothing that a job does not redo.
   */
  afterCommit(act: () => Promise<void> | void): void;
}

/** Part of a statement, for use in another. */
export type Fragment = Piece;
/** Names and values of columns, rendered as the surrounding statement requires. */
export type NamedColumns = Columns;

/** A statement that reads in the scope of the given FROM item. */
export type Statement<R extends object> = (sql: Sql, escopo: Fragment) => PendingQuery<R[]>;

export interface WriteOptions {
  /** The transaction moves its scope's clock: it waits for whoever writes in the scope, and has them wait (ADR 0057). */
  readonly movesClock?: true;
}

export interface Database {
  /**
   * Statements of the application's own role, outside any scope: they can only call lookup functions and see no scoped
   * rows.
   */
  readonly sql: Sql;
  /**
   * All its statements see the same snapshot: something purged or concluded meanwhile is there entirely, or not at all.
   * @param seen where the primary stood when the caller came; given that, a replica that has everything up to there may
   * answer, and `work` may be started a second time
   */
  read<T>(scope: Scope, work: (tx: Tx) => Promise<T>, seen?: Position): Promise<T>;
  /** An item more for the select list of a lookup, `posicao_wal`; none where there are no replicas. */
  position(sql: Sql): Fragment;
  /**
   * @throws OutcomeUnknown if the commit's response was lost; any other error means that the transaction left nothing
   */
  write<T>(scope: Scope, work: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>;
  /**
   * One statement that is its own transaction: one round trip where `read` takes four. `escopo` is an item for the FROM
   * clause, one row with `organizacao_id` and `ambiente`; evaluating that row sets the scope, so every table must be
   * joined to it laterally, or read in a subquery that uses its columns. A table read before that has no scope and
   * shows no rows.
   */
  ask<R extends object>(scope: Scope, statement: Statement<R>): Promise<R[]>;
  /** The time in a scope, for whoever needs it outside a transaction. In production it costs no statement. */
  time(scope: Scope): Promise<ScopeTime>;
  /** One read-only statement of `sql`. As with `ask`, it is retried once if its connection broke before the answer. */
  look<R extends object>(statement: (sql: Sql) => PendingQuery<R[]>): Promise<R[]>;
  close(): Promise<void>;
}

/** The role used for every request and job: it owns no table, so row-level security applies to it. */
export const APP_ROLE = 'rubrica_app';
/** Temporary tables come last; unless they are listed, PostgreSQL searches them first. */
export const SEARCH_PATH = 'public, pg_temp';

/** A database's address and the login to use. */
export interface ConnectionOptions {
  /** The socket's path, `…/.s.PGSQL.5432`; without one, or if it is empty, `host` and `port`. */
  readonly path?: string;
  readonly host?: string;
  readonly port?: number;
  readonly database: string;
  readonly username: string;
  readonly password?: string;
  readonly ssl?: boolean | object;
  /** Seconds. */
  readonly connect_timeout?: number;
  /** Seconds; 0 for a connection that may be idle for ever. */
  readonly idle_timeout?: number;
  /** Creates its sockets, where one of several servers has to be found first. */
  readonly socket?: () => Socket;
  /** Whether a server that takes no writes, such as a standby, will do. Otherwise a connection to one is refused. */
  readonly readOnly?: true;
}

/** No server that takes writes: as with one that is starting, whoever waits for the database waits for this. */
export const takesNoWrites = (cause?: unknown): Error => fault('57P03', cause);

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
 * JSON parameters given as text pass unchanged. Timestamps are returned as Date, `date` columns as text YYYY-MM-DD, bigint
 * as number (every bigint here counts something far below 2^53), numeric as text.
 * @param line where its sockets come from; they are closed when the database falls silent
 */
export function connect(options: ConnectionOptions, role: string | null, max: number, line?: Line): Sql {
  const { idle_timeout = IDLE_S, socket } = options;
  const stream = line ? () => line.socket(idle_timeout > 0, socket) : socket;
  const client = { ...clientOptions(options, role), ...(stream ? { stream } : {}) };
  const writes = options.readOnly !== true;
  return createPool({ max, idleMs: line ? idle_timeout * 1000 : 0, writes, client }, options);
}

function clientOptions(options: ConnectionOptions, role: string | null): ClientOptions {
  const { path, host = 'localhost', port = 5432, database, username, password, ssl = false } = options;
  return {
    ...(!path ? { host, port } : { host: dirname(path), port: Number(extname(path).slice(1)) }),
    database,
    user: username,
    ...(password === undefined ? {} : { password }),
    ssl,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    application_name: 'rubrica',
    // pg_temp last, so that no temporary table takes precedence over one of ours; that the role may create none is the
    // first safeguard.
    ...(role === null ? {} : { options: `-c role=${role} -c search_path=${SEARCH_PATH.replaceAll(' ', '')}` }),
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    connectionTimeoutMillis: patienceOf(options) * 1000,
  };
}

/** Runs statements that need no transaction of their own: a pool or a transaction. */
export type Statements = TransactionSql;

/** The predicate of a scoped table: rows of this organization and environment. `tx.here` is this for its own scope. */
export const here = (sql: Statements, { organizacaoId, ambiente }: Scope, alias?: string): Fragment =>
  alias === undefined
    ? sql`organizacao_id = ${organizacaoId} and ambiente = ${ambiente}`
    : sql`${sql(alias)}.organizacao_id = ${organizacaoId} and ${sql(alias)}.ambiente = ${ambiente}`;

/** A join predicate: rows of two tables, or of one and `escopo`, in the same organization and environment. */
export const alike = (sql: Statements, one: string, other: string): Fragment => sql`
  ${sql(one)}.organizacao_id = ${sql(other)}.organizacao_id and ${sql(one)}.ambiente = ${sql(other)}.ambiente`;

/**
 * The predicate of rows whose column has one of the values, which nearly always are one. For `any` PostgreSQL makes a new
 * plan at every call then: beside a plan for one value, the one that is good for any number of them looks dear.
 */
export const oneOf = (sql: Statements, column: string, values: readonly string[]): Fragment =>
  values.length === 1 ? sql`${sql(column)} = ${values[0] as string}` : sql`${sql(column)} = any(${values})`;

/** A value for a json column. */
export const json = (sql: Pick<Statements, 'json'>, value: unknown): Json => sql.json(value);

/** Runs a statement given as text, with its values. */
export const run = async (sql: Statements, text: string, values: readonly unknown[]): Promise<object[]> =>
  sql.unsafe(text, values);

/** A transaction's helpers for its scope. */
function wordsOf(sql: TransactionSql, scope: Scope): Pick<Tx, 'here' | 'ours' | 'oneOf' | 'json' | 'set' | 'rows'> {
  const { organizacaoId, ambiente } = scope;
  const place = { organizacao_id: organizacaoId, ambiente };
  return {
    here: (alias) => here(sql, scope, alias),
    ours: (alias) =>
      alias === undefined
        ? sql`organizacao_id = ${organizacaoId}`
        : sql`${sql(alias)}.organizacao_id = ${organizacaoId}`,
    oneOf: (column, values) => oneOf(sql, column, values),
    json: (value) => json(sql, value),
    set: (columns) => sql(columns),
    rows: (rows) => sql([rows].flat().map((row) => ({ ...row, ...place }))),
  };
}

/** `offset 0` keeps the planner from merging the row into the query, which would move set_config(). */
const scopeItem = (sql: Sql, { organizacaoId, ambiente }: Scope): Fragment => sql`
  (select set_config('rubrica.organizacao', ${organizacaoId}, true)::uuid as organizacao_id,
          set_config('rubrica.ambiente', ${ambiente}, true) as ambiente
   offset 0) as escopo`;

/** What a transaction does to the clock of its scope: `rubrica_relogio` takes its lock accordingly. */
type ClockMode = 'LE' | 'ESCREVE' | 'MOVE';

/** @returns how far the clock of the transaction's scope is ahead, in seconds */
async function aheadOf(sql: TransactionSql, scoped: PromiseLike<unknown>, mode: ClockMode): Promise<number> {
  const read = sql<{ ahead: number }[]>`select rubrica_relogio(${mode}) as ahead`.execute();
  const [, [row]] = await Promise.all([scoped, read]);
  return row?.ahead ?? 0;
}

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

/** The server says that it did not commit, rather than that it or a pooler is shutting down. */
const refusedCommit = (error: unknown): boolean =>
  error instanceof DatabaseError && !/^(08|57P|40003)/.test(error.code);

const READ = 'isolation level repeatable read read only';
const WRITE = 'read write';

interface DatabaseDeps {
  readonly clock: Clock;
  readonly enqueue: Enqueue;
  readonly onAfterCommitError: (error: unknown) => void;
  readonly replicas?: Replicas | null;
}

export function createDatabase(sql: Sql, deps: DatabaseDeps): Database {
  const ask: Database['ask'] = (scope, statement) =>
    oncePerConnection(async () => statement(sql, scopeItem(sql, scope)));
  const { replicas } = deps;
  return {
    sql,
    read: async (scope, work, seen) => {
      const read =
        seen === undefined || !replicas
          ? null
          : await replicas.read(seen, (server, before, entering) => {
              const entered = async (tx: Tx) => {
                entering();
                return work(tx);
              };
              return attempt(server, deps, 'LE', scope, entered, before);
            });
      return read ? read.value : transaction(sql, deps, 'LE', scope, work);
    },
    position: replicas ? positionIn : (own) => own``,
    write: (scope, work, { movesClock } = {}) => transaction(sql, deps, movesClock ? 'MOVE' : 'ESCREVE', scope, work),
    ask,
    time: async (scope) => {
      if (scope.ambiente === 'PRODUCAO') return timeAhead(deps.clock.now(), 0);
      const [row] = await ask<{ ahead: number }>(
        scope,
        (own, escopo) => own`
          select coalesce(r.deslocamento_s, 0) as ahead
            from ${escopo}
            left join lateral (select deslocamento_s from relogio where ${alike(own, 'relogio', 'escopo')}) r on true`,
      );
      return timeAhead(deps.clock.now(), row?.ahead ?? 0);
    },
    look: (statement) => oncePerConnection(async () => statement(sql)),
    close: async () => {
      await Promise.all([sql.end({ timeout: 5 }), replicas?.close()]);
    },
  };
}

/** If its `begin` was not answered, nothing was started, and it is started on another connection. */
function transaction<T>(
  sql: Sql,
  deps: DatabaseDeps,
  mode: ClockMode,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let entered = false;
  const noting = (tx: Tx) => {
    entered = true;
    return work(tx);
  };
  return oncePerConnection(
    () => attempt(sql, deps, mode, scope, noting),
    () => !entered,
  );
}

async function attempt<T>(
  sql: DriverSql,
  deps: DatabaseDeps,
  mode: ClockMode,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
  before?: Before,
): Promise<T> {
  const last: (() => Promise<void>)[] = [];
  const after: (() => Promise<void> | void)[] = [];
  let commits = false;
  const acting = async (tsql: TransactionSql) => {
    // Not awaited: it is sent in the same packet as the first statement of `work`, and its failure fails only the
    // transaction.
    const scoped = tsql`select set_config('rubrica.organizacao', ${scope.organizacaoId}, true),
                               set_config('rubrica.ambiente', ${scope.ambiente}, true),
                               set_config('rubrica.usuario', ${scope.usuarioId ?? ''}, true)`.execute();
    // Production has no clock of its own, so nothing is read there.
    const aheadS = scope.ambiente === 'PRODUCAO' ? 0 : await aheadOf(tsql, scoped, mode);
    let time = timeAhead(deps.clock.now(), aheadS);
    const tx: Tx = {
      sql: tsql,
      scope,
      get now() {
        return time.now;
      },
      get realNow() {
        return time.realNow;
      },
      ...wordsOf(tsql, scope),
      follows: (moment) => {
        time = noEarlierThan(moment, time);
      },
      enqueue: (job, payload, options = {}) => deps.enqueue(tsql, job, [{ payload, options }]),
      enqueueAll: async (job, several) => {
        if (several.length > 0) await deps.enqueue(tsql, job, several);
      },
      beforeCommit: (act) => {
        last.push(act);
      },
      afterCommit: (act) => {
        after.push(act);
      },
    };
    const [, value] = await Promise.all([scoped, work(tx)]);
    for (const act of last) await act();
    // The driver's next step is the commit.
    commits = true;
    return value;
  };
  const result = await sql.begin(mode === 'LE' ? READ : WRITE, acting, before).catch((error) => {
    if (commits && !refusedCommit(error)) throw new OutcomeUnknown(error);
    if (typeof error === 'object' && error !== null) undone.add(error);
    throw error;
  });
  for (const act of after) await (async () => act())().catch(deps.onAfterCommitError);
  return result as T;
}
