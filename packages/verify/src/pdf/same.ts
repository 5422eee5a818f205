import { equal } from '../bytes.ts';
import { type Dict, Name, Ref, Text, type Value } from './values.ts';

/** Whether two PDF values are equal, wherever they are in the file. */
export function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (a instanceof Name) return b instanceof Name && a.name === b.name;
  if (a instanceof Ref) return b instanceof Ref && a.num === b.num;
  if (a instanceof Text) return b instanceof Text && equal(a.bytes, b.bytes);
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameValue(item, b[index]));
  }
  if (a instanceof Map) return b instanceof Map && sameDict(a, b);
  return a === b;
}

/** Whether two dictionaries are equal, except for the named entries. */
export function sameDict(a: Dict, b: Dict, but: readonly string[] = []): boolean {
  const keys = new Set([...a.keys(), ...b.keys()].filter((key) => !but.includes(key)));
  return [...keys].every((key) => sameValue(a.get(key), b.get(key)));
}

export const isName = (dict: Dict, key: string, value: string): boolean => {
  const entry = dict.get(key);
  return entry instanceof Name && entry.name === value;
};
