import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createFramer } from './frames.ts';
import { type Ran, Statements } from './statements.ts';

/** Where a transaction is stopped: before a statement reaches the database, or after it was done and before its answer. */
export type Moment = 'before' | 'after';

/** One point at which a process can die, named for whoever reads a failure. */
export interface Step {
  readonly number: number;
  readonly moment: Moment;
  readonly statement: string;
  /** Whether the transaction that changes something was just committed. */
  readonly committed: boolean;
  /** How many of the marker's transactions that change something were committed by then, this one included. */
  readonly commits: number;
}

/**
 * By their number steps come one after the other, however many there are; a commit is met wherever it comes, the first one,
 * or the first of a transaction that has run such a statement.
 */
export type StepChoice = number | { readonly commit: Moment; readonly having?: RegExp };

/** What the proxy is waiting for. */
export interface Trap {
  /** A text that marks the transactions to be counted: one of their parameters is exactly this. */
  readonly marker: string;
  /** The step at which everything is held: its number, from 1, or a moment of a commit. */
  readonly at: StepChoice;
  /**
   * `every` counts both moments of every statement. `writes` counts the moment before each statement that can change
   * something, both moments of a commit, and one for a read-only transaction: dying later in it is no different.
   */
  readonly moments: 'every' | 'writes';
  /** Called once; from then on nothing passes on the connection, in either direction. */
  readonly sprung: (step: Step) => void;
}

/**
 * Transactions whose connection breaks at their commit: `lost` lets the commit reach the database and cuts its answer off,
 * `before` cuts it off on its way there. `silent` lets it reach the database too, and from then on nothing passes on any
 * connection, old or new, until `mend`; nor ever on those on which something was held back.
 */
export interface Break {
  /** As a trap's. */
  readonly marker: string;
  readonly commit: 'lost' | 'before' | 'silent';
  /** Only transactions that have run such a statement. */
  readonly having?: RegExp;
}

/** A proxy between a process of the service and its database. */
export interface DatabaseProxy {
  readonly port: number;
  /** Counts the steps of the transactions a marker names. @returns ends the counting and tells how many there were */
  arm(trap: Trap): () => number;
  /** Breaks connections at commits of the transactions a marker names. @returns ends it and tells how many there were */
  breakAtCommit(wanted: Break): () => number;
  /** Cuts all connections and refuses new ones until `mend`. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

const COMMIT = /^\s*commit/i;

interface Armed extends Trap {
  counted: number;
  commits: number;
  hasSprung: boolean;
}

interface Breaking extends Break {
  counted: number;
}

/** By their markers. */
interface Plans {
  readonly traps: Map<string, Armed>;
  readonly breaks: Map<string, Breaking>;
  silent: boolean;
  has(marker: string): boolean;
}

/** Whether the transaction has run such a statement, if it is to have run any. */
const hasRun = ({ before }: Ran, having?: RegExp) => !having || before.some((one) => having.test(one));

/** One client and its way through: whole messages pass unchanged, in order, until a trap holds them. */
class Connection {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #plans: Plans;
  readonly #statements = new Statements();
  readonly #fromClient = createFramer(true);
  readonly #fromServer = createFramer(false);
  /** Statements sent and not yet answered, with the trap that waits for the answer. */
  readonly #sent: { ran: Ran; trap: Armed | undefined; breaking: Breaking | undefined }[] = [];
  #held = false;

  constructor(client: Socket, server: Socket, plans: Plans) {
    this.#client = client;
    this.#server = server;
    this.#plans = plans;
    client.on('data', (chunk: Buffer) => this.#ask(chunk));
    server.on('data', (chunk: Buffer) => this.#answer(chunk));
  }

  /** @returns true when this is the step the trap waits for */
  #step(trap: Armed, moment: Moment, ran: Ran): boolean {
    trap.counted += 1;
    const commits = !ran.readOnly && COMMIT.test(ran.sql);
    const committed = moment === 'after' && commits;
    if (committed) trap.commits += 1;
    const { at } = trap;
    const chosen =
      typeof at === 'number' ? trap.counted === at : commits && moment === at.commit && hasRun(ran, at.having);
    if (!chosen || trap.hasSprung) return false;
    trap.hasSprung = true;
    this.#held = true;
    trap.sprung({ number: trap.counted, moment, statement: ran.sql, committed, commits: trap.commits });
    return true;
  }

  /** What is to happen to this commit. */
  #breaking(ran: Ran): Breaking | undefined {
    const { sql, marker, readOnly } = ran;
    const breaking = marker === null || readOnly || !COMMIT.test(sql) ? undefined : this.#plans.breaks.get(marker);
    return hasRun(ran, breaking?.having) ? breaking : undefined;
  }

  #cut(breaking: Breaking): void {
    breaking.counted += 1;
    this.#held = true;
    if (breaking.commit === 'silent') this.#plans.silent = true;
    else this.#client.destroy();
  }

  /** Whether nothing passes: what is held back once would be missed later. */
  get #shut(): boolean {
    this.#held ||= this.#plans.silent;
    return this.#held;
  }

  #ask(chunk: Buffer): void {
    for (const message of this.#fromClient(chunk)) {
      if (this.#shut) return;
      const ran = this.#statements.read(message, this.#plans);
      if (ran !== null) {
        const trap = ran.marker === null ? undefined : this.#plans.traps.get(ran.marker);
        const once = trap?.moments === 'writes' && ran.readOnly;
        if (trap && !(once && ran.position > 0) && this.#step(trap, 'before', ran)) return;
        const answers = trap?.moments === 'every' || (COMMIT.test(ran.sql) && !once);
        const breaking = this.#breaking(ran);
        if (breaking?.commit === 'before') return void this.#cut(breaking);
        this.#sent.push({ ran, trap: answers ? trap : undefined, breaking });
      }
      this.#server.write(message.bytes);
    }
  }

  #answer(chunk: Buffer): void {
    for (const message of this.#fromServer(chunk)) {
      if (this.#shut) return;
      // CommandComplete, EmptyQueryResponse, PortalSuspended or ErrorResponse: one for each statement.
      if (['C', 'I', 's', 'E'].includes(message.type)) {
        const done = this.#sent.shift();
        if (done?.breaking && message.type === 'C') return void this.#cut(done.breaking);
        if (done?.trap && message.type !== 'E' && this.#step(done.trap, 'after', done.ran)) return;
      }
      this.#client.write(message.bytes);
    }
  }
}

/**
 * Starts a proxy on a free port of loopback.
 * @param upstream path of the database's socket
 */
export async function startProxy(upstream: string): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>();
  const traps = new Map<string, Armed>();
  const breaks = new Map<string, Breaking>();
  const plans: Plans = {
    traps,
    breaks,
    silent: false,
    has: (marker: string) => traps.has(marker) || breaks.has(marker),
  };
  let refusing = false;

  function serve(client: Socket): void {
    if (refusing) return void client.destroy();
    const server = connect(upstream);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    new Connection(client, server, plans);
  }

  // Passing on in small pieces, it would have every answer wait for the acknowledgement of the piece before, some 40 ms.
  const listener = createServer({ noDelay: true }, serve);
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (listener.address() as AddressInfo).port,
    arm(trap) {
      const armed = { ...trap, counted: 0, commits: 0, hasSprung: false };
      traps.set(trap.marker, armed);
      return () => {
        traps.delete(trap.marker);
        return armed.counted;
      };
    },
    breakAtCommit(wanted) {
      const breaking = { ...wanted, counted: 0 };
      breaks.set(wanted.marker, breaking);
      return () => {
        breaks.delete(wanted.marker);
        return breaking.counted;
      };
    },
    cut() {
      refusing = true;
      destroyAll();
    },
    mend() {
      refusing = false;
      plans.silent = false;
    },
    close: () =>
      new Promise((done) => {
        listener.close(() => done());
        destroyAll();
      }),
  };
}
