import type { Metric } from '../src/core/metrics/index.ts';

/**
 * What the conventions of Prometheus and OpenMetrics refuse in a metric: the rules of `promtool check metrics`, and that a
 * name says its unit.
 * @returns a sentence for each
 */
export function breaches(name: string, { type, unit, help, labels, buckets }: Metric): string[] {
  const words = name.split('_');
  const last = words.at(-1) ?? '';
  const ending = type === 'counter' ? ['total'] : type === 'info' ? ['info'] : [];
  const wanted = [...(unit === null ? [] : [unit]), ...ending];
  const rules: readonly (readonly [boolean, string])[] = [
    [/^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(name), 'is not a prefix and words in lower case, joined by _'],
    [wanted.every((word, i) => words[words.length - wanted.length + i] === word), `does not end in ${wanted}`],
    [type === 'counter' || last !== 'total', 'ends in total and is no counter'],
    [type === 'info' || last !== 'info', 'ends in info and is none'],
    [!['bucket', 'count', 'sum', 'created'].includes(last), 'ends like a sample of a histogram'],
    [!words.some((word) => NOT_BASE.includes(word)), 'has a unit that is not a base unit'],
    [unit !== null || !words.some((word) => BASE.includes(word)), 'names a unit that the table does not'],
    [!words.includes(type) || type === 'info', 'has its type in its name'],
    [help.length > 10 && !help.includes('\n'), 'has no help of one line'],
    [Object.keys(labels).every((label) => /^[a-z]+(_[a-z]+)*$/.test(label)), 'has a label that is not a word'],
    [
      !Object.keys(labels).some((label) => ['le', 'quantile', 'job', 'instance'].includes(label)),
      'takes a reserved label',
    ],
    [(buckets ?? [1]).every((bound, i, all) => bound > (all[i - 1] ?? 0)), 'has buckets that do not ascend'],
  ];
  return rules.flatMap(([kept, said]) => (kept ? [] : [`${name} ${said}`]));
}

const BASE = ['seconds', 'bytes', 'ratio', 'meters', 'volts', 'celsius'];
const NOT_BASE = ['ms', 'milliseconds', 'minutes', 'hours', 'kb', 'mb', 'kilobytes', 'megabytes', 'percent', 'bits'];
