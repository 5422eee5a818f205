import { availableParallelism, totalmem } from 'node:os';
import { defineConfig } from 'vitest/config';
import CountReporter from './scripts/count-reporter.ts';
import { testFiles } from './scripts/test-parts.ts';
import { WAIT_MS } from './scripts/until.ts';

const GIGABYTE = 2 ** 30;
/** With the browser, the service and the database that it may start. */
const BYTES_OF_A_WORKER = 1.5 * GIGABYTE;

/** Most files keep more than a core busy at times and wait at others: three keep two cores at work, a fourth slows them down. */
const workers = Math.floor(Math.min(availableParallelism() * 1.5, totalmem() / BYTES_OF_A_WORKER));

const common = {
  pool: 'forks' as const,
  // A worker that loads the code once for all its files, and not once for each, saves a third of the processor's time.
  isolate: false,
  maxWorkers: Math.max(1, workers),
  // What is waited for may come late on a busy machine; a second, which vitest takes, is the speed of a machine.
  expect: { poll: { timeout: WAIT_MS } },
  // So that what did not come is told by whoever waited for it. No test says how long it may take itself.
  testTimeout: 3 * WAIT_MS,
  hookTimeout: 3 * WAIT_MS,
};

export default defineConfig({
  test: {
    projects: Object.entries(testFiles()).map(([name, include]) => ({ test: { ...common, name, include } })),
    maxWorkers: common.maxWorkers,
    globalSetup: ['apps/server/test/run-setup.ts'],
    // A failing test tells what the service said while it ran; the refusals that a passing one brings about concern nobody.
    silent: 'passed-only',
    reporters: ['default', new CountReporter()],
  },
});
