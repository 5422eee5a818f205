import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedOfRun } from '../../chance.ts';
import { type Service, startService } from '../../harness.ts';
import { checkFeed, checkMetering, checkRecords, checkWebhooks } from './afterwards.ts';
import { life } from './all-acts.ts';
import { Model } from './model.ts';
import { type Outside, startOutside } from './outside.ts';
import { openReal, settle } from './real.ts';

/** Lives to try; RUBRICA_RUNS asks for more. RUBRICA_SEED and RUBRICA_PATH repeat what a failure printed. */
const RUNS = Number(process.env.RUBRICA_RUNS ?? 8);
const ACTS = 30;
/** Making a failure smaller tries many lives more, which only somebody who asked for many runs waits for. */
const SHRINKS = process.env.RUBRICA_RUNS !== undefined || process.env.RUBRICA_PATH !== undefined;

let service: Service;
let outside: Outside;
beforeAll(async () => {
  outside = await startOutside();
  service = await startService(outside.env);
});
afterAll(async () => {
  await service?.stop();
  await outside?.close();
});

it(
  'the service answers every sequence of acts as the plain model does, and leaves trails, events and counts that fit it',
  async () => {
    let lives = 0;
    const property = fc.asyncProperty(life(ACTS), async (acts) => {
      lives += 1;
      const model = new Model();
      const real = await openReal(service, outside, `vida${lives}`);
      for (const act of acts) if (act.check(model)) await act.run(model, real);
      await settle(model, real);
      await checkWebhooks(model, real);
      await checkFeed(model, real);
      await checkMetering(model, real);
      await checkRecords(model, real);
    });
    const { RUBRICA_PATH: path } = process.env;
    const details = await fc.check(property, {
      numRuns: RUNS,
      endOnFailure: !SHRINKS,
      seed: seedOfRun(),
      ...(path ? { path } : {}),
    });
    const again = `RUBRICA_SEED=${details.seed} RUBRICA_PATH=${details.counterexamplePath}`;
    expect(
      details.failed ? `${fc.defaultReportMessage(details)}\n${details.errorInstance}\n${again}` : 'as the model',
    ).toBe('as the model');
  },
  60_000 + RUNS * 20_000,
);
