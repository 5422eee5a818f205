/**
 * Canonical JSON (RFC 8785): properties sorted by UTF-16 code units, no white space, numbers and strings as ECMAScript
 * writes them.
 * @param value the result of JSON.parse
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson((value as Record<string, unknown>)[key])}`);
  return `{${members.join(',')}}`;
}
