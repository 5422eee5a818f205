import { clean } from '@rubrica/verify/cli';
import { parseSeals, Unreadable } from '@rubrica/verify/log';
import { type Bounds, fetchBytes, Unreached } from './fetch.ts';
import { Misbehaved } from './finding.ts';
import type { Leaves } from './leaves.ts';

/** The seals that an installation publishes, held against those that its log announced. */

const MAX_SEALS = 8 * 1024 * 1024;
/** How late a seal's leaf may be: a log takes in what waits within a minute. */
const ANNOUNCED_WITHIN_MS = 120_000;

/** What the installation publishes, as it was read. */
export interface Published {
  readonly url: string;
  readonly text: string;
  readonly seals: ReturnType<typeof parseSeals>;
}

/** @throws {Unreached | Misbehaved} */
export async function publishedSeals(url: string, bounds: Omit<Bounds, 'maxBytes'>): Promise<Published> {
  const bytes = await fetchBytes(url, { ...bounds, maxBytes: MAX_SEALS });
  if (bytes === null)
    throw new Unreached(`Em ${clean(url)} não há nada. Diga onde estão os selos, com --selos, ou --sem-selos.`);
  const text = Buffer.from(bytes).toString('utf8');
  try {
    return { url, text, seals: parseSeals(text) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new Misbehaved('ILEGIVEL', `${clean(url)} ${error.message}.`, { 'selos.json': text });
  }
}

/** Seals without a leaf. */
export interface Unannounced {
  /** Those whose leaf may still come, by fingerprint and beginning, with when each was first met. */
  readonly pending: Readonly<Record<string, string>>;
  /** Those whose leaf is overdue. */
  readonly overdue: readonly string[];
}

/**
 * Compares published seals of the log's environment with its leaves.
 * @param before when those were first met that had no leaf in earlier rounds
 */
export function unannounced(
  { seals }: Published,
  origin: string,
  leaves: Leaves,
  before: Readonly<Record<string, string>>,
): Unannounced {
  // A log that began after a restore has its name at the end.
  const own = /\/teste(?:\/\d{8}t\d{6}z)?$/.test(origin) ? 'TESTE' : 'PRODUCAO';
  const now = Date.now();
  const pending: Record<string, string> = {};
  const overdue: string[] = [];
  for (const { ambiente, impressaoDigital, de } of seals) {
    if (ambiente !== own || de === null) continue;
    const since = de.toISOString();
    if (leaves.has({ k: `SELO\n${impressaoDigital}\n${since}`, c: ambiente })) continue;
    const name = `${impressaoDigital} ${since}`;
    const met = before[name] ?? new Date(now).toISOString();
    pending[name] = met;
    if (now - Math.min(Date.parse(met), de.getTime()) > ANNOUNCED_WITHIN_MS) overdue.push(name);
  }
  return { pending, overdue };
}
