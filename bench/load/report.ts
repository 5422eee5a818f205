import type { LoadResult } from './run.ts';

const number = (value: number, digits = 0) => (Number.isFinite(value) ? value.toFixed(digits) : '');
const megabytes = (bytes: number) => number(bytes / 1024 ** 2, 1);
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The load's section of the report. */
export function loadSection(result: LoadResult): string[] {
  const { documents, organizations, seconds, callers, webhooks } = result;
  const count = (value: number) => value.toLocaleString('en');
  return [
    '## Load',
    `${count(documents)} documents of ${count(organizations)} organizations, of which the largest has a tenth: 60 % completed, 25 % sent, 15 % drafts, each a copy of the rows of one that the service made. Two processes of the service, with every role, over a PostgreSQL of its own that syncs to disk (shared_buffers 2 GB). ${callers} callers each wait for their answer for ${seconds} s: of a hundred requests 38 read a document, 12 the list, 3 search it, 5 the feed, 12 create one of 50 kB with a signer and a field, 10 send one, 15 ask the public validation; 5 are a signer's whole visit, which is five requests and ends with the document completed. Twenty organizations hear of their events by webhook. Fixed work of one machine: callers, service and database share its processors.`,
    `${number(result.perSecond)} answers a second. Of ${result.processors} processors our two processes used ${number(result.ours, 2)}, PostgreSQL ${number(result.postgres, 2)}; the machine had ${number(result.runnable, 1)} runnable processes at the end, so ${result.runnable > 2 * result.processors ? 'others worked on it too and absolute times are only indicative' : 'it was not shared'}. Filling in took ${number(result.fillSeconds)} s. Webhooks: ${webhooks.count}, ${number(webhooks.p50)} ms after their event in the middle, ${number(webhooks.p99)} ms at the 99th percentile.`,
    table(
      ['', 'requests', 'p50, ms', 'p99, ms', 'answers 429', 'answers 5xx'],
      result.operations.map(({ name, requests, p50, p99, refused, failed }) => [
        name,
        String(requests),
        number(p50, 1),
        number(p99),
        String(refused),
        String(failed),
      ]),
    ),
    'Where PostgreSQL spends its time (pg_stat_statements), the dearest statements first.',
    table(
      ['share', 'calls', 'mean, ms', 'statement'],
      result.statements.map(({ text, calls, meanMs, share }) => [
        `${number(share * 100, 1)} %`,
        String(calls),
        number(meanMs, 2),
        `\`${text.replaceAll('|', '\\|').replaceAll('`', "'")}\``,
      ]),
    ),
    `What a document takes in the database: ${number(result.bytesPerDocument / 1024, 1)} kB, in these tables.`,
    table(
      ['table', 'rows a document', 'table, bytes a document', 'indexes, bytes a document', 'all, MB'],
      result.tables.map(({ name, rows, bytes, indexBytes }) => [
        name,
        number(rows / documents, 2),
        number(bytes / documents),
        number(indexBytes / documents),
        megabytes(bytes + indexBytes),
      ]),
    ),
    'The largest indexes, and how often the load used them.',
    table(
      ['index', 'MB', 'used'],
      result.indexes.map(({ name, bytes, scans }) => [name, megabytes(bytes), String(scans)]),
    ),
  ];
}
