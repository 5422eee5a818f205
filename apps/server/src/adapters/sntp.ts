import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';

/** What a time server said, in milliseconds. */
export interface TimeAnswer {
  /** How far this machine's clock is ahead of the server's. */
  readonly aheadMs: number;
  /** How long question and answer were on their way; the offset is known to half of it. */
  readonly roundTripMs: number;
}

const PORT = 123;
const PACKET_BYTES = 48;
/** Version 4, mode 3: a client's question (RFC 5905, section 7.3). */
const QUESTION = 0x23;
const MODE_SERVER = 4;
/** An unsynchronized server says 3 in the two bits of the leap indicator. */
const UNSYNCHRONIZED = 3;
const STRATUM_MAX = 15;
const TRANSMIT_AT = 40;
const RECEIVE_AT = 32;
const ORIGINATE_AT = 24;
/** Seconds from 1900 to 1970. */
const EPOCH_S = 2_208_988_800;
/** Half an era of 2^32 seconds: a time further back than this is of the next era, which begins in 2036. */
const HALF_ERA_S = 2 ** 31;

/**
 * Asks a time server once (SNTP, RFC 4330 and RFC 5905, section 14). Nothing is set by it. The question carries random
 * bytes instead of the time, which the answer must repeat, so that nobody off the path can answer.
 * @param source `host` or `host:port`, IPv6 in brackets
 * @throws Error, as a message for the operator, if nobody answers until the signal is aborted, or what answers is no
 * synchronized server
 */
export async function askTime(source: string, signal: AbortSignal): Promise<TimeAnswer> {
  const { hostname, port } = new URL(`ntp://${source}`);
  const { address, family } = await lookup(hostname.replace(/^\[|\]$/g, ''));
  signal.throwIfAborted();
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
  const { promise, resolve, reject } = Promise.withResolvers<TimeAnswer>();
  const late = () => reject(new Error('não respondeu a tempo'));
  signal.addEventListener('abort', late, { once: true });
  try {
    const nonce = randomBytes(8);
    const question = Buffer.alloc(PACKET_BYTES);
    question[0] = QUESTION;
    nonce.copy(question, TRANSMIT_AT);
    let sentAt = 0;
    socket.on('error', reject);
    socket.on('message', (answer) => {
      const receivedAt = Date.now();
      // Anything that does not repeat the question is somebody else's, and the answer may still come.
      if (answer.length < PACKET_BYTES || !answer.subarray(ORIGINATE_AT, ORIGINATE_AT + 8).equals(nonce)) return;
      try {
        resolve(read(answer, sentAt, receivedAt));
      } catch (error) {
        reject(error);
      }
    });
    sentAt = Date.now();
    socket.send(question, Number(port) || PORT, address, (error) => error && reject(error));
    return await promise;
  } finally {
    signal.removeEventListener('abort', late);
    socket.close();
  }
}

function read(answer: Buffer, sentAt: number, receivedAt: number): TimeAnswer {
  const [head = 0, stratum = 0] = answer;
  if ((head & 7) !== MODE_SERVER) throw new Error('o que responde não é um servidor de tempo');
  // Stratum 0 is a refusal, whose reason stands where the reference is (RFC 5905, section 7.4).
  if (stratum === 0) throw new Error(`recusa responder (${answer.toString('latin1', 12, 16)})`);
  if (head >> 6 === UNSYNCHRONIZED || stratum > STRATUM_MAX) throw new Error('não está sincronizado');
  const [arrivedAt, answeredAt] = [timeAt(answer, RECEIVE_AT), timeAt(answer, TRANSMIT_AT)];
  return {
    aheadMs: Math.round((sentAt - arrivedAt + (receivedAt - answeredAt)) / 2),
    roundTripMs: Math.max(0, Math.round(receivedAt - sentAt - (answeredAt - arrivedAt))),
  };
}

/** Milliseconds since 1970 of a 64-bit time stamp. */
function timeAt(packet: Buffer, at: number): number {
  const seconds = packet.readUInt32BE(at);
  const era = seconds < HALF_ERA_S ? 2 ** 32 : 0;
  return (seconds + era - EPOCH_S + packet.readUInt32BE(at + 4) / 2 ** 32) * 1000;
}
