import { expect, it } from 'vitest';
import { METRIC_SUBJECTS, METRICS } from '../../src/core/metrics/index.ts';
import { breaches } from '../metric-conventions.ts';

/** The table of metrics keeps to the conventions, and whoever names a metric names one of it. */

const ROWS = Object.entries(METRICS);

it('every metric is named as the conventions have it', () => {
  expect(ROWS.length).toBeGreaterThan(40);
  expect(ROWS.flatMap(([name, row]) => breaches(name, row))).toEqual([]);
  expect(ROWS.length).toBe(METRIC_SUBJECTS.flatMap(([, rows]) => Object.keys(rows)).length);
});

const counter = { type: 'counter', unit: null, help: 'Something counted', labels: {}, act: '' } as const;
it.each([
  ['rubrica_calls', counter, 'does not end in total'],
  ['rubrica_wait_ms_total', counter, 'has a unit that is not a base unit'],
  ['rubrica_lag_total', { ...counter, type: 'gauge' }, 'ends in total and is no counter'],
  ['rubrica_lag_seconds', { ...counter, type: 'gauge' }, 'names a unit that the table does not'],
  ['rubrica_lag', { ...counter, type: 'gauge', unit: 'seconds' }, 'does not end in seconds'],
  ['rubrica_version', { ...counter, type: 'info' }, 'does not end in info'],
  ['rubrica_lagGauge', { ...counter, type: 'gauge' }, 'is not a prefix and words'],
  ['rubrica_calls_total', { ...counter, labels: { instance: [] } }, 'takes a reserved label'],
  ['rubrica_calls_total', { ...counter, help: 'Calls' }, 'has no help'],
] as const)('%s is refused: %#', (name, row, why) => {
  expect(breaches(name, row).join()).toContain(why);
});
