import type { PdfDocument } from '../core/document.ts';
import { dict, type PdfDict, type PdfValue } from '../core/objects.ts';
import type { PdfWriter } from '../core/writer.ts';
import { actsOf, destination, harmlessAction } from './actions.ts';
import { outlineItems } from './find.ts';

/**
 * The catalog entries a signed file keeps (ISO 32000-2 table 29). Anything else is dropped, whether known to be active
 * or not: forms, scripts, triggers, requirements, portfolios, private data of programs, and usage rights, which any
 * change invalidates.
 */
const CATALOG = [
  'Type',
  'Version',
  'Extensions',
  'Pages',
  'PageLabels',
  'Dests',
  'ViewerPreferences',
  'PageLayout',
  'PageMode',
  'Outlines',
  'Threads',
  'Metadata',
  'StructTreeRoot',
  'MarkInfo',
  'Lang',
  'OCProperties',
  'OutputIntents',
  'AF',
  'DPartRoot',
];

/** Name trees without scripts: destinations in the file, and attached files. */
const NAMES = ['Dests', 'EmbeddedFiles'];

/** Preferences that show one part of a page on screen and another in print (deprecated in ISO 32000-2). */
const AREAS = ['ViewArea', 'ViewClip', 'PrintArea', 'PrintClip'];

/** The catalog of a signed file, and its outline items without active content. */
export function disarmedCatalog(document: PdfDocument, writer: PdfWriter): PdfDict {
  const catalog = document.catalog();
  const kept = only(catalog, CATALOG);
  const names = document.dict(catalog.get('Names'));
  if (names && NAMES.some((key) => names.has(key))) kept.set('Names', only(names, NAMES));
  const opening = openingPlace(document, catalog.get('OpenAction'));
  if (opening !== undefined) kept.set('OpenAction', opening);
  const preferences = document.dict(catalog.get('ViewerPreferences'));
  if (preferences && AREAS.some((key) => preferences.has(key))) {
    kept.set('ViewerPreferences', new Map([...preferences].filter(([key]) => !AREAS.includes(key))));
  }
  if (!disarmOutlines(document, writer)) kept.delete('Outlines');
  return kept;
}

function only(from: PdfDict, keys: readonly string[]): PdfDict {
  return dict(Object.fromEntries(keys.map((key) => [key, from.get(key)])));
}

/** Where a file opens: a place in it, and nothing else. */
function openingPlace(document: PdfDocument, value: PdfValue | undefined): PdfValue | undefined {
  const opening = document.resolve(value);
  if (!(opening instanceof Map)) return destination(document, value);
  return destination(document, harmlessAction(document, opening)?.get('D'));
}

/**
 * Overrides outline items whose action does more than lead somewhere.
 * @returns false if that is impossible: direct items violate the format, and such an outline is dropped
 */
function disarmOutlines(document: PdfDocument, writer: PdfWriter): boolean {
  const outlines = document.dict(document.catalog().get('Outlines'));
  for (const { ref, item } of outlineItems(document, outlines)) {
    const acts = item.has('AA') || actsOf(document, item.get('A')).size > 0;
    if (!acts) continue;
    if (!ref) return false;
    const disarmed: PdfDict = new Map(item);
    disarmed.delete('AA');
    disarmed.delete('A');
    const harmless = harmlessAction(document, item.get('A'));
    if (harmless) disarmed.set('A', harmless);
    writer.set(ref, disarmed);
  }
  return true;
}
