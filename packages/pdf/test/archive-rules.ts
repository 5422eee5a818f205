import { PdfDocument } from '../src/core/document.ts';
import {
  asDict,
  isName,
  type PdfDict,
  PdfName,
  PdfRef,
  PdfStream,
  PdfString,
  type PdfValue,
} from '../src/core/objects.ts';
import { readPages } from '../src/core/pages.ts';
import { fileProblems } from './archive-file-rules.ts';
import { FontRules } from './archive-font-rules.ts';
import { structureProblems } from './archive-structure-rules.ts';
import { operatorsOf } from './content-operators.ts';

/** Reports that a clause of ISO 19005-3 is violated, unless it is kept. */
export type Check = (kept: boolean, clause: string, what: string) => void;

/**
 * A file's violations of ISO 19005-3 level A, each with its clause: of the clauses a machine can check, those that a
 * file without images, layers or multimedia can violate at all.
 */
export function archiveProblems(bytes: Uint8Array): string[] {
  const problems = new Set<string>();
  const check: Check = (kept, clause, what) => {
    if (!kept) problems.add(`${clause}: ${what}`);
  };
  const file = PdfDocument.open(bytes);
  fileProblems(bytes, file, check);
  const objects = reachable(file);
  objects.forEach((value) => {
    objectRules(file, value, check);
  });
  catalogRules(file, check);
  const fonts = new FontRules(file, check);
  const marked = readPages(file, 10_000).map(({ dict }) => pageRules(file, dict, fonts, check));
  fonts.finish();
  structureProblems(file, marked, check);
  return [...problems];
}

/** Every object that can be reached from the trailer. */
function reachable(file: PdfDocument): PdfValue[] {
  const found: PdfValue[] = [];
  const seen = new Set<number>();
  const visit = (value: PdfValue): void => {
    if (value instanceof PdfRef) {
      if (seen.has(value.num)) return;
      seen.add(value.num);
      visit(file.resolve(value));
      return;
    }
    found.push(value);
    if (Array.isArray(value)) value.forEach(visit);
    for (const member of asDict(value)?.values() ?? []) visit(member);
  };
  visit(file.trailer);
  return found;
}

const ANNOTATIONS = ['Widget', 'Link', 'Popup'];
const ACTIONS = ['GoTo', 'GoToR', 'GoToE', 'Thread', 'URI', 'Named', 'SubmitForm'];

function objectRules(file: PdfDocument, value: PdfValue, check: Check): void {
  if (typeof value === 'number') {
    check(!Number.isInteger(value) || Math.abs(value) < 2 ** 31, '6.1.13', `the integer ${value}`);
  }
  if (value instanceof PdfString)
    check(value.bytes.length <= 32_767, '6.1.13', `a string of ${value.bytes.length} bytes`);
  if (value instanceof PdfName)
    check(Buffer.byteLength(value.name, 'latin1') <= 127, '6.1.13', `the name ${value.name}`);
  const dict = asDict(value);
  if (!dict) return;
  if (value instanceof PdfStream) {
    check(!['F', 'FFilter', 'FDecodeParms'].some((key) => dict.has(key)), '6.1.7', 'a stream outside the file');
    const filters = file.array(dict.get('Filter')) ?? [dict.get('Filter') ?? null];
    const known = filters.every((filter) => filter === null || isName(file.resolve(filter), 'FlateDecode'));
    check(known, '6.1.7', 'a filter other than Flate');
  }
  const subtype = nameOf(dict.get('Subtype'));
  if (isName(dict.get('Type'), 'Annot')) annotationRules(file, dict, subtype, check);
  if (isName(dict.get('Type'), 'Filespec')) fileRules(file, dict, check);
  if (isName(dict.get('Type'), 'EmbeddedFile')) {
    check(/^[-\w+.]+\/[-\w+.]+$/.test(subtype), '6.8', 'an embedded file without its MIME type');
  }
  const digests = ['DigestLocation', 'DigestMethod', 'DigestValue'].some((key) => dict.has(key));
  check(!isName(dict.get('Type'), 'SigRef') || !digests, '6.1.12', 'a signature reference with a digest of its own');
  const kind = nameOf(dict.get('S'));
  if (isName(dict.get('Type'), 'Action')) check(ACTIONS.includes(kind), '6.5.1', `an action of kind ${kind}`);
  check(!dict.has('AA'), '6.5.2', 'additional actions');
  check(!dict.has('BM') || isName(dict.get('BM'), 'Normal'), '6.2.10', 'a blend mode');
  for (const key of ['TR', 'HTP']) if (dict.has('ca')) check(!dict.has(key), '6.2.5', `${key} in a graphics state`);
}

const nameOf = (value: PdfValue | undefined): string => (value instanceof PdfName ? value.name : '');

function annotationRules(file: PdfDocument, dict: PdfDict, subtype: string, check: Check): void {
  check(ANNOTATIONS.includes(subtype), '6.3.1', `an annotation of kind ${subtype}`);
  const flags = dict.get('F');
  check(typeof flags === 'number' && (flags & 0b1_0010_0111) === 4, '6.3.2', `annotation flags ${String(flags)}`);
  const [x0, y0, x1, y1] = (file.array(dict.get('Rect')) ?? []).map((side) => file.resolve(side));
  check((x0 === x1 && y0 === y1) || dict.has('AP'), '6.3.3', 'an annotation without appearance');
  check(!dict.has('A') && !dict.has('AA'), '6.4.1', 'a widget that acts');
}

function fileRules(file: PdfDocument, dict: PdfDict, check: Check): void {
  check(dict.has('F') && dict.has('UF'), '6.8', 'a file specification without F or UF');
  check(dict.has('AFRelationship'), '6.8', 'a file specification without AFRelationship');
  const associated = file.array(file.catalog().get('AF')) ?? [];
  check(
    associated.some((other) => file.resolve(other) === dict),
    '6.8',
    'an embedded file that nothing is associated with',
  );
}

function catalogRules(file: PdfDocument, check: Check): void {
  const catalog = file.catalog();
  check(file.dict(catalog.get('MarkInfo'))?.get('Marked') === true, '6.7.2', 'not marked as tagged');
  const language = catalog.get('Lang');
  const tag = language instanceof PdfString ? language.toText() : '';
  check(/^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$/.test(tag), '6.7.4', `the language ${tag}`);
  check(!catalog.has('OCProperties'), '6.9', 'optional content');
  check(!catalog.has('Requirements') && !catalog.has('NeedsRendering'), '6.11', 'requirements of a reader');
  check(!file.dict(catalog.get('Names'))?.has('AlternatePresentations'), '6.10', 'alternate presentations');
  const form = file.dict(catalog.get('AcroForm'));
  check(
    form?.get('NeedAppearances') !== true && !form?.has('XFA'),
    '6.4.2',
    'a form that is drawn by the reader, or XFA',
  );
  const permissions = file.dict(catalog.get('Perms'));
  check(
    [...(permissions?.keys() ?? [])].every((key) => key === 'DocMDP'),
    '6.1.12',
    'permissions besides DocMDP',
  );
  outputIntentRules(file, check);
  metadataRules(file, check);
}

function outputIntentRules(file: PdfDocument, check: Check): void {
  const intents = (file.array(file.catalog().get('OutputIntents')) ?? []).map((intent) => file.dict(intent));
  const intent = intents.find((dict) => isName(dict?.get('S'), 'GTS_PDFA1'));
  const stream = file.resolve(intent?.get('DestOutputProfile'));
  if (!(stream instanceof PdfStream)) {
    check(false, '6.2.3', 'no output intent');
    return;
  }
  const profile = Buffer.from(file.decode(stream, 1 << 20));
  check(
    profile.readUInt32BE(0) === profile.length && profile.toString('latin1', 36, 40) === 'acsp',
    '6.2.3',
    'the profile',
  );
  check(['mntr', 'prtr'].includes(profile.toString('latin1', 12, 16)), '6.2.3', 'the class of the profile');
  check(
    profile.toString('latin1', 16, 20) === 'RGB ' && stream.dict.get('N') === 3,
    '6.2.4.3',
    'device colours without RGB',
  );
  check((profile[8] as number) < 5, '6.2.3', 'the version of the profile');
}

function metadataRules(file: PdfDocument, check: Check): void {
  const stream = file.resolve(file.catalog().get('Metadata'));
  if (!(stream instanceof PdfStream)) {
    check(false, '6.6.2.1', 'no metadata');
    return;
  }
  const text = Buffer.from(file.decode(stream, 1 << 20)).toString('utf8');
  check(!/<\?xpacket begin=[^>]*(?:bytes|encoding)=/.test(text), '6.6.2.1', 'bytes or encoding in the packet header');
  const member = (name: string): string => new RegExp(`<${name}>(?:<[^>]+>)*([^<]*)<`).exec(text)?.[1] ?? '';
  check(text.includes('xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"'), '6.6.4', 'no PDF/A identification');
  check(member('pdfaid:part') === '3' && member('pdfaid:conformance') === 'A', '6.6.4', 'not identified as PDF/A-3a');
  const info = file.dict(file.trailer.get('Info'));
  const entry = (key: string): string => {
    const value = info?.get(key);
    return value instanceof PdfString ? value.toText() : '';
  };
  const plain = (xml: string): string => xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  const date = (value: string): string => value.replace(/\D/g, '');
  check(plain(member('dc:title')) === entry('Title'), '6.6.3', 'two titles');
  check(plain(member('dc:creator')) === entry('Author'), '6.6.3', 'two authors');
  check(member('pdf:Producer') === entry('Producer'), '6.6.3', 'two producers');
  check(date(member('xmp:CreateDate')) === date(entry('CreationDate')), '6.6.3', 'two dates of creation');
  check(date(member('xmp:ModifyDate')) === date(entry('ModDate')), '6.6.3', 'two dates of change');
}

/** Operators of ISO 32000-1 Annex A with which this engine draws. */
const OPERATORS = 'q Q cm re f rg g G w gs Do BT ET Tr Tf Td Tj BDC BMC EMC'.split(' ');
const PAINTS = new Set(['f', 'Tj', 'Do']);

/** Checks a page's content. @returns the numbers of its marked content, in order */
function pageRules(file: PdfDocument, page: PdfDict, fonts: FontRules, check: Check): number[] {
  check(page.has('Resources'), '6.2.2', 'a page without resources of its own');
  check(!page.has('PresSteps'), '6.10', 'presentation steps');
  const content = file.resolve(page.get('Contents'));
  const marked: number[] = [];
  const owners: string[] = [];
  if (content instanceof PdfStream) {
    const text = Buffer.from(file.decode(content, 1 << 26)).toString('latin1');
    contentRules(file, text, file.dict(page.get('Resources')), fonts, check, (name, operands) => {
      if (name === 'BDC' || name === 'BMC') {
        owners.push(operands[0] as string);
        const id = /MCID (\d+)/.exec(operands[1] ?? '')?.[1];
        if (id) marked.push(Number(id));
        check(id !== undefined || operands[0] === '/Artifact', '6.7.3', 'marked content that belongs to nothing');
        check(owners.length === 1, '6.7.3', 'marked content in marked content');
      }
      if (name === 'EMC') owners.pop();
      if (PAINTS.has(name)) check(owners.length === 1, '6.7.3', `${name} outside the structure`);
    });
  }
  check(owners.length === 0, '6.7.3', 'marked content that does not end');
  return marked;
}

function contentRules(
  file: PdfDocument,
  content: string,
  resources: PdfDict | undefined,
  fonts: FontRules,
  check: Check,
  see: (name: string, operands: string[]) => void,
): void {
  let depth = 0;
  let font: PdfDict | undefined;
  for (const { name, operands } of operatorsOf(content)) {
    check(OPERATORS.includes(name), '6.2.2', `the operator ${name}`);
    if (name === 'q') depth++;
    if (name === 'Q') depth--;
    check(depth >= 0 && depth <= 28, '6.1.13', 'states nested too deep');
    const named = (kind: string): PdfValue => {
      return file.resolve(file.dict(resources?.get(kind))?.get((operands[0] ?? '').slice(1)));
    };
    if (name === 'Tf') font = named('Font') as PdfDict;
    if (name === 'Tj') fonts.shown(font, operands[0] as string);
    const form = name === 'Do' ? named('XObject') : null;
    if (form instanceof PdfStream) {
      check(form.dict.has('Resources'), '6.2.2', 'a form without resources of its own');
      const inside = Buffer.from(file.decode(form, 1 << 26)).toString('latin1');
      contentRules(file, inside, file.dict(form.dict.get('Resources')), fonts, check, () => undefined);
    }
    see(name, operands);
  }
  check(depth === 0, '6.2.2', 'states that do not end');
}
