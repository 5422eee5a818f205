import { setTimeout as delay } from 'node:timers/promises';
import { memoryOf } from '../soak/samples.ts';
import { verdict } from '../web/told.ts';
import { liveFor, withService } from './lives.ts';
import { allProcesses, below } from './processes.ts';

/** What a node holds, in megabytes of its processes' proportional share, and how many of them read and write PDFs. */
interface Held {
  readonly service: number;
  readonly workers: number;
  readonly postgres: number;
  readonly processes: number;
}

/** A node after some work, and once nobody has asked it for anything for long. */
export interface Rest {
  readonly worked: Held;
  readonly rested: Held;
  /** Milliseconds of the first creation after the rest, and of the one after it. */
  readonly first: number;
  readonly next: number;
}

const WORK_S = 20;
const LOOK_EVERY_MS = 15_000;
/** Ten minutes until workers end, five until that is looked for, and as much again on a slow machine. */
const PATIENCE_MS = 30 * 60_000;
const MOST_MB = 350;

async function heldBy(pid: number): Promise<Held> {
  const started = below(pid, allProcesses());
  const ofPostgres = started.filter(({ name }) => name.startsWith('postgres'));
  const others = started.filter((one) => !ofPostgres.includes(one));
  const [service, workers, postgres] = await Promise.all(
    [[{ pid }], others, ofPostgres].map(async (some) => (await memoryOf(some.map((one) => one.pid))).all / 1e6),
  );
  return { service: service ?? 0, workers: workers ?? 0, postgres: postgres ?? 0, processes: others.length };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Takes a quarter of an hour, in which nothing is asked of the node. */
export function runRestBench(): Promise<Rest> {
  return withService([], async (setting) => {
    await liveFor(setting, WORK_S);
    const worked = await heldBy(setting.pid);
    const until = performance.now() + PATIENCE_MS;
    let rested = worked;
    while (rested.processes > 0 && performance.now() < until) {
      await delay(LOOK_EVERY_MS);
      rested = await heldBy(setting.pid);
    }
    const create = () => setting.traffic.draft(setting.traffic.keyOf(0), setting.personNext());
    return { worked, rested, first: await timed(create), next: await timed(create) };
  });
}

export function restSection({ worked, rested, first, next }: Rest): string[] {
  const whole = ({ service, workers, postgres }: Held) => service + workers + postgres;
  const row = (name: string, held: Held, bar: string) =>
    `| ${name} | ${[whole(held), held.service, held.workers, held.postgres].map((mb) => mb.toFixed(0)).join(' | ')} | ${held.processes} | ${bar} |`;
  return [
    '## Rest',
    `A node as its users run it, with its PostgreSQL, after ${WORK_S} s of whole lives, and when nobody has asked it for anything until its PDF workers ended. Memory is the proportional share of its processes.`,
    [
      '| | MB | main process | PDF workers | PostgreSQL | processes of PDF workers | bar | |',
      '|---|---|---|---|---|---|---|---|',
      row('after work', worked, ' | '),
      row('at rest', rested, `≤ ${MOST_MB} MB | ${verdict(whole(rested) <= MOST_MB)}`),
    ].join('\n'),
    `The first document created after the rest took ${first.toFixed(0)} ms, which starts a worker; the next ${next.toFixed(0)} ms.`,
  ];
}
