import { type Frame, frameOf, within } from './trace.ts';

/** The individual outcome of an action that was part of a batch. */
export type Settled<R> = { readonly value: R } | { readonly error: unknown };

/** The value it ended with. @throws its error */
export function unsettle<R>(settled: Settled<R>): R {
  if ('error' in settled) throw settled.error;
  return settled.value;
}

/** How actions that failed together are retried. */
interface Alone {
  /** Whether an error means that nothing was done, as each does if absent; after any other they are not retried. */
  readonly nothingDone?: (error: unknown) => boolean;
  /** One after another: as many transactions at once would take every connection from the others. */
  readonly inTurn?: boolean;
}

/**
 * Runs several actions together and, if that fails as a whole, each one alone, so that none fails because of another
 * and each gets its own error.
 * @param work does all or nothing of what it is given, and returns results in the same order; it may be given an action
 * twice
 */
export async function settleTogether<A, R>(
  acts: readonly A[],
  work: (acts: readonly A[]) => Promise<readonly Settled<R>[]>,
  { nothingDone = () => true, inTurn = false }: Alone = {},
): Promise<readonly Settled<R>[]> {
  try {
    return await work(acts);
  } catch (error) {
    if (acts.length === 1 || !nothingDone(error)) return acts.map(() => ({ error }));
    const alone = (act: A) => settleTogether([act], work);
    if (!inTurn) return (await Promise.all(acts.map(alone))).flat();
    const settled: Settled<R>[] = [];
    for (const act of acts) settled.push(...(await alone(act)));
    return settled;
  }
}

/** When batches of one kind go. */
export interface Limits {
  /** How many may be in progress at once. */
  readonly atOnce: number;
  /** The most keys of one. */
  readonly most: number;
  /**
   * With so many keys one waits for no more of the same turn, so that it is looked up while the rest of the turn is read; none
   * if absent.
   */
  readonly enough?: number;
}

/**
 * Batches of one kind for each of many keys, so that none waits for another's. A key that nobody asks about takes no room.
 * @param look answers a batch of one key, in order
 */
export function createBatches<I, V>(
  look: (key: string, items: readonly I[]) => Promise<readonly V[]>,
  limits: Limits,
): (key: string, item: I) => Promise<V> {
  const batches = new Map<string, { readonly ask: (item: I) => Promise<V>; asking: number }>();
  return async (key, item) => {
    const own = batches.get(key) ?? { ask: createBatch<I, V>((items) => look(key, items), limits), asking: 0 };
    batches.set(key, own);
    own.asking += 1;
    try {
      return await own.ask(item);
    } finally {
      own.asking -= 1;
      if (own.asking === 0) batches.delete(key);
    }
  };
}

/**
 * Combines many single lookups into a few batches: requests that arrive while a batch is in progress wait and share the
 * next one. A busy process then makes one round trip to the database instead of a dozen, and an idle one adds no delay.
 *
 * @param look answers a batch, in order
 * @returns the lookup of a single key; it rejects if its batch does
 */
export function createBatch<K, V>(
  look: (keys: readonly K[]) => Promise<readonly V[]>,
  { atOnce, most, enough = Number.POSITIVE_INFINITY }: Limits,
): (key: K) => Promise<V> {
  interface Waiting {
    readonly key: K;
    readonly resolve: (value: V) => void;
    readonly reject: (error: unknown) => void;
    /** In which it was asked for. A snapshot of all async storage takes ten microseconds, this a tenth of one. */
    readonly frame: Frame | undefined;
  }
  let waiting: Waiting[] = [];
  let underWay = 0;
  let scheduled = false;

  const send = () => {
    scheduled = false;
    while (waiting.length > 0 && underWay < atOnce) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      underWay += 1;
      // A batch is part of what its first caller does, and not of what went before, which may be long over.
      within(batch[0]?.frame, () => look(batch.map(({ key }) => key)))
        .then(
          (values) => {
            for (const [index, { resolve }] of batch.entries()) resolve(values[index] as V);
          },
          (error) => {
            for (const { reject } of batch) reject(error);
          },
        )
        .finally(() => {
          underWay -= 1;
          send();
        });
    }
  };

  return (key) =>
    new Promise<V>((resolve, reject) => {
      waiting.push({ key, resolve, reject, frame: frameOf() });
      if (underWay >= atOnce) return;
      if (waiting.length >= enough) {
        send();
        return;
      }
      if (scheduled) return;
      scheduled = true;
      // After everything already in the event loop, so that requests that arrived together share a batch.
      setImmediate(send);
    });
}
