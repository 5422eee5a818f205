import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ambiente } from '@rubrica/contract';
import { createSelfSignedSeal } from '@rubrica/pdf';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { until } from '../../../../scripts/until.ts';
import {
  createPdfEngine,
  type PdfEngine,
  type PdfEngineOptions,
  PdfTaskFailed,
} from '../../src/adapters/pdf/engine.ts';
import type { SealText } from '../../src/core/pdf.ts';
import { Unavailable } from '../../src/core/ports.ts';
import { isWriter, workersBelow } from './pdf-processes.ts';
import { tinyPdf } from './tiny-pdf.ts';

const dir = mkdtempSync(join(tmpdir(), 'rubrica-pdf-'));
/** Where the engines of these tests lend files, and no other engine of this process. */
const lent = mkdtempSync(join(dir, 'lent-'));
const workers = () => workersBelow(lent);
/** One that reads and one that writes. Looked at once: on a busy machine one rests while the other still starts. */
const oneOfEach = (pids: readonly number[]) => pids.length === 2 && pids.filter(isWriter).length === 1;
const password = 'senha';
let p12: Uint8Array;
const code = 'SVC-AAAA-BBBB-CCCC';
const footer = { code, url: `http://localhost:3000/validar/${code}`, lines: ['Documento de teste'] };
const cleanups: Array<() => Promise<unknown> | unknown> = [];

beforeAll(async () => {
  const notBefore = new Date(Date.now() - 60_000);
  const input = { organization: 'Teste', commonName: 'Selo', notBefore, years: 1, password };
  p12 = await createSelfSignedSeal(input);
  writeFileSync(join(dir, 'seal.p12'), p12);
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function engineOf(options: Partial<PdfEngineOptions> = {}): PdfEngine {
  const seal = { p12, password };
  const engine = createPdfEngine({
    ...{ seals: { PRODUCAO: seal, TESTE: seal }, timestamps: null, size: 1, directory: lent },
    ...options,
  });
  cleanups.push(() => engine.close());
  return engine;
}

function file(bytes: Uint8Array): string {
  const path = join(dir, `${randomBytes(6).toString('hex')}.pdf`);
  writeFileSync(path, bytes);
  return path;
}

const asked = (...urls: string[]) => ({ timestamps: { urls, roots: '' } });

/** @param timestampMs by default more than the tests wait for */
function sealText(ambiente: Ambiente = 'PRODUCAO', timestampMs = 60_000): SealText {
  const mark = { code, link: '0'.repeat(64), sequence: 3, original: '1'.repeat(64) };
  return { at: new Date(), name: 'Rubrica', ambiente, mark, timestampMs };
}

function completion(source: string) {
  const target = join(dir, `${randomBytes(6).toString('hex')}.signed.pdf`);
  const marks = [
    { kind: 'text' as const, text: 'Maria da Silva', page: 1, at: { x: 0.1, y: 0.1, width: 0.3, height: 0.05 }, z: 0 },
  ];
  return { source, target, stamp: { marks, footer }, seal: sealText() };
}

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => new Promise((done) => server.close(done).closeAllConnections()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function failure(task: Promise<unknown>): Promise<PdfTaskFailed> {
  const error = await task.then(
    () => new Error('it succeeded'),
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(PdfTaskFailed);
  return error;
}

describe('PDF engine', () => {
  it('inspects and scans by path', async () => {
    const engine = engineOf();
    const { inspection, scan } = await engine.inspect(file(tinyPdf(3)), { maxPages: 300 });
    expect(inspection.ok && inspection.pages).toHaveLength(3);
    expect(scan).toEqual({ eicar: false, activeContent: [] });
    const refused = await engine.inspect(file(tinyPdf(3)), { maxPages: 2 });
    expect(refused.inspection).toMatchObject({ ok: false, causes: [{ cause: 'TOO_MANY_PAGES' }] });
    expect((await engine.inspect(file(Buffer.from('no PDF')), { maxPages: 1 })).inspection.ok).toBe(false);
  });

  it('says so while a worker has nowhere to keep its files, and starts one once it has', async () => {
    const directory = join(dir, 'away');
    const engine = engineOf({ directory });
    expect(() => engine.check()).toThrow('ENOENT');
    expect(await failure(engine.ready())).toMatchObject({ reason: 'LOST' });
    mkdirSync(directory);
    await engine.ready();
    expect((await engine.inspect(file(tinyPdf()), { maxPages: 1 })).inspection.ok).toBe(true);
  });

  it('completes: the original is the prefix, hash and size are of the file written', async () => {
    const original = tinyPdf(10);
    const job = completion(file(original));
    const finished = await engineOf().complete(job);
    const written = readFileSync(job.target);
    expect(written.subarray(0, original.length).equals(original)).toBe(true);
    expect(written.toString('latin1')).toContain('ETSI.CAdES.detached');
    expect(finished).toEqual({
      sha256: createHash('sha256').update(written).digest('hex'),
      size: written.length,
      level: 'PADES_B_B',
      timestamp: null,
    });
    expect(statSync(job.target).mode & 0o777).toBe(0o600);
  });

  it('seals the file that was signed, or none', async () => {
    const engine = engineOf();
    const original = tinyPdf();
    const job = completion(file(original));
    const sourceSha256 = createHash('sha256').update(original).digest('hex');
    const other = await failure(engine.complete({ ...job, sourceSha256: sourceSha256.replace(/^./, 'x') }));
    expect(other).toMatchObject({ reason: 'ERROR', message: expect.stringContaining('not the file that was signed') });
    expect(existsSync(job.target)).toBe(false);
    await engine.complete({ ...job, sourceSha256 });
  });

  it('inspects together what arrives together, and none suffers for another', async () => {
    const engine = engineOf({ limits: { inspectBytes: 250 * 1024 * 1024 } });
    await engine.ready();
    const huge = file(tinyPdf());
    truncateSync(huge, 400 * 1024 * 1024);
    const paths = Array.from({ length: 20 }, (_, index) => file(tinyPdf(1 + (index % 4))));
    paths[3] = join(dir, 'none');
    paths[9] = huge;
    const outcomes = await Promise.allSettled(paths.map((path) => engine.inspect(path, { maxPages: 300 })));
    const told = outcomes.map((outcome) => {
      if (outcome.status === 'rejected') return (outcome.reason as PdfTaskFailed).reason;
      return outcome.value.inspection.ok && outcome.value.inspection.pages.length;
    });
    expect(told).toEqual(paths.map((_, index) => ({ 3: 'ERROR', 9: 'MEMORY' })[index] ?? 1 + (index % 4)));
  });

  it('refuses inspections beyond what may wait', async () => {
    const engine = engineOf({ limits: { queue: 2 } });
    await engine.ready();
    const path = file(tinyPdf());
    const tasks = Array.from({ length: 5 }, () => engine.inspect(path, { maxPages: 1 }));
    const ended = await Promise.allSettled(tasks);
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect((ended[4] as PromiseRejectedResult).reason).toBeInstanceOf(Unavailable);
  });

  it('says what was thrown in a task, and goes on', async () => {
    const engine = engineOf();
    const job = completion(file(tinyPdf()));
    writeFileSync(job.target, 'taken');
    expect(await failure(engine.complete(job))).toMatchObject({
      reason: 'ERROR',
      message: expect.stringContaining('EEXIST'),
    });
    const undrawable = completion(job.source);
    undrawable.stamp.marks[0] = {
      ...(undrawable.stamp.marks[0] as (typeof undrawable.stamp.marks)[0]),
      text: '\u{1F600}',
    };
    expect(await failure(engine.complete(undrawable))).toMatchObject({
      reason: 'ERROR',
      thrown: 'UndrawableTextError',
    });
    expect(await failure(engine.scan(join(dir, 'none')))).toMatchObject({ reason: 'ERROR' });
    expect(readFileSync(job.target, 'utf8')).toBe('taken');
    await engine.complete(completion(job.source));
  });

  it('kills a task past its deadline, and the next one gets a new worker', async () => {
    let hang = true;
    const tsaUrl = await listen((_, response) => (hang ? undefined : response.writeHead(500).end()));
    const engine = engineOf({ ...asked(tsaUrl), limits: { completeMs: 4_000 } });
    await engine.ready();
    const source = file(tinyPdf());
    await expect(engine.complete(completion(source))).rejects.toThrow(/lost.*no result within 4000 ms/);
    hang = false;
    const after = await engine.complete(completion(source));
    expect(after).toMatchObject({ timestamp: null, timestampError: expect.stringContaining('500') });
    await until(() => workers().length === 2);
  });

  it.runIf(spawnSync('prlimit', ['--core=0', 'true']).status === 0)(
    'holds memory: the kernel refuses what goes past the bound',
    async () => {
      const engine = engineOf({ limits: { inspectBytes: 250 * 1024 * 1024 } });
      await engine.ready();
      const limits = workers().map((pid) => readFileSync(`/proc/${pid}/limits`, 'latin1'));
      for (const text of limits) expect(/Max data size\s+(\d+)/.exec(text)).not.toBeNull();
      const huge = file(tinyPdf());
      truncateSync(huge, 400 * 1024 * 1024);
      expect((await failure(engine.inspect(huge, { maxPages: 1 }))).reason).toBe('MEMORY');
      expect((await engine.inspect(file(tinyPdf()), { maxPages: 1 })).inspection.ok).toBe(true);
    },
  );

  it.runIf(process.platform === 'linux')('survives a worker that dies in the middle', async () => {
    const killed: number[] = [];
    let deaths = 1;
    // The worker that asks for a stamp dies, as often as it should.
    const url = await listen((_, response) => {
      if (killed.length >= deaths) return response.writeHead(500).end();
      const [writer = 0, ...others] = workers().filter(isWriter);
      expect(others).toEqual([]);
      killed.push(writer);
      process.kill(writer, 'SIGKILL');
    });
    const engine = engineOf(asked(url));
    await engine.ready();
    const job = completion(file(tinyPdf()));
    expect(await engine.complete(job)).toMatchObject({ timestamp: null });
    expect(killed).toHaveLength(1);

    deaths = 3;
    await expect(engine.complete(completion(job.source))).rejects.toBeInstanceOf(Unavailable);
    expect(new Set(killed).size).toBe(3);
    await engine.ready();
  });

  it.runIf(process.platform === 'linux')(
    'has a file read by another worker where one was killed or stopped',
    async () => {
      for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
        const engine = engineOf({ limits: { inspectMs: 2_000 } });
        await engine.ready();
        const readers = workers().filter((pid) => !isWriter(pid));
        expect(readers).toHaveLength(1);
        for (const pid of readers) process.kill(pid, signal);
        const { inspection } = await engine.inspect(file(tinyPdf()), { maxPages: 1 });
        expect(inspection.ok).toBe(true);
        await engine.close();
      }
    },
  );

  it('keeps order and refuses what the queue cannot hold', async () => {
    const engine = engineOf({ limits: { queue: 2 } });
    await engine.ready();
    const path = file(tinyPdf());
    const tasks = await Promise.allSettled(Array.from({ length: 5 }, () => engine.scan(path)));
    expect(tasks.map((task) => task.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect((tasks[4] as PromiseRejectedResult).reason).toBeInstanceOf(Unavailable);
  });

  it.runIf(process.platform === 'linux')('replaces workers after their share of tasks', async () => {
    const engine = engineOf({ size: 2, limits: { recycleAfter: 2 } });
    const path = file(tinyPdf());
    const seen = new Set<number>();
    const tasks = Array.from({ length: 12 }, () =>
      engine.scan(path).then(() => {
        for (const pid of workers()) seen.add(pid);
      }),
    );
    await Promise.all(tasks);
    expect(seen.size).toBeGreaterThanOrEqual(6);
    await engine.close();
    expect(workers()).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('ends what a burst needed once it has rested, but the warm ones', async () => {
    const engine = engineOf({ size: 3, limits: { restMs: 300 } });
    await engine.ready();
    const path = file(tinyPdf());
    await until(async () => {
      await Promise.all(Array.from({ length: 6 }, () => engine.scan(path)));
      return workers().length > 2;
    });
    await until(async () => {
      engine.wake();
      return oneOfEach(workers());
    });
    await expect(engine.scan(path)).resolves.toBeDefined();
    await engine.close();
    expect(workers()).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'ends the warm ones where nobody comes, and has them ready for who does',
    async () => {
      const engine = engineOf({ limits: { restMs: 300 } });
      await engine.ready();
      await until(async () => workers().length === 0);
      expect(() => engine.check()).not.toThrow();
      engine.wake();
      engine.wake();
      await until(async () => {
        engine.wake();
        return oneOfEach(workers());
      });
      await until(async () => workers().length === 0);
      await expect(engine.scan(file(tinyPdf()))).resolves.toBeDefined();
      await engine.close();
      expect(workers()).toEqual([]);
    },
  );

  it('leaves its compiled code to the next worker, though it is killed', async () => {
    const cache = join(dir, 'compiled');
    vi.stubEnv('NODE_COMPILE_CACHE', cache);
    cleanups.push(() => vi.unstubAllEnvs());
    const engine = engineOf({});
    await engine.ready();
    // It answers before it writes, so as to keep nobody waiting: until then there may be no folder either.
    const kept = async (kind: string) => (await readdir(join(cache, kind), { recursive: true }).catch(() => [])).length;
    await until(async () => (await kept('pdf-worker-reads')) > 100 && (await kept('pdf-worker-writes')) > 100);
    await engine.close();
  });

  it('is not ready without a usable seal, and says why', async () => {
    const engine = engineOf({ seals: { PRODUCAO: { p12, password: 'errada' }, TESTE: { p12, password } } });
    expect(await failure(engine.ready())).toMatchObject({ reason: 'LOST', thrown: 'SealKeyError' });
  });

  it.runIf(process.platform === 'linux')(
    'leaves no process behind, closed in the middle of a task or killed with its parent',
    async () => {
      let reached = () => {};
      const atTsa = () =>
        new Promise<void>((done) => {
          reached = done;
        });
      const tsaUrl = await listen(() => reached());
      const engine = engineOf(asked(tsaUrl));
      let waiting = atTsa();
      const task = expect(engine.complete(completion(file(tinyPdf())))).rejects.toBeInstanceOf(Unavailable);
      await waiting;
      await engine.close();
      await task;
      expect(workers()).toEqual([]);

      waiting = atTsa();
      const program = join(import.meta.dirname, 'pdf-engine-child.ts');
      const args = [program, join(dir, 'seal.p12'), password, tsaUrl, file(tinyPdf()), join(dir, 'never.pdf'), lent];
      const parent = spawn(process.execPath, args, { stdio: 'inherit' });
      await waiting;
      expect(workers()).toHaveLength(2);
      parent.kill('SIGKILL');
      await until(() => workers().length === 0);
    },
  );
});

describe.runIf(spawnSync('openssl', ['version']).status === 0)('time-stamping authority', () => {
  it('stamps the seal (RFC 3161, answered by openssl)', async () => {
    const run = (args: string[], input?: Uint8Array) => {
      const done = spawnSync('openssl', args, { cwd: dir, input });
      if (done.status !== 0) throw new Error(String(done.stderr));
      return done.stdout;
    };
    writeFileSync(join(dir, 'serial'), '01');
    writeFileSync(
      join(dir, 'tsa.cnf'),
      '[tsa]\nserial=serial\nsigner_cert=tsa.pem\nsigner_key=tsa.key\nsigner_digest=sha256\ndefault_policy=1.2.3.4\ndigests=sha256\n',
    );
    run([
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'tsa.key', '-out', 'tsa.pem', '-subj', '/CN=TSA'],
      ...['-addext', 'extendedKeyUsage=critical,timeStamping', '-addext', 'keyUsage=digitalSignature'],
    ]);
    const tsaUrl = await listen(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      expect(request.headers).toMatchObject({
        'content-type': 'application/timestamp-query',
        authorization: `Basic ${Buffer.from('u:p@').toString('base64')}`,
      });
      writeFileSync(join(dir, 'query'), Buffer.concat(chunks));
      const reply = run(['ts', '-reply', '-config', 'tsa.cnf', '-section', 'tsa', '-queryfile', 'query']);
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(reply);
    });
    const engine = engineOf(asked(tsaUrl.replace('//', '//u:p%40@')));
    expect(await engine.complete(completion(file(tinyPdf())))).toMatchObject({
      level: 'PADES_B_LTA',
      timestamp: { authority: new URL(tsaUrl).host },
    });
  });
});
