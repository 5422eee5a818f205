/**
 * Days and months in Brasília time, which plans and deadlines use. A day is the text YYYY-MM-DD, as returned for a
 * `date` column; a month is its first day.
 */

export const BRASILIA = 'America/Sao_Paulo';

const DAY = new Intl.DateTimeFormat('en-CA', {
  timeZone: BRASILIA,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const OFFSET = new Intl.DateTimeFormat('en-US', { timeZone: BRASILIA, timeZoneName: 'longOffset' });

/** The day of an instant. */
export function dayOf(instant: Date): string {
  return DAY.format(instant);
}

/** The month of an instant, as its first day. */
export function monthOf(instant: Date): string {
  return `${dayOf(instant).slice(0, 7)}-01`;
}

/** The first instant of a day. */
export function startOfDay(day: string): Date {
  const utc = new Date(`${day}T00:00:00Z`).getTime();
  return new Date(utc - offsetMinutes(new Date(utc)) * 60_000);
}

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The month a number of months before or after another. */
export function addMonths(month: string, months: number): string {
  const date = new Date(`${month.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
}

/** RFC 3339 with the offset of Brasília, to the second: the limits of a period can then be read as dates. */
export function isoInBrasilia(instant: Date): string {
  const offset = offsetMinutes(instant);
  const local = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const pad = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(offset);
  return `${local}${offset < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/** Minutes to add to UTC; -180 since 2019, but the law has changed it before. */
function offsetMinutes(instant: Date): number {
  const name = OFFSET.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const size = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === '-' ? -size : size;
}
