import { sentenceOf } from '@rubrica/contract';
import { Refused, transportRule } from '../../adapters/outgoing.ts';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** A number of bytes as people read it: `1,5 GB`. */
export function bytesInWords(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${value.toFixed(power === 0 || value >= 100 ? 0 : 1).replace('.', ',')} ${UNITS[power]}`;
}

/** A length of time as people read it: `350 ms`, `12 s`, `3 min`, `5 h`, `12 dias`. */
export function timeInWords(ms: number): string {
  const steps = [
    [1_000, 1, 'ms'],
    [120_000, 1_000, 's'],
    [7_200_000, 60_000, 'min'],
    [172_800_000, 3_600_000, 'h'],
  ] as const;
  const [, unit, name] = steps.find(([limit]) => ms < limit) ?? [0, 86_400_000, 'dias'];
  return `${Math.floor(ms / unit)} ${name}`;
}

/** `1 documento`, `3 documentos`. */
export const counted = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** Host, port and path of an address, never its user, password or parameters. */
export function placeOf(address: string): string {
  const url = new URL(address);
  return `${url.host}${url.pathname === '/' ? '' : url.pathname}` || 'socket local';
}

/** Why something failed, without a full stop; what others say, in whatever language, stands in quotation marks. */
export function reasonOf(error: unknown): string {
  return known(error) ?? `“${innermost(error)}”`;
}

/** The same for errors whose messages are ours, for the operator. */
export const wordsOf = (error: unknown): string => known(error) ?? innermost(error);

function known(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'não respondeu a tempo';
  // Some libraries keep the code in the message only.
  const coded = { code: /\bE[A-Z_]{4,}\b/.exec(error.message)?.[0] };
  const said = error instanceof Refused ? error.rule : (transportRule(error) ?? transportRule(coded));
  if (said) return lowered(sentenceOf(said).replace(/\.$/, ''));
  // The innermost cause: `fetch failed` says nothing.
  if (error.cause instanceof Error) return known(error.cause);
  return error instanceof AggregateError ? known(error.errors[0]) : null;
}

const lowered = (sentence: string) => sentence.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase());

function innermost(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return innermost(error.cause);
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  return error.message.replace(/\.$/, '');
}
