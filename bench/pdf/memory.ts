import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inputOf } from './inputs.ts';
import { type Contestant, makeKeys, type StepName, stepsFor } from './steps.ts';

/** Megabytes: the process's peak during a step, and how much of that the step itself added. */
export interface Peak {
  readonly whole: number;
  readonly own: number;
}

/** Runs one step once in a separate process. @returns undefined if the kernel does not report it */
export function peakOf(step: StepName, input: string, contestant: Contestant): Peak | undefined {
  const args = ['--expose-gc', fileURLToPath(import.meta.url), step, input, contestant];
  const run = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const [whole, own] = run.stdout.trim().split(' ').map(Number);
  return run.status === 0 && whole !== undefined && own !== undefined ? { whole, own } : undefined;
}

const status = (field: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'latin1'))?.[1]) / 1024;

async function measure(name: string, input: string, contestant: Contestant): Promise<void> {
  const steps = stepsFor(inputOf(input), await makeKeys());
  const step = steps.find((candidate) => candidate.name === name);
  const run = step?.[contestant];
  if (!run) throw new Error(`no ${contestant} for ${name}`);
  await step.prepare?.[contestant]?.();
  globalThis.gc?.();
  globalThis.gc?.();
  const before = status('VmRSS');
  // Resets the high-water mark to the current size (proc(5), clear_refs).
  writeFileSync('/proc/self/clear_refs', '5');
  await run();
  const after = status('VmHWM');
  process.stdout.write(`${Math.round(after)} ${Math.max(0, Math.round(after - before))}\n`);
}

if (import.meta.main) {
  const [name = '', input = '', contestant = 'ours'] = process.argv.slice(2);
  await measure(name, input, contestant as Contestant);
}
