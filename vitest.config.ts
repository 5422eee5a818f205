import { defineConfig } from 'vitest/config';
import CountReporter from './scripts/count-reporter.ts';

export default defineConfig({
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'apps/*/{src,test}/**/*.test.ts', 'acceptance/**/*.test.ts'],
    pool: 'forks',
    // Each file may run a PostgreSQL of its own; two cores carry two of them.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', new CountReporter()],
  },
});
