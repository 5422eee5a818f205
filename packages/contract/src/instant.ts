import { isDay } from './brazil.ts';

/** RFC 3339 (5.6), except what JavaScript's `Date` cannot read: a leap second, or a space instead of the `T`. */
const RFC_3339 = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/**
 * Whether a text is an instant that can be stored: an RFC 3339 date-time with its offset that, in UTC, is within the
 * years 1 to 9999. Because of the offset, the last day of 9999 may fall in the year 10000, which neither RFC 3339 nor
 * the database can represent.
 */
export function isInstant(text: string): boolean {
  const [, day] = RFC_3339.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return false;
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999;
}
