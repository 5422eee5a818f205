import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSelfSignedSeal } from '@rubrica/pdf';
import { createPdfEngine } from '../../apps/server/src/adapters/pdf/engine.ts';
import { inputOf } from './inputs.ts';

/** Ten files of 20 MB completed at once by the service's own engine, with its default pool. */
export interface Together {
  readonly files: number;
  readonly seconds: number;
  readonly workers: number;
  /** The sum of each worker process's peak, in megabytes; the peaks need not have coincided. */
  readonly megabytes: number;
  readonly bar: number;
}

const FILES = 10;
const BAR_MEGABYTES = 600;

/** Peak resident size of each PDF worker below this process, in megabytes. */
function workerPeaks(): number[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .flatMap((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'latin1');
        const parent = Number(/PPid:\s+(\d+)/.exec(status)?.[1]);
        if (parent !== process.pid || !readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('pdf/worker.ts'))
          return [];
        return [Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024];
      } catch {
        return [];
      }
    });
}

export async function completeTogether(): Promise<Together> {
  const folder = await mkdtemp(join(tmpdir(), 'rubrica-bench-'));
  const names = { organization: 'Bench', commonName: 'Bench', notBefore: new Date(Date.now() - 60_000) };
  const seal = { p12: await createSelfSignedSeal({ ...names, years: 1, password: 'bench' }), password: 'bench' };
  const source = join(folder, 'source.pdf');
  await writeFile(source, inputOf('20 MB, 40 pages').bytes);
  const engine = createPdfEngine({ seals: { PRODUCAO: seal, TESTE: seal }, timestamps: null });
  try {
    await engine.ready();
    const footer = {
      code: 'SVC-7K2M-QX9A-4TBD',
      url: 'https://rubrica.exemplo.br/validar/SVC-7K2M-QX9A-4TBD',
      lines: [],
    };
    const mark = { code: footer.code, link: '0'.repeat(64), sequence: 3, original: '1'.repeat(64) };
    const at = { x: 0.5, y: 0.8, width: 0.4, height: 0.1 };
    const marks = [{ page: 40, at, z: 0, kind: 'signature' as const, text: 'Maria Antônia' }];
    const began = performance.now();
    await Promise.all(
      Array.from({ length: FILES }, async (_, i) => {
        await engine.inspect(source, { maxPages: 300 });
        return engine.complete({
          source,
          target: join(folder, `${i}.pdf`),
          stamp: { marks, footer },
          seal: { at: new Date(), name: 'Rubrica', ambiente: 'PRODUCAO', mark, timestampMs: 0 },
        });
      }),
    );
    const seconds = (performance.now() - began) / 1000;
    const peaks = workerPeaks();
    const megabytes = Math.round(peaks.reduce((sum, peak) => sum + peak, 0));
    return { files: FILES, seconds, workers: peaks.length, megabytes, bar: BAR_MEGABYTES };
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(await completeTogether());
