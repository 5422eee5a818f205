import { useEffect, useRef } from 'react';
import { focusAfter } from '../../kit/focus.ts';
import type { Editing } from './context.tsx';
import { type Editor, roomOf, sheetOf } from './state/editor.ts';
import type { Field } from './state/types.ts';

/** Everything the keyboard does on the desk. */

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const LARGE = 10;

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/** Whether keys belong to the text that is being typed. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export interface KeysOptions {
  readonly editing: Editing;
  readonly onZoom: (by: -1 | 0 | 1) => void;
  /** Leads to what can be changed of a field. */
  readonly onProperties: (id: string) => void;
}

/** The keys of the desk; what they did not mean goes on to the browser. */
export function useKeys(options: KeysOptions) {
  const copied = useRef<readonly Field[]>([]);
  return (event: React.KeyboardEvent<HTMLElement>) => {
    if (isTyping(event.target) || event.defaultPrevented) return;
    const focused = event.target instanceof HTMLElement ? event.target.dataset.campo : undefined;
    if (act(event, focused, options, copied)) event.preventDefault();
  };
}

function act(
  key: Key,
  focused: string | undefined,
  options: KeysOptions,
  copied: { current: readonly Field[] },
): boolean {
  const { now, dispatch, readOnly, t, announce } = options.editing;
  const { selection } = now();
  const command = key.ctrlKey || key.metaKey;
  // Keys act on what is chosen; a field that only has the focus is chosen by them.
  const ids = focused && !selection.includes(focused) ? [focused] : selection;
  if (command) return !readOnly && onCommand(key, ids, options.editing, copied);
  if (!key.altKey && (key.key === '+' || key.key === '=')) return done(() => options.onZoom(1));
  if (!key.altKey && key.key === '-') return done(() => options.onZoom(-1));
  if (!key.altKey && key.key === '0') return done(() => options.onZoom(0));
  if (key.key === 'Escape' && selection.length > 0) return done(() => dispatch({ type: 'choose', ids: [] }));
  if (key.key === ' ' && focused) {
    return done(() => {
      const { length } = dispatch({ type: 'toggle', id: focused, so: !key.shiftKey }).selection;
      if (length > 1) announce(t.announcement.chosen(length));
    });
  }
  if (key.key === 'Enter' && focused) return done(() => options.onProperties(focused));
  if (readOnly || ids.length === 0) return false;
  const take = () => dispatch({ type: 'choose', ids });
  if (key.key === 'Delete' || key.key === 'Backspace') {
    return done(() => {
      const next = afterThese(now(), ids);
      focusAfter(
        () => dispatch({ type: 'erase', ids }),
        () => elementOf(next) ?? document.querySelector<HTMLElement>('[data-ready]'),
        { preventScroll: true },
      );
      announce(t.announcement.erased(ids.length));
    });
  }
  const arrow = ARROWS[key.key];
  if (arrow) {
    return done(() => {
      take();
      nudge(ids, arrow, key, options.editing);
    });
  }
  if (key.altKey && (key.key === 'PageUp' || key.key === 'PageDown')) {
    return done(() => {
      take();
      turnPage(ids, key.key === 'PageUp' ? -1 : 1, options.editing);
    });
  }
  return false;
}

const done = (run: () => void): true => {
  run();
  return true;
};

const elementOf = (id: string | undefined) =>
  id === undefined ? null : document.querySelector<HTMLElement>(`[data-campo="${id}"]`);

const firstOf = (editor: Editor, ids: readonly string[]) => editor.present.campos.find(({ id }) => ids.includes(id));

function nudge(
  ids: readonly string[],
  [x, y]: readonly [number, number],
  { altKey, shiftKey }: Key,
  { now, dispatch }: Editing,
): void {
  const first = firstOf(now(), ids);
  if (!first) return;
  const step = shiftKey ? LARGE : 1;
  if (altKey) {
    dispatch({ type: 'stretch', ids, x: x * step, y: y * step });
    return;
  }
  const sheet = sheetOf(now(), first.pagina);
  dispatch({ type: 'shift', ids, dx: (x * step) / sheet.width, dy: (y * step) / sheet.height });
}

function turnPage(ids: readonly string[], por: -1 | 1, { now, dispatch, paginas, t, announce, desk }: Editing): void {
  const before = firstOf(now(), ids);
  const after = firstOf(dispatch({ type: 'turn-page', ids, por, paginas }), ids);
  if (!after || after.pagina === before?.pagina) return;
  announce(t.announcement.pageChanged(after.pagina));
  desk()?.show(after.id);
}

/** The field that has the focus once these are gone: the next one, else the one before. */
function afterThese({ present: { campos } }: Editor, ids: readonly string[]): string | undefined {
  const at = campos.findIndex(({ id }) => ids.includes(id));
  const left = ({ id }: Field) => !ids.includes(id);
  return (campos.slice(at).find(left) ?? campos.findLast(left))?.id;
}

function onCommand(
  key: Key,
  ids: readonly string[],
  { now, dispatch, t, announce, desk }: Editing,
  copied: { current: readonly Field[] },
): boolean {
  const { campos } = now().present;
  switch (key.key.toLowerCase()) {
    case 'a': {
      const pagina = firstOf(now(), ids)?.pagina ?? desk()?.middle().pagina;
      const all = campos.filter((field) => field.pagina === pagina).map(({ id }) => id);
      return done(() => {
        dispatch({ type: 'choose', ids: all });
        announce(t.announcement.chosen(all.length));
      });
    }
    case 'd':
      return ids.length > 0 && done(() => dispatch({ type: 'duplicate', ids }));
    case 'c':
      if (ids.length === 0) return false;
      copied.current = campos.filter(({ id }) => ids.includes(id));
      return done(() => announce(t.announcement.chosen(copied.current.length)));
    case 'v': {
      const { current } = copied;
      if (current.length === 0) return false;
      const room = roomOf(now());
      if (current.length > room) return done(() => announce(t.announcement.doNotFit(room)));
      return done(() => {
        const pagina = desk()?.middle().pagina ?? 1;
        const [first] = dispatch({ type: 'paste', campos: current, pagina }).selection;
        announce(t.announcement.copiedOnes(current.length));
        if (first) desk()?.show(first);
      });
    }
    default:
      return false;
  }
}

/** Undo and redo from anywhere but a text that is being typed, which has its own. */
export function useUndoKeys(
  readOnly: boolean,
  dispatch: (action: { readonly type: 'undo' | 'redo' }) => void,
  undone: () => void,
  redone: () => void,
): void {
  useEffect(() => {
    if (readOnly) return;
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return;
      const key = event.key.toLowerCase();
      const redo = key === 'y' || (key === 'z' && event.shiftKey);
      if (!redo && key !== 'z') return;
      event.preventDefault();
      dispatch({ type: redo ? 'redo' : 'undo' });
      (redo ? redone : undone)();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}
