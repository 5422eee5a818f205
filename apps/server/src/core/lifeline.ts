import { Socket, type SocketConnectOpts } from 'node:net';
import type { Logger } from './log.ts';
import { Unavailable } from './ports.ts';

/** Between two questions while the database answers, and while it does not. */
const ASK_EVERY_MS = 2_000;
const ASK_AGAIN_MS = 500;
/** The first failure may be of the connection alone: whether it is the database's is asked on a new one at once. */
const ASK_ANEW_MS = 20;
const TURN_MS = 500;
/** After so long without an answer the same is asked on a new connection; answered there, so long again. */
const DOUBT_MS = 1_000;
/** No statement, idle transaction or idle connection of a bounded pool lasts so long (`connect` of sql.ts). */
const SILENT_AT_MOST_MS = 70_000;

/** A server that is not there, or lets nobody in yet. */
const REFUSED = /^(ECONNREFUSED|ENOENT|EHOST\w+|ENET\w+|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT|57P03)$/;
/** A connection that ended. */
const BROKEN = /^(ECONNRESET|EPIPE|CONNECTION_\w+|57P0[12])$/;
/** Anything else that a server says is an answer. */
const SQLSTATE = /^[0-9A-Z]{5}$/;

/**
 * The sockets by which a process speaks with its database, and whether anybody is there. A database that takes bytes and
 * says nothing (its machine stands still, or is gone behind an address that another has by now) is seen by nobody else:
 * TCP has the bytes acknowledged, and the limit of a statement is counted by the server.
 */
export interface Lifeline {
  /**
   * A socket on its way, or one that fails at once while the database does not answer.
   * @param bounded whether the server ends whatever is said on it within a minute, and the pool what is idle
   */
  open(to: SocketConnectOpts, bounded: boolean): Socket;
  /** The same, not on its way yet: for a driver that says `connect` itself. */
  socket(bounded: boolean): Socket;
  /** Whether the database did not answer when it was asked last. */
  away(): boolean;
  /**
   * Asks again and again. When no answer comes in time, every socket on which nothing came since it was asked is ended:
   * what was under way on them fails as on any connection that breaks. As long as answers come a statement may take its
   * time; one that has heard nothing for longer than any server takes is ended too.
   *
   * Where a new connection is answered and the one that is always asked is not, what was open is forgotten by whatever
   * stands in between: it is ended as above, and sooner, for the database is there.
   * @param ask gives up when the signal is aborted
   * @param askAnew the same on a connection made for it
   * @returns ends it
   */
  watch(ask: Question, askAnew: Question): () => void;
}

export type Question = (signal: AbortSignal) => Promise<unknown>;

/** What a pool takes its sockets from. */
export type Line = Pick<Lifeline, 'open' | 'away'>;

/** The socket by which it is asked whether anybody is there, which must be tried while nobody is. */
export interface Probe extends Line {
  /** Ends it, whoever is at its other end. */
  end(): void;
}

export function createProbe(): Probe {
  const sockets = new Set<Socket>();
  return {
    open(to) {
      const socket = new Socket().connect(to);
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
    away: () => false,
    end() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

interface Heard {
  readonly bounded: boolean;
  bytes: number;
  at: number;
}

/** @param patienceMs how long the database may take to answer; counted by a process that runs, not by one that stands still */
export function createLifeline(patienceMs: number, log: Logger): Lifeline {
  const sockets = new Map<Socket, Heard>();
  let away = false;
  let failures = 0;

  function socket(bounded: boolean): Socket {
    if (away) return refused();
    const own = new Socket();
    sockets.set(own, { bounded, bytes: 0, at: performance.now() });
    own.once('close', () => sockets.delete(own));
    return own;
  }

  function tell(now: boolean, why: unknown): void {
    if (now === away) return;
    away = now;
    if (away) log.error({ err: why }, 'the database does not answer');
    else log.warn('the database answers again');
  }

  /** Notes what came since the last time, and ends what has heard nothing for too long. */
  function listen(): void {
    const now = performance.now();
    for (const [own, heard] of sockets) {
      if (own.bytesRead !== heard.bytes) Object.assign(heard, { bytes: own.bytesRead, at: now });
      else if (heard.bounded && now - heard.at > SILENT_AT_MOST_MS) end(own);
    }
  }

  /** @returns milliseconds until the next time */
  async function look(ask: Question, askAnew: Question): Promise<number> {
    const before = Array.from(sockets.keys(), (own) => [own, own.bytesRead] as const);
    const giveUp = new AbortController();
    const answer = outcomeOf(ask(giveUp.signal));
    let outcome = await within(DOUBT_MS, answer);
    let there = false;
    if (outcome === SILENT) {
      // What fails there says nothing: the first may still be answered.
      const anew = outcomeOf(askAnew(giveUp.signal)).then((failed) => (failed === null ? THERE : answer));
      const first = await within(patienceMs - DOUBT_MS, Promise.race([answer, anew]));
      there = first === THERE;
      outcome = there ? await within(DOUBT_MS, answer) : first;
      giveUp.abort();
    }
    if (outcome === SILENT) {
      for (const [own, bytes] of before) if (own.bytesRead === bytes) end(own);
      if (!there) tell(true, new Unavailable(`no answer in ${patienceMs} ms`));
      else log.warn({ silent: before.length }, 'connections to the database are silent, and new ones are not');
      return there ? ASK_ANEW_MS : ASK_AGAIN_MS;
    }
    const code = String((outcome as { code?: unknown } | null)?.code ?? '');
    if (outcome === null || (SQLSTATE.test(code) && !code.startsWith('57P'))) {
      failures = 0;
      tell(false, null);
      listen();
      return ASK_EVERY_MS;
    }
    failures += 1;
    if (REFUSED.test(code) || (BROKEN.test(code) && failures > 1)) tell(true, outcome);
    return failures === 1 ? ASK_ANEW_MS : ASK_AGAIN_MS;
  }

  return {
    open: (to, bounded) => socket(bounded).connect(to),
    socket,
    away: () => away,
    watch(ask, askAnew) {
      let timer: NodeJS.Timeout;
      let ended = false;
      const next = (delayMs: number) => {
        if (!ended) timer = setTimeout(() => void look(ask, askAnew).then(next), delayMs);
      };
      next(ASK_EVERY_MS);
      return () => {
        ended = true;
        clearTimeout(timer);
      };
    },
  };
}

/** Without an error of ours: where TLS is spoken over it nobody would be there to take it. */
const end = (socket: Socket) => socket.destroy();

/** A socket that fails when it is told to connect, as one does that nobody listens to. */
function refused(): Socket {
  const socket = new Socket();
  const fail = () => {
    setImmediate(() => socket.destroy(new Unavailable('the database does not answer')));
    return socket;
  };
  return Object.assign(socket, { connect: fail });
}

const SILENT = Symbol('silent');
const THERE = Symbol('there');

/** Null for an answer, else what failed. */
const outcomeOf = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => null,
    (error: unknown) => error,
  );

/** What comes in time. The time is counted in turns of this process, so that one that stood still goes on waiting. */
async function within<T>(patienceMs: number, answer: Promise<T>): Promise<T | typeof SILENT> {
  const { promise: silent, resolve } = Promise.withResolvers<typeof SILENT>();
  let left = patienceMs / TURN_MS;
  const turns = setInterval(() => {
    left -= 1;
    if (left <= 0) resolve(SILENT);
  }, TURN_MS);
  try {
    return await Promise.race([answer, silent]);
  } finally {
    clearInterval(turns);
  }
}
