import {
  type AncoraCampo,
  FIELD_SIZES,
  FIELDS_MAX,
  FILE_MAX_PAGES,
  type Rule,
  roundFraction,
  rule,
  type TipoCampo,
} from '@rubrica/contract';
import type { Fraction, PageGeometry, TextFindings, TextPlace } from '@rubrica/pdf';
import type { ReceivedFile, TextFinder } from '../../core/pdf.ts';
import type { FieldProblem } from '../../core/problem.ts';

/** Where a field is, in fractions of its page as displayed. */
export interface Coordinates {
  readonly pagina: number;
  readonly x: number;
  readonly y: number;
  readonly largura: number;
  readonly altura: number;
}

type NoCoordinates = { readonly [K in keyof Coordinates]?: number | undefined };

/** A field as requests have it: by coordinates, or by a text of the file. */
export interface FieldEntry extends NoCoordinates {
  readonly id?: string | undefined;
  readonly tipo: TipoCampo;
  readonly ancora?: AncoraCampo | undefined;
}

/** The same with its coordinates. */
export type Placed<E extends FieldEntry> = Omit<E, 'ancora' | keyof Coordinates> & Coordinates;

/** What was looked for in a file, and what was found; null if its text could not be read. */
export interface PageText {
  readonly texts: readonly string[];
  readonly findings: TextFindings | null;
}

/** The texts that fields are anchored to, each once. */
export const anchorTexts = (campos: readonly FieldEntry[] | undefined): string[] => [
  ...new Set((campos ?? []).flatMap(({ ancora }) => (ancora ? [ancora.texto] : []))),
];

/** Looks for texts, and for field tags if asked, in a file. @throws 503 if no PDF worker is available */
export async function readText(
  { finder }: { finder: TextFinder },
  file: ReceivedFile,
  { texts = [], fieldTags = false }: { texts?: readonly string[]; fieldTags?: boolean },
): Promise<PageText | null> {
  if (texts.length === 0 && !fieldTags) return null;
  const query = { maxPages: FILE_MAX_PAGES, texts, most: FIELDS_MAX + 1, fieldTags };
  return { texts, findings: await finder.locate(file, query) };
}

/** Fields in the order of the request, each with the index of the entry it comes from. */
interface PlacedFields<E extends FieldEntry> {
  readonly campos: Placed<E>[];
  readonly origins: number[];
  readonly problems: FieldProblem[];
}

/** Replaces an anchored field for which there is a problem, so that its other properties are checked too. */
export const SOMEWHERE: Coordinates = { pagina: 1, x: 0, y: 0, largura: 1e-6, altura: 1e-6 };

/** Gives every field its coordinates: an anchored one as many fields as its text has places. */
export function placeFields<E extends FieldEntry>(
  entries: readonly E[],
  text: PageText | null,
  pages: readonly PageGeometry[],
): PlacedFields<E> {
  const placed: PlacedFields<E> = { campos: [], origins: [], problems: [] };
  entries.forEach((entry, index) => {
    const { ancora, pagina, x, y, largura, altura, ...rest } = entry;
    const given = { pagina, x, y, largura, altura };
    const outcome = ancora ? placesBy(entry.tipo, ancora, given, text, pages) : [given as Coordinates];
    const places = 'wrong' in outcome ? [SOMEWHERE] : outcome;
    if ('wrong' in outcome) {
      placed.problems.push({ campo: `campos[${index}].ancora${outcome.member}`, ...outcome.wrong });
    }
    // A chosen id is that of the first of several fields.
    const { id: _, ...unnamed } = rest;
    places.forEach((place, i) => {
      placed.campos.push({ ...(i === 0 ? rest : unnamed), ...place } as Placed<E>);
      placed.origins.push(index);
    });
  });
  return placed;
}

/** What is wrong with an anchor, and with which of its members. */
interface Misplaced {
  readonly member: string;
  readonly wrong: Rule;
}

function placesBy(
  tipo: TipoCampo,
  ancora: AncoraCampo,
  given: NoCoordinates,
  text: PageText | null,
  pages: readonly PageGeometry[],
): Coordinates[] | Misplaced {
  if (Object.values(given).some((value) => value !== undefined)) return { member: '', wrong: rule('placeOrAnchor') };
  const places = text?.findings?.texts[text.texts.indexOf(ancora.texto)] ?? [];
  const n = places.length;
  if (n === 0) return { member: '.texto', wrong: whyMissing(text?.findings ?? null) };
  const { ocorrencia = 'TODAS' } = ancora;
  const chosen = ocorrencia === 'TODAS' ? places : places.slice(ocorrencia - 1, ocorrencia);
  if (chosen.length === 0) {
    return { member: '.ocorrencia', wrong: n === 1 ? rule('anchorOnce') : rule('anchorTimes', { n }) };
  }
  const found = chosen.map((place) => placeBy(tipo, place, ancora, pages)).filter((place) => place !== null);
  return found.length < chosen.length ? { member: '', wrong: rule('anchorOffPage') } : found;
}

/** Problems of placed fields, told of the entries they come from, each once. */
export function ofEntries(problems: readonly FieldProblem[], origins: readonly number[]): FieldProblem[] {
  const told = problems.map((problem) => ({
    ...problem,
    campo: problem.campo.replace(/^campos\[(\d+)\]/, (_, index) => `campos[${origins[Number(index)] ?? index}]`),
  }));
  const seen = new Set<string>();
  return told.filter((problem) => {
    const key = JSON.stringify(problem);
    return seen.has(key) ? false : seen.add(key) && true;
  });
}

function whyMissing(findings: TextFindings | null): Rule {
  if (!findings) return rule('anchorUnreadable');
  const { pagesWithText } = findings;
  if (pagesWithText.length === 0) return rule('anchorNoText');
  const [pagina, ...more] = pagesWithText;
  return more.length === 0
    ? rule('anchorMissingOnePage', { pagina: pagina as number })
    : rule('anchorMissing', { paginas: ranges(pagesWithText) });
}

/** 1, 2, 3, 5 as `1-3, 5`. */
function ranges(pages: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const page of pages) {
    const last = runs.at(-1);
    if (last && page === last[1] + 1) last[1] = page;
    else runs.push([page, page]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

const within = (value: number, most: number) => roundFraction(Math.min(Math.max(value, 0), most));

type Shift = Pick<AncoraCampo, 'dx' | 'dy' | 'largura' | 'altura'>;

/**
 * A field whose top left corner is at that of a text, moved; of its type's usual size, unless a size is given. What would
 * overhang the page is pulled in; null if the corner itself is off the page.
 */
export function placeBy(
  tipo: TipoCampo,
  { page, at }: { readonly page: number; readonly at: Pick<Fraction, 'x' | 'y'> } | TextPlace,
  { dx = 0, dy = 0, largura, altura }: Shift,
  pages: readonly PageGeometry[],
): Coordinates | null {
  const geometry = pages[page - 1];
  if (!geometry) return null;
  const [width, height] = FIELD_SIZES[tipo];
  const size = {
    largura: roundFraction(Math.min(1, largura ?? width / (geometry.width * geometry.userUnit))),
    altura: roundFraction(Math.min(1, altura ?? height / (geometry.height * geometry.userUnit))),
  };
  const [x, y] = [within(at.x, 1) + dx, within(at.y, 1) + dy];
  if (x < 0 || y < 0 || x >= 1 || y >= 1) return null;
  return { pagina: page, x: within(x, 1 - size.largura), y: within(y, 1 - size.altura), ...size };
}
