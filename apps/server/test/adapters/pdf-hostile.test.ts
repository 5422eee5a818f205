import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOMBS, SLEEPERS } from '../../../../packages/pdf/fixtures/bombs.ts';
import { denseTemplate } from '../../../../packages/pdf/fixtures/dense.ts';
import { textOf } from '../../../../packages/pdf/test/judges/text.ts';
import { createPdfEngine } from '../../src/adapters/pdf/engine.ts';
import {
  about,
  field,
  newSender,
  ownService,
  person,
  postDocument,
  readyToSign,
  type Sender,
  tinyPdf,
  until,
} from '../modules/support.ts';
import { isWriter, workersBelow } from './pdf-processes.ts';

const LIMIT_MS = 5_000;
const LIMIT_MEGABYTES = 300;
const linux = process.platform === 'linux';

/** The most of something that the system tells of the workers that read uploads lent to them below a directory. */
function worstReader(directory: string, file: string, told: (text: string) => number): number {
  const found = workersBelow(directory).map((pid) => {
    try {
      return isWriter(pid) ? 0 : told(readFileSync(`/proc/${pid}/${file}`, 'latin1'));
    } catch {
      return 0;
    }
  });
  return Math.max(0, ...found);
}

/** The most that any has held since it began, in megabytes. */
const heldMost = (directory: string) =>
  worstReader(directory, 'status', (text) => Number(/VmHWM:\s+(\d+) kB/.exec(text)?.[1] ?? 0) / 1024);
/** The time of a processor that a process has taken since it began, in milliseconds: utime and stime of proc(5). */
function workedOf(stat: string): number {
  const [utime, stime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(utime) + Number(stime)) * 10;
}
/** The most that any has taken since it began. */
const workedMost = (directory: string) => worstReader(directory, 'stat', workedOf);
/** The most that any has taken since now. */
function workedFromNow(directory: string): () => number {
  const before = new Map<number, number>();
  worstReader(directory, 'stat', (stat) => {
    before.set(Number.parseInt(stat, 10), workedOf(stat));
    return 0;
  });
  return () => worstReader(directory, 'stat', (stat) => workedOf(stat) - (before.get(Number.parseInt(stat, 10)) ?? 0));
}

describe('a file that grows without end', () => {
  const service = ownService();
  let sender: Sender;
  beforeAll(async () => {
    sender = await newSender(service());
  });

  it.each(Object.entries(BOMBS))('%s: is 422 in time and within bounds, and the service goes on', async (_, make) => {
    const bomb = make();
    const upload = (bytes: Uint8Array) => postDocument(sender, { signatarios: [person()], campos: [field()] }, bytes);
    const lent = join(service().app.config.dataDir, 'tmp', 'pdf');
    const worked = workedFromNow(lent);
    let worst = 0;
    let longest = 0;
    const watch = setInterval(() => {
      if (!linux) return;
      worst = Math.max(worst, heldMost(lent));
      longest = Math.max(longest, worked());
    }, 50);
    const answer = await upload(bomb);
    clearInterval(watch);
    expect([answer.status, answer.body.codigo, answer.body.erros[0].campo]).toEqual([
      422,
      'ENTRADA_INVALIDA',
      'arquivo',
    ]);
    // Of the processor, because the time on the wall is the machine's.
    if (linux) expect(longest).toBeLessThan(LIMIT_MS);
    if (linux) expect(worst).toBeLessThan(LIMIT_MEGABYTES + 16);
    expect((await upload(tinyPdf())).status).toBe(201);
  });

  it.each(Object.entries(SLEEPERS))('%s: is taken, or refused, and what is taken completes', async (_, make) => {
    const signatario = person();
    const answer = await postDocument(sender, { signatarios: [signatario], campos: [field()] }, make());
    expect([201, 422]).toContain(answer.status);
    if (answer.status === 422) return;
    const sent = await about(sender, answer.body.id, '/enviar', 'POST');
    const one = await readyToSign(sender, { ...sent.body.signatarios[0], email: signatario.email });
    expect((await one.sign()).status).toBe(200);
    await until(async () => (await about(sender, answer.body.id)).body.status === 'ASSINADO');
  });
});

describe('a dense template of 300 pages', () => {
  const dir = mkdtempSync(join(tmpdir(), 'rubrica-denso-'));
  // What else the machine does at the same time is no matter of the file's: its worker's own time is held to the deadline.
  const lent = mkdtempSync(join(dir, 'lent-'));
  const limits = { inspectMs: 60_000 };
  const engine = createPdfEngine({ seals: null, timestamps: null, size: 1, directory: lent, limits });
  afterAll(async () => {
    await engine.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it('is read and filled within the deadlines of the engine', async () => {
    const source = join(dir, 'modelo.pdf');
    const target = join(dir, 'feito.pdf');
    writeFileSync(source, denseTemplate(300));
    const { inspection } = await engine.inspect(source, { maxPages: 300, textTags: true });
    if (!inspection.ok) throw new Error('refused');
    if (linux) expect(workedMost(lent)).toBeLessThan(LIMIT_MS);
    expect(inspection.textTags.toSorted()).toEqual(['nome_a', 'nome_b', 'valor']);
    const values = new Map([
      ['nome_a', 'Maria Antônia'],
      ['nome_b', 'João da Silva'],
      ['valor', 'R$ 1.000,00'],
    ]);
    await engine.fill({ source, target, values });
    expect(readFileSync(target).subarray(0, 8).toString()).toBe('%PDF-1.7');
    const last = (await textOf(readFileSync(target))).at(-1);
    expect(last).toContain('Maria Antônia');
    expect(last).toContain('que R$ 1.000,00 e devido');
    expect(last).not.toContain('{{');
  });
});
