/** The beginning of the viewer's day, in milliseconds. */
export function startOfToday(): number {
  const day = new Date();
  return day.setHours(0, 0, 0, 0);
}

/** @param moment RFC 3339 */
export const isToday = (moment: string | null | undefined) => moment != null && Date.parse(moment) >= startOfToday();
