import { type Flow, type OwnedCell, type Strip, stack, TEARING } from '../typeset/flow.ts';
import type { Cell, TextStyle } from '../typeset/sheets.ts';
import type { Element } from '../typeset/structure.ts';
import { BODY, FINE, HAIR, HEADING, LABEL, RULE } from './styles.ts';

export const LABEL_WIDTH = 118;

/** Where the parts of a certificate are added: to its pages and to its structure. */
export type Certificate = { flow: Flow; root: Element };

/** Starts a section with its heading. */
export function section({ flow, root }: Certificate, title: string): void {
  flow.section();
  flow.heading(title, HEADING, root.add('H2'), { above: 12, under: 3 }, flow.rule(RULE, 0.6, 7));
}

type PairStyle = { indent?: number; labelWidth?: number; size?: number; gap?: number };

/** Labels and values below one another: a table with row headings. */
export function pairStrips(
  flow: Flow,
  table: Element,
  pairs: readonly [string, string][],
  style: PairStyle = {},
): Strip[] {
  const { indent = 0, labelWidth = LABEL_WIDTH, size = BODY.size, gap = 3 } = style;
  const x = flow.left + indent;
  return pairs.flatMap(([label, value]) => {
    const row = table.add('TR');
    const width = flow.width - indent - labelWidth;
    const name = { ...LABEL, size, text: label, x, width: labelWidth - 6, owner: row.add('TH', { scope: 'Row' }) };
    return flow.row([name, { ...BODY, size, text: value, x: x + labelWidth, width, owner: row.add('TD') }], gap);
  });
}

/** The same as a separate block. */
export function pairs({ flow, root }: Certificate, list: readonly [string, string | undefined][]): void {
  const present = list.filter((pair): pair is [string, string] => Boolean(pair[1]));
  if (present.length === 0) return;
  flow.add({ strips: pairStrips(flow, root.add('Table'), present), tearing: TEARING.lines });
}

/** Columns of a table: each one's heading and its share of the width. */
export type Columns = readonly (readonly [title: string, part: number])[];

/** The cells of a row. */
export type Row = readonly (TextStyle & Pick<Cell, 'text' | 'below' | 'solid'>)[];

/** A table whose header is repeated on every page it continues on. */
export function table({ flow, root }: Certificate, columns: Columns, rows: readonly Row[]): void {
  const element = root.add('Table');
  const places = placesOf(flow, columns);
  const headCells = (owners?: Element): OwnedCell[] =>
    columns.map(([text], i) => {
      const cell = { ...FINE, text, ...(places[i] as Place) };
      return owners ? { ...cell, owner: owners.add('TH', { scope: 'Column' }) } : cell;
    });
  const headStrip = (cells: OwnedCell[]): Strip => {
    return { ...stack([...flow.row(cells, 3), flow.rule(RULE, 0.5, 5)]), lines: 0 };
  };
  const first = headStrip(headCells(element.add('TR')));
  const body = rows.flatMap((row) => {
    const owner = element.add('TR');
    const cells = row.map((cell, i): OwnedCell => ({ ...cell, ...(places[i] as Place), owner: owner.add('TD') }));
    const strips = flow.row(cells, 3.5);
    return [...strips.slice(0, -1), stack([strips.at(-1) as Strip, flow.rule(HAIR, 0.4, 4)])];
  });
  // The repeated header is only visual.
  const head = headStrip(headCells());
  flow.add({ strips: [first, ...body], tearing: TEARING.rows, head });
}

type Place = { x: number; width: number };

function placesOf(flow: Flow, columns: Columns): Place[] {
  let x = flow.left;
  return columns.map(([, part]) => {
    const place = { x, width: part * flow.width - 8 };
    x += part * flow.width;
    return place;
  });
}

/** Separate sentences, each with a bullet. */
export function list({ flow, root }: Certificate, texts: readonly string[], style: TextStyle): void {
  const element = root.add('L');
  const strips = texts.flatMap((text) => {
    const item = element.add('LI');
    const mark = { ...style, text: '•', x: flow.left + 2, width: 10, owner: item.add('Lbl') };
    return flow.row([mark, { ...style, text, x: flow.left + 14, width: flow.width - 14, owner: item.add('LBody') }], 3);
  });
  flow.add({ strips, tearing: TEARING.lines });
}
