import { defineConfig } from 'vitest/config';
import CountReporter from './scripts/count-reporter.ts';

export default defineConfig({
  test: {
    include: [
      'scripts/*.test.ts',
      'packages/*/{src,test}/**/*.test.ts',
      'apps/*/{src,test}/**/*.test.ts',
      'acceptance/**/*.test.ts',
    ],
    globalSetup: ['apps/server/test/run-setup.ts'],
    pool: 'forks',
    // A worker that loads the code once for all its files, and not once for each, saves a third of the processor's time.
    isolate: false,
    // Two cores carry three: a good part of most files is waiting, for a browser, a sweep or a retry.
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A failing test tells what the service said while it ran; the refusals that a passing one brings about concern nobody.
    silent: 'passed-only',
    reporters: ['default', new CountReporter()],
  },
});
