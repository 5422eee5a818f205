import type { Note } from '../content/notes.ts';
import type { PdfDocument } from '../core/document.ts';
import { fieldOf } from '../core/forms.ts';
import { isName, type PdfDict, PdfString, type PdfValue } from '../core/objects.ts';
import { formatNumber as n } from '../core/writer.ts';
import { spellOut } from '../fonts.ts';
import { type Box, fitText, LEADING } from '../layout.ts';
import type { Resources } from './form.ts';
import { ASCENT, type FontUse } from './text.ts';

/** What is needed to draw an annotation without an appearance. */
export type NoteArt = { document: PdfDocument; text: FontUse; resources: Resources };

/** The control point's distance for a quarter circle of radius 1. */
const ROUND = 0.5523;
const ICON = 18;
const MAX_POINTS = 20_000;
const TEXT_SIZE = 12;

/**
 * Draws an annotation without an appearance as viewers do (ISO 32000-2 clause 12.5.6), in the page's user space.
 * @returns '' for kinds for which viewers draw nothing
 */
export function noteShape(art: NoteArt, note: Note): string {
  const { rect } = note;
  if (!rect) return '';
  switch (note.subtype) {
    case 'Square':
    case 'Circle':
      return framed(art, note.dict, rect, note.subtype === 'Circle' ? ellipse : rectangle);
    case 'Line':
      return stroked(art, note.dict, [pointsOf(art, note.dict.get('L'))], false);
    case 'PolyLine':
    case 'Polygon':
      return stroked(art, note.dict, [pointsOf(art, note.dict.get('Vertices'))], note.subtype === 'Polygon');
    case 'Ink':
      return stroked(
        art,
        note.dict,
        (art.document.array(note.dict.get('InkList')) ?? []).map((p) => pointsOf(art, p)),
        false,
      );
    case 'Highlight':
    case 'Underline':
    case 'StrikeOut':
    case 'Squiggly':
      return markup(art, note.dict, note.subtype);
    case 'FreeText':
      return freeText(art, note.dict, rect);
    case 'Text':
      return icon(art, note.dict, rect);
    case 'Widget':
      return widget(art, note.dict, rect);
    default:
      return '';
  }
}

/** The border of a link, which is not part of any appearance (clause 12.5.4). */
export function linkBorder(document: PdfDocument, dict: PdfDict, rect: Box): string {
  const width = borderWidth(document, dict);
  if (width <= 0) return '';
  const color = paint(document, dict.get('C'), 'stroke') ?? '0 G';
  const [x0, y0, x1] = rect;
  if (isName(document.resolve(document.dict(dict.get('BS'))?.get('S')), 'U')) {
    return `q ${color} ${n(width)} w ${n(x0)} ${n(y0)} m ${n(x1)} ${n(y0)} l S Q\n`;
  }
  return `q ${color} ${n(width)} w ${dash(document, dict)}${rectangle(rect)} S Q\n`;
}

type Paint = 'fill' | 'stroke';
const OPERATORS: Readonly<Record<number, readonly [string, string]>> = {
  1: ['g', 'G'],
  3: ['rg', 'RG'],
  4: ['k', 'K'],
};

/** A colour array as an operator; undefined for an empty one, which means transparent. */
function paint(document: PdfDocument, value: PdfValue | undefined, use: Paint): string | undefined {
  const items = document.array(value)?.map((item) => document.resolve(item)) ?? [];
  const operator = OPERATORS[items.length]?.[use === 'fill' ? 0 : 1];
  if (!operator || !items.every((item) => typeof item === 'number')) return undefined;
  return `${items.map((item) => n(item as number)).join(' ')} ${operator}`;
}

function borderWidth(document: PdfDocument, dict: PdfDict): number {
  const style = document.resolve(document.dict(dict.get('BS'))?.get('W'));
  if (typeof style === 'number') return style;
  const border = document.resolve(document.array(dict.get('Border'))?.[2]);
  return typeof border === 'number' ? border : 1;
}

function dash(document: PdfDocument, dict: PdfDict): string {
  const style = document.dict(dict.get('BS'));
  const dashed = isName(document.resolve(style?.get('S')), 'D');
  const pattern = dashed
    ? (document.array(style?.get('D')) ?? [3])
    : document.array(document.array(dict.get('Border'))?.[3]);
  const lengths = (pattern ?? []).map((item) => document.resolve(item));
  if (lengths.length === 0 || !lengths.every((item) => typeof item === 'number' && item >= 0)) return '';
  if (!lengths.some((item) => (item as number) > 0)) return '';
  return `[${lengths.map((item) => n(item as number)).join(' ')}] 0 d `;
}

/** Starts a graphics state with the annotation's opacity (/CA, which viewers apply to what they draw themselves). */
function opened({ document, resources }: NoteArt, dict: PdfDict, blend = false): string {
  const value = document.resolve(dict.get('CA'));
  const opacity = typeof value === 'number' ? Math.min(1, Math.max(0, value)) : 1;
  if (blend) return `q /${resources.multiply(opacity)} gs `;
  return opacity === 1 ? 'q ' : `q /${resources.opacity(opacity)} gs `;
}

const rectangle = ([x0, y0, x1, y1]: Box): string => `${n(x0)} ${n(y0)} ${n(x1 - x0)} ${n(y1 - y0)} re`;

function ellipse([x0, y0, x1, y1]: Box): string {
  const [cx, cy, rx, ry] = [(x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, (y1 - y0) / 2];
  const at = (u: number, v: number): string => `${n(cx + u * rx)} ${n(cy + v * ry)}`;
  const quarters = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
    [1, 0],
  ] as const;
  let path = `${at(1, 0)} m`;
  for (let i = 0; i < 4; i++) {
    const [[a, b], [c, d]] = [quarters[i], quarters[i + 1]] as [readonly [number, number], readonly [number, number]];
    path += ` ${at(a + c * ROUND, b + d * ROUND)} ${at(c + a * ROUND, d + b * ROUND)} ${at(c, d)} c`;
  }
  return `${path} h`;
}

function framed(art: NoteArt, dict: PdfDict, rect: Box, shape: (box: Box) => string): string {
  const { document } = art;
  const width = borderWidth(document, dict);
  const inset = width / 2;
  const box: Box = [rect[0] + inset, rect[1] + inset, rect[2] - inset, rect[3] - inset];
  const inside = paint(document, dict.get('IC'), 'fill');
  const line = width > 0 ? paint(document, dict.get('C'), 'stroke') : undefined;
  if ((!inside && !line) || box[2] <= box[0] || box[3] <= box[1]) return '';
  const operator = inside && line ? 'B' : inside ? 'f' : 'S';
  const state = [inside, line, line && `${n(width)} w`].filter(Boolean).join(' ');
  return `${opened(art, dict)}${state} ${line ? dash(document, dict) : ''}${shape(box)} ${operator} Q\n`;
}

function pointsOf({ document }: NoteArt, value: PdfValue | undefined): number[] {
  const items = (document.array(value) ?? []).slice(0, MAX_POINTS).map((item) => document.resolve(item));
  return items.every((item) => typeof item === 'number') ? (items as number[]) : [];
}

function stroked(art: NoteArt, dict: PdfDict, lines: number[][], closed: boolean): string {
  const { document } = art;
  const width = borderWidth(document, dict);
  const line = paint(document, dict.get('C'), 'stroke') ?? '0 G';
  const inside = closed ? paint(document, dict.get('IC'), 'fill') : undefined;
  if (width <= 0) return '';
  const paths = lines
    .filter((points) => points.length >= 4)
    .map((points) => {
      let path = `${n(points[0] ?? 0)} ${n(points[1] ?? 0)} m`;
      for (let i = 2; i + 1 < points.length; i += 2) path += ` ${n(points[i] ?? 0)} ${n(points[i + 1] ?? 0)} l`;
      return closed ? `${path} h` : path;
    });
  if (paths.length === 0) return '';
  return `${opened(art, dict)}${inside ? `${inside} ` : ''}${line} ${n(width)} w ${dash(document, dict)}${paths.join(' ')} ${inside ? 'B' : 'S'} Q\n`;
}

/** Text markup: every four points of /QuadPoints are a stretch, upper corners first as every program writes them. */
function markup(art: NoteArt, dict: PdfDict, kind: string): string {
  const quads = pointsOf(art, dict.get('QuadPoints'));
  const highlight = kind === 'Highlight';
  const color = paint(art.document, dict.get('C'), highlight ? 'fill' : 'stroke') ?? (highlight ? '1 1 0 rg' : '0 G');
  let path = '';
  for (let i = 0; i + 7 < quads.length; i += 8) {
    const [x1, y1, x2, y2, x3, y3, x4, y4] = quads.slice(i, i + 8) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    if (highlight) path += `${n(x1)} ${n(y1)} m ${n(x2)} ${n(y2)} l ${n(x4)} ${n(y4)} l ${n(x3)} ${n(y3)} l h `;
    else {
      const up = kind === 'StrikeOut' ? 0.5 : 0.08;
      const at = (xa: number, ya: number, xb: number, yb: number): string =>
        `${n(xb + (xa - xb) * up)} ${n(yb + (ya - yb) * up)}`;
      path += `${at(x1, y1, x3, y3)} m ${at(x2, y2, x4, y4)} l `;
    }
  }
  return path === '' ? '' : `${opened(art, dict, highlight)}${color} 1 w ${path}${highlight ? 'f' : 'S'} Q\n`;
}

const COLOR_OF_TEXT = /((?:[\d.]+\s+){1,4})(rg|g|k)\b/;
const SIZE_OF_TEXT = /([\d.]+)\s+Tf/;

/** Text in a rectangle, with the size and colour of a default appearance string (clause 12.7.4.3). */
function textIn({ text, resources }: NoteArt, words: string, appearance: PdfValue, box: Box): string {
  if (words.trim() === '') return '';
  const style = appearance instanceof PdfString ? Buffer.from(appearance.bytes).toString('latin1') : '';
  const asked = Number(SIZE_OF_TEXT.exec(style)?.[1]);
  const max = asked > 0 && asked < 200 ? asked : TEXT_SIZE;
  const size = { width: Math.max(1, box[2] - box[0] - 4), height: Math.max(1, box[3] - box[1] - 2) };
  const drawn = spellOut(text.fonts, words.slice(0, 5000));
  const fitted = fitText(drawn, size, text.measure('regular'), { max, multiline: true });
  const color = COLOR_OF_TEXT.exec(style)?.[0] ?? '0 g';
  const lines = fitted.lines.map((line, i) => {
    const baseline = box[3] - 1 - i * fitted.size * LEADING - fitted.size * ASCENT;
    return line === '' ? '' : text.line(resources.fonts, 'regular', line, fitted.size, box[0] + 2, baseline);
  });
  return `q ${rectangle(box)} W n ${color}\n${lines.join('')}Q\n`;
}

function freeText(art: NoteArt, dict: PdfDict, rect: Box): string {
  const { document } = art;
  const back = paint(document, dict.get('C'), 'fill');
  const words = document.resolve(dict.get('Contents'));
  const text = words instanceof PdfString ? textIn(art, words.toText(), document.resolve(dict.get('DA')), rect) : '';
  return `${opened(art, dict)}${back ? `${back} ${rectangle(rect)} f\n` : ''}${text}Q\n`;
}

function widget(art: NoteArt, dict: PdfDict, rect: Box): string {
  const { document } = art;
  const look = document.dict(dict.get('MK'));
  const back = paint(document, look?.get('BG'), 'fill');
  const line = paint(document, look?.get('BC'), 'stroke');
  const field = fieldOf(document, dict);
  const value = document.resolve(field.V);
  const form = document.dict(document.catalog().get('AcroForm'));
  const shows = isName(document.resolve(field.FT), 'Tx') || isName(document.resolve(field.FT), 'Ch');
  let content = '';
  if (back) content += `q ${back} ${rectangle(rect)} f Q\n`;
  if (line) content += `q ${line} ${n(borderWidth(document, dict))} w ${rectangle(rect)} S Q\n`;
  if (shows && value instanceof PdfString) {
    content += textIn(art, value.toText(), document.resolve(field.DA ?? form?.get('DA')), rect);
  }
  return content;
}

/** The icon of a note whose text opens on click: a sheet with lines, at the top left of its rectangle. */
function icon(art: NoteArt, dict: PdfDict, [x0, , , y1]: Box): string {
  const color = paint(art.document, dict.get('C'), 'fill') ?? '1 0.9 0.4 rg';
  const y0 = y1 - ICON;
  const lines = [0.3, 0.5, 0.7].map(
    (part) => `${n(x0 + 4)} ${n(y0 + ICON * part)} m ${n(x0 + ICON - 4)} ${n(y0 + ICON * part)} l`,
  );
  return `${opened(art, dict)}${color} 0.3 G 0.8 w ${rectangle([x0 + 1, y0 + 1, x0 + ICON - 1, y1 - 1])} B ${lines.join(' ')} S Q\n`;
}
