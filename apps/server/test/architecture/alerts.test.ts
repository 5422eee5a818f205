import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { METRICS } from '../../src/core/metrics/index.ts';

/** The alerts and the dashboard ask for metrics that there are, in PromQL that parses, and each alert says what to do. */

const ROOT = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const RULES = 'deploy/observability/prometheus/rubrica.rules.yaml';
const RUNBOOK = 'docs/operations/alerts.md';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const { groups } = parse(read(RULES)) as { readonly groups: readonly { readonly rules: readonly Alert[] }[] };
const alerts = groups.flatMap(({ rules }) => rules);
const dashboard = JSON.parse(read('deploy/observability/grafana/rubrica.json')) as {
  readonly panels: readonly Panel[];
};
const queries = [
  ...alerts.map(({ alert, expr }) => ({ where: alert, expr })),
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ where: title, expr }))),
].map(({ where, expr }) => [where, expr.replaceAll('$__rate_interval', '5m')] as const);

/** What Prometheus adds to what it scrapes. */
const ADDED = ['job', 'instance', 'le'];
/** The metric of the table that a series is of. */
const rowOf = (series: string) => METRICS[series] ?? METRICS[series.replace(/_(bucket|count|sum)$/, '')];

interface Query {
  readonly errors: readonly string[];
  readonly series: readonly string[];
  /** Labels that are matched or grouped by. */
  readonly labels: readonly string[];
}

function parsed(expr: string): Query {
  const [errors, series, labels]: string[][] = [[], [], []];
  parser.parse(expr).iterate({
    enter: ({ name, type, from, to, node }) => {
      const text = expr.slice(from, to);
      if (type.isError) errors?.push(`at ${from}: ${text}`);
      if (name === 'Identifier' && node.parent?.name === 'VectorSelector') series?.push(text);
      if (name === 'LabelName') labels?.push(text);
    },
  });
  return { errors: errors ?? [], series: series ?? [], labels: labels ?? [] };
}

it.each(queries)('%s asks for metrics and labels that there are', (_where, expr) => {
  const { errors, series, labels } = parsed(expr);
  expect(errors).toEqual([]);
  expect(series.length).toBeGreaterThan(0);
  expect(series.filter((one) => rowOf(one) === undefined)).toEqual([]);
  const known = [...ADDED, ...series.flatMap((one) => Object.keys(rowOf(one)?.labels ?? {}))];
  expect(labels.filter((label) => !known.includes(label))).toEqual([]);
});

it('values of labels are those of the table', () => {
  const wrong = queries.flatMap(([where, expr]) =>
    [...expr.matchAll(/([a-z_]+)\{([^}]*)\}/g)].flatMap(([, series = '', matchers = '']) =>
      [...matchers.matchAll(/(\w+)\s*!?=\s*"([^"]*)"/g)].flatMap(([, label = '', value = '']) => {
        const values = rowOf(series)?.labels[label];
        return Array.isArray(values) && !values.includes(value) ? [`${where}: ${series} ${label}=${value}`] : [];
      }),
    ),
  );
  expect(wrong).toEqual([]);
});

it('a query with an error, or for something that there is not, would be noticed', () => {
  expect(parsed('sum(rate(rubrica_queue_jobs_due[5m])').errors).not.toEqual([]);
  expect(parsed('rubrica_queue_jobs_due{queue="a"}')).toEqual({
    errors: [],
    series: ['rubrica_queue_jobs_due'],
    labels: ['queue'],
  });
  expect(rowOf('rubrica_http_duration_seconds_bucket')).toBeUndefined();
});

describe('an alert', () => {
  it.each(alerts)('$alert has severity, summary, meaning and its runbook', ({ alert, labels, annotations }) => {
    expect(alert).toMatch(/^Rubrica[A-Z]/);
    expect(['critical', 'warning', 'info']).toContain(labels.severity);
    expect(Object.keys(annotations)).toEqual(['summary', 'description', 'runbook']);
    expect(annotations.runbook).toBe(`${RUNBOOK}#${alert.toLowerCase()}`);
    const section = read(RUNBOOK)
      .split(/^## /m)
      .find((one) => one.startsWith(`${alert}\n`));
    expect(section).toContain(`\`${labels.severity}\``);
    expect(section).toMatch(/^- /m);
  });

  it('has a name of its own, and the runbook has no section besides', () => {
    const names = alerts.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    expect([...read(RUNBOOK).matchAll(/^## (.+)$/gm)].map(([, name]) => name)).toEqual(names);
  });
});

/** In deploy besides metrics: roles of the database. */
const ROLES = ['rubrica_dona', 'rubrica_app', 'rubrica_processo'];

it('whatever is deployed names metrics that there are', () => {
  const files = globSync('deploy/**/*.{yaml,yml,json,env,md,conf}', { cwd: ROOT }).filter((file) =>
    existsSync(join(ROOT, file)),
  );
  const named = files.flatMap((file) =>
    [...read(file).matchAll(/\brubrica_[a-z_]+\b/g)].map(([name]) => ({ file, name })),
  );
  expect(named.length).toBeGreaterThan(50);
  const unknown = named.filter(({ name }) => rowOf(name) === undefined && !ROLES.includes(name));
  expect(unknown).toEqual([]);
});

it('promtool takes the rules, and their tests hold', ({ skip }) => {
  if (spawnSync('promtool', ['--version']).error) skip('no promtool (package prometheus)');
  const cwd = join(ROOT, dirname(RULES));
  for (const args of [
    ['check', 'rules', 'rubrica.rules.yaml'],
    ['test', 'rules', 'rubrica.test.yaml'],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd, encoding: 'utf8' });
    expect([args[0], status, status === 0 ? '' : stdout + stderr]).toEqual([args[0], 0, '']);
  }
});
