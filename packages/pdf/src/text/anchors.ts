import { continues, linesOf, type Run, runsOf } from './runs.ts';
import type { Sheet } from './sheet.ts';

/** Where a text stands: the glyphs of its first line, from its beginning. */
export type Occurrence = { text: number; glyphs: number[] };

/** The order in which a sheet's glyphs are read: as they were drawn, or by their positions. */
export type Reading = 'drawn' | 'placed';

/** The most places that are kept of one text on one sheet. */
const MAX_PLACES = 2_000;

/**
 * A text as it is searched: without blanks, which many files leave out; with ligatures as their letters and accents
 * apart from theirs (NFKD), however a program wrote them; with every hyphen as the typed one. Letter case counts.
 */
export function searchable(text: string): string {
  if (text.length === 1 && text > ' ' && text <= '~') return text;
  return text
    .normalize('NFKD')
    .replace(/[\s\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[\u00ad\u2010\u2011]/g, '-');
}

/**
 * Finds texts on a sheet, however they were split into operators and broken into lines. A hyphen at the end of a line
 * may belong to the text or to the break.
 * @param texts as made by `searchable`; none of them is empty
 */
export function findTexts(sheet: Sheet, texts: readonly string[], reading: Reading): Occurrence[] {
  const visible = sheet.visible();
  const flows =
    reading === 'drawn'
      ? [new Flow(sheet, runsOf(sheet, visible))]
      : linesOf(sheet, visible).map((line) => new Flow(sheet, runsOf(sheet, line)));
  const found: Occurrence[] = [];
  const began = new Map<number, Set<number>>();
  for (const flow of flows) {
    for (const text of [flow.kept, ...(flow.broken ? [flow.broken] : [])]) {
      texts.forEach((wanted, index) => {
        const starts = began.get(index) ?? new Set();
        began.set(index, starts);
        for (const place of occurrences(text, wanted)) {
          const glyphs = flow.firstLine(text, place, wanted.length);
          const start = glyphs[0] as number;
          if (starts.has(start) || starts.size >= MAX_PLACES) continue;
          starts.add(start);
          found.push({ text: index, glyphs });
        }
      });
    }
  }
  return found;
}

/** Where a text occurs in another, without overlaps. */
function* occurrences({ text }: Line, wanted: string): Generator<number> {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) yield at;
}

/** Text to search, and for each of its UTF-16 units the glyph it belongs to and the line that glyph is on. */
type Line = { text: string; owners: number[]; lines: number[] };

/** Runs joined where one goes on in the next line, else separated. */
class Flow {
  readonly kept: Line = { text: '', owners: [], lines: [] };
  /** The same without the hyphens at the ends of lines; undefined if there are none. */
  readonly broken: Line | undefined;

  constructor(sheet: Sheet, runs: readonly Run[]) {
    const { kept } = this;
    const hyphens = new Set<number>();
    runs.forEach((run, line) => {
      for (const glyph of run.glyphs) push(kept, searchable(sheet.texts[glyph] ?? ''), glyph, line);
      const next = runs[line + 1];
      if (!next || !continues(sheet, run, next)) push(kept, '\n', -1, line);
      else if (kept.text.endsWith('-')) hyphens.add(kept.text.length - 1);
    });
    this.broken = hyphens.size > 0 ? without(kept, hyphens) : undefined;
  }

  /** The glyphs of a stretch of text, as far as they are on the line it begins on. */
  firstLine({ owners, lines }: Line, at: number, length: number): number[] {
    const glyphs: number[] = [];
    for (let i = at; i < at + length && lines[i] === lines[at]; i++) {
      if (glyphs.at(-1) !== owners[i]) glyphs.push(owners[i] as number);
    }
    return glyphs;
  }
}

function push(line: Line, text: string, owner: number, number: number): void {
  line.text += text;
  for (let i = 0; i < text.length; i++) {
    line.owners.push(owner);
    line.lines.push(number);
  }
}

function without({ text, owners, lines }: Line, gone: ReadonlySet<number>): Line {
  const stays = (_: unknown, i: number): boolean => !gone.has(i);
  return { text: text.split('').filter(stays).join(''), owners: owners.filter(stays), lines: lines.filter(stays) };
}
