/** Sequences in ascending order, compared without holding any of them whole. */

type Sequence<T> = AsyncIterable<T> | Iterable<T>;

/** Every value of several ascending sequences, once, ascending. */
export async function* union(sequences: readonly Sequence<string>[]): AsyncIterable<string> {
  const heads = sequences.map(iteratorOf);
  const next = await Promise.all(heads.map((head) => head.next()));
  for (;;) {
    let least: string | undefined;
    for (const { done, value } of next) if (!done && (least === undefined || value < least)) least = value;
    if (least === undefined) return;
    yield least;
    for (const [i, head] of heads.entries())
      while (!next[i]?.done && next[i]?.value === least) next[i] = await head.next();
  }
}

/** Those values of an ascending sequence whose key is not in another. */
export async function* without<T>(
  values: Sequence<T>,
  keyOf: (value: T) => string,
  others: Sequence<string>,
): AsyncIterable<T> {
  const head = ascending(others, itself)[Symbol.asyncIterator]();
  let other = await head.next();
  for await (const value of ascending(values, keyOf)) {
    while (!other.done && other.value < keyOf(value)) other = await head.next();
    if (other.done || other.value !== keyOf(value)) yield value;
  }
}

const itself = (value: string) => value;

/** @throws Error if a store lists in another order than the one it promises */
async function* ascending<T>(values: Sequence<T>, keyOf: (value: T) => string): AsyncIterable<T> {
  let before = '';
  for await (const value of values) {
    const key = keyOf(value);
    if (key < before) throw new Error(`the store does not list in order: ${key} after ${before}`);
    before = key;
    yield value;
  }
}

function iteratorOf(sequence: Sequence<string>): AsyncIterator<string> {
  return ascending(sequence, itself)[Symbol.asyncIterator]();
}

/** Works through a sequence, several at a time. The first failure ends it, once those under way have ended. */
export async function inParallel<T>(
  values: Sequence<T>,
  width: number,
  work: (value: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;
  for await (const value of values) {
    const one: Promise<void> = work(value)
      .catch((error) => {
        failure ??= { error };
      })
      .finally(() => running.delete(one));
    running.add(one);
    if (running.size >= width) await Promise.race(running);
    if (failure) break;
  }
  await Promise.all(running);
  if (failure) throw failure.error;
}
