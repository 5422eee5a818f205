import { afterAll, beforeAll } from 'vitest';
import type { Answer } from '../../harness.ts';
import {
  type Act,
  type Databases,
  HELD_AT_ONCE,
  type Lane,
  type Outcome,
  openLane,
  PATIENCE_MS,
  shareDatabaseServer,
} from './lane.ts';
import type { Step } from './proxy.ts';

/** A lane for the tests of one file. @param die lets the service die as they say, before they look at what it left */
export function sharedLane(name: string, die: () => Promise<void>): () => Lane {
  let server: Databases | undefined;
  let lane: Lane | undefined;
  beforeAll(async () => {
    server = await shareDatabaseServer();
    lane = await openLane(server, name);
    await die();
  }, PATIENCE_MS);
  afterAll(async () => {
    await lane?.stop();
    await server?.stop();
  });
  return () => {
    if (!lane) throw new Error('the lane is not open yet');
    return lane;
  };
}

/** Something the service died at: what it left, what asking again answered, and what there was then. */
export interface Death<T> {
  readonly step: Step;
  readonly found: T;
  readonly retried: Answer;
  readonly after: T;
}

/**
 * Runs an act for every step, the service dying at each, until one lives through.
 * @param prepare the act of a number, at the step of that number @param traces what the act left
 */
export async function dieAtEveryStep<P extends { readonly act: Act }, T>(
  lane: Lane,
  prepare: (n: number) => Promise<P>,
  traces: (prepared: P) => Promise<T>,
): Promise<{ readonly deaths: (P & Death<T>)[]; readonly survived: Answer }> {
  const deaths: (P & Death<T>)[] = [];
  for (let first = 1; ; first += HELD_AT_ONCE) {
    const all = await Promise.all(Array.from({ length: HELD_AT_ONCE }, (_, index) => prepare(first + index)));
    const outcomes = await lane.killDuring(all.map(({ act }) => act));
    const found = await Promise.all(all.map(traces));
    await lane.restart();
    const retried = await Promise.all(all.map(({ act }) => act.run()));
    const after = await Promise.all(all.map(traces));
    let survived: Answer | undefined;
    for (const [index, prepared] of all.entries()) {
      const outcome = outcomes[index] as Outcome;
      if ('answer' in outcome) {
        survived ??= outcome.answer;
        continue;
      }
      const [before, again, then] = [found[index] as T, retried[index] as Answer, after[index] as T];
      deaths.push({ ...prepared, step: outcome.step, found: before, retried: again, after: then });
    }
    if (survived) return { deaths, survived };
  }
}

/** A step, for the message of a test. */
export const named = ({ number, moment, statement }: Step): string =>
  `${number}, ${moment}: ${statement.replace(/\s+/g, ' ').slice(0, 60)}`;
