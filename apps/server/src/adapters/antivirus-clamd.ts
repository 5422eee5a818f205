import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { ClamdAddress } from '../config/index.ts';
import { type Antivirus, type ScanVerdict, Unavailable } from '../core/ports.ts';

const DEADLINE_MS = 30_000;
/** Each chunk is preceded by its length; clamd accepts any size below its StreamMaxLength. */
const CHUNK_BYTES = 64 * 1024;
/** A reply is one line with the threat's name. */
const REPLY_MAX_BYTES = 4_096;

/**
 * Scans with clamd's INSTREAM (clamd(8)): `zINSTREAM`, then chunks with a 4-byte big-endian length, ended by a length
 * of zero; the reply is `stream: OK`, `stream: <threat> FOUND` or an error. Everything except the first two is
 * Unavailable, including a file larger than clamd's own StreamMaxLength: it was not scanned, so it is not let through.
 *
 * @param deadlineMs for the whole scan
 */
export function createClamdAntivirus(address: ClamdAddress, deadlineMs = DEADLINE_MS): Antivirus {
  return { scan: (path) => scan(address, () => createReadStream(path, { highWaterMark: CHUNK_BYTES }), deadlineMs) };
}

/** The daemon's verdict on bytes that are in no file, as a trial. @throws Unavailable */
export const scanBytes = (address: ClamdAddress, bytes: Uint8Array, deadlineMs: number): Promise<ScanVerdict> =>
  scan(address, () => [bytes], deadlineMs);

/** How the daemon names itself, its database and the day that was made: `ClamAV 1.4.1/27500/Thu Nov 19 09:34:01 2026`. */
export async function clamdVersion(address: ClamdAddress, deadlineMs: number): Promise<string> {
  const reply = await exchange(address, (socket) => write(socket, Buffer.from('zVERSION\0')), deadlineMs);
  return reply.replace(/\0.*$/s, '').trim();
}

async function scan(address: ClamdAddress, content: Content, deadlineMs: number): Promise<ScanVerdict> {
  return verdict(await exchange(address, (socket) => send(socket, content), deadlineMs));
}

/** Opened once there is a connection. */
type Content = () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

function verdict(reply: string): ScanVerdict {
  const text = reply.replace(/\0.*$/s, '').trim();
  const [, threat] = /^stream: (.+) FOUND$/.exec(text) ?? [];
  if (threat !== undefined) return { clean: false, engine: 'CLAMD', threat };
  if (text === 'stream: OK') return { clean: true, engine: 'CLAMD', notes: [] };
  throw new Unavailable(`clamd: ${text || 'closed the connection without an answer'}`);
}

async function exchange(
  address: ClamdAddress,
  ask: (socket: Socket) => Promise<void>,
  deadlineMs: number,
): Promise<string> {
  const socket = connect(address);
  const timer = setTimeout(() => socket.destroy(new Error(`no answer within ${deadlineMs} ms`)), deadlineMs);
  const reply = readReply(socket);
  try {
    // clamd may reply and close the connection before it has everything: writing then fails, and the reply is what
    // counts.
    const sent = ask(socket).catch((error: NodeJS.ErrnoException) => {
      if (!error.syscall?.startsWith('write')) socket.destroy(error);
    });
    const text = await reply;
    socket.destroy();
    await sent;
    return text;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    // Its message about a file over the limit is lost if the closed connection is noticed while writing.
    const hint = code === 'EPIPE' || code === 'ECONNRESET' ? ' (is StreamMaxLength below the size of the file?)' : '';
    throw new Unavailable(`clamd: ${message}${hint}`, { cause });
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

async function send(socket: Socket, content: Content): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'));
  for await (const chunk of content()) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    await write(socket, Buffer.concat([length, chunk]));
  }
  await write(socket, Buffer.alloc(4));
}

/** Resolves when the bytes were handed to the system, so that no more than one chunk is buffered here. */
function write(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((done, fail) => {
    socket.write(bytes, (error) => (error ? fail(error) : done()));
  });
}

/** The reply up to its NUL or the end of the connection; a connection reset after a reply does not lose it. */
function readReply(socket: Socket): Promise<string> {
  return new Promise((done, fail) => {
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => {
      text += part;
      if (text.includes('\0') || text.length > REPLY_MAX_BYTES) done(text);
    });
    socket.on('end', () => done(text));
    socket.on('error', (error) => (text === '' ? fail(error) : done(text)));
    socket.on('close', () => fail(new Error('the connection was closed')));
  });
}
