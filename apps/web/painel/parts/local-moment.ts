/** A moment as the browser's own input for one has it: in the viewer's zone, to the minute. */

/** `2026-12-10T18:00` of an RFC 3339 moment; nothing of nothing. */
export function toLocal(moment: string | null): string {
  if (!moment) return '';
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The RFC 3339 moment of what was put in; null for nothing, and for what is no moment. */
export const fromLocal = (text: string): string | null =>
  text === '' || Number.isNaN(Date.parse(text)) ? null : new Date(text).toISOString();
