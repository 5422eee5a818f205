import { digitsOf, isDay } from '@rubrica/contract/brazil';

/** What people type in Brazil: masks while they do. What a number is, page and service ask the same. */
export { digitsOf, isCnpj, isCpf, isDay, isE164 } from '@rubrica/contract/brazil';

/** Puts separators between groups as far as the text goes. */
function grouped(text: string, groups: readonly (readonly [size: number, before: string])[]): string {
  let out = '';
  let at = 0;
  for (const [size, before] of groups) {
    const part = text.slice(at, at + size);
    if (part === '') break;
    out += (at === 0 ? '' : before) + part;
    at += size;
  }
  return out;
}

export const maskCpf = (text: string): string =>
  grouped(digitsOf(text).slice(0, 11), [
    [3, ''],
    [3, '.'],
    [3, '.'],
    [2, '-'],
  ]);

export const maskCnpj = (text: string): string =>
  grouped(
    text
      .replace(/[^0-9A-Za-z]/g, '')
      .toUpperCase()
      .slice(0, 14),
    [
      [2, ''],
      [3, '.'],
      [3, '.'],
      [4, '/'],
      [2, '-'],
    ],
  );

export const maskDate = (text: string): string =>
  grouped(digitsOf(text).slice(0, 8), [
    [2, ''],
    [2, '/'],
    [4, '/'],
  ]);

/** `12/04/1987` as `1987-04-12`, or null where that is no day up to today. */
export function isoDate(text: string): string | null {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  if (!match) return null;
  const [, day = '', month = '', year = ''] = match;
  const iso = `${year}-${month}-${day}`;
  return isDay(iso) && Number(year) >= 1900 && Date.parse(`${iso}T12:00:00Z`) <= Date.now() ? iso : null;
}

export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** `Marina Duarte de Leal` as `MDL`: what initials are typed with. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '' && !/^(d[aeo]s?|e)$/i.test(word));
  return words
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')
    .slice(0, 5);
}

/** `+55 11 98765-4321` as it is stored; a number without `+` is taken for a Brazilian one once it is complete. */
export function phoneOf(text: string): string {
  const digits = digitsOf(text);
  if (text.trim().startsWith('+')) return `+${digits}`.slice(0, 16);
  return /^[1-9]\d9\d{8}$/.test(digits) ? `+55${digits}` : digits;
}
