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

/** A job as its module defines it: the name of its queue and the shape of its payload (ids only). */
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
  /** Runs it no earlier than this, counted by the queue's own clock. */
  readonly delayMs?: number;
  /** While a job of the same key waits or runs, another is not added. */
  readonly singletonKey?: string;
  /** What `perGroup` of the job's handler counts by. */
  readonly group?: string;
}

/** Puts a job into the queue as part of a transaction. */
export type Enqueue = <P extends object>(
  sql: TransactionSql,
  job: JobDefinition<P>,
  payload: P,
  options?: EnqueueOptions,
) => Promise<void>;

/**
 * One transaction under one scope. The scope is set in the database too, where row-level security holds it as the
 * second lock; `now` is one instant for everything the transaction writes.
 */
export interface Tx {
  readonly sql: TransactionSql;
  readonly scope: Scope;
  readonly now: Date;
  /** `where` of a table's rows in this scope. @param alias what the statement calls the table */
  here(alias?: string): Fragment;
  /** The same of a table that both environments of an organization share. */
  ours(alias?: string): Fragment;
  /** A value for a json column, null included: what JSON.stringify makes of it. */
  json(value: unknown): Json;
  /** `update … set ${set(columns)}`: the columns by their names in the table. */
  set(columns: object): NamedColumns;
  /** `insert into … ${rows(one)}`: a row, or several of the same columns. Its place is this scope, whatever it says. */
  rows(rows: object | readonly object[]): NamedColumns;
  enqueue<P extends object>(job: JobDefinition<P>, payload: P, options?: EnqueueOptions): Promise<void>;
  /** Runs once the transaction is committed; a failure here is logged and loses nothing that a job does not redo. */
  afterCommit(act: () => Promise<void> | void): void;
}

/** A piece of a statement, to be put into another. */
export type Fragment = ReturnType<Sql>;
/** A parameter that the driver sends as json. */
export type Json = Parameter;
/** Names and values of columns, which the driver writes as the statement around them asks for. */
export type NamedColumns = Helper<object>;

/** A statement that reads under the scope of the item it is given. */
export type Statement<R extends object> = (sql: Sql, escopo: Fragment) => PendingQuery<R[]>;

export interface Database {
  /** Statements of the application's own role, outside any scope: they see no scoped row, only lookup functions. */
  readonly sql: Sql;
  /** All its statements see the rows of one moment: what is purged or concluded meanwhile is there whole, or not at all. */
  read<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** @throws OutcomeUnknown where the commit's answer was lost; any other error is of a transaction that left nothing */
  write<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * One statement that is a transaction of its own: one exchange with the database where `read` takes four. `escopo` is
   * an item of a FROM clause, one row with `organizacao_id` and `ambiente`; making that row sets the scope, so every
   * table is to be joined to it laterally, or read in a subquery that names its columns. A table read before the row is
   * made has no scope, and shows nothing.
   */
  ask<R extends object>(scope: Scope, statement: Statement<R>): Promise<R[]>;
  /** One statement of `sql` that only reads. As with `ask`, what a broken connection did not answer is asked once more. */
  look<R extends object>(statement: (sql: Sql) => PendingQuery<R[]>): Promise<R[]>;
  close(): Promise<void>;
}

/** The role every request and job runs as: it owns no table, so row-level security binds it. */
export const APP_ROLE = 'rubrica_app';
/** Temporary tables are looked for last; unless it is named PostgreSQL looks there first. */
export const SEARCH_PATH = 'public, pg_temp';

// biome-ignore lint/complexity/noBannedTypes: the driver's own word for "no custom types"
export type ConnectionOptions = Options<{}>;

/** A statement or an idle transaction that outlives any request is a fault, and must not hold locks. */
export const STATEMENT_MS = 60_000;
/** Seconds until a connection that nobody uses is ended, so that one that stays silent for longer is known to be used. */
const IDLE_S = 45;

/** Seconds that a server may take to let somebody in, and to answer the simplest question. */
export const patienceOf = ({ connect_timeout = PATIENCE_S }: ConnectionOptions): number => connect_timeout;
/** A dead server should turn into 503 within a request's patience, and not hold the first start for half a minute. */
const PATIENCE_S = 5;

/**
 * JSON parameters given as text pass unchanged; the driver would quote them a second time. Dates come back as Date,
 * `date` columns as the text YYYY-MM-DD, bigint as number (every bigint here counts something far below 2^53).
 * @param options `idle_timeout` 0 for a connection that may be idle for ever
 * @param line where its sockets come from, which end when the database falls silent
 */
export function connect(options: ConnectionOptions, role: string | null, max: number, line?: Line): Sql {
  const { idle_timeout = IDLE_S } = options;
  return postgres({
    ...options,
    ...(line ? { idle_timeout, socket: (to: Parsed) => openOn(line, to, idle_timeout > 0) } : {}),
    max,
    connect_timeout: patienceOf(options),
    // Seconds before a connection is made anew. The driver counts every end as a failure of its own, so that the end of a
    // whole pool, which is one event, would keep all calls waiting for twenty seconds. Where nobody answers whoever waits
    // is told so at once.
    backoff: (ends: number) => (line?.away() ? 0 : Math.min(ends / 20, 0.5)),
    onnotice: () => {},
    connection: {
      application_name: 'rubrica',
      // Last, so that no temporary table goes before one of ours; a role that may make none is the first lock.
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

/** Where to, as the driver has read it. */
interface Parsed {
  readonly path: string | false;
  readonly host: readonly string[];
  readonly port: readonly number[];
}

function openOn(line: Line, { path, host: [host = ''], port: [port = 0] }: Parsed, bounded: boolean) {
  const socket = line.open(path ? { path } : { host, port }, bounded);
  // For the name that TLS asks for.
  return Object.assign(socket, { host, port });
}

/** Either of the driver's: what is said with it needs no transaction of its own. */
export type Statements = Sql | TransactionSql;

/** The predicate of a scoped table: rows of this organization and environment. `tx.here` is this of its own scope. */
export const here = (sql: Statements, { organizacaoId, ambiente }: Scope, alias?: string): Fragment =>
  alias === undefined
    ? sql`organizacao_id = ${organizacaoId} and ambiente = ${ambiente}`
    : sql`${sql(alias)}.organizacao_id = ${organizacaoId} and ${sql(alias)}.ambiente = ${ambiente}`;

/** The predicate of a join: rows of two tables, or of one and `escopo`, in the same organization and environment. */
export const alike = (sql: Statements, one: string, other: string): Fragment => sql`
  ${sql(one)}.organizacao_id = ${sql(other)}.organizacao_id and ${sql(one)}.ambiente = ${sql(other)}.ambiente`;

/** A value for a json column. The driver's own type asks for index signatures, which no interface has. */
export const json = (sql: Pick<Statements, 'json'>, value: unknown): Json => sql.json(value as never);

/** A statement that somebody else wrote, with its values. */
export const run = async (sql: Statements, text: string, values: readonly unknown[]): Promise<object[]> =>
  sql.unsafe(text, values as never[]);

/** What a transaction says with words of its scope. */
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

/** `offset 0` keeps the planner from merging the row into the query, and set_config() in a place of its own. */
const scopeItem = (sql: Sql, { organizacaoId, ambiente }: Scope): Fragment => sql`
  (select set_config('rubrica.organizacao', ${organizacaoId}, true)::uuid as organizacao_id,
          set_config('rubrica.ambiente', ${ambiente}, true) as ambiente
   offset 0) as escopo`;

/** A connection that was ended under way, as one is on which the database was silent. One that cannot be made is another thing. */
const wasEnded = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'CONNECTION_CLOSED';

/** Does what changes nothing once more where its connection broke. @param mayAgain whether it did change nothing */
async function oncePerConnection<T>(act: () => Promise<T>, mayAgain: () => boolean = () => true): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!wasEnded(error) || !mayAgain()) throw error;
    // Connections that end together are known to have ended only once each has said so.
    await turn();
    return act();
  }
}

const undone = new WeakSet<object>();

/**
 * Whether an error came out of a transaction that is known to have left nothing: its commit was never sent, or the
 * database refused it. Of every other error one does not know, and what a row may name stays.
 */
export const leftNothing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && undone.has(error);

/** Severities and codes with which a server says that it did not commit, and not that it, or a pooler, goes away. */
const refusedCommit = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && error.severity === 'ERROR' && !/^(08|57P|40003)/.test(error.code);

export function createDatabase(
  sql: Sql,
  deps: { clock: Clock; enqueue: Enqueue; onAfterCommitError: (error: unknown) => void },
): Database {
  /** One whose `begin` was not answered began nothing, and is begun on another connection. */
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
      // Work whose connection broke may go on for a while: what it says then is not for whoever has the connection next.
      const tsql = new Proxy(own, {
        apply: (target, self, statement: Parameters<TransactionSql>) => {
          if (ended) throw new Error('the transaction has ended');
          return Reflect.apply(target, self, statement);
        },
      });
      // Not awaited: it travels in the same packet as the first statement of `work`, and fails the transaction alone.
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
        // What the driver does with it is to commit.
        commits = true;
        return value;
      } finally {
        // Nor is the commit or rollback that the driver would say now. Nobody waits for this any more.
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
