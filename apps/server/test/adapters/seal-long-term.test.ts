import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lacking } from '../../../../packages/pdf/test/judges/programs.ts';
import { createPdfEngine, type PdfEngine } from '../../src/adapters/pdf/engine.ts';
import { tinyPdf } from './tiny-pdf.ts';

const dir = mkdtempSync(join(tmpdir(), 'rubrica-lt-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function openssl(line: string): void {
  const done = spawnSync('openssl', line.split(' '), { cwd: dir });
  if (done.status !== 0) throw new Error(`openssl ${line}\n${done.stderr}`);
}

/** What the certificates name: a root's revocation list and a timestamp authority, both openssl. */
type Mode = 'answers' | 'hangs' | 'is too large' | 'redirects';
let mode: Mode = 'answers';
let asked = 0;
let server: Server;
let base: string;

async function startAuthorities(): Promise<void> {
  server = createServer(async (request, response) => {
    if (request.url === '/tsa') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      writeFileSync(join(dir, 'query'), Buffer.concat(chunks));
      openssl('ts -reply -config tsa.cnf -queryfile query -signer tsa.pem -inkey tsa.key -out reply');
      response.end(readFileSync(join(dir, 'reply')));
      return;
    }
    asked++;
    if (mode === 'answers') response.end(readFileSync(join(dir, 'list.der')));
    else if (mode === 'is too large') response.end(Buffer.alloc(2 << 20));
    else if (mode === 'redirects') response.writeHead(302, { location: `${base}/list` }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function makeCertificates(): void {
  openssl('req -x509 -newkey rsa:2048 -nodes -keyout root.key -out root.pem -subj /CN=raiz -days 30');
  for (const [name, usage] of [
    ['seal', ''],
    ['tsa', 'extendedKeyUsage=critical,timeStamping\n'],
  ] as const) {
    openssl(`req -new -newkey rsa:2048 -nodes -keyout ${name}.key -out ${name}.csr -subj /CN=${name}`);
    const source = `crlDistributionPoints=URI:${base}/crl\n`;
    writeFileSync(join(dir, `${name}.ext`), `keyUsage=critical,digitalSignature\n${usage}${source}`);
    const by = '-CA root.pem -CAkey root.key -CAcreateserial';
    openssl(`x509 -req -in ${name}.csr ${by} -out ${name}.pem -days 20 -extfile ${name}.ext`);
  }
  openssl('pkcs12 -export -inkey seal.key -in seal.pem -certfile root.pem -out seal.p12 -passout pass:senha');
  writeFileSync(join(dir, 'index'), '');
  writeFileSync(join(dir, 'ca.cnf'), '[ca]\ndefault_ca=a\n[a]\ndatabase=index\ndefault_md=sha256\n');
  openssl('ca -gencrl -config ca.cnf -keyfile root.key -cert root.pem -crldays 5 -out list.pem');
  openssl('crl -in list.pem -outform DER -out list.der');
  writeFileSync(join(dir, 'serial'), '01\n');
  const given = ['serial=serial', 'signer_digest=sha256', 'default_policy=1.2.3.4', 'digests=sha256'];
  writeFileSync(join(dir, 'tsa.cnf'), `[tsa]\ndefault_tsa=t\n[t]\n${given.join('\n')}\ness_cert_id_alg=sha256\n`);
}

describe('a seal others answer for', lacking('openssl'), () => {
  let engine: PdfEngine;
  let made = 0;
  beforeAll(async () => {
    await startAuthorities();
    makeCertificates();
    writeFileSync(join(dir, 'source.pdf'), tinyPdf());
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  beforeEach(() => {
    asked = 0;
    const seal = { p12: readFileSync(join(dir, 'seal.p12')), password: 'senha' };
    const timestamps = { urls: [`${base}/tsa`], roots: readFileSync(join(dir, 'root.pem'), 'utf8') };
    engine = createPdfEngine({ seals: { PRODUCAO: seal, TESTE: seal }, timestamps, size: 1 });
  });
  afterEach(() => engine.close());

  const complete = async (ambiente: 'PRODUCAO' | 'TESTE' = 'PRODUCAO') => {
    made++;
    const footer = { code: 'SVC-AAAA-BBBB-CCCC', url: 'http://localhost/validar/SVC-AAAA-BBBB-CCCC', lines: ['Teste'] };
    const mark = { code: footer.code, link: '0'.repeat(64), sequence: 3, original: '1'.repeat(64) };
    const target = join(dir, `${made}.pdf`);
    const finished = await engine.complete({
      ...{ source: join(dir, 'source.pdf'), target, stamp: { marks: [], footer } },
      seal: { at: new Date(), name: 'Rubrica', ambiente, mark, timestampMs: 20_000 },
    });
    return { ...finished, bytes: readFileSync(target).toString('latin1') };
  };

  it('brings its revocation data in the signed file', async () => {
    mode = 'answers';
    const { bytes, ...finished } = await complete();
    expect(finished).toMatchObject({ level: 'PADES_B_LTA' });
    expect(finished.longTermError).toBeUndefined();
    expect(bytes).toContain('/DSS');
    expect(asked).toBe(2);
  });

  it('asks nobody about a test document', async () => {
    mode = 'answers';
    const { bytes, ...finished } = await complete('TESTE');
    expect(finished).toMatchObject({ level: 'PADES_B_B', timestamp: null });
    expect(finished.timestampError).toBeUndefined();
    expect(asked).toBe(0);
    expect(bytes).toContain('/Ambiente /Teste');
  });

  it.each<[Mode, RegExp]>([
    ['is too large', /1048576 bytes/],
    ['redirects', /fetch failed|redirect/],
    ['hangs', /timeout|aborted/i],
  ])('is put with what there is where what it is asked for %s, and soon', async (how, why) => {
    mode = how;
    expect(await complete()).toMatchObject({
      level: 'PADES_B_LTA',
      longTermError: expect.stringMatching(why),
    });
    // The next completion does not wait for the same authority again.
    const before = asked;
    expect(await complete()).toMatchObject({ longTermError: expect.stringMatching(why) });
    expect(asked).toBe(before);
  });
});
