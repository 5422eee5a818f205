import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createClamdAntivirus } from '../../src/adapters/antivirus-clamd.ts';
import { createStructuralAntivirus } from '../../src/adapters/antivirus-structural.ts';
import { createPdfEngine, type PdfEngine } from '../../src/adapters/pdf-engine.ts';
import { Unavailable } from '../../src/core/ports.ts';
import { tinyPdf } from './tiny-pdf.ts';

/** In two parts, so that this source is not itself detected. */
const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}${'$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`;

const dir = mkdtempSync(join(tmpdir(), 'rubrica-av-'));
chmodSync(dir, 0o755);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const clamd = [process.env.CLAMD_PATH, '/usr/sbin/clamd'].find((path) => {
  try {
    accessSync(path ?? '', constants.X_OK);
    return true;
  } catch {
    return false;
  }
});
if (clamd === undefined)
  console.log('antivirus.test.ts: sem clamd ($CLAMD_PATH ou /usr/sbin/clamd), o daemon não foi testado');

function file(bytes: Uint8Array | string): string {
  const path = join(dir, randomBytes(6).toString('hex'));
  writeFileSync(path, bytes);
  return path;
}

describe.runIf(clamd !== undefined)('clamd, the real daemon', () => {
  const socket = join(dir, 'clamd.sock');
  let stop = async () => {};

  beforeAll(async () => {
    const db = mkdtempSync(join(dir, 'db-'));
    chmodSync(db, 0o755);
    // One signature: these bytes at any offset, in any file. clamd takes it in its extended format.
    writeFileSync(join(db, 'one.ndb'), `Rubrica.Teste:0:*:${Buffer.from('VIRUS-DE-TESTE-RUBRICA').toString('hex')}\n`);
    const config = join(dir, 'clamd.conf');
    const lines = [
      `DatabaseDirectory ${db}`,
      `LocalSocket ${socket}`,
      'Foreground yes',
      'StreamMaxLength 1M',
      'User root',
    ];
    writeFileSync(
      config,
      `${lines.filter((line) => process.getuid?.() === 0 || !line.startsWith('User')).join('\n')}\n`,
    );
    const daemon = spawn(clamd ?? '', ['-c', config], { stdio: ['ignore', 'pipe', 'pipe'] });
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
    stop = async () => {
      daemon.kill();
      await once(daemon, 'close');
    };
  }, 30_000);
  afterAll(() => stop());

  it('finds a threat anywhere in a file of several chunks, and passes a clean one', async () => {
    const antivirus = createClamdAntivirus({ path: socket });
    const clean = randomBytes(300_000);
    expect(await antivirus.scan(file(clean))).toEqual({ clean: true, engine: 'CLAMD', notes: [] });
    // Across the border of two chunks.
    const infected = Buffer.from(clean);
    infected.write('VIRUS-DE-TESTE-RUBRICA', 65_536 - 8);
    expect(await antivirus.scan(file(infected))).toEqual({
      clean: false,
      engine: 'CLAMD',
      threat: 'Rubrica.Teste.UNOFFICIAL',
    });
    expect(await antivirus.scan(file(''))).toMatchObject({ clean: true });
  });

  it('does not let a file pass that is over its limit', async () => {
    const scan = createClamdAntivirus({ path: socket }).scan(file(randomBytes(3 * 1024 * 1024)));
    await expect(scan).rejects.toThrow(/size limit exceeded|StreamMaxLength/);
    await expect(scan).rejects.toBeInstanceOf(Unavailable);
  });

  it('scans many files at once', async () => {
    const antivirus = createClamdAntivirus({ path: socket });
    const files = Array.from({ length: 20 }, (_, i) => file(i % 2 ? 'clean' : 'a VIRUS-DE-TESTE-RUBRICA'));
    const verdicts = await Promise.all(files.map((path) => antivirus.scan(path)));
    expect(verdicts.map(({ clean }) => clean)).toEqual(files.map((_, i) => i % 2 === 1));
  });
});

describe('clamd, as a peer that speaks its protocol', () => {
  const cleanups: Array<() => void> = [];
  afterEach(() => {
    for (const cleanup of cleanups.splice(0)) cleanup();
  });

  /** Reads a whole INSTREAM and answers with what `reply` makes of the bytes; null: it says nothing. */
  async function peer(reply: (bytes: Buffer) => string | null, onConnect?: (socket: Socket) => void) {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => {}));
      if (onConnect) return onConnect(socket);
      let buffer = Buffer.alloc(0);
      const content: Buffer[] = [];
      let started = false;
      socket.on('data', (chunk) => {
        buffer = Buffer.concat([buffer, chunk]);
        if (!started && buffer.length >= 10) {
          expect(buffer.subarray(0, 10).toString('latin1')).toBe('zINSTREAM\0');
          started = true;
          buffer = buffer.subarray(10);
        }
        while (started && buffer.length >= 4 && buffer.length >= 4 + buffer.readUInt32BE(0)) {
          const length = buffer.readUInt32BE(0);
          if (length === 0) {
            const text = reply(Buffer.concat(content));
            if (text !== null) socket.end(text);
            return;
          }
          content.push(Buffer.from(buffer.subarray(4, 4 + length)));
          buffer = buffer.subarray(4 + length);
        }
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanups.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  }

  it('sends every byte of the file', async () => {
    const bytes = randomBytes(1_000_003);
    let same = false;
    const address = await peer((got) => {
      same = got.equals(bytes);
      return 'stream: OK\0';
    });
    expect(await createClamdAntivirus(address).scan(file(bytes))).toMatchObject({ clean: true });
    expect(same).toBe(true);
  });

  it('names the threat', async () => {
    const address = await peer(() => 'stream: Win.Test.EICAR_HDB-1 FOUND\0');
    expect(await createClamdAntivirus(address).scan(file('x'))).toMatchObject({
      clean: false,
      threat: 'Win.Test.EICAR_HDB-1',
    });
  });

  it('lets nothing pass on silence, an error, half an answer, a hang-up or a missing daemon', async () => {
    const bad = [
      await peer(() => null),
      await peer(() => 'INSTREAM size limit exceeded. ERROR\0'),
      await peer(() => 'stream: O'),
      await peer(() => ''),
      await peer(
        () => '',
        (socket) => socket.destroy(),
      ),
      await peer(
        () => '',
        (socket) => socket.write('UNKNOWN COMMAND\0'),
      ),
      { host: '127.0.0.1', port: 1 },
      { path: join(dir, 'no-socket') },
    ];
    const path = file(randomBytes(500_000));
    for (const address of bad) {
      await expect(createClamdAntivirus(address, 300).scan(path)).rejects.toBeInstanceOf(Unavailable);
    }
  });

  it('ends at its deadline when the daemon stops reading', async () => {
    const address = await peer(
      () => '',
      (socket) => socket.pause(),
    );
    const began = performance.now();
    await expect(createClamdAntivirus(address, 300).scan(file(randomBytes(20_000_000)))).rejects.toThrow(/300 ms/);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe('structural check', () => {
  let engine: PdfEngine;
  beforeAll(() => {
    engine = createPdfEngine({ seals: null, timestamps: null, size: 1 });
  });
  afterAll(() => engine.close());

  it.each([
    ['raw', Buffer.from(EICAR)],
    ['in a deflated stream', deflateSync(Buffer.from(`junk ${EICAR} junk`))],
  ])('finds the EICAR string %s', async (_, content) => {
    const verdict = await createStructuralAntivirus(engine).scan(file(tinyPdf(1, content)));
    expect(verdict).toEqual({ clean: false, engine: 'ESTRUTURAL', threat: 'EICAR-Test-File' });
  });

  it('notes active content and lets it pass', async () => {
    const antivirus = createStructuralAntivirus(engine);
    const script = deflateSync(Buffer.from('<</S/JavaScript/JS(app.alert(1))>>'));
    expect(await antivirus.scan(file(tinyPdf(1, script)))).toEqual({
      clean: true,
      engine: 'ESTRUTURAL',
      notes: ['JavaScript', 'JS'],
    });
    expect(await antivirus.scan(file(tinyPdf()))).toEqual({ clean: true, engine: 'ESTRUTURAL', notes: [] });
  });
});
