/** Things of a list with one of them in or out. */
export const toggled = <T>(list: readonly T[], one: T, on: boolean): T[] =>
  on ? [...new Set([...list, one])] : list.filter((other) => other !== one);

/**
 * Things by what they have in common, in the order in which they come. `Map.groupBy` is missing in browsers that the pages
 * promise to work in.
 */
export function groupBy<T, K>(list: Iterable<T>, keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of list) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

/** Things in the order of their keys; those whose key is not among them come last, as they stood. */
export function inOrder<T>(list: readonly T[], keyOf: (one: T) => string, keys: readonly string[]): T[] {
  const places = new Map(keys.map((key, index) => [key, index]));
  const place = (one: T) => places.get(keyOf(one)) ?? keys.length;
  return list.toSorted((a, b) => place(a) - place(b));
}
