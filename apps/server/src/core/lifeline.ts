import { Socket } from 'node:net';
import type { Logger } from './log.ts';
import { Unavailable } from './ports.ts';

/** Interval between probes while the database answers, and while it does not. */
const ASK_EVERY_MS = 2_000;
const ASK_AGAIN_MS = 500;
/**
 * The first failure may concern only its connection: a new connection finds out at once whether the database itself is
 * down.
 */
const ASK_ANEW_MS = 20;
const TURN_MS = 500;
/**
 * After this long without an answer a new connection asks too; once that one was answered, the old one gets this long
 * again.
 */
const DOUBT_MS = 1_000;
/** Longer than any statement, idle transaction or idle connection of a bounded pool lasts (`connect` in sql.ts). */
const SILENT_AT_MOST_MS = 70_000;

/** A server that is absent or does not accept connections yet. */
const REFUSED = /^(ECONNREFUSED|ENOENT|EHOST\w+|ENET\w+|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|57P03)$/;
/** A connection that was closed. */
const BROKEN = /^(ECONNRESET|EPIPE|CONNECTION_\w+|57P0[12])$/;
/** Any other error from the server counts as an answer. */
const SQLSTATE = /^[0-9A-Z]{5}$/;

/**
 * A process's sockets to its database, and whether the database is responding. Nothing else notices a database that
 * accepts bytes and stays silent (its machine hangs, or is gone and another now has its address): TCP acknowledges the
 * bytes, and the server enforces the statement timeout.
 */
export interface Lifeline {
  /**
   * A socket that is not connected yet; while the database is not responding, one that fails as soon as it is told to
   * connect.
   * @param bounded whether the server limits whatever is sent on it to a minute, and the pool closes it when idle
   * @param make where the socket comes from, if not every socket will do (`core/primary.ts`)
   */
  socket(bounded: boolean, make?: () => Socket): Socket;
  /**
   * Probes continually. If no answer comes in time, every socket that received nothing since the probe is closed: work
   * in progress on them fails as on any broken connection. While answers come, a statement may take its time; but a
   * socket that has been silent for longer than any server takes is closed too.
   *
   * If a new connection is answered but the regular one is not, something in between has dropped the open connections:
   * they are closed as above, only sooner, because the database is up.
   * @param ask stops when the signal is aborted
   * @param askAnew the same on a new connection
   * @returns stops watching
   */
  watch(ask: Question, askAnew: Question): () => void;
}

export type Question = (signal: AbortSignal) => Promise<unknown>;

/** Where a pool gets its sockets from. */
export type Line = Pick<Lifeline, 'socket'>;

const plain = () => new Socket();

/** The socket for the probes, which must connect even while the database is not responding. */
export interface Probe extends Line {
  /** Closes it, whatever is at the other end. */
  end(): void;
}

export function createProbe(): Probe {
  const sockets = new Set<Socket>();
  return {
    socket(_bounded, make = plain) {
      const socket = make();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
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

/** @param patienceMs how long the database may take to answer, counted only while this process is running */
export function createLifeline(patienceMs: number, log: Logger): Lifeline {
  const sockets = new Map<Socket, Heard>();
  let away = false;
  let failures = 0;

  function socket(bounded: boolean, make = plain): Socket {
    if (away) return refused();
    const own = make();
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

  /** Records what arrived since the last time, and closes sockets that have been silent for too long. */
  function listen(): void {
    const now = performance.now();
    for (const [own, heard] of sockets) {
      if (own.bytesRead !== heard.bytes) Object.assign(heard, { bytes: own.bytesRead, at: now });
      else if (heard.bounded && now - heard.at > SILENT_AT_MOST_MS) end(own);
    }
  }

  /** @returns milliseconds until the next probe */
  async function look(ask: Question, askAnew: Question): Promise<number> {
    const before = Array.from(sockets.keys(), (own) => [own, own.bytesRead] as const);
    const { outcome, there } = await asked(ask, askAnew, patienceMs);
    const code = String((outcome as { code?: unknown } | null)?.code ?? '');
    // The driver's timeout for connecting may expire a moment before ours.
    if (outcome === SILENT || code === 'CONNECT_TIMEOUT') {
      for (const [own, bytes] of before) if (own.bytesRead === bytes) end(own);
      if (!there) tell(true, new Unavailable(`no answer in ${patienceMs} ms`));
      else log.warn({ silent: before.length }, 'connections to the database are silent, and new ones are not');
      return there ? ASK_ANEW_MS : ASK_AGAIN_MS;
    }
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
    socket,
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

/** Without an error of ours: if TLS runs over it, nobody would handle the error. */
const end = (socket: Socket) => socket.destroy();

/** A socket whose `connect` fails, as if nobody were listening. */
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

/**
 * Asks on the regular connection and, if that stays silent, on a new one.
 * @returns null for an answer, an error, or SILENT; `there` if only the new connection was answered
 */
async function asked(
  ask: Question,
  askAnew: Question,
  patienceMs: number,
): Promise<{ outcome: unknown; there: boolean }> {
  const giveUp = new AbortController();
  const answer = outcomeOf(ask(giveUp.signal));
  const outcome = await within(DOUBT_MS, answer);
  if (outcome !== SILENT) return { outcome, there: false };
  // A failure there proves nothing: the first may still be answered.
  const anew = outcomeOf(askAnew(giveUp.signal)).then((failed) => (failed === null ? THERE : answer));
  const first = await within(patienceMs - DOUBT_MS, Promise.race([answer, anew]));
  const there = first === THERE;
  const last = there ? await within(DOUBT_MS, answer) : first;
  giveUp.abort();
  return { outcome: last, there };
}

/** Null for an answer, otherwise the error. */
const outcomeOf = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => null,
    (error: unknown) => error,
  );

/**
 * The answer, if it comes in time. Time is counted in event-loop turns of this process, so that a process that was
 * suspended keeps waiting.
 */
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
