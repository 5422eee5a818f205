/** Things of a list with one of them in or out. */
export const toggled = <T>(list: readonly T[], one: T, on: boolean): T[] =>
  on ? [...new Set([...list, one])] : list.filter((other) => other !== one);

/** Things in the order of their keys; those whose key is not among them come last, as they stood. */
export function inOrder<T>(list: readonly T[], keyOf: (one: T) => string, keys: readonly string[]): T[] {
  const places = new Map(keys.map((key, index) => [key, index]));
  const place = (one: T) => places.get(keyOf(one)) ?? keys.length;
  return list.toSorted((a, b) => place(a) - place(b));
}
