/** A page's text as it is read: lines of a paragraph together, columns one after the other, rows of a table as rows. */

/** A stretch of text as pdf.js tells it (`TextItem`): its origin in `transform`, its width along the line, in page units. */
export interface Piece {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
}

/** Text on one baseline, in coordinates that have it level: `base` grows upwards. */
interface Line {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly base: number;
  readonly size: number;
  /** Degrees by which the text is turned. */
  readonly turn: number;
  /** Several cells of a row: what stands under it is another row. */
  readonly cells?: boolean;
  /** Which of the columns it is in, where there are any. */
  readonly column?: string;
}

/** Shares of the size of the letters. */
const SAME_BASE = 0.4;
const WORD_GAP = 0.12;
const CELL_GAP = 1.5;
const SAME_SIZE = 0.08;
/** By so much more than the page's leading a line is set off from the one above. */
const SET_OFF = 1.15;
/** Less than this on each side of a gap is a table or a pair of signatures, read row by row. */
const COLUMN_ROWS = 3;
const COLUMN_CHARS = 20;
const ENDED = /[.;:!?…]["”’)]*$/;
const MARKER =
  /^(\(?\d{1,3}(\.\d+)*[.)ºª°]?\s|\(?[a-z]\)\s|[IVXL]+\s?[-–—.)]|[•●▪◦·–—-]\s|§|(art|cláusula|parágrafo)\b)/iu;

const near = (one: Line, other: Line) =>
  one.turn === other.turn && Math.abs(one.base - other.base) <= SAME_BASE * one.size;
const isEven = (one: Line, other: Line) => Math.abs(one.size - other.size) <= SAME_SIZE * one.size;

function lineOf({ str, transform, width }: Piece): Line {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = transform;
  const turn = Math.atan2(b, a);
  const left = x * Math.cos(turn) + y * Math.sin(turn);
  const base = y * Math.cos(turn) - x * Math.sin(turn);
  return {
    text: str,
    left,
    right: left + width,
    base,
    size: Math.hypot(c, d),
    turn: Math.round((turn * 180) / Math.PI),
  };
}

/** Pieces that follow each other on a baseline, as lines in the order of the file. */
function linesOf(pieces: readonly Piece[]): Line[] {
  const lines: Line[] = [];
  for (const piece of pieces) {
    // Where there is a space, pdf.js says one as wide as the gap, be that between words or between cells.
    if (piece.str.trim() === '') continue;
    const line = lineOf(piece);
    const last = lines.at(-1);
    const gap = last ? line.left - last.right : 0;
    const goesOn = last && near(last, line) && gap <= CELL_GAP * last.size && gap >= -last.size;
    if (last && goesOn) {
      const space = gap > WORD_GAP * last.size ? ' ' : '';
      lines[lines.length - 1] = {
        ...last,
        text: last.text + space + line.text,
        right: Math.max(last.right, line.right),
        size: Math.max(last.size, line.size),
      };
    } else lines.push(line);
  }
  return lines
    .map((line) => ({ ...line, text: line.text.replace(/\s+/g, ' ').trim() }))
    .filter(({ text }) => text !== '');
}

/** Rows under each other with a gap in common, and the gap. */
interface Run {
  readonly rows: readonly (readonly Line[])[];
  readonly gap: readonly [number, number];
}

/** The widest gap of a row, within one that it has to have in common with others. */
function gapOf(row: readonly Line[], within: Run['gap']): Run['gap'] | null {
  const sorted = [...row].sort((a, b) => a.left - b.left);
  const edges = [within[0], ...sorted.flatMap(({ left, right }) => [left, right]), within[1]];
  let widest: Run['gap'] | null = null;
  for (let index = 0; index + 1 < edges.length; index += 2) {
    const gap = [Math.max(within[0], edges[index] ?? 0), Math.min(within[1], edges[index + 1] ?? 0)] as const;
    if (gap[1] - gap[0] > (widest ? widest[1] - widest[0] : 0)) widest = gap;
  }
  return widest && widest[1] - widest[0] >= (row[0]?.size ?? 0) ? widest : null;
}

const EVERYWHERE = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/** What lies between the first and the last line of a row. */
const inner = (row: readonly Line[]): Run['gap'] =>
  row.length < 2 ? EVERYWHERE : [Math.min(...row.map(({ right }) => right)), Math.max(...row.map(({ left }) => left))];

function runsOf(lines: readonly Line[]): Run[] {
  const rows: Line[][] = [];
  for (const line of [...lines].sort((a, b) => a.turn - b.turn || b.base - a.base)) {
    const row = rows.at(-1);
    if (row?.[0] && near(row[0], line)) row.push(line);
    else rows.push([line]);
  }
  const runs: Run[] = [];
  let run: Run | null = null;
  for (const row of rows) {
    const gap: Run['gap'] | null = run ? gapOf(row, run.gap) : null;
    if (run && gap) run = { rows: [...run.rows, row], gap };
    else {
      if (run) runs.push(run);
      const own = row.length > 1 ? gapOf(row, inner(row)) : null;
      run = own ? { rows: [row], gap: own } : null;
    }
  }
  return run ? [...runs, run] : runs;
}

/** Where lines go across columns, those of a column after each other; everything else in the order of the file. */
function inColumns(lines: readonly Line[]): Line[] {
  let ordered = [...lines];
  for (const { rows, gap } of runsOf(lines)) {
    const all = rows.flat();
    const sides = [all.filter(({ right }) => right <= gap[0]), all.filter(({ left }) => left >= gap[1])];
    const isProse = sides.every(
      (side) =>
        side.length >= COLUMN_ROWS &&
        side.reduce((sum, { text }) => sum + text.length, 0) >= side.length * COLUMN_CHARS,
    );
    if (!isProse) continue;
    const at = Math.min(...all.map((line) => ordered.indexOf(line)));
    const before = ordered.slice(0, at);
    const columns = sides.flatMap((side, index) => side.map((line) => ({ ...line, column: `${at}/${index}` })));
    ordered = [...before, ...columns, ...ordered.slice(at).filter((line) => !all.includes(line))];
  }
  return ordered;
}

/** Cells that stand side by side, in one line. */
function inRows(lines: readonly Line[]): Line[] {
  const rows: Line[] = [];
  for (const line of lines) {
    const last = rows.at(-1);
    if (last && near(last, line) && line.left >= last.right)
      rows[rows.length - 1] = { ...last, text: `${last.text}\u2003${line.text}`, right: line.right, cells: true };
    else rows.push(line);
  }
  return rows;
}

/** The distance that most lines of a line's size have from the one above; solid text's where there is no such thing. */
function leadingOf(line: Line, lines: readonly Line[]): number {
  const counts = new Map<number, number>();
  const even = lines.filter((other) => isEven(line, other));
  for (const [index, { base }] of even.entries()) {
    const leading = Math.round((20 * ((even[index - 1]?.base ?? base) - base)) / line.size) / 20;
    if (leading > 0.8 && leading < 3) counts.set(leading, (counts.get(leading) ?? 0) + 1);
  }
  const [usual] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0] ?? [1.5];
  return usual * line.size;
}

/** Whether a line goes on where the one above it ended: it is there because it had no room up there. */
function continues(above: Line, line: Line, edge: number, leading: number): boolean {
  if (above.cells || line.cells || above.turn !== line.turn || !isEven(above, line)) return false;
  const ended = ENDED.test(above.text);
  const down = above.base - line.base;
  // The next column, or text that goes around something.
  if (down <= 0) return !ended && line.left > above.right && /^\p{Ll}/u.test(line.text);
  if (down > leading * SET_OFF || line.left >= above.right || line.right <= above.left) return false;
  if (ended && (MARKER.test(line.text) || line.left > above.left + line.size * 0.8)) return false;
  const [word = ''] = line.text.split(' ');
  const needed = ((word.length + 1) * (line.right - line.left)) / line.text.length;
  return above.right + needed > edge - line.size / 2;
}

/** How far to the right the text of a line's column goes. */
const edgeOf = (line: Line, lines: readonly Line[]): number =>
  Math.max(
    ...lines
      .filter(({ cells, column }) => !cells && column === line.column)
      .filter(({ left, turn }) => turn === line.turn && Math.abs(left - line.left) < 4 * line.size)
      .map(({ right }) => right),
    line.right,
  );

/** Two parts of a paragraph as one. A hyphen at the end of a line stays, for it may be the word's own; a soft one goes. */
const joined = (above: string, text: string): string =>
  above.endsWith('\u00ad') ? above.slice(0, -1) + text : /\p{L}-$/u.test(above) ? above + text : `${above} ${text}`;

/**
 * The paragraphs of a page, as far as places, sizes and words tell them apart. Nothing is left out or added but spaces.
 * @param pieces in the order of the file
 */
export function paragraphsOf(pieces: readonly Piece[]): string[] {
  const lines = inRows(inColumns(linesOf(pieces)));
  const paragraphs: string[] = [];
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1];
    if (above && continues(above, line, edgeOf(above, lines), leadingOf(line, lines)))
      paragraphs[paragraphs.length - 1] = joined(paragraphs.at(-1) ?? '', line.text);
    else paragraphs.push(line.text);
  }
  return paragraphs;
}
