import { describe, expect, it } from 'vitest';
import { growth, soakSection } from './report.ts';
import type { SoakResult } from './run.ts';
import type { Sample, Table } from './samples.ts';

const MB = 1024 ** 2;

/** Samples half a minute apart, of a service of so many MB at each. */
const samplesOf = (megabytes: readonly number[], tables: readonly Table[] = []): Sample[] =>
  megabytes.map((service, index) => ({
    second: index * 30,
    memory: { service: service * MB, workers: 300 * MB, postgres: 200 * MB, shared: 50 * MB },
    heap: 100 * MB,
    external: 30 * MB,
    workers: 4,
    connections: 20,
    files: 60,
    delayP99: 30,
    temporary: 0,
    tables: index === 0 ? [] : tables,
  }));

const resultOf = (more: Partial<SoakResult>): SoakResult => ({
  minutes: 60,
  capacity: 20,
  rate: 14,
  lives: 100,
  broken: 0,
  most: 9,
  life: { p50: 100, p95: 200 },
  sealed: { p50: 50, p95: 90 },
  webhooks: { count: 80, p50: 20, p99: 60 },
  samples: samplesOf([300, 300, 300, 300, 300, 300]),
  stuck: 0,
  waiting: 0,
  leftOver: [],
  ...more,
});

const rowOf = (result: SoakResult, name: string): string =>
  soakSection(result)
    .join('\n')
    .split('\n')
    .find((line) => line.startsWith(`| ${name} |`)) ?? '';

describe('growth', () => {
  const points = (values: readonly number[]) => values.map((value, at) => ({ at, value }));

  it('is the rise of a line through the samples, as a share of their mean', () => {
    expect(growth(points([100, 100, 100]))).toBe(0);
    expect(growth(points([90, 100, 110]))).toBeCloseTo(0.2);
    expect(growth(points([110, 100, 90]))).toBeCloseTo(-0.2);
  });

  it('is that of the line, not of its ends: one high sample in the middle is none', () => {
    expect(growth(points([100, 100, 200, 100, 100]))).toBeCloseTo(0);
  });

  it('is unknown of two samples', () => {
    expect(growth(points([100, 200]))).toBeNaN();
  });
});

describe('the section', () => {
  it('judges the last two thirds of the load, without the sample at rest', () => {
    const filling = [100, 200, 300, 300, 300, 300, 900];
    expect(rowOf(resultOf({ samples: samplesOf(filling) }), 'the service’s process')).toMatch(
      /\| 0\.0 % \| ≤ 5 % \| met \|$/,
    );
    const leaking = [100, 200, 300, 320, 340, 360, 360];
    expect(rowOf(resultOf({ samples: samplesOf(leaking) }), 'the service’s process')).toMatch(
      /\| 18\.2 % \| ≤ 5 % \| missed \|$/,
    );
  });

  it('misses a table that grew and that nobody is known to read, and leaves out one that did not grow', () => {
    const tables = [
      { name: 'documento', rows: 100, bytes: 5_000 },
      { name: 'sem_leitor', rows: 7, bytes: 900 },
      { name: 'aviso', rows: 0, bytes: 8_192 },
    ];
    const result = resultOf({ samples: samplesOf([300, 300, 300, 300], tables) });
    expect(rowOf(result, '`documento`')).toMatch(/\| 0 \| 100 \| 1\.00 \| 50 \| .+ \| met \|$/);
    expect(rowOf(result, '`sem_leitor`')).toMatch(/\| nobody is known to \| missed \|$/);
    expect(rowOf(result, '`aviso`')).toBe('');
  });

  it('misses what is left over', () => {
    const result = resultOf({ leftOver: ['tmp/work/a'], stuck: 1, waiting: 2, broken: 3 });
    expect(rowOf(result, 'temporary files left over')).toBe(
      '| temporary files left over | 1 (tmp/work/a) | 0 | missed |',
    );
    expect(rowOf(result, 'signed by everybody and not complete')).toMatch(/missed \|$/);
    expect(rowOf(result, 'jobs due and not done')).toMatch(/missed \|$/);
    expect(rowOf(result, 'lives that a refusal or a failure ended')).toMatch(/missed \|$/);
    expect(rowOf(resultOf({}), 'temporary files left over')).toMatch(/met \|$/);
  });
});
