import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { leafOf, noteOf, Signer, treeHash } from '../../verify/test/open-log.ts';
import { canonical, sha256 } from '../../verify/test/story.ts';

/** A small open log behind HTTP (C2SP tlog-tiles), made apart from the code under test, that can be had to misbehave. */

const WIDTH = 256;
const SEAL = sha256('seal');
export const SEAL_SINCE = '2026-01-01T00:00:00.000Z';

const servers = new Set<Server>();
afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
  servers.clear();
});

/** A leaf as text. */
export const leafText = (k: string, c: string, t = 'ATO', ts = new Date().toISOString()): string =>
  canonical({ c, k, t, ts, v: 1 });
/** Any act. */
export const act = (label: string, commitment = label): string => leafText(sha256(label), sha256(`of ${commitment}`));
export const seal = (fingerprint = SEAL, ambiente = 'PRODUCAO'): string =>
  leafText(`SELO\n${fingerprint}\n${SEAL_SINCE}`, ambiente, 'SELO');

const published = (fingerprint: string, ambiente: string) => ({
  impressaoDigital: fingerprint,
  ambiente,
  de: SEAL_SINCE,
  ate: null,
  revogadoEm: null,
});

const bundleOf = (entries: readonly string[]): Buffer =>
  Buffer.concat(
    entries.map((entry) => {
      const bytes = Buffer.from(entry);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(bytes.length);
      return Buffer.concat([length, bytes]);
    }),
  );

export class ServedLog {
  readonly origin = 'assina.exemplo/registro';
  readonly signer = new Signer(this.origin);
  /** Who signs heads. */
  signers: Signer[] = [this.signer];
  entries: string[] = [this.genesis, seal()];
  seals = [published(SEAL, 'PRODUCAO'), published(sha256('test'), 'TESTE')];
  /** What is answered instead, by path; a function takes the response over. */
  readonly instead = new Map<string, string | Buffer | number | ((response: ServerResponse) => void)>();
  /** What was asked for, in order. */
  readonly asked: string[] = [];
  url = '';

  get genesis(): string {
    return leafText(`GENESE\n${this.origin}\n0`, this.signer.vkey, 'GENESE');
  }

  /** Adds acts until the tree has a size. */
  growTo(size: number): this {
    while (this.entries.length < size) this.entries.push(act(`act ${this.entries.length}`));
    return this;
  }

  checkpoint(entries = this.entries): string {
    const root = treeHash(entries.map((entry) => leafOf(Buffer.from(entry)))).toString('base64');
    return noteOf(`${this.origin}\n${entries.length}\n${root}\n`, ...this.signers);
  }

  private tile(level: number, index: number): Buffer {
    const leaves = this.entries.map((entry) => leafOf(Buffer.from(entry)));
    const under = WIDTH ** level;
    const hashes: Buffer[] = [];
    for (let at = index * WIDTH; at < (index + 1) * WIDTH && (at + 1) * under <= leaves.length; at += 1)
      hashes.push(treeHash(leaves.slice(at * under, (at + 1) * under)));
    return Buffer.concat(hashes);
  }

  private found(path: string): string | Buffer | null {
    if (path === '/registro/checkpoint') return this.checkpoint();
    if (path === '/.well-known/rubrica/selos.json') return JSON.stringify({ selos: this.seals });
    const [, level, digits = '', width] =
      /^\/registro\/tile\/(\w+)\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d+))?$/.exec(path) ?? [];
    if (level === undefined) return null;
    const index = Number(digits.replace(/[x/]/g, ''));
    const own = this.entries.slice(index * WIDTH, (index + 1) * WIDTH);
    const whole = level === 'entries' ? own.length : this.tile(Number(level), index).length / 32;
    const wanted = Number(width ?? WIDTH);
    if (wanted > whole) return null;
    return level === 'entries'
      ? bundleOf(own.slice(0, wanted))
      : this.tile(Number(level), index).subarray(0, wanted * 32);
  }

  async serve(): Promise<this> {
    const server = createServer(({ url = '' }, response) => {
      this.asked.push(url);
      const answer = this.instead.get(url) ?? this.found(url) ?? 404;
      if (typeof answer === 'function') answer(response);
      else if (typeof answer === 'number') response.writeHead(answer, { location: '/' }).end();
      else response.end(answer);
    });
    servers.add(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/registro`;
    return this;
  }
}
