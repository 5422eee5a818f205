/** What a cell of a workbook shows, from what it holds and how it is formatted. No part of a page: pure. */

/** How the numbers of a cell are shown, as far as it changes what they are. */
export type Format = 'number' | 'date' | 'time' | 'moment' | 'percent' | { readonly digits: number };

/** By the number of a cell's style. */
export type Formats = readonly Format[];

/** Formats that every workbook has (ECMA-376 part 1, 18.8.30), those of other languages' calendars included. */
const builtIn = (id: number): Format => {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return 'date';
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)) return 'time';
  if (id === 22) return 'moment';
  return id === 9 || id === 10 ? 'percent' : 'number';
};

/** What a format somebody wrote makes of a number: `dd/mm/yyyy`, `00000000000`, `0,0%`. */
export function formatOf(code: string): Format {
  // Its first section, without quoted text, escaped characters, colours and currencies.
  const plain = (code.split(';')[0] ?? '').replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').toLowerCase();
  const zeros = /^(0{2,})$/.exec(plain.trim());
  if (zeros) return { digits: zeros[1]?.length ?? 0 };
  if (plain.includes('%')) return 'percent';
  const days = /[dy]/.test(plain) || /mmm/.test(plain);
  const hours = /[hs]/.test(plain);
  if (days && hours) return 'moment';
  return days ? 'date' : hours ? 'time' : 'number';
}

/** @param styles `xl/styles.xml`; null where a workbook has none */
export function formatsOf(styles: Document | null): Formats {
  const named = new Map<number, Format>();
  for (const one of styles?.getElementsByTagNameNS('*', 'numFmt') ?? []) {
    named.set(Number(one.getAttribute('numFmtId')), formatOf(one.getAttribute('formatCode') ?? ''));
  }
  const cells = styles?.getElementsByTagNameNS('*', 'cellXfs')[0];
  return [...(cells?.getElementsByTagNameNS('*', 'xf') ?? [])].map((one) => {
    const id = Number(one.getAttribute('numFmtId') ?? 0);
    return named.get(id) ?? builtIn(id);
  });
}

const DAY_MS = 24 * 60 * 60_000;
/** Day 0 of either count; 1900's has a 29 February that there was not, which this is before. */
const FIRST_DAY = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };
/** The digits a workbook keeps of a number. */
const DIGITS = 15;

const two = (part: number): string => String(part).padStart(2, '0');

function momentText(days: number, format: 'date' | 'time' | 'moment', from1904: boolean): string {
  const at = new Date(FIRST_DAY[from1904 ? 1904 : 1900] + Math.round((days * DAY_MS) / 1000) * 1000);
  if (Number.isNaN(at.getTime())) return String(days);
  const day = `${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}/${at.getUTCFullYear()}`;
  const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;
  return format === 'date' ? day : format === 'time' ? time : `${day} ${time}`;
}

/** With a comma, and without what arithmetic leaves at its end: `0,3` for 0.30000000000000004. */
const numberText = (value: number): string =>
  Number(value.toPrecision(DIGITS)).toLocaleString('pt-BR', { useGrouping: false, maximumFractionDigits: DIGITS });

interface Around {
  readonly strings: readonly string[];
  readonly format: Format | undefined;
  readonly from1904: boolean;
}

/** @param type `t` of the cell: a number where it says nothing @param value what it holds, a formula's last value */
export function cellText(type: string, value: string, { strings, format = 'number', from1904 }: Around): string {
  if (value === '') return '';
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'VERDADEIRO' : 'FALSO';
  if (type === 'd') return value.replace(/^(\d{4})-(\d{2})-(\d{2}).*$/, '$3/$2/$1');
  const number = Number(value);
  if (type !== 'n' || !Number.isFinite(number)) return value;
  if (format === 'number') return numberText(number);
  if (format === 'percent') return `${numberText(number * 100)}%`;
  if (typeof format === 'object') return numberText(number).padStart(format.digits, '0');
  return number < 0 ? numberText(number) : momentText(number, format, from1904);
}
