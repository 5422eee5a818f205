/** How an act that went with others ended for itself. */
export type Settled<R> = { readonly value: R } | { readonly error: unknown };

/** What it ended with. @throws its error */
export function unsettle<R>(settled: Settled<R>): R {
  if ('error' in settled) throw settled.error;
  return settled.value;
}

/**
 * Does several acts at once and, where that fails as a whole, each by itself, so that none suffers for another's fault
 * and each learns of its own.
 * @param work does all or nothing of what it is given, and answers in its order; it may be given an act twice
 * @param didNothing whether an error says that nothing was done; after any other the acts are not tried again
 */
export async function settleTogether<A, R>(
  acts: readonly A[],
  work: (acts: readonly A[]) => Promise<readonly Settled<R>[]>,
  didNothing: (error: unknown) => boolean = () => true,
): Promise<readonly Settled<R>[]> {
  try {
    return await work(acts);
  } catch (error) {
    if (acts.length === 1 || !didNothing(error)) return acts.map(() => ({ error }));
    return (await Promise.all(acts.map((act) => settleTogether([act], work)))).flat();
  }
}

/**
 * Turns many single lookups into few joint ones: what is asked for while a batch is under way waits and goes with the
 * next, so that a busy process makes one exchange with the database where it would make a dozen, and an idle one waits
 * for nothing.
 *
 * @param look answers a batch, in its order
 * @param atOnce how many batches may be under way together
 * @returns the lookup of one; it rejects when its batch does
 */
export function createBatch<K, V>(
  look: (keys: readonly K[]) => Promise<readonly V[]>,
  { atOnce, most }: { readonly atOnce: number; readonly most: number },
): (key: K) => Promise<V> {
  interface Waiting {
    readonly key: K;
    readonly resolve: (value: V) => void;
    readonly reject: (error: unknown) => void;
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
      look(batch.map(({ key }) => key))
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
      waiting.push({ key, resolve, reject });
      if (scheduled || underWay >= atOnce) return;
      scheduled = true;
      // After everything the event loop has at hand, so that requests that arrived together go together.
      setImmediate(send);
    });
}
