import type { ExtratoLinha, Periodo } from '@rubrica/contract';
import type { Language } from '../texts/area.ts';

/** Numbers, money and days as people read them. Periods are months of Brasília, whatever zone the viewer is in. */

const BRASILIA = 'America/Sao_Paulo';
const DAY_MS = 86_400_000;

export const numero = (value: number, language: Language): string => new Intl.NumberFormat(language).format(value);

/** Cents as `R$ 1.234,56`. */
export const realOnes = (centavos: number, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' }).format(centavos / 100);

const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: BRASILIA, year: 'numeric', month: '2-digit', day: '2-digit' });

/** The day of a moment in Brasília, `2026-11-21`. */
export const dayOf = (moment: string | number): string => DAY.format(new Date(moment));

/** A day `2026-11-21` as `21/11`, or long as `21 de novembro`. */
export function dayName(dia: string, language: Language, long = false): string {
  const style = long ? ({ day: 'numeric', month: 'long' } as const) : ({ day: '2-digit', month: '2-digit' } as const);
  return new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' }).format(new Date(`${dia}T12:00:00Z`));
}

/** First and last day of a period, whose end is the first moment after it. */
export function limitsOf({ inicio, fim }: Periodo): { first: string; ultimo: string } {
  return { first: dayOf(inicio), ultimo: dayOf(Date.parse(fim) - 1) };
}

/** Both days of a period in full, `01/11/2026`. */
export function periodInWords(periodo: Periodo, language: Language): [inicio: string, fim: string] {
  const { first, ultimo } = limitsOf(periodo);
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeZone: 'UTC' });
  const full = (dia: string) => format.format(new Date(`${dia}T12:00:00Z`));
  return [full(first), full(ultimo)];
}

/** Every day of a period. */
export function daysOf(periodo: Periodo): string[] {
  const { first, ultimo } = limitsOf(periodo);
  const dias: string[] = [];
  for (let at = Date.parse(`${first}T12:00:00Z`); at <= Date.parse(`${ultimo}T12:00:00Z`); at += DAY_MS) {
    dias.push(new Date(at).toISOString().slice(0, 10));
  }
  return dias;
}

/** What was counted on each day of a period. */
export function byDay(lines: readonly ExtratoLinha[], periodo: Periodo): Map<string, number> {
  const sums = new Map(daysOf(periodo).map((dia) => [dia, 0]));
  for (const { ocorridoEm, quantidade } of lines) {
    const dia = dayOf(ocorridoEm);
    const before = sums.get(dia);
    if (before !== undefined) sums.set(dia, before + quantidade);
  }
  return sums;
}

/** A round number at or above the largest value, for the top of an axis: 1, 2 or 5 with zeros, four at least. */
export function axisTop(larger: number): number {
  if (larger <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(larger));
  return ([1, 2, 4, 5, 10].find((step) => step * power >= larger) ?? 10) * power;
}
