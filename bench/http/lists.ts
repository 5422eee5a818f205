import type { Sql } from '../../apps/server/src/core/driver/tag.ts';
import { medianOf, type Spread, spreadOf } from './contest.ts';
import { connect, createKeys, signUp, vacuum } from './database.ts';
import { fillOrganization, RARE } from './fill.ts';
import { startService } from './service.ts';

/** The cost of a listing in a small and in a large organization of the same database. */
export interface ListResult {
  readonly name: string;
  readonly small: Spread;
  readonly large: Spread;
  readonly ratio: number;
  /** The total reported by the large organization's listing. */
  readonly total: number;
  /**
   * Milliseconds of the very first response in the large organization: a search is counted once, and the count is then
   * updated.
   */
  readonly first: number;
  readonly bar: number;
  readonly met: boolean;
}

const BAR = 1.5;
const SMALL = 1_000;
const KEYS = 3_000;
/** The position of the deep page, as a fraction of the whole listing. */
const DEPTH = 0.5;

type Query = Readonly<Record<string, string>>;

interface Subject {
  readonly size: number;
  readonly filters: [string, Query][];
  readonly ask: (query: Query) => Promise<Answer>;
}

interface Answer {
  readonly ms: number;
  readonly total: number;
  readonly cursor: string | null;
}

/** Folders differ between organizations; the other filters do not. */
const filters = (folder: string): [string, Query][] => [
  ['no filter', {}],
  ['status', { status: 'ASSINADO' }],
  ['pastaId', { pastaId: folder }],
  ['status and pastaId', { status: 'ASSINADO', pastaId: folder }],
  ['busca, a title few have', { busca: RARE.title }],
  ['busca, a signer few have', { busca: RARE.signer }],
  ['busca, a word every title has', { busca: 'contráto' }],
  ['busca, a word a fifth of the titles have', { busca: 'locação' }],
  ['busca, two letters', { busca: 'co' }],
  ['busca and status', { busca: 'contrato', status: 'ASSINADO' }],
  ['ordenarPor=atualizadoEm', { ordenarPor: 'atualizadoEm' }],
  ['ordenarPor=atualizadoEm and status', { ordenarPor: 'atualizadoEm', status: 'ASSINADO' }],
  ['atualizadoDesde, what changed in ten minutes', { atualizadoDesde: recent() }],
  ['atualizadoDesde in its order', { atualizadoDesde: recent(), ordenarPor: 'atualizadoEm' }],
  ['atualizadoDesde, a thousand days back', { atualizadoDesde: longAgo(), ordenarPor: 'atualizadoEm' }],
];

/** One document changed each second (fill.ts), so as many in a small as in a large organization. */
const recent = () => new Date(begun - 600_000).toISOString();
const longAgo = () => new Date(begun - 1000 * 24 * 3600_000).toISOString();
const begun = Date.now();

/**
 * Runs the listings of an organization of 1,000 documents and of one of `size`, alternately.
 * @param only those with this in their name
 */
export async function runListBench(size: number, times: number, only = ''): Promise<ListResult[]> {
  const service = await startService();
  const sql = connect(service);
  try {
    const small = await subject(service.origin, sql, SMALL);
    const large = await subject(service.origin, sql, size);
    await vacuum(sql);
    const results: ListResult[] = [];
    for (const [index, [name, filter]] of large.filters.entries()) {
      if (!name.includes(only)) continue;
      const smallFilter = small.filters[index]?.[1] ?? {};
      const first = await large.ask(filter);
      await small.ask(smallFilter);
      const page = await compare(`${name}, first page`, small, large, smallFilter, filter, times);
      results.push({ ...page, first: first.ms });
      const [deepSmall, deepLarge] = [await deepQuery(small, smallFilter), await deepQuery(large, filter)];
      if (!deepSmall || !deepLarge) continue;
      const deep = await compare(`${name}, deep page`, small, large, deepSmall, deepLarge, times);
      results.push({ ...deep, first: Number.NaN });
    }
    return results;
  } finally {
    await sql.end();
    await service.stop();
  }
}

async function subject(origin: string, sql: Sql, size: number): Promise<Subject> {
  const account = await signUp(origin, sql);
  const folder = await fillOrganization(sql, account, size);
  const keys = await createKeys(sql, account, KEYS);
  let turn = 0;
  const ask = async (query: Query): Promise<Answer> => {
    const key = keys[turn++ % keys.length];
    const begun = performance.now();
    const answer = await fetch(`${origin}/v1/documentos?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const text = await answer.text();
    const ms = performance.now() - begun;
    if (answer.status !== 200) throw new Error(`the listing answered ${answer.status}: ${text}`);
    const { total, proximoCursor } = JSON.parse(text) as { total: number; proximoCursor: string | null };
    return { ms, total, cursor: proximoCursor };
  };
  return { size, filters: filters(folder), ask };
}

/** The page halfway down, reached as a client would; null if there are not three pages. */
async function deepQuery({ ask, size }: Subject, filter: Query): Promise<Query | null> {
  const step = size > SMALL ? 100 : 20;
  const limite = String(step);
  let { total, cursor } = await ask({ ...filter, limite });
  for (let seen = step; seen < total * DEPTH && cursor !== null; seen += step) {
    ({ total, cursor } = await ask({ ...filter, limite, cursor }));
  }
  return cursor === null ? null : { ...filter, cursor };
}

async function compare(
  name: string,
  small: Subject,
  large: Subject,
  smallQuery: Query,
  largeQuery: Query,
  times: number,
): Promise<Omit<ListResult, 'first'>> {
  const taken: { small: number[]; large: number[] } = { small: [], large: [] };
  let total = 0;
  for (let i = -5; i < times; i++) {
    const one = await small.ask(smallQuery);
    const other = await large.ask(largeQuery);
    total = other.total;
    if (i < 0) continue;
    taken.small.push(one.ms);
    taken.large.push(other.ms);
  }
  const ratio = medianOf(taken.large) / medianOf(taken.small);
  const spreads = { small: spreadOf(taken.small), large: spreadOf(taken.large) };
  return { name, ...spreads, ratio, total, bar: BAR, met: ratio <= BAR };
}

if (import.meta.main) {
  const [size = '1000000', times = '60', only] = process.argv.slice(2);
  for (const { name, small, large, ratio, total, first, met } of await runListBench(
    Number(size),
    Number(times),
    only,
  )) {
    const figures = `${small.median.toFixed(1)} → ${large.median.toFixed(1)} ms, ratio ${ratio.toFixed(2)} ${met ? 'met' : 'missed'}`;
    process.stdout.write(`${name}: ${figures}; total ${total}, first ${first.toFixed(0)} ms\n`);
  }
}
