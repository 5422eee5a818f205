import { PdfDocument } from '../src/core/document.ts';
import { isName, type PdfDict, PdfName, PdfRef, PdfStream } from '../src/core/objects.ts';
import { operatorsOf } from './content-operators.ts';

/** A part of a certificate, and how many of its lines are on each page that has any. */
export type Part = {
  kind: 'section' | 'block' | 'row' | 'heading' | 'page';
  /** The text of its heading, or the type of its element. */
  name: string;
  pages: { page: number; lines: number }[];
};

/** A line of text: its page, its height, and whether it is a table's header, which does not count. */
type Line = { page: number; y: number; head: boolean };

/** Fewer lines than this are never alone, and a last page has at least this many in all. */
const ALONE = 3;
const LAST_PAGE = 5;
/** Lines closer than this, in points, are one: text in two sizes side by side has two baselines. */
const SAME_LINE = 4;

/**
 * The parts of a certificate, from the structure and the content of the file alone: sections, the blocks in them (a
 * paragraph, a table, a list, one signer's proofs), rows and headings, and the pages.
 */
export function readParts(bytes: Uint8Array): Part[] {
  const file = new Structure(PdfDocument.open(bytes));
  const parts: Part[] = [];
  for (const section of splitAt(file.top, (kid) => roleOf(kid) === 'H2')) {
    const [heading] = section;
    const named = heading && roleOf(heading) === 'H2' ? file.textOf(heading) : '';
    if (named) parts.push({ kind: 'section', name: named, pages: pagesOf(section.slice(1).flatMap(file.linesOf)) });
    for (const block of blocksOf(section)) {
      parts.push({ kind: 'block', name: roleOf(block[0] as PdfDict), pages: pagesOf(block.flatMap(file.linesOf)) });
    }
    section.forEach((kid, i) => {
      for (const row of file.rowsOf(kid))
        parts.push({ kind: 'row', name: roleOf(row), pages: pagesOf(file.linesOf(row)) });
      const following = section[i + 1];
      if (!/^H[23]$/.test(roleOf(kid)) || !following) return;
      const kept = [...file.linesOf(kid), ...file.linesOf(following).slice(0, 1)];
      parts.push({ kind: 'heading', name: file.textOf(kid), pages: pagesOf(kept) });
    });
  }
  const all = pagesOf(file.top.flatMap(file.linesOf));
  for (const page of all) parts.push({ kind: 'page', name: `page ${page.page + 1} of ${all.length}`, pages: [page] });
  return parts;
}

/** The parts that a page break splits where it must not. */
export function brokenParts(parts: readonly Part[]): string[] {
  const count = parts.filter(({ kind }) => kind === 'page').length;
  return parts.flatMap(({ kind, name, pages }) => {
    const few = pages.filter(({ lines }) => lines < ALONE);
    const broken =
      kind === 'page'
        ? (pages[0]?.lines ?? 0) < (count === 1 ? 0 : LAST_PAGE)
        : pages.length > 1 && (kind === 'row' || kind === 'heading' || few.length > 0);
    return broken
      ? [`${kind} ${name}: ${pages.map(({ page, lines }) => `${lines} on page ${page + 1}`).join(', ')}`]
      : [];
  });
}

class Structure {
  readonly top: PdfDict[];
  private readonly file: PdfDocument;
  private readonly marks = new Map<string, { y: number; shown: string }[]>();
  private readonly pages: number[];
  private readonly characters: Map<string, string>;

  constructor(file: PdfDocument) {
    this.file = file;
    const pages = (file.array(file.dict(file.catalog().get('Pages'))?.get('Kids')) ?? []) as PdfRef[];
    this.pages = pages.map(({ num }) => num);
    pages.forEach((page) => {
      this.readPage(page);
    });
    const root = file.dict(file.dict(file.catalog().get('StructTreeRoot'))?.get('K')) as PdfDict;
    this.top = this.kids(root);
    this.characters = this.charactersOfHeadings();
  }

  private readPage(page: PdfRef): void {
    const content = this.file.resolve(this.file.dict(page)?.get('Contents')) as PdfStream;
    let mark: { y: number; shown: string }[] | undefined;
    let y = 0;
    for (const { name, operands } of operatorsOf(Buffer.from(this.file.decode(content, 1 << 26)).toString('latin1'))) {
      const id = name === 'BDC' ? /MCID (\d+)/.exec(operands[1] ?? '')?.[1] : undefined;
      if (id !== undefined) {
        mark = [];
        this.marks.set(`${page.num} ${id}`, mark);
      } else if (name === 'EMC') mark = undefined;
      else if (name === 'Td') y = Number(operands[1]);
      else if (name === 'Tj') mark?.push({ y, shown: operands[0] as string });
    }
  }

  private kids(element: PdfDict): PdfDict[] {
    const kids = element.get('K');
    const list = Array.isArray(kids) ? kids : [kids ?? null];
    return list.filter((kid) => kid instanceof PdfRef).map((kid) => this.file.dict(kid) as PdfDict);
  }

  /** What an element itself shows, mark by mark. */
  private own(element: PdfDict): { page: number; lines: { y: number; shown: string }[] }[] {
    const kids = element.get('K');
    return (Array.isArray(kids) ? kids : [kids ?? null]).flatMap((kid) => {
      const reference = kid instanceof Map ? kid : element;
      const id = kid instanceof Map ? kid.get('MCID') : kid;
      const page = reference.get('Pg');
      if (typeof id !== 'number' || !(page instanceof PdfRef)) return [];
      return [{ page: this.pages.indexOf(page.num), lines: this.marks.get(`${page.num} ${id}`) ?? [] }];
    });
  }

  readonly linesOf = (element: PdfDict): Line[] => {
    const attributes = this.file.dict(element.get('A'));
    const head = isName(attributes?.get('Scope'), 'Column') || /^H[23]$/.test(roleOf(element));
    const own = this.own(element).flatMap(({ page, lines }) => lines.map(({ y }): Line => ({ page, y, head })));
    return [...own, ...this.kids(element).flatMap(this.linesOf)];
  };

  /** Rows of tables and items of lists. */
  rowsOf(element: PdfDict): PdfDict[] {
    const rows = /^(TR|LI)$/.test(roleOf(element)) ? [element] : [];
    return [...rows, ...this.kids(element).flatMap((kid) => this.rowsOf(kid))];
  }

  /** Glyphs as text, as far as headings need it. */
  textOf(element: PdfDict): string {
    const glyphs = this.own(element).flatMap(({ lines }) => lines.map(({ shown }) => shown.slice(1, -1)));
    return glyphs.join('').replace(/[0-9a-f]{4}/g, (glyph) => this.characters.get(glyph) ?? '?');
  }

  private charactersOfHeadings(): Map<string, string> {
    const found = new Map<string, string>();
    for (const num of this.file.entries.keys()) {
      const font = this.file.dict(new PdfRef(num));
      const map = font && this.file.resolve(font.get('ToUnicode'));
      // Headings are bold.
      const bold = font?.get('BaseFont') instanceof PdfName && (font.get('BaseFont') as PdfName).name.endsWith('Bold');
      if (!(map instanceof PdfStream) || !bold) continue;
      const text = Buffer.from(this.file.decode(map, 1 << 24)).toString('latin1');
      for (const [, glyph = '', code = ''] of text.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]{4})>$/gm)) {
        found.set(glyph, String.fromCharCode(Number.parseInt(code, 16)));
      }
    }
    return found;
  }
}

const roleOf = (element: PdfDict): string => (element.get('S') as PdfName).name;

function splitAt(kids: readonly PdfDict[], begins: (kid: PdfDict) => boolean): PdfDict[][] {
  const groups: PdfDict[][] = [[]];
  for (const kid of kids) {
    if (begins(kid)) groups.push([]);
    groups.at(-1)?.push(kid);
  }
  return groups.filter((group) => group.length > 0);
}

/** From one signer's name to the next, or else each element by itself. */
function blocksOf(section: readonly PdfDict[]): PdfDict[][] {
  const [before = [], ...signers] = [[] as PdfDict[], ...splitAt(section, (kid) => roleOf(kid) === 'H3')];
  const grouped = signers.flatMap((group) =>
    roleOf(group[0] as PdfDict) === 'H3' ? [group] : group.map((kid) => [kid]),
  );
  return [...before.map((kid) => [kid]), ...grouped];
}

function pagesOf(lines: readonly Line[]): { page: number; lines: number }[] {
  const pages = [...new Set(lines.map(({ page }) => page))].sort((a, b) => a - b);
  return pages.map((page) => {
    const heights = lines.filter((line) => line.page === page && !line.head).map(({ y }) => y);
    const sorted = heights.sort((a, b) => b - a);
    const count = sorted.filter((y, i) => i === 0 || (sorted[i - 1] as number) - y > SAME_LINE).length;
    return { page, lines: count };
  });
}
