import type { Sheets } from '../typeset/sheets.ts';
import { BODY, HEADING, LABEL, RULE } from './styles.ts';

export const LABEL_WIDTH = 112;

/** A section's heading, kept on the sheet with at least `following` points of what follows it. */
export function section(sheets: Sheets, title: string, following = 44): void {
  sheets.need(30 + following);
  if (!sheets.atTop) sheets.y -= 12;
  sheets.row([{ ...HEADING, text: title, x: sheets.margin.left, width: sheets.measureWidth }], 3);
  sheets.rule(RULE, 0.6, 7);
}

/** A label and its value. */
export function pair(sheets: Sheets, label: string, value: string): void {
  const { left } = sheets.margin;
  sheets.row([
    { ...LABEL, text: label, x: left, width: LABEL_WIDTH - 6 },
    { ...BODY, text: value, x: left + LABEL_WIDTH, width: sheets.measureWidth - LABEL_WIDTH },
  ]);
}
