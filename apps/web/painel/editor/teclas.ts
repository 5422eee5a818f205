import { type Dispatch, useEffect, useRef } from 'react';
import { newId } from '../../kit/uuid.ts';
import type { Desk, Editing } from './contexto.tsx';
import { type Action, type Editor, roomOf, sheetOf } from './estado/editor.ts';
import { resize, toPage } from './estado/geometria.ts';
import type { Field } from './estado/tipos.ts';
import { fieldInputId } from './telas/propriedades.tsx';

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
  readonly desk: () => Desk | null;
  readonly onZoom: (by: -1 | 0 | 1) => void;
  /** Brings what can be changed of a field in sight. */
  readonly onProperties: () => void;
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
  const { editing } = options;
  const { editor, dispatch, readOnly, t, announce } = editing;
  const command = key.ctrlKey || key.metaKey;
  // Keys act on what is chosen; a field that only has the focus is chosen by them.
  const ids = focused && !editor.selection.includes(focused) ? [focused] : editor.selection;
  const chosen = editor.present.campos.filter(({ id }) => ids.includes(id));
  const choose = (next: readonly string[]) => {
    dispatch({ type: 'escolher', ids: next });
    if (next.length > 1) announce(t.anuncio.escolhidos(next.length));
  };
  if (command) return !readOnly && onCommand(key, chosen, options, copied);
  if (!key.altKey && (key.key === '+' || key.key === '=')) return done(() => options.onZoom(1));
  if (!key.altKey && key.key === '-') return done(() => options.onZoom(-1));
  if (!key.altKey && key.key === '0') return done(() => options.onZoom(0));
  if (key.key === 'Escape' && editor.selection.length > 0) return done(() => choose([]));
  if (key.key === ' ' && focused) {
    const has = editor.selection.includes(focused);
    if (key.shiftKey)
      return done(() => choose(has ? editor.selection.filter((id) => id !== focused) : [...editor.selection, focused]));
    return done(() => choose(has && editor.selection.length === 1 ? [] : [focused]));
  }
  if (key.key === 'Enter' && focused) {
    return done(() => {
      choose([focused]);
      options.onProperties();
      requestAnimationFrame(() => document.getElementById(fieldInputId('dono'))?.focus());
    });
  }
  if (readOnly || chosen.length === 0) return false;
  const take = () => dispatch({ type: 'escolher', ids });
  if (key.key === 'Delete' || key.key === 'Backspace') {
    return done(() => {
      focusAfter(editor, ids);
      dispatch({ type: 'apagar', ids });
      announce(t.anuncio.apagados(ids.length));
    });
  }
  const arrow = ARROWS[key.key];
  if (arrow) {
    return done(() => {
      take();
      nudge(chosen, arrow, key, editor, dispatch);
    });
  }
  if (key.altKey && (key.key === 'PageUp' || key.key === 'PageDown')) {
    return done(() => {
      take();
      turnPage(chosen, key.key === 'PageUp' ? -1 : 1, options);
    });
  }
  return false;
}

const done = (run: () => void): true => {
  run();
  return true;
};

function nudge(
  chosen: readonly Field[],
  [x, y]: readonly [number, number],
  { altKey, shiftKey }: Key,
  editor: Editor,
  dispatch: Dispatch<Action>,
): void {
  const [first] = chosen;
  if (!first) return;
  const step = shiftKey ? LARGE : 1;
  if (altKey) {
    const changes = chosen.map((field) => {
      const sheet = sheetOf(editor, field.pagina);
      return resize(field, { x: 1, y: 1 }, (x * step) / sheet.width, (y * step) / sheet.height, sheet);
    });
    dispatch({ type: 'mudar', changes, run: `tamanho:${chosen.map(({ id }) => id).join()}` });
    return;
  }
  const sheet = sheetOf(editor, first.pagina);
  const ids = chosen.map(({ id }) => id);
  dispatch({ type: 'deslocar', ids, dx: (x * step) / sheet.width, dy: (y * step) / sheet.height });
}

function turnPage(chosen: readonly Field[], by: -1 | 1, { editing, desk }: KeysOptions): void {
  const { editor, dispatch, paginas, t, announce } = editing;
  const [first] = chosen;
  if (!first) return;
  const target = first.pagina + by;
  if (chosen.some(({ pagina }) => pagina + by < 1 || pagina + by > paginas)) return;
  const changes = chosen.map((field) =>
    toPage(field, field.pagina + by, sheetOf(editor, field.pagina), sheetOf(editor, field.pagina + by)),
  );
  dispatch({ type: 'mudar', changes, run: `pagina:${first.id}` });
  announce(t.anuncio.mudouDePagina(target));
  requestAnimationFrame(() => desk()?.show(first.id));
}

/** When the field with the focus goes, the next one of the page gets it. */
function focusAfter(editor: Editor, ids: readonly string[]): void {
  const { campos } = editor.present;
  const at = campos.findIndex(({ id }) => ids.includes(id));
  const next = campos.slice(at).find(({ id }) => !ids.includes(id)) ?? campos.findLast(({ id }) => !ids.includes(id));
  const element = next && document.querySelector<HTMLElement>(`[data-campo="${next.id}"]`);
  (element ?? document.querySelector<HTMLElement>('.mesa'))?.focus({ preventScroll: true });
}

function onCommand(
  key: Key,
  chosen: readonly Field[],
  { editing, desk }: KeysOptions,
  copied: { current: readonly Field[] },
): boolean {
  const { editor, dispatch, t, announce } = editing;
  const ids = chosen.map(({ id }) => id);
  switch (key.key.toLowerCase()) {
    case 'a': {
      const pagina = chosen[0]?.pagina ?? desk()?.middle().pagina;
      const all = editor.present.campos.filter((field) => field.pagina === pagina).map(({ id }) => id);
      return done(() => {
        dispatch({ type: 'escolher', ids: all });
        announce(t.anuncio.escolhidos(all.length));
      });
    }
    case 'd':
      return chosen.length > 0 && done(() => dispatch({ type: 'duplicar', ids }));
    case 'c':
      if (chosen.length === 0) return false;
      copied.current = chosen;
      return done(() => announce(t.anuncio.escolhidos(chosen.length)));
    case 'v': {
      const { current } = copied;
      if (current.length === 0) return false;
      if (current.length > roomOf(editor)) return done(() => announce(t.anuncio.naoCabem(roomOf(editor))));
      const pagina = desk()?.middle().pagina ?? 1;
      const aside = current.some((field) => field.pagina === pagina) ? 0.02 : 0;
      const campos = current.map((field) => {
        const placed = toPage(field, pagina, sheetOf(editor, field.pagina), sheetOf(editor, pagina));
        return { ...placed, x: placed.x + aside, y: placed.y + aside, id: newId() };
      });
      return done(() => {
        dispatch({ type: 'criar', campos });
        announce(t.anuncio.copiados(campos.length));
        const [first] = campos;
        if (first) requestAnimationFrame(() => desk()?.show(first.id));
      });
    }
    default:
      return false;
  }
}

/** Undo and redo from anywhere but a text that is being typed, which has its own. */
export function useUndoKeys(
  readOnly: boolean,
  dispatch: Dispatch<{ readonly type: 'desfazer' | 'refazer' }>,
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
      dispatch({ type: redo ? 'refazer' : 'desfazer' });
      (redo ? redone : undone)();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}
