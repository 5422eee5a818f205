import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { takesNoWrites } from './sql.ts';

/** One of several PostgreSQL servers with the same data; a host that begins with a slash is the folder of its socket. */
export interface Server {
  readonly host: string;
  readonly port: number;
}

/**
 * Asks one server for its timeline, which grows with each promotion.
 * @returns null if it takes no writes
 */
export type AskTimeline = (server: Server, signal: AbortSignal) => Promise<string | null>;

/** Several servers of which one takes writes, and not always the same one. */
export interface Primary {
  /** A socket that, whatever it is told to connect to, connects to the server that takes writes. */
  socket(): Socket;
}

/** All are asked at once, so a silent server delays nothing; this long for the last of them. */
const ASK_MS = 2_000;
/**
 * A former primary that nobody stopped still says that it takes writes: after the first such answer the others get this
 * long, and the highest timeline is right.
 */
const OTHERS_MS = 150;

/** Between questions whether another server has been promoted since. */
const LOOK_AGAIN_MS = 3_000;

/** A server's own refusal (a wrong password, no such database), rather than that it is absent or starting. */
const REFUSAL = /^(?!57P)[0-9A-Z]{5}$/;

/** @param ask must end soon after its signal is aborted */
export function createPrimary(servers: readonly Server[], ask: AskTimeline): Primary {
  const open = new Map<Socket, Found>();
  let known: Found | null = null;
  let asking: Promise<Found> | null = null;
  let timer: NodeJS.Timeout | undefined;

  /** A former primary may keep what is connected to it for ever, and answer whoever only reads. */
  function learn(found: Found): Found {
    known = found;
    for (const [own, { timeline }] of open) if (timeline < found.timeline) own.destroy();
    return found;
  }

  function find(): Promise<Found> {
    asking ??= findPrimary(servers, ask)
      .then(learn)
      .finally(() => {
        asking = null;
      });
    return asking;
  }

  async function lookAgain(): Promise<void> {
    const found = await findPrimary(servers, ask).catch(() => null);
    if (found && (known === null || known.timeline < found.timeline)) learn(found);
    if (open.size > 0) lookLater();
    else timer = undefined;
  }

  function lookLater(): void {
    timer = setTimeout(() => void lookAgain(), LOOK_AGAIN_MS).unref();
  }

  function follow(own: Socket, found: Found): void {
    open.set(own, found);
    if (timer === undefined) lookLater();
    own.once('close', () => {
      open.delete(own);
      // That anybody but us ended it says that things may have changed; who retires a connection ends it in order.
      if (!own.writableEnded && known?.server === found.server) known = null;
    });
  }

  return {
    socket() {
      const own = new Socket();
      const connect = own.connect.bind(own);
      const lead = () => {
        (known ? Promise.resolve(known) : find()).then(
          (found) => {
            if (own.destroyed) return;
            follow(own, found);
            connect(placeOf(found.server));
          },
          (error) => own.destroy(error),
        );
        return own;
      };
      return Object.assign(own, { connect: lead });
    },
  };
}

/** A server as the driver takes it. */
export const placeOf = ({ host, port }: Server) =>
  host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };

/** @throws 57P03 if none takes writes, or what all of them refuse us for */
async function findPrimary(servers: readonly Server[], ask: AskTimeline): Promise<Found> {
  const giveUp = new AbortController();
  const { signal } = giveUp;
  const found: Found[] = [];
  const failures: Failure[] = [];
  const first = Promise.withResolvers<void>();
  const asked = servers.map(async (server) => {
    try {
      const timeline = await ask(server, signal);
      if (timeline === null) throw new Error('takes no writes');
      found.push({ server, timeline });
      first.resolve();
    } catch (error) {
      failures.push({ server, error: error as NodeJS.ErrnoException });
    }
  });
  const wait = (ms: number) => delay(ms, undefined, { signal }).catch(() => {});
  await Promise.race([Promise.all(asked), first.promise.then(() => wait(OTHERS_MS)), wait(ASK_MS)]);
  giveUp.abort();
  const [best] = found.sort((a, b) => (a.timeline < b.timeline ? 1 : -1));
  if (best) return best;
  throw refusedByAll(servers, failures) ?? takesNoWrites(new Error(saying(servers, failures)));
}

interface Found {
  readonly server: Server;
  readonly timeline: string;
}

interface Failure {
  readonly server: Server;
  readonly error: NodeJS.ErrnoException;
}

/** What every one of them refuses us for is the configuration's fault, and waiting does not help. */
function refusedByAll(servers: readonly Server[], failures: readonly Failure[]): Error | null {
  const refusals = failures.filter(({ error }) => REFUSAL.test(error.code ?? ''));
  return refusals.length === servers.length ? (refusals[0]?.error ?? null) : null;
}

function saying(servers: readonly Server[], failures: readonly Failure[]): string {
  const said = servers.map((server) => {
    const failure = failures.find((one) => one.server === server);
    return `${server.host}:${server.port} ${failure ? failure.error.message : 'is silent'}`;
  });
  return `no server takes writes: ${said.join('; ')}`;
}
