import type { TipoCampo } from '@rubrica/contract';
import { FIELD_KINDS, isDrawn, isWritten } from '@rubrica/contract/field-kinds';
import { FIELDS_MAX, SIGNERS_MAX } from '@rubrica/contract/limits';
import { toggled } from '../../../kit/list.ts';
import { newId } from '../../../kit/uuid.ts';
import {
  A4,
  type Alignment,
  align,
  distribute,
  fit,
  limitMove,
  placeAt,
  resize,
  type Sheet,
  type Side,
  setSide,
  toPage,
} from './geometry.ts';
import { actOnParties, normalize, type PartyAction, type People } from './parts.ts';
import { type Draft, EMPTY_DRAFT, type Field, type Options } from './types.ts';

/** Everything the editor holds: what is edited, how it came to be so, and what is chosen. */
export interface Editor {
  readonly present: Draft;
  readonly past: readonly Draft[];
  readonly future: readonly Draft[];
  readonly selection: readonly string[];
  /** Sizes of the pages, by number. */
  readonly sheets: ReadonlyMap<number, Sheet>;
  /** Names a run of changes that are undone together: typing in one input, arrow keys on one field. */
  readonly run: string | null;
}

export const NOTHING: Editor = {
  present: EMPTY_DRAFT,
  past: [],
  future: [],
  selection: [],
  sheets: new Map(),
  run: null,
};

const HISTORY = 200;

export type Change = Partial<Omit<Field, 'id'>> & { readonly id: string };

/** A point of a page, in fractions of it. */
export interface Spot {
  readonly pagina: number;
  readonly x: number;
  readonly y: number;
}

/**
 * What can be done. An act says what is meant (`this one, one step up`), never what comes of it: that is for the editor
 * as it is by then, which is not always the one on the screen.
 */
export type Action =
  | { readonly type: 'open'; readonly draft: Draft }
  /** Another draft in the place of this one, as a change that can be undone. */
  | { readonly type: 'exchange'; readonly draft: Draft }
  | { readonly type: 'paginas'; readonly sheets: ReadonlyMap<number, Sheet> }
  | SelectionAction
  | FieldAction
  | PartyAction
  /** Rules that depend on nothing else; the order is for `ordenar`, the factors for `exigir`. */
  | {
      readonly type: 'options';
      readonly options: Partial<Omit<Options, 'ordenado' | 'fatoresExigidos'>>;
      readonly run?: string;
    }
  | { readonly type: 'pause' }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' };

type SelectionAction =
  /** These and no others, or beside those that are chosen. */
  | { readonly type: 'choose'; readonly ids: readonly string[]; readonly also?: boolean }
  /** Beside the others in or out; or, alone, it and nothing else, or nothing at all. */
  | { readonly type: 'toggle'; readonly id: string; readonly so?: boolean };

type FieldAction =
  /** A new field in the middle of a place, or beside what is there already. */
  | {
      readonly type: 'put';
      readonly id: string;
      readonly tipo: TipoCampo;
      readonly holder: string | null;
      readonly em: Spot;
    }
  /** Fields as they were copied, onto a page. */
  | { readonly type: 'paste'; readonly campos: readonly Field[]; readonly pagina: number }
  | { readonly type: 'change'; readonly changes: readonly Change[]; readonly run?: string }
  /** One side of a field, in fractions of the page, as far as the page goes. */
  | { readonly type: 'measure'; readonly id: string; readonly side: Side; readonly valor: number }
  | { readonly type: 'shift'; readonly ids: readonly string[]; readonly dx: number; readonly dy: number }
  /** The lower right corner moved, in points of paper. */
  | { readonly type: 'stretch'; readonly ids: readonly string[]; readonly x: number; readonly y: number }
  | { readonly type: 'take-to'; readonly ids: readonly string[]; readonly pagina: number }
  /** All of them some pages on or back, if none leaves the document, which has so many. */
  | { readonly type: 'turn-page'; readonly ids: readonly string[]; readonly por: number; readonly paginas: number }
  | { readonly type: 'erase'; readonly ids: readonly string[] }
  | { readonly type: 'duplicate'; readonly ids: readonly string[] }
  | { readonly type: 'copy-to'; readonly ids: readonly string[]; readonly paginas: readonly number[] }
  | { readonly type: 'align'; readonly ids: readonly string[]; readonly to: Alignment }
  | { readonly type: 'distribute'; readonly ids: readonly string[]; readonly axis: 'x' | 'y' };

export const sheetOf = (editor: Pick<Editor, 'sheets'>, pagina: number): Sheet =>
  editor.sheets.get(pagina) ?? editor.sheets.get(1) ?? A4;

/** Pure: what every act makes of the editor. An act that changes nothing gives the same object back. */
export function reduce(editor: Editor, action: Action): Editor {
  switch (action.type) {
    case 'open':
      return {
        ...NOTHING,
        sheets: editor.sheets,
        present: { ...action.draft, parts: normalize(action.draft.parts) },
      };
    case 'exchange':
      return commit(editor, { ...action.draft, parts: normalize(action.draft.parts) });
    case 'paginas':
      return { ...editor, sheets: action.sheets };
    case 'choose':
      return choose(editor, action.also ? [...editor.selection, ...action.ids] : action.ids);
    case 'toggle':
      return choose(editor, alternated(editor.selection, action.id, action.so ?? false));
    case 'pause':
      return editor.run === null ? editor : { ...editor, run: null };
    case 'undo':
      return undo(editor);
    case 'redo':
      return redo(editor);
    case 'options':
      return editor.present.options
        ? commit(editor, { ...editor.present, options: { ...editor.present.options, ...action.options } }, action.run)
        : editor;
    case 'include-party':
    case 'change-party':
    case 'remove-party':
    case 'move-party':
    case 'drop-party':
    case 'sort':
    case 'ask':
      return setPeople(editor, actOnParties(editor.present, action), 'run' in action ? action.run : undefined);
    default:
      return onFields(editor, action);
  }
}

function alternated(selection: readonly string[], id: string, alone: boolean): readonly string[] {
  const has = selection.includes(id);
  if (alone) return has && selection.length === 1 ? [] : [id];
  return toggled(selection, id, !has);
}

function onFields(editor: Editor, action: FieldAction): Editor {
  const { present } = editor;
  const { campos } = present;
  const chosen = (ids: readonly string[]) => campos.filter(({ id }) => ids.includes(id));
  const sheet = ({ pagina }: { readonly pagina: number }) => sheetOf(editor, pagina);
  const replace = (changed: readonly Field[], run?: string) => {
    const byId = new Map(changed.map((field) => [field.id, field]));
    const next = campos.map((field) => {
      const other = byId.get(field.id);
      return other ? sound(other, editor) : field;
    });
    return commit(editor, { ...present, campos: next }, run);
  };
  switch (action.type) {
    case 'put':
      return add(editor, [placed(editor, action)]);
    case 'paste':
      return add(editor, pasted(editor, action.campos, action.pagina));
    case 'change': {
      const byId = new Map(action.changes.map((change) => [change.id, change]));
      return replace(
        campos.filter(({ id }) => byId.has(id)).map((field) => ({ ...field, ...byId.get(field.id) })),
        action.run,
      );
    }
    case 'measure':
      return replace(
        chosen([action.id]).map((field) => setSide(field, action.side, action.valor)),
        `${action.side}:${action.id}`,
      );
    case 'shift': {
      const moved = chosen(action.ids);
      const { dx, dy } = limitMove(moved, action.dx, action.dy);
      return replace(
        moved.map((field) => ({ ...field, x: field.x + dx, y: field.y + dy })),
        `deslocar:${action.ids.join()}`,
      );
    }
    case 'stretch':
      return replace(
        chosen(action.ids).map((field) => {
          const own = sheet(field);
          return resize(field, { x: 1, y: 1 }, action.x / own.width, action.y / own.height, own);
        }),
        `tamanho:${action.ids.join()}`,
      );
    case 'take-to':
      return replace(
        chosen(action.ids).map((field) => toPage(field, action.pagina, sheet(field), sheet(action))),
        `pagina:${action.ids.join()}`,
      );
    case 'turn-page':
      return replace(turned(editor, chosen(action.ids), action), `pagina:${action.ids.join()}`);
    case 'erase': {
      const left = campos.filter(({ id }) => !action.ids.includes(id));
      return left.length === campos.length ? editor : commit(editor, { ...present, campos: left });
    }
    case 'duplicate':
      return add(
        editor,
        chosen(action.ids).map((field) => beside(field, editor)),
      );
    case 'copy-to':
      return add(editor, copies(editor, chosen(action.ids), action.paginas), false);
    case 'align':
      return replace(byPage(chosen(action.ids)).flatMap((fields) => align(fields, action.to)));
    case 'distribute':
      return replace(byPage(chosen(action.ids)).flatMap((fields) => distribute(fields, action.axis)));
  }
}

const byPage = (fields: readonly Field[]): Field[][] => {
  const pages = new Map<number, Field[]>();
  for (const field of fields) pages.set(field.pagina, [...(pages.get(field.pagina) ?? []), field]);
  return [...pages.values()];
};

/** A new field. Several put at the same place one after another do not hide each other. */
function placed(editor: Editor, { id, tipo, holder, em }: Extract<FieldAction, { type: 'put' }>): Field {
  const sheet = sheetOf(editor, em.pagina);
  const taken = new Set(
    editor.present.campos.filter(({ pagina }) => pagina === em.pagina).map(({ x, y }) => `${x}:${y}`),
  );
  let place = placeAt(tipo, em.pagina, sheet, em);
  for (let turn = 0; turn < 20 && taken.has(`${place.x}:${place.y}`); turn += 1) {
    const [x, y] = [place.x + place.largura / 2 + 0.02, place.y + place.altura / 2 + 0.02];
    place = placeAt(tipo, em.pagina, sheet, { x, y });
  }
  return {
    z: 0,
    rotulo: '',
    valorPadrao: '',
    ...place,
    id,
    tipo,
    holder,
    obrigatorio: FIELD_KINDS[tipo].holds !== 'CHECK',
  };
}

/** Fields some pages further on, or none of them where one would leave the document. */
function turned(
  editor: Editor,
  fields: readonly Field[],
  { por, paginas }: Extract<FieldAction, { type: 'turn-page' }>,
) {
  if (fields.some(({ pagina }) => pagina + por < 1 || pagina + por > paginas)) return [];
  return fields.map((field) =>
    toPage(field, field.pagina + por, sheetOf(editor, field.pagina), sheetOf(editor, field.pagina + por)),
  );
}

/** Copies where their fields stood, and a little aside on a page that has one of them. */
function pasted(editor: Editor, fields: readonly Field[], pagina: number): Field[] {
  const aside = fields.some((field) => field.pagina === pagina) ? 0.02 : 0;
  return fields.map((field) => {
    const place = toPage(field, pagina, sheetOf(editor, field.pagina), sheetOf(editor, pagina));
    return { ...place, x: place.x + aside, y: place.y + aside, id: newId() };
  });
}

/** A copy a little below, or above where the page ends. */
function beside(field: Field, editor: Editor): Field {
  const { width, height } = sheetOf(editor, field.pagina);
  const step = 12 / height;
  const below = field.y + field.altura + step + field.altura <= 1;
  const y = below ? field.y + field.altura + step : field.y - field.altura - step;
  const aside = y < 0 ? { x: field.x + 12 / width, y: field.y + step } : { y };
  return { ...field, ...aside, id: newId() };
}

function copies(editor: Editor, fields: readonly Field[], paginas: readonly number[]): Field[] {
  return fields.flatMap((field) =>
    paginas
      .filter((pagina) => pagina !== field.pagina)
      .map((pagina) => ({
        ...toPage(field, pagina, sheetOf(editor, field.pagina), sheetOf(editor, pagina)),
        id: newId(),
      })),
  );
}

/** How many more fields the contract lets in. */
export const roomOf = (editor: Pick<Editor, 'present'>): number => FIELDS_MAX - editor.present.campos.length;

/** Adds fields and chooses them; all or none, as the limit of the contract has it. */
function add(editor: Editor, fields: readonly Field[], select = true): Editor {
  if (fields.length === 0 || fields.length > roomOf(editor)) return editor;
  const { present } = editor;
  const next = commit(editor, {
    ...present,
    campos: [...present.campos, ...fields.map((field) => sound(field, editor))],
  });
  return select ? { ...next, selection: fields.map(({ id }) => id) } : next;
}

/** The field as the contract takes it: on its page, owned where it is drawn, prefilled where it can be. */
function sound(field: Field, editor: Editor): Field {
  const { parts } = editor.present;
  const known = field.holder === null || parts.some(({ id }) => id === field.holder);
  const first = parts[0]?.id ?? null;
  const holder = !known || (field.holder === null && isDrawn(field.tipo)) ? first : field.holder;
  const valorPadrao = isWritten(field.tipo) ? field.valorPadrao : '';
  const placed = fit(field, sheetOf(editor, field.pagina));
  const same =
    holder === field.holder &&
    valorPadrao === field.valorPadrao &&
    (['x', 'y', 'largura', 'altura'] as const).every((side) => placed[side] === field[side]);
  return same ? field : { ...placed, holder, valorPadrao };
}

/** Other people; the fields of those who are gone go along, as the service does it. */
function setPeople(editor: Editor, { options, parts }: People, run?: string): Editor {
  if (parts.length > SIGNERS_MAX) return editor;
  const ids = new Set(parts.map(({ id }) => id));
  const ordered = normalize(parts);
  const first = ordered[0]?.id ?? null;
  const left = editor.present.campos.filter(({ holder }) => holder === null || ids.has(holder));
  // The first to come takes over what nobody owned and somebody has to draw, as the service does it.
  const campos = left.map((field) =>
    field.holder === null && isDrawn(field.tipo) ? { ...field, holder: first } : field,
  );
  const same = campos.length === editor.present.campos.length && campos.every((one, i) => one === left[i]);
  return commit(editor, { options, parts: ordered, campos: same ? editor.present.campos : campos }, run);
}

const sameDraft = (a: Draft, b: Draft) => {
  const same = <T>(one: readonly T[], other: readonly T[]) =>
    one === other || (one.length === other.length && one.every((item, index) => shallow(item, other[index])));
  return shallow(a.options, b.options) && same(a.parts, b.parts) && same(a.campos, b.campos);
};

function shallow(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!a || !b || typeof a !== 'object' || typeof b !== 'object') return false;
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
}

/** A change that can be undone; one of the same run as the last joins it. */
function commit(editor: Editor, draft: Draft, run?: string): Editor {
  if (sameDraft(editor.present, draft)) return editor;
  const joins = run !== undefined && run === editor.run;
  return choose(
    {
      ...editor,
      present: draft,
      past: joins ? editor.past : [...editor.past.slice(1 - HISTORY), editor.present],
      future: [],
      run: run ?? null,
    },
    editor.selection,
  );
}

function choose(editor: Editor, ids: readonly string[]): Editor {
  const there = new Set(editor.present.campos.map(({ id }) => id));
  const selection = [...new Set(ids)].filter((id) => there.has(id));
  const same = selection.length === editor.selection.length && selection.every((id, i) => id === editor.selection[i]);
  return same ? editor : { ...editor, selection };
}

function undo(editor: Editor): Editor {
  const before = editor.past.at(-1);
  if (!before) return editor;
  const { past, present, future } = editor;
  const next = { ...editor, past: past.slice(0, -1), present: before, future: [present, ...future], run: null };
  return choose(next, changed(present, before) ?? editor.selection);
}

function redo(editor: Editor): Editor {
  const [after, ...rest] = editor.future;
  if (!after) return editor;
  const next = { ...editor, past: [...editor.past, editor.present], present: after, future: rest, run: null };
  return choose(next, changed(editor.present, after) ?? editor.selection);
}

/** The fields that differ from one draft to the next, so that what was undone is seen; null where none does. */
function changed(from: Draft, to: Draft): string[] | null {
  if (from.campos === to.campos) return null;
  const before = new Map(from.campos.map((field) => [field.id, field]));
  const ids = to.campos.filter((field) => before.get(field.id) !== field).map(({ id }) => id);
  return ids.length > 0 ? ids : [];
}
