import type { ClientOptions } from 'pg';
import { type Asked, fault, Link } from './link.ts';
import { type Built, build, given } from './statement.ts';
import { type ReservedSql, type Sql, Statement, type Tag, type TransactionSql, tagOf } from './tag.ts';

/** Age at which an idle connection is replaced: what the server keeps for it grows with its age. */
const LIFETIME_MS = 45 * 60_000;
/** At most this many statements are in progress on one connection. */
const PIPELINED = 100;

export interface PoolOptions {
  /** The maximum number of connections. */
  readonly max: number;
  /** Milliseconds after which an idle connection is closed; 0 to keep it and its session. */
  readonly idleMs: number;
  /** Whether a server that takes no writes is refused. */
  readonly writes: boolean;
  readonly client: ClientOptions;
}

/** Connections by state, and callers that wait for one. */
export interface PoolUsage {
  readonly max: number;
  readonly opening: number;
  readonly idle: number;
  readonly busy: number;
  readonly waiting: number;
}

/** A caller waiting for a connection. */
interface Waiting {
  /** Null if the caller reserves a connection first. */
  readonly asked: Asked | null;
  /** Receives the connection reserved for the caller. */
  readonly reserve: ((link: Link) => void) | null;
  readonly failed: (error: unknown) => void;
}

/** Builds the statement and passes it on; rejects it if it cannot be built. */
function handOver(statement: Statement, to: (asked: Asked) => void): void {
  const { strings, args, foreign } = statement;
  let built: Built;
  try {
    built = foreign ? given(strings[0] ?? '', args) : build(statement);
  } catch (error) {
    statement.reject(error);
    return;
  }
  to({ built, simple: foreign && args.length === 0, done: statement.resolve, failed: statement.reject });
}

/** Opens connections on demand, up to `max`; beyond that statements are pipelined on connections in use. */
class Pool {
  readonly #options: PoolOptions;
  readonly #links = new Set<Link>();
  readonly #queue: Waiting[] = [];
  readonly #opening = new Map<Link, Waiting>();
  #idle: Link[] = [];
  #ending: Promise<void> | null = null;
  #over = () => {};

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  dispatch(waiting: Waiting): void {
    const idle = this.#idle.pop();
    if (idle) this.#give(idle, waiting);
    else if (this.#ending) waiting.failed(fault('CONNECTION_ENDED'));
    else if (this.#links.size < this.#options.max) this.#connect(waiting);
    else this.#line(waiting);
  }

  /** Pipelines it on the least busy connection; queues it if all are reserved. */
  #line(waiting: Waiting): void {
    let least: Link | null = null;
    for (const link of this.#links) {
      if (!link.open || link.reserved || link.busy >= PIPELINED) continue;
      if (!least || link.busy < least.busy) least = link;
    }
    if (least) this.#give(least, waiting);
    else this.#queue.push(waiting);
  }

  /** Callers are served in order, whichever connection opens first; a failure to open goes to the caller who caused it. */
  #connect(waiting: Waiting): void {
    this.#queue.push(waiting);
    const { client, writes } = this.#options;
    const link = new Link(client, writes, {
      opened: (one) => this.#opened(one),
      drained: (one) => this.#drained(one),
      ended: (one, why) => this.#ended(one, why),
    });
    this.#links.add(link);
    this.#opening.set(link, waiting);
  }

  #opened(link: Link): void {
    this.#opening.delete(link);
    let share = Math.ceil(this.#queue.length / (this.#opening.size + 1));
    for (; share > 0 && !link.reserved; share -= 1) {
      const next = this.#queue.shift();
      if (next) this.#give(link, next);
    }
    this.#drained(link);
  }

  #drained(link: Link): void {
    if (link.open && !link.reserved && link.busy === 0) this.#rest(link);
  }

  #ended(link: Link, why: Error | null): void {
    const waiting = this.#opening.get(link);
    this.#opening.delete(link);
    this.#links.delete(link);
    this.#idle = this.#idle.filter((one) => one !== link);
    const at = waiting ? this.#queue.indexOf(waiting) : -1;
    if (at !== -1) this.#queue.splice(at, 1)[0]?.failed(why ?? fault('CONNECTION_CLOSED'));
    if (this.#links.size === 0) this.#over();
    // Whoever has a connection of their own on its way gets no second one: were all refused, each refusal would ask again.
    const served = new Set(this.#opening.values());
    const next = this.#queue.findIndex((one) => !served.has(one));
    if (next !== -1) this.dispatch(this.#queue.splice(next, 1)[0] as Waiting);
  }

  #give(link: Link, { asked, reserve }: Waiting): void {
    if (asked) link.ask(asked);
    if (!reserve) return;
    link.reserved = true;
    reserve(link);
  }

  #rest(link: Link): void {
    const next = this.#queue.shift();
    const { idleMs } = this.#options;
    if (next) this.#give(link, next);
    else if (this.#ending || (idleMs > 0 && performance.now() - link.born > LIFETIME_MS)) link.end();
    else {
      this.#idle.push(link);
      if (idleMs > 0) link.rest(idleMs, () => this.#retire(link));
    }
  }

  #retire(link: Link): void {
    const at = this.#idle.indexOf(link);
    if (at === -1) return;
    this.#idle.splice(at, 1);
    link.end();
  }

  /** What is in use now. */
  usage(): PoolUsage {
    const opening = this.#opening.size;
    const idle = this.#idle.length;
    const waiting = this.#queue.length;
    return { max: this.#options.max, opening, idle, busy: this.#links.size - opening - idle, waiting };
  }

  /** Returns a reserved connection. */
  release(link: Link): void {
    link.reserved = false;
    link.lost = null;
    this.#drained(link);
  }

  /** @param timeoutMs that statements in progress may still take; null for no limit */
  async end(timeoutMs: number | null): Promise<void> {
    // Statements of this turn are sent first.
    await null;
    this.#ending ??= this.#end(timeoutMs);
    return this.#ending;
  }

  async #end(timeoutMs: number | null): Promise<void> {
    if (this.#links.size === 0) return;
    const over = new Promise<void>((done) => {
      this.#over = done;
    });
    for (const link of this.#idle.splice(0)) link.end();
    const late = timeoutMs === null ? undefined : setTimeout(() => this.#destroy(), timeoutMs);
    await over;
    clearTimeout(late);
  }

  #destroy(): void {
    for (const { failed } of this.#queue.splice(0)) failed(fault('CONNECTION_ENDED'));
    for (const link of this.#links) link.destroy();
  }
}

/** What a caller says on a connection of theirs is refused once it is theirs no more. */
interface Hold {
  over: boolean;
}

/** Makes statements for one connection. @param told called with each failure */
const tagOn = (link: Link, hold: Hold, told?: (error: unknown) => void): Tag =>
  tagOf((statement) => {
    if (told) statement.catch(told);
    if (hold.over) statement.reject(new Error('the transaction has ended'));
    else handOver(statement, (asked) => link.ask(asked));
  });

/**
 * Commits after `work`, unless it or any statement in it failed. Parts of the work may go on after another has failed: from
 * then on the hold is over.
 */
async function inside<T>(link: Link, hold: Hold, work: (tx: TransactionSql) => Promise<T>): Promise<T> {
  let first: unknown;
  const tx = tagOn(link, hold, (error) => {
    first ??= error;
  });
  const own = tagOn(link, { over: false });
  let result: T;
  try {
    result = await work(tx);
    if (first !== undefined) throw first;
  } catch (error) {
    hold.over = true;
    await own`rollback`;
    // 25P02 only says that an earlier statement failed.
    throw (error as { code?: unknown } | null)?.code === '25P02' ? (first ?? error) : error;
  }
  hold.over = true;
  const { command } = await own`commit`;
  // That is no error to the server: a statement that nobody had waited for failed before.
  if (command === 'ROLLBACK') throw first ?? fault('ROLLED_BACK');
  return result;
}

/** @throws if `begin` failed; then nothing was started */
async function begun(pool: Pool, mode: string): Promise<Link> {
  const { promise: reserved, resolve: reserve } = Promise.withResolvers<Link>();
  const statement = new Statement([`begin ${mode}`], [], (one) => {
    handOver(one, (asked) => pool.dispatch({ asked, reserve, failed: asked.failed }));
  });
  statement.foreign = true;
  try {
    await statement;
  } catch (error) {
    reserved.then((link) => pool.release(link));
    throw error;
  }
  return reserved;
}

/** The same once `before` ran on the connection: both are sent together. */
async function begunAfter(pool: Pool, mode: string, before: (own: Tag) => Promise<void>): Promise<Link> {
  const link = await reserved(pool);
  const hold: Hold = { over: false };
  const own = tagOn(link, hold);
  try {
    await Promise.all([before(own), own.unsafe(`begin ${mode}`)]);
    return link;
  } catch (error) {
    hold.over = true;
    // Nobody waits for it: the server may have fallen silent.
    void tagOn(link, { over: false })`rollback`.catch(() => {}).finally(() => pool.release(link));
    throw error;
  }
}

async function begin<T>(
  pool: Pool,
  mode: string,
  work: (tx: TransactionSql) => Promise<T>,
  before?: (own: Tag) => Promise<void>,
): Promise<T> {
  const link = await (before ? begunAfter(pool, mode, before) : begun(pool, mode));
  const hold: Hold = { over: false };
  const lost = new Promise<never>((_, fail) => {
    link.lost = fail;
  });
  try {
    return await Promise.race([inside(link, hold, work), lost]);
  } finally {
    hold.over = true;
    pool.release(link);
  }
}

const reserved = (pool: Pool): Promise<Link> =>
  new Promise<Link>((done, failed) => {
    pool.dispatch({ asked: null, reserve: done, failed });
  });

async function reserve(pool: Pool): Promise<ReservedSql> {
  const link = await reserved(pool);
  const hold: Hold = { over: false };
  const release = () => {
    hold.over = true;
    pool.release(link);
  };
  return Object.assign(tagOn(link, hold), { release });
}

/** A pool of connections to one database. */
export function createPool<O>(options: PoolOptions, told: O): Sql & { readonly options: O; usage(): PoolUsage } {
  const pool = new Pool(options);
  const dispatch = (asked: Asked) => pool.dispatch({ asked, reserve: null, failed: asked.failed });
  const tag = tagOf((statement) => {
    handOver(statement, (asked) => dispatch({ ...asked, again: dispatch }));
  });
  return Object.assign(tag, {
    options: told,
    usage: () => pool.usage(),
    begin: <T>(...[mode, work, before]: Begin<T>) =>
      work ? begin(pool, mode as string, work, before) : begin(pool, '', mode as (tx: TransactionSql) => Promise<T>),
    reserve: () => reserve(pool),
    end: ({ timeout }: { readonly timeout?: number } = {}) => pool.end(timeout === undefined ? null : timeout * 1000),
  });
}

type Begin<T> = [
  mode: string | ((tx: TransactionSql) => Promise<T>),
  work?: (tx: TransactionSql) => Promise<T>,
  before?: (own: Tag) => Promise<void>,
];
