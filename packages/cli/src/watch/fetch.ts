import { clean } from '@rubrica/verify/cli';
import { EXIT, Stop } from '../exit.ts';
import { reasonOf } from '../say.ts';
import { Misbehaved } from './finding.ts';

/** No answer, or none of whom was asked. */
export class Unreached extends Stop {
  constructor(message: string) {
    super(EXIT.UNREACHED, message);
  }
}

export interface Bounds {
  readonly maxBytes: number;
  readonly withinMs: number;
  readonly end: AbortSignal;
}

const GONE = [404, 410];
/** No proxy may answer with what it has. */
const HEADERS = { 'cache-control': 'no-cache', 'user-agent': 'rubrica-cli' };
const START = 4096;

async function bodyOf(response: Response, url: string, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    chunks.push(chunk);
    if (length > maxBytes) {
      const start = Buffer.concat(chunks).subarray(0, START);
      throw new Misbehaved('ILEGIVEL', `${clean(url)} respondeu mais do que os ${maxBytes} bytes que cabem.`, {
        'endereco.txt': `${url}\n`,
        'comeco.bin': start,
      });
    }
  }
  return Buffer.concat(chunks);
}

/**
 * What is at an address, whole, in a bounded time and size.
 * @returns null where there is nothing
 * @throws {Unreached} where nobody answers, or not what was asked for
 * @throws {Misbehaved} where the answer is larger than it may be
 */
export async function fetchBytes(url: string, { maxBytes, withinMs, end }: Bounds): Promise<Uint8Array | null> {
  const signal = AbortSignal.any([end, AbortSignal.timeout(withinMs)]);
  try {
    const response = await fetch(url, { signal, redirect: 'manual', headers: HEADERS });
    if (response.ok) return await bodyOf(response, url, maxBytes);
    await response.body?.cancel();
    if (GONE.includes(response.status)) return null;
    const { status } = response;
    const why = status >= 300 && status < 400 ? `quer levar a outro endereço (${status})` : `respondeu ${status}`;
    throw new Unreached(`${clean(url)} ${why}.`);
  } catch (error) {
    if (error instanceof Misbehaved || error instanceof Stop) throw error;
    const late = (error as Error).name === 'TimeoutError';
    throw new Unreached(
      late
        ? `${clean(url)} não respondeu em ${withinMs / 1000} s.`
        : `${clean(url)} não foi alcançado: ${clean(reasonOf(error as Error))}.`,
    );
  }
}
