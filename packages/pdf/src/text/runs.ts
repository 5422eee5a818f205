import type { Setting, Sheet } from './sheet.ts';

/**
 * As fractions of the font's height: how far apart the glyphs of a word may be, and how far their baselines may differ.
 */
const GAP_MAX = 3;
const GAP_BLANK = 0.3;
const OVERLAP_MAX = 0.5;
const BASELINE = 0.25;
const PARALLEL = 0.999;
/** How far below the next line of a paragraph may be. */
const PITCH_MIN = 0.6;
const PITCH_MAX = 3;

/** Text that stands together on one line: its glyphs, and for each UTF-16 unit of its text the glyph it belongs to. */
export type Run = { glyphs: number[]; text: string; owners: number[] };

/** Glyphs in the given order, split where one does not follow another on its line. */
export function runsOf(sheet: Sheet, order: readonly number[]): Run[] {
  const runs: Run[] = [];
  let run: Run | undefined;
  let previous = -1;
  for (const i of order) {
    const gap = run ? gapBetween(sheet, previous, i) : undefined;
    if (!run || gap === undefined) {
      run = { glyphs: [], text: '', owners: [] };
      runs.push(run);
    } else if (gap > GAP_BLANK) append(run, ' ', previous);
    run.glyphs.push(i);
    append(run, readable(sheet.texts[i] ?? ''), i);
    previous = i;
  }
  return runs;
}

function append(run: Run, text: string, owner: number): void {
  run.text += text;
  for (let i = 0; i < text.length; i++) run.owners.push(owner);
}

/** Normalizes hyphens to the typed one, whatever a program made of them, and drops zero-width characters. */
function readable(text: string): string {
  if (text.length === 1 && text >= ' ' && text <= '~') return text;
  return text.replace(/[\u00ad\u2010\u2011]/g, '-').replace(/[\u200b-\u200d\u2060\ufeff]/g, '');
}

/**
 * How far after one glyph another begins, in heights of the font; undefined if it does not follow it on the same line.
 */
function gapBetween(sheet: Sheet, a: number, b: number): number | undefined {
  const one = sheet.settings[a] as Setting;
  const other = sheet.settings[b] as Setting;
  if (!alike(one, other)) return undefined;
  const dx = (sheet.x0[b] as number) - (sheet.x1[a] as number);
  const dy = (sheet.y0[b] as number) - (sheet.y1[a] as number);
  const em = Math.max(one.em, other.em);
  const gap = (dx * one.along[0] + dy * one.along[1]) / em;
  const off = (dx * one.up[0] + dy * one.up[1]) / em;
  return gap >= -OVERLAP_MAX && gap <= GAP_MAX && Math.abs(off) <= BASELINE ? gap : undefined;
}

/** Whether a glyph goes on with the text of another on the same line. */
export const follows = (sheet: Sheet, a: number, b: number): boolean => gapBetween(sheet, a, b) !== undefined;

function alike(one: Setting, other: Setting): boolean {
  if (one === other) return true;
  const ratio = one.em / other.em;
  return ratio >= 0.5 && ratio <= 2 && one.along[0] * other.along[0] + one.along[1] * other.along[1] >= PARALLEL;
}

/** Whether a run begins the line below the end of another. */
export function continues(sheet: Sheet, run: Run, next: Run): boolean {
  const end = run.glyphs.at(-1) as number;
  const start = next.glyphs[0] as number;
  const one = sheet.settings[end] as Setting;
  if (!alike(one, sheet.settings[start] as Setting)) return false;
  const dx = (sheet.x0[start] as number) - (sheet.x1[end] as number);
  const dy = (sheet.y0[start] as number) - (sheet.y1[end] as number);
  const down = -(dx * one.up[0] + dy * one.up[1]) / one.em;
  return down >= PITCH_MIN && down <= PITCH_MAX && dx * one.along[0] + dy * one.along[1] < 0;
}

/** Glyphs by position: by direction, line by line, each line from its beginning. */
export function linesOf(sheet: Sheet, glyphs: readonly number[]): number[][] {
  const directions = new Map<number, number[]>();
  for (const i of glyphs) {
    const { along } = sheet.settings[i] as Setting;
    const degrees = Math.round((Math.atan2(along[1], along[0]) * 180) / Math.PI);
    const group = directions.get(degrees) ?? [];
    directions.set(degrees, group);
    group.push(i);
  }
  return [...directions.values()].flatMap((group) => linesOfGroup(sheet, group));
}

function linesOfGroup(sheet: Sheet, group: number[]): number[][] {
  const { along } = sheet.settings[group[0] as number] as Setting;
  const place = (i: number): number => (sheet.x0[i] as number) * along[0] + (sheet.y0[i] as number) * along[1];
  const height = (i: number): number => (sheet.y0[i] as number) * along[0] - (sheet.x0[i] as number) * along[1];
  const lines: number[][] = [];
  let previous = Number.NEGATIVE_INFINITY;
  for (const i of group.toSorted((a, b) => height(a) - height(b))) {
    if (height(i) - previous > BASELINE * (sheet.settings[i] as Setting).em) lines.push([]);
    lines.at(-1)?.push(i);
    previous = height(i);
  }
  return lines.map((line) => line.sort((a, b) => place(a) - place(b)));
}
