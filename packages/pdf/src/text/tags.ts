import { continues, linesOf, type Run, runsOf } from './runs.ts';
import type { Sheet } from './sheet.ts';

/** A text tag on a page: its name, and the glyphs that spell it, including braces, from its beginning. */
export type Tag = { name: string; glyphs: number[] };

/** A kind of tag: how it is spelt, and its name from what the pattern captured. */
export type TagKind = { pattern: RegExp; nameOf(found: RegExpExecArray): string };

/**
 * `{{name}}`, for a template's values. Names consist of letters (including accented ones), digits, underscore, dot and
 * hyphen, begin with a letter, digit or underscore, have at most 100 characters, and are case-sensitive. Spaces just
 * inside the braces are ignored.
 */
export const VARIABLE: TagKind = {
  pattern: /\{\{\s*([\p{L}\p{N}_][\p{L}\p{M}\p{N}_.-]{0,99})\s*\}\}/gu,
  nameOf: ([, name]) => (name as string).normalize('NFC'),
};

/**
 * `{{type:key}}` and `{{type?:key}}`, where a field is to be. The type is a word in lower case, the key is spelt like a
 * name; spaces around them are ignored, and ligatures count as their letters.
 */
export const FIELD: TagKind = {
  pattern: /\{\{\s*(\p{Ll}{1,20})\s*(\??)\s*:\s*([\p{L}\p{N}_][\p{L}\p{M}\p{N}_.-]{0,99})\s*\}\}/gu,
  nameOf: ([, type, mark, key]) => `${type}${mark}:${key}`.normalize('NFKC'),
};

/** A tag split by the end of a line. */
const OPEN = /\{(?:\{\s*[\p{L}\p{M}\p{N}_.?:-]{0,122})?$/u;
/** The most characters an open tag can have after its braces, including spaces. */
const OPEN_MAX = 150;

/**
 * Finds the tags of a sheet, however its text was split: glyphs are joined if one follows another. Searches first in
 * drawing order and then, among the remaining glyphs, in the order of their positions.
 */
export function findTags(sheet: Sheet, kind: TagKind): Tag[] {
  if (!hasBraces(sheet, sheet.braces)) return [];
  const visible = sheet.visible();
  const tags = matchRuns(sheet, runsOf(sheet, visible), kind);
  const taken = new Set(tags.flatMap((tag) => tag.glyphs));
  const isLeft = (i: number): boolean => sheet.settings[i] !== undefined && !taken.has(i);
  if (!hasBraces(sheet, sheet.braces.filter(isLeft))) return tags;
  for (const line of linesOf(sheet, visible.filter(isLeft))) tags.push(...matchRuns(sheet, runsOf(sheet, line), kind));
  return tags;
}

/** Whether some glyphs include two of each brace, as a tag requires. */
function hasBraces(sheet: Sheet, glyphs: readonly number[]): boolean {
  let opening = 0;
  let closing = 0;
  for (const i of glyphs) {
    for (const character of sheet.texts[i] as string) {
      if (character === '{') opening++;
      else if (character === '}') closing++;
    }
    if (opening > 1 && closing > 1) return true;
  }
  return false;
}

function matchRuns(sheet: Sheet, runs: Run[], kind: TagKind): Tag[] {
  const tags: Tag[] = [];
  for (let i = 0; i < runs.length; i++) {
    const run = runs[i] as Run;
    let next = runs[i + 1];
    // The words of a paragraph may break inside a tag, for example at a hyphen.
    while (next && OPEN.test(run.text.slice(-OPEN_MAX)) && continues(sheet, run, next)) {
      for (const glyph of next.glyphs) run.glyphs.push(glyph);
      for (const owner of next.owners) run.owners.push(owner);
      run.text += next.text;
      next = runs[++i + 1];
    }
    if (run.text.includes('{{')) tags.push(...matchRun(run, kind));
  }
  return tags;
}

function matchRun(run: Run, { pattern, nameOf }: TagKind): Tag[] {
  let last = -1;
  return [...run.text.matchAll(pattern)].map((found) => {
    const first = run.glyphs.indexOf(run.owners[found.index] as number, last + 1);
    last = run.glyphs.indexOf(run.owners[found.index + found[0].length - 1] as number, first);
    return { name: nameOf(found), glyphs: run.glyphs.slice(first, last + 1) };
  });
}
