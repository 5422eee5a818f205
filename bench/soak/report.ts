import { verdict } from '../web/told.ts';
import { readersOf } from './readers.ts';
import type { SoakResult } from './run.ts';
import type { Sample } from './samples.ts';

/** Memory may grow by as much, over the last two thirds of the load. */
const FLAT = 0.05;
/** What a process that answers and one that works the queue hold by docs/operations/processes.md; one is both here. */
const CONNECTIONS_MAX = 57;

const number = (value: number, digits = 0) => (Number.isFinite(value) ? value.toFixed(digits) : '');
const megabytes = (bytes: number) => number(bytes / 1024 ** 2, 1);
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/**
 * How much a line through the values rises from its beginning to its end, as a share of their mean: a single high sample, such
 * as one before a collection of garbage, weighs little. NaN of fewer than three.
 */
export function growth(points: readonly { readonly at: number; readonly value: number }[]): number {
  if (points.length < 3) return Number.NaN;
  const mean = (of: (point: { at: number; value: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [at, value] = [mean((point) => point.at), mean((point) => point.value)];
  const slope = mean((point) => (point.at - at) * (point.value - value)) / mean((point) => (point.at - at) ** 2);
  const span = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0);
  return (slope * span) / value;
}

/** Of the load alone: the last sample is of an installation that rests. */
const lastTwoThirds = (samples: readonly Sample[]) => samples.slice(Math.floor(samples.length / 3), -1);

function memoryRow(
  name: string,
  samples: readonly Sample[],
  of: (sample: Sample) => number,
  judged: boolean,
): string[] {
  const late = lastTwoThirds(samples);
  const grown = growth(late.map((sample) => ({ at: sample.second, value: of(sample) })));
  return [
    name,
    megabytes(of(late[0] as Sample)),
    megabytes(of(late.at(-1) as Sample)),
    megabytes(Math.max(...samples.map(of))),
    `${number(grown * 100, 1)} %`,
    ...(judged ? [`≤ ${FLAT * 100} %`, verdict(grown <= FLAT)] : ['', '']),
  ];
}

function heldRow(name: string, samples: readonly Sample[], of: (sample: Sample) => number, bar?: number): string[] {
  const most = Math.max(...samples.map(of));
  const [first, last] = [samples[0], samples.at(-1)].map((sample) => number(of(sample as Sample)));
  const judged = bar === undefined ? ['', ''] : [`≤ ${bar}`, verdict(most <= bar)];
  return [name, first ?? '', number(most), last ?? '', ...judged];
}

/** Tables with more rows at the end than at the beginning. */
function tableRows({ samples, lives }: SoakResult): string[][] {
  const before = new Map(samples[0]?.tables.map((one) => [one.name, one]));
  return (samples.at(-1)?.tables ?? []).flatMap(({ name, rows, bytes }) => {
    const was = before.get(name);
    const more = rows - (was?.rows ?? 0);
    if (more <= 0) return [];
    const reads = readersOf(name);
    const grown = [number(was?.rows ?? 0), number(rows), number(more / lives, 2)];
    const size = number((bytes - (was?.bytes ?? 0)) / lives);
    return [[`\`${name}\``, ...grown, size, reads ?? 'nobody is known to', verdict(reads !== null)]];
  });
}

/** The soak's section of the report. */
export function soakSection(result: SoakResult): string[] {
  const { minutes, capacity, rate, lives, broken, most, life, sealed, webhooks, samples, stuck, waiting } = result;
  const { leftOver } = result;
  const share = Number.isFinite(capacity)
    ? `${number((100 * rate) / capacity)} % of the ${number(capacity, 1)} that eight callers get who each wait for theirs`
    : 'a rate that was given';
  const leftovers = `${leftOver.length}${leftOver.length > 0 ? ` (${leftOver.slice(0, 5).join(', ')})` : ''}`;
  const ends: string[][] = [
    ['lives that a refusal or a failure ended', number(broken), '0', verdict(broken === 0)],
    ['signed by everybody and not complete', number(stuck), '0', verdict(stuck === 0)],
    ['jobs due and not done', number(waiting), '0', verdict(waiting === 0)],
    ['temporary files left over', leftovers, '0', verdict(leftOver.length === 0)],
  ];
  return [
    '## Soak',
    `The service as users run it for ${number(minutes)} minutes, ${number(rate, 1)} lives a second, ${share}: a document of 50 kB with a signer and a field is created, sent, opened, identified, read, accepted, signed and read sealed; then its file is downloaded, its code validated, a page of the list and of the feed read, for every tenth a search. Lives are of a hundred organizations, twenty of which hear of theirs by webhook, and begin when they are due, whatever becomes of those before. Every half minute a sample. Memory is each process's proportional share; how it grows is the rise of a line through the samples of the last two thirds. What PostgreSQL holds follows the number of connections, which are opened when they are needed and closed when they are not; so that of each connection is judged, and the number. Its shared memory fills up to its setting and is not judged, nor is the heap between two collections.`,
    `${lives} lives, at most ${most} at once: half within ${number(life.p50)} ms of when they were due, 95 of a hundred within ${number(life.p95)}. From the last signature to its answer ${number(sealed.p50)} and ${number(sealed.p95)} ms. Webhooks: ${webhooks.count}, ${number(webhooks.p50)} ms after their event in the middle, ${number(webhooks.p99)} ms at the 99th percentile.`,
    table(
      ['memory, MB', 'after a third', 'at the end', 'most', 'growth', 'bar', ''],
      [
        memoryRow('the service’s process', samples, ({ memory }) => memory.service, true),
        memoryRow('its PDF workers', samples, ({ memory }) => memory.workers, true),
        memoryRow(
          'PostgreSQL, for each connection',
          samples,
          (sample) => sample.memory.postgres / sample.connections,
          true,
        ),
        memoryRow('PostgreSQL’s processes, each its own', samples, ({ memory }) => memory.postgres, false),
        memoryRow('PostgreSQL, shared', samples, ({ memory }) => memory.shared, false),
        memoryRow('heap in use, of the service’s process', samples, ({ heap }) => heap, false),
        memoryRow('buffers beside it', samples, ({ external }) => external, false),
      ],
    ),
    table(
      ['', 'before', 'most', 'at rest', 'bar', ''],
      [
        heldRow('connections to PostgreSQL', samples, ({ connections }) => connections, CONNECTIONS_MAX),
        heldRow('open files of the service’s process', samples, ({ files }) => files),
        heldRow('processes of its PDF workers', samples, ({ workers }) => workers),
        heldRow('delay of the event loop, p99, ms', samples, ({ delayP99 }) => delayP99),
        heldRow('temporary files', samples, ({ temporary }) => temporary),
      ],
    ),
    table(['at the end', '', 'bar', ''], ends),
    table(
      ['table', 'rows before', 'rows after', 'a life', 'bytes a life', 'who reads it, and when its rows go', ''],
      tableRows(result),
    ),
  ];
}
