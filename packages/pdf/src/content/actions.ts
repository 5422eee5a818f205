import type { PdfDocument } from '../core/document.ts';
import { dict, name, type PdfDict, PdfName, PdfRef, PdfString, type PdfValue } from '../core/objects.ts';

/** What an action can do that a signed document must not; each is described in ISO 32000-2 clause 12.6.4. */
export type Act =
  | 'SCRIPT'
  | 'LAUNCH'
  | 'SUBMIT'
  | 'IMPORT'
  | 'RESET'
  | 'OTHER_FILE'
  | 'HIDE'
  | 'LAYER_STATE'
  | 'MEDIA'
  | 'COMMAND'
  | 'ADDRESS'
  | 'UNKNOWN';

const ACTS: Readonly<Record<string, Act>> = {
  JavaScript: 'SCRIPT',
  Launch: 'LAUNCH',
  SubmitForm: 'SUBMIT',
  ImportData: 'IMPORT',
  ResetForm: 'RESET',
  GoToR: 'OTHER_FILE',
  GoToE: 'OTHER_FILE',
  Hide: 'HIDE',
  SetOCGState: 'LAYER_STATE',
  Rendition: 'MEDIA',
  Movie: 'MEDIA',
  Sound: 'MEDIA',
  GoTo3DView: 'MEDIA',
  RichMediaExecute: 'MEDIA',
};

/** Viewer commands that turn pages (table 215); every other command is active. */
const PAGE_TURNS = ['NextPage', 'PrevPage', 'FirstPage', 'LastPage'];
/** Addresses that a person can knowingly follow: those with one of these schemes, or relative ones. */
const KNOWN_ADDRESS = /^(?:(?:https?|mailto|tel):|[^:\\]*$|[^:\\]*[/?#])/i;
/** The most actions examined in one chain: each may have several next ones. */
const MAX_CHAIN = 1000;

/**
 * The part of an action that leads to a place in the file, a page or an ordinary address. Nothing else is copied, so
 * the result is harmless whatever the original contains.
 */
export function harmlessAction(document: PdfDocument, value: PdfValue | undefined): PdfDict | undefined {
  const action = document.resolve(value);
  if (!(action instanceof Map)) return undefined;
  const kind = document.resolve(action.get('S'));
  if (!(kind instanceof PdfName) || actOf(document, action, kind.name)) return undefined;
  const made = (key: string, entry: PdfValue | undefined) =>
    entry === undefined ? undefined : dict({ Type: name('Action'), S: name(kind.name), [key]: entry });
  if (kind.name === 'GoTo') return made('D', destination(document, action.get('D')));
  if (kind.name === 'URI') return made('URI', document.resolve(action.get('URI')));
  return made('N', document.resolve(action.get('N')));
}

/** A destination in this file: a named one, or a page with numbers (clause 12.3.2). */
export function destination(document: PdfDocument, value: PdfValue | undefined): PdfValue | undefined {
  const target = document.resolve(value);
  if (target instanceof PdfName || target instanceof PdfString) return target;
  if (!Array.isArray(target)) return undefined;
  const plain = (item: PdfValue) =>
    item === null || typeof item === 'number' || item instanceof PdfName || item instanceof PdfRef;
  return target.every(plain) ? target : undefined;
}

/** Everything that an action and its successors do. */
export function actsOf(document: PdfDocument, value: PdfValue | undefined): Set<Act> {
  const acts = new Set<Act>();
  const seen = new Set<PdfDict>();
  const waiting: (PdfValue | undefined)[] = [value];
  while (waiting.length > 0 && seen.size < MAX_CHAIN) {
    const action = document.resolve(waiting.pop());
    if (!(action instanceof Map) || seen.has(action)) continue;
    seen.add(action);
    const kind = document.resolve(action.get('S'));
    const act = kind instanceof PdfName ? actOf(document, action, kind.name) : undefined;
    if (act) acts.add(act);
    if (action.has('JS')) acts.add('SCRIPT');
    const next = action.get('Next');
    waiting.push(...(document.array(next) ?? [next]).slice(0, MAX_CHAIN));
  }
  return acts;
}

function actOf(document: PdfDocument, action: PdfDict, kind: string): Act | undefined {
  if (kind === 'GoTo') return undefined;
  if (kind === 'URI') {
    const address = document.resolve(action.get('URI'));
    return address instanceof PdfString && KNOWN_ADDRESS.test(address.toText().trim()) ? undefined : 'ADDRESS';
  }
  if (kind === 'Named') {
    const command = document.resolve(action.get('N'));
    return command instanceof PdfName && PAGE_TURNS.includes(command.name) ? undefined : 'COMMAND';
  }
  return ACTS[kind] ?? 'UNKNOWN';
}
