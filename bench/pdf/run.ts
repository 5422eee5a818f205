import { medianOf } from '../http/contest.ts';
import { INPUT_NAMES, inputOf } from './inputs.ts';
import { type Peak, peakOf } from './memory.ts';
import { CONTESTANTS, type Contestant, makeKeys, type Step, type StepName, stepsFor } from './steps.ts';
import { completeTogether, type Together } from './together.ts';

/** One step on one input: medians in milliseconds, and each contestant's peak memory in a separate process. */
export type Row = {
  input: string;
  step: StepName;
  times: Partial<Record<Contestant, number>>;
  peaks: Partial<Record<Contestant, Peak>>;
  /** The median of ours / floor within each round; and its upper limit, if there is one. */
  ratio: number | undefined;
  bar: number | undefined;
};

export type PdfResult = { rows: Row[]; together: Together };

const STAMP_BAR = 4;
const COMPLETION_BARS: Record<string, number> = { '300 pages': 2.5, '20 MB, 40 pages': 1 };
const COMPLETION_BAR = 2;

function barOf(step: StepName, input: string): number | undefined {
  if (step === 'stamp') return STAMP_BAR;
  return step === 'completion' ? (COMPLETION_BARS[input] ?? COMPLETION_BAR) : undefined;
}

/** Runs every step on every input, contestants taking turns within each round; then ten large files at once. */
export async function runPdfBench(): Promise<PdfResult> {
  const keys = await makeKeys();
  const rows: Row[] = [];
  for (const name of INPUT_NAMES) {
    const input = inputOf(name);
    const rounds = input.bytes.length > 1_000_000 || input.pages > 100 ? 11 : 41;
    for (const step of stepsFor(input, keys)) {
      for (const ready of Object.values(step.prepare ?? {})) await ready();
      const { times, ratio } = await contest(step, rounds);
      const peaks: Row['peaks'] = {};
      for (const contestant of CONTESTANTS) {
        const peak = step[contestant] && contestant !== 'blind' ? peakOf(step.name, name, contestant) : undefined;
        if (peak) peaks[contestant] = peak;
      }
      rows.push({ input: name, step: step.name, times, peaks, ratio, bar: barOf(step.name, name) });
    }
  }
  return { rows, together: await completeTogether() };
}

/** Each round begins with a different contestant, so that none always follows the same one. */
async function contest(step: Step, rounds: number): Promise<Pick<Row, 'times' | 'ratio'>> {
  const present = CONTESTANTS.filter((contestant) => step[contestant]);
  const all = new Map<Contestant, number[]>(present.map((contestant) => [contestant, []]));
  for (let round = -2; round < rounds; round++) {
    const first = (round + 2) % present.length;
    for (const contestant of [...present.slice(first), ...present.slice(0, first)]) {
      const begun = performance.now();
      await step[contestant]?.();
      if (round >= 0) all.get(contestant)?.push(performance.now() - begun);
    }
  }
  const times = Object.fromEntries([...all].map(([contestant, values]) => [contestant, medianOf(values)]));
  const floor = all.get('floor');
  const ratios = floor?.map((value, round) => (all.get('ours')?.[round] ?? Number.NaN) / value);
  return { times, ratio: ratios && medianOf(ratios) };
}

const ms = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(1));
const megabytes = (peak: Peak | undefined): string => (peak ? `${peak.whole} (+${peak.own})` : '');
const verdict = (met: boolean): string => (met ? 'met' : 'missed');

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** The results as Markdown. */
export function toMarkdown({ rows, together }: PdfResult): string {
  const times = rows.map(({ input, step, times, ratio, bar }) => [
    input,
    step,
    ms(times.ours),
    ms(times.floor),
    ratio === undefined ? '' : `${ratio.toFixed(1)} ×`,
    bar === undefined || ratio === undefined ? '' : `≤ ${bar} × ${verdict(ratio <= bar)}`,
    ms(times.blind),
    ms(times.cantoo),
    ms(times.libpdf),
  ]);
  const peaks = rows.map(({ input, step, peaks }) => [
    input,
    step,
    megabytes(peaks.ours),
    megabytes(peaks.floor),
    megabytes(peaks.cantoo),
    megabytes(peaks.libpdf),
  ]);
  const head = ['input', 'step', 'ours', 'floor', 'ours / floor', 'bar', 'blind floor', 'cantoo', 'libpdf'];
  return [
    'Milliseconds, medians; the ratio is the median of those within each round. The floor is the same job written by hand for these very files; the blind floor knows the pages beforehand and sets text in Helvetica, and its completion is that of the first reports, with a stamped sheet in place of the certificate and nothing inspected or verified. Ours knows where the pages have ink, and looks for a place of the footer beside it; floors and libraries draw it where it covers what is there. `@cantoo/pdf-lib` and `@libpdf/core` are used as their manuals say, drawing on each page; the former cannot seal.',
    table(head, times),
    'Peak memory in megabytes, each in a process of its own: all of the process, and in brackets what the step added to it.',
    table(['input', 'step', 'ours', 'floor', 'cantoo', 'libpdf'], peaks),
    `${together.files} completions of 20 MB at once, in the ${together.workers} worker processes the service has by default: ${together.megabytes} MB in all at their worst (bar ≤ ${together.bar} MB: ${verdict(together.megabytes <= together.bar)}), ${together.seconds.toFixed(1)} s.`,
  ].join('\n\n');
}

if (import.meta.main) console.log(toMarkdown(await runPdfBench()));
