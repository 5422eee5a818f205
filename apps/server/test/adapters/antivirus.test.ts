import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createClamdAntivirus } from '../../src/adapters/antivirus-clamd.ts';
import { createStructuralAntivirus } from '../../src/adapters/antivirus-structural.ts';
import { createPdfEngine, type PdfEngine } from '../../src/adapters/pdf/engine.ts';
import { Unavailable } from '../../src/core/ports.ts';
import { MAX_BYTES, SIGNATURE, serveStream, startClamd, THREAT } from './clamd-peer.ts';
import { tinyPdf } from './tiny-pdf.ts';

/** In two parts, so that this source is not itself detected. */
const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}${'$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`;

const dir = mkdtempSync(join(tmpdir(), 'rubrica-av-'));
chmodSync(dir, 0o755);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function file(bytes: Uint8Array | string): string {
  const path = join(dir, randomBytes(6).toString('hex'));
  writeFileSync(path, bytes);
  return path;
}

describe('clamd', () => {
  let daemon: Awaited<ReturnType<typeof startClamd>>;
  beforeAll(async () => {
    daemon = await startClamd(dir);
  });
  afterAll(() => daemon?.stop());

  it('finds a threat anywhere in a file of several chunks, and passes a clean one', async () => {
    const antivirus = createClamdAntivirus({ path: daemon.socket });
    const clean = randomBytes(300_000);
    expect(await antivirus.scan(file(clean))).toEqual({ clean: true, engine: 'CLAMD', notes: [] });
    // Across the border of two chunks.
    const infected = Buffer.from(clean);
    infected.write(SIGNATURE, 65_536 - 8);
    expect(await antivirus.scan(file(infected))).toEqual({
      clean: false,
      engine: 'CLAMD',
      threat: THREAT,
    });
    expect(await antivirus.scan(file(''))).toMatchObject({ clean: true });
  });

  it('does not let a file pass that is over its limit', async () => {
    const scan = createClamdAntivirus({ path: daemon.socket }).scan(file(randomBytes(3 * MAX_BYTES)));
    await expect(scan).rejects.toThrow(/size limit exceeded|StreamMaxLength/);
    await expect(scan).rejects.toBeInstanceOf(Unavailable);
  });

  it('scans many files at once', async () => {
    const antivirus = createClamdAntivirus({ path: daemon.socket });
    const files = Array.from({ length: 20 }, (_, i) => file(i % 2 ? 'clean' : `a ${SIGNATURE}`));
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
      serveStream(socket, reply, Number.POSITIVE_INFINITY);
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
    await expect(createClamdAntivirus(address, 300).scan(file(randomBytes(20_000_000)))).rejects.toThrow(/300 ms/);
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
