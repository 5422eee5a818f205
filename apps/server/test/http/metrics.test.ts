import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { METRICS, type Metric } from '../../src/core/metrics/index.ts';
import { call, newSender, readyToSign, sent, sharedService, until } from '../modules/support.ts';

/** What /metrics of a running service answers is what the table says, in both formats. */

const service = sharedService();

async function scraped(accept: string): Promise<{ type: string | null; text: string }> {
  const answer = await fetch(`${service().origin}/metrics`, { headers: { accept } });
  expect(answer.status).toBe(200);
  return { type: answer.headers.get('content-type'), text: await answer.text() };
}

interface Family {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly unit: string | null;
  readonly samples: readonly {
    readonly name: string;
    readonly labels: Record<string, string>;
    readonly value: number;
  }[];
}

const SAMPLE = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-z_]+)="((?:[^"\\]|\\.)*)",?/g;

/** Reads either format. @throws at a line that is neither a comment nor a sample of the family before it */
function parsed(text: string): Family[] {
  const families: Family[] = [];
  for (const block of text.replace(/# EOF\n$/, '').split(/(?=^# HELP )/m)) {
    const [, name = '', help = ''] = /^# HELP (\S+) (.*)$/m.exec(block) ?? [];
    const lines = block.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const samples = lines.map((line) => {
      const [, sample = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
      if (!sample.startsWith(name)) throw new Error(`not a sample of ${name}: ${line}`);
      const given = [...labels.matchAll(LABEL)].map(([, label = '', one = '']) => [label, one]);
      return { name: sample, labels: Object.fromEntries(given), value: Number(value.replace('+Inf', 'Infinity')) };
    });
    const type = /^# TYPE \S+ (\w+)$/m.exec(block)?.[1] ?? '';
    families.push({ name, type, help, unit: /^# UNIT \S+ (\w+)$/m.exec(block)?.[1] ?? null, samples });
  }
  return families;
}

/** Not on every system that Node runs on. */
const OF_LINUX = /^process_(open_fds|max_fds|virtual_memory_bytes|heap_bytes)$/;

it('every metric is answered under its name, type, unit and help, and no other is', async () => {
  // What the database is asked for is left out of an answer that it would hold up.
  const plain = await until(async () => {
    const families = parsed((await scraped('text/plain')).text);
    const names = families.map(({ name }) => name);
    return Object.keys(METRICS).every((name) => OF_LINUX.test(name) || names.includes(name)) && families;
  });
  expect(plain.map(({ name }) => name).filter((name) => !(name in METRICS))).toEqual([]);
  for (const { name, type, help, samples } of plain) {
    const row = METRICS[name] as Metric;
    expect([name, type, help]).toEqual([name, row.type === 'info' ? 'gauge' : row.type, row.help]);
    for (const { labels } of samples) {
      const { le: _, ...own } = labels;
      expect([name, Object.keys(own).sort()]).toEqual([name, Object.keys(row.labels).sort()]);
      const listed = Object.entries(row.labels).flatMap(([label, values]) =>
        typeof values === 'string' || values.includes(own[label] ?? '') ? [] : [`${name} ${label}=${own[label]}`],
      );
      expect(listed).toEqual([]);
    }
  }
});

it('OpenMetrics is answered to whoever accepts it, as Prometheus asks for it', async () => {
  const { type, text } = await scraped('application/openmetrics-text;version=1.0.0;q=0.5,text/plain;q=0.3,*/*;q=0.1');
  expect(type).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
  expect(text.endsWith('\n# EOF\n')).toBe(true);
  const families = new Map(parsed(text).map((family) => [family.name, family]));
  expect(families.get('rubrica_messages')).toMatchObject({ type: 'counter' });
  expect(families.get('rubrica_build')).toMatchObject({ type: 'info' });
  expect(families.get('rubrica_http_request_duration_seconds')).toMatchObject({ type: 'histogram', unit: 'seconds' });
  expect(families.get('process_cpu_seconds')).toMatchObject({ type: 'counter', unit: 'seconds' });
  expect(text).toMatch(/^rubrica_http_request_duration_seconds_bucket\{.*le="1\.0".*\} \d+\.0$/m);
  expect((await scraped('text/plain')).type).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect((await scraped('application/openmetrics-text;q=0')).type).toMatch(/^text\/plain/);
});

it('a life is told: requests by operation, transactions, PDF tasks, jobs, the completion', async () => {
  const before = parsed((await scraped('text/plain')).text);
  const sender = await newSender(service());
  const document = await sent(sender, {
    signatarios: [{ funcao: 'ASSINAR', nome: 'Só', email: 'so@exemplo.com.br', metodoEntrega: 'LINK' }],
  });
  const one = await readyToSign(sender, document.signatarios[0]);
  expect((await one.sign()).status).toBe(200);
  expect((await call(`${sender.base}/documentos/nenhum`, 'GET', undefined, sender.as)).status).toBe(404);
  expect((await fetch(`${service().origin}/nada/${document.id}`)).status).toBe(404);
  const after = parsed((await scraped('text/plain')).text);

  const more = (name: string, labels: Record<string, string>) => {
    const [was, is] = [before, after].map((families) =>
      families
        .flatMap(({ samples }) => samples)
        .filter((sample) => sample.name === name)
        .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
        .reduce((sum, { value }) => sum + value, 0),
    );
    return Number(is) - Number(was);
  };
  const requests = 'rubrica_http_request_duration_seconds_count';
  expect(more(requests, { operation: 'criarDocumento', status_class: '2xx' })).toBe(1);
  expect(more(requests, { operation: 'assinar', status_class: '2xx' })).toBe(1);
  expect(more(requests, { operation: 'obterDocumento', status_class: '4xx' })).toBe(1);
  expect(more(requests, { operation: 'unknown', status_class: '4xx' })).toBe(1);
  expect(more(requests, { operation: 'probe' })).toBe(1);
  expect(
    more('rubrica_db_transaction_duration_seconds_count', { mode: 'write', outcome: 'committed' }),
  ).toBeGreaterThan(2);
  expect(more('rubrica_pdf_task_duration_seconds_count', { kind: 'inspect', outcome: 'done' })).toBe(1);
  expect(more('rubrica_completion_duration_seconds_count', { outcome: 'done' })).toBeGreaterThan(0);
  expect(more('rubrica_job_duration_seconds_count', { outcome: 'done' })).toBeGreaterThan(0);
  expect(JSON.stringify(after)).not.toContain(document.id);
});

it('promtool finds nothing to say', async ({ skip }) => {
  if (spawnSync('promtool', ['--version']).error) skip('no promtool (package prometheus)');
  const { text } = await scraped('text/plain');
  const checked = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
  expect([checked.status, `${checked.stdout}${checked.stderr}`]).toEqual([0, '']);
});
