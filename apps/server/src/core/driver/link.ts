import {
  Client,
  type ClientOptions,
  type Connection,
  DatabaseError,
  type DataRow,
  type ParameterStatus,
  Query,
  type RowDescription,
} from 'pg';
import { countStatement } from '../trace.ts';
import { type Parse, parserOf } from './parsers.ts';
import { type Built, nextName } from './statement.ts';

/** The rows returned, how many the statement affected, and what the server says it did: `COMMIT`. */
export class Rows extends Array<object> {
  #count = 0;
  #command = '';
  get command(): string {
    return this.#command;
  }
  set command(command: string) {
    this.#command = command;
  }
  get count(): number {
    return this.#count;
  }
  set count(count: number) {
    this.#count = count;
  }
  static override get [Symbol.species]() {
    return Array;
  }
}

interface Column {
  readonly name: string;
  readonly parse: Parse;
}

/** A statement in progress. */
export interface Asked {
  readonly built: Built;
  /** Sent by the simple protocol: no values, possibly several statements. */
  readonly simple: boolean;
  done(rows: Rows): void;
  failed(error: unknown): void;
  /** Takes it if it has to be sent a second time and does not belong to this connection, which a transaction may have by then. */
  readonly again?: (asked: Asked) => void;
  /** The server's first error, if it is being tried a second time. */
  stale?: Error;
}

/** An error of the connection rather than of a statement, with a code as system errors have. */
export const fault = (code: string, cause?: unknown): Error =>
  Object.assign(new Error(`the database: ${code}`, { cause }), { code });

/** Server routines that reject a prepared statement whose plan has changed, for example because its table got a column. */
const STALE = /^(FetchPreparedStatement|RevalidateCachedQuery|transformAssignedExpr)$/;

/** What a server reports of itself, at login and when it changes, if it takes no writes. */
const TAKES_NO_WRITES = ['in_hot_standby', 'default_transaction_read_only'];
/** A pooler may keep that to itself; then statements tell: `read_only_sql_transaction`, or `begin read write` on a standby. */
const isRefusedWrite = ({ code, routine }: DatabaseError) =>
  code === '25006' || routine === 'check_transaction_read_only';

const NOTHING = {};
const PORTAL = { type: 'P', name: '' } as const;

/** Columns of a connection's prepared statements, by name. */
type Known = Map<string, readonly Column[]>;

/**
 * One statement in the driver's queue. Unlike the driver's own class it declares the types of its parameters, and asks for
 * the columns of a prepared statement only once.
 */
class Run extends Query {
  readonly #link: Link;
  readonly #asked: Asked;
  readonly #known: Known;
  readonly #rows = new Rows();
  #columns: readonly Column[];
  #unreadable: unknown = null;

  constructor(link: Link, asked: Asked, known: Known) {
    super(NOTHING);
    const { name, text } = asked.built.prepared;
    this.#link = link;
    this.#asked = asked;
    this.#known = known;
    this.#columns = known.get(name) ?? [];
    this.text = text;
    this.name = name;
  }

  override submit(connection: Connection): null {
    const { simple, built } = this.#asked;
    if (simple) connection.query(this.text);
    else this.#send(connection, built);
    return null;
  }

  #send(connection: Connection, { prepared, values }: Built): void {
    const { parsedStatements, submittedNamedStatements } = connection;
    const { name } = this;
    if (name === '' || (parsedStatements[name] ?? submittedNamedStatements[name]) === undefined) {
      connection.parse(prepared);
      if (name !== '') submittedNamedStatements[name] = this.text;
    }
    connection.bind({ statement: name, values });
    if (!this.#known.has(name)) connection.describe(PORTAL);
    connection.execute(NOTHING);
    connection.sync();
  }

  override handleRowDescription({ fields }: RowDescription): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
    if (this.name !== '') this.#known.set(this.name, this.#columns);
  }

  override handleDataRow({ fields }: DataRow): void {
    const row: Record<string, unknown> = {};
    const columns = this.#columns;
    try {
      for (let i = 0; i < columns.length; i += 1) {
        const { name, parse } = columns[i] as Column;
        const text = fields[i] as string | null;
        row[name] = text === null ? null : parse(text);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#unreadable ??= error;
    }
  }

  override handleCommandComplete({ text }: { readonly text: string }): void {
    this.#rows.command = text.split(' ', 1)[0] ?? '';
    this.#rows.count = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;
  }

  /**
   * The statement has failed only if the server goes on afterwards. Otherwise the connection was lost, whatever the server
   * said last.
   */
  override handleError(error: Error, connection: Connection): void {
    if (error instanceof DatabaseError) connection.once('readyForQuery', () => this.#refused(error));
    else this.#link.over(this.#asked, fault('CONNECTION_CLOSED', error));
  }

  #refused(error: DatabaseError): void {
    if (this.#link.writes && isRefusedWrite(error)) {
      this.#link.takesNoWrites(error);
      return;
    }
    const { prepared } = this.#asked.built;
    if (this.name !== '' && !this.#asked.stale && STALE.test(error.routine ?? '')) {
      if (prepared.name === this.name) prepared.name = nextName();
      this.#link.again(Object.assign(this.#asked, { stale: error }));
      return;
    }
    // The stack does not show who sent the statement, so its text has to tell.
    const said = this.#asked.stale ?? error;
    this.#link.over(this.#asked, this.name === '' ? said : Object.assign(said, { statement: this.text }));
  }

  override handleReadyForQuery(): void {
    this.#link.over(this.#asked, this.#unreadable, this.#rows);
  }
}

/** For a refused login and a timeout while connecting the driver has messages but no codes. */
function unreachable(error: Error): Error {
  const [, code] = NOT_LET_IN.find(([words]) => error.message.startsWith(words)) ?? [];
  return code === undefined ? error : fault(code, error);
}
const NOT_LET_IN = [
  ['SASL: ', '28P01'],
  ['timeout expired', 'CONNECT_TIMEOUT'],
  ['Connection terminated', 'CONNECTION_CLOSED'],
] as const;

export interface LinkEvents {
  opened(link: Link): void;
  /** No statement is in progress on it. */
  drained(link: Link): void;
  /** All callers of statements in progress have been told. @param error why it never opened */
  ended(link: Link, error: Error | null): void;
}

/** One connection, from connecting to its end. Statements are sent as they come and answered in order. */
export class Link {
  readonly born = performance.now();
  /** Whether it ends when its server turns out to take no writes. */
  readonly writes: boolean;
  /** In use by a transaction, or by a caller who reserved it. */
  reserved = false;
  /** Called if it ends while reserved. */
  lost: ((error: Error) => void) | null = null;
  readonly #client: Client;
  readonly #events: LinkEvents;
  readonly #known: Known = new Map();
  readonly #under = new Set<Asked>();
  #open = false;
  #gone = false;
  #corked = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: ClientOptions, writes: boolean, events: LinkEvents) {
    this.writes = writes;
    this.#events = events;
    this.#client = new Client(options);
    if (writes) {
      this.#client.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
        if (TAKES_NO_WRITES.includes(parameterName) && parameterValue === 'on') this.takesNoWrites(parameterName);
      });
    }
    this.#client.on('error', (error) => this.#ended(null, error));
    this.#client.on('end', () => this.#ended(null));
    this.#client.connect((error) => {
      if (error) {
        this.#ended(unreachable(error));
        return;
      }
      // What ended it may have come in one packet with the rest of the login.
      if (this.#gone) return;
      this.#open = true;
      events.opened(this);
    });
  }

  /** Whether it accepts statements. */
  get open(): boolean {
    return this.#open;
  }

  /** The number of statements in progress. */
  get busy(): number {
    return this.#under.size;
  }

  /** Statements sent in answer to one event are written in one packet, before the next event is looked at. */
  ask(asked: Asked): void {
    if (!this.#open) {
      asked.failed(fault('CONNECTION_CLOSED'));
      return;
    }
    countStatement(this.busy === 0);
    this.#cork();
    this.#under.add(asked);
    this.#client.query(new Run(this, asked, this.#known));
  }

  again(asked: Asked): void {
    this.#under.delete(asked);
    if (asked.again) asked.again(asked);
    else this.ask(asked);
    this.#tellDrained();
  }

  over(asked: Asked, error: unknown, rows?: Rows): void {
    if (!this.#under.delete(asked)) return;
    if (rows && error === null) asked.done(rows);
    else asked.failed(error);
    this.#tellDrained();
  }

  #tellDrained(): void {
    if (this.busy === 0 && this.#open) this.#events.drained(this);
  }

  /** Ends it as a connection that was lost: its server was demoted, or another took its place. */
  takesNoWrites(cause: unknown): void {
    this.#ended(this.#open ? null : fault('57P03', cause), cause);
  }

  #cork(): void {
    if (this.#corked) return;
    this.#corked = true;
    const { stream } = this.#client.connection;
    stream.cork();
    // Not at the end of the turn: the server would wait until all that came in this turn is read.
    process.nextTick(() => {
      this.#corked = false;
      stream.uncork();
    });
  }

  /** @param act runs after it has been idle for this long */
  rest(ms: number, act: () => void): void {
    if (this.#idle) this.#idle.refresh();
    else this.#idle = setTimeout(act, ms);
  }

  /** Closes it in order; call it only while no statement is in progress. */
  end(): void {
    this.#open = false;
    clearTimeout(this.#idle);
    void this.#client.end();
  }

  destroy(): void {
    this.#client.connection.stream.destroy();
  }

  #ended(neverOpened: Error | null, cause?: unknown): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#open = false;
    clearTimeout(this.#idle);
    this.destroy();
    const under = [...this.#under];
    this.#under.clear();
    for (const asked of under) asked.failed(fault('CONNECTION_CLOSED', cause));
    this.lost?.(fault('CONNECTION_CLOSED', cause));
    this.#events.ended(this, neverOpened);
  }
}
