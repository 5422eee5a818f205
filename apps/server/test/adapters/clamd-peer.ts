import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chmodSync, constants, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** Bytes that the daemon finds at any place in any file, and what it calls them. */
export const SIGNATURE = 'VIRUS-DE-TESTE-RUBRICA';
export const THREAT = 'Rubrica.Teste.UNOFFICIAL';
/** Files larger than this it does not take. */
export const MAX_BYTES = 1 << 20;

const program = [process.env.CLAMD_PATH, '/usr/sbin/clamd'].find((path) => {
  try {
    accessSync(path ?? '', constants.X_OK);
    return true;
  } catch {
    return false;
  }
});

/**
 * A daemon on a socket: clamd where it is installed (CLAMD_PATH or /usr/sbin/clamd), else one that speaks its protocol and
 * knows the one signature.
 * @param folder where the socket and what clamd needs are put
 * @returns the socket, and what ends it
 */
export async function startClamd(folder: string): Promise<{ socket: string; stop(): Promise<void> }> {
  const socket = join(folder, 'clamd.sock');
  return { socket, stop: await (program === undefined ? startStandIn(socket) : startProgram(program, folder, socket)) };
}

async function startProgram(path: string, folder: string, socket: string): Promise<() => Promise<void>> {
  const db = mkdtempSync(join(folder, 'db-'));
  chmodSync(db, 0o755);
  // clamd takes it in its extended format.
  writeFileSync(join(db, 'one.ndb'), `Rubrica.Teste:0:*:${Buffer.from(SIGNATURE).toString('hex')}\n`);
  const config = join(folder, 'clamd.conf');
  const lines = [`DatabaseDirectory ${db}`, `LocalSocket ${socket}`, 'Foreground yes', `StreamMaxLength ${MAX_BYTES}`];
  if (process.getuid?.() === 0) lines.push('User root');
  writeFileSync(config, `${lines.join('\n')}\n`);
  const daemon = spawn(path, ['-c', config], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  await new Promise<void>((done, fail) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      if (output.includes('Self checking')) done();
    };
    daemon.stdout.on('data', read);
    daemon.stderr.on('data', read);
    daemon.once('close', () => fail(new Error(`clamd ended: ${output}`)));
  });
  return async () => {
    daemon.kill();
    await once(daemon, 'close');
  };
}

async function startStandIn(path: string): Promise<() => Promise<void>> {
  const server = createServer((socket) => {
    serveStream(socket, (content) => {
      if (content.length > MAX_BYTES) return 'INSTREAM size limit exceeded. ERROR\0';
      return content.includes(SIGNATURE) ? `stream: ${THREAT} FOUND\0` : 'stream: OK\0';
    });
  }).listen(path);
  await once(server, 'listening');
  return async () => {
    server.close();
  };
}

/** The command clamd takes a file with: chunks after it, each with its length before it, and one of no length at the end. */
const COMMAND = Buffer.from('zINSTREAM\0');

/**
 * Reads a file as clamd does and answers with what is made of it, at the latest when it is larger than clamd takes.
 * @param reply what is answered, or null for silence
 */
export function serveStream(socket: Socket, reply: (content: Buffer) => string | null, max = MAX_BYTES): void {
  let buffer = Buffer.alloc(0);
  let content = Buffer.alloc(0);
  let started = false;
  socket.on('error', () => {});
  const answer = () => {
    socket.removeAllListeners('data').resume();
    const text = reply(content);
    if (text !== null) socket.end(text);
  };
  socket.on('data', (chunk) => {
    buffer = Buffer.concat([buffer, chunk]);
    if (!started && buffer.length >= COMMAND.length) {
      if (!buffer.subarray(0, COMMAND.length).equals(COMMAND)) return void socket.end('UNKNOWN COMMAND\0');
      started = true;
      buffer = buffer.subarray(COMMAND.length);
    }
    while (started && buffer.length >= 4 && buffer.length >= 4 + buffer.readUInt32BE(0)) {
      const length = buffer.readUInt32BE(0);
      content = Buffer.concat([content, buffer.subarray(4, 4 + length)]);
      buffer = buffer.subarray(4 + length);
      if (length === 0 || content.length > max) return answer();
    }
  });
}
