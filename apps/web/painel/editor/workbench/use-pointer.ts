import { useLayoutEffect, useRef, useState } from 'react';
import { type Editing, useEditing } from '../context.tsx';
import { sheetOf } from '../state/editor.ts';
import type { Field, Place } from '../state/types.ts';
import { handleOf } from './field.tsx';
import { dragFields, dragFrame, dragHandle, follow, type Ground } from './gestures.ts';

/** What a pointer begins on the desk. */

const NO_FIELDS: readonly Field[] = [];

/** What gestures need to know, the same object for good. */
export function useGround(
  scroller: { readonly current: HTMLElement | null },
  byPage: ReadonlyMap<number, readonly Field[]>,
  snap: boolean,
): Ground | null {
  const { now } = useEditing();
  const shown = useRef({ byPage, snap });
  shown.current = { byPage, snap };
  const [ground, setGround] = useState<Ground | null>(null);
  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current) return;
    setGround({
      scroller: current,
      sheetOf: (pagina) => sheetOf(now(), pagina),
      fieldsOn: (pagina) => shown.current.byPage.get(pagina) ?? NO_FIELDS,
      snaps: () => shown.current.snap,
    });
  }, [scroller, now]);
  return ground;
}

/** One press of a pointer, and what it may change. */
interface Press extends Editing {
  readonly native: PointerEvent;
  readonly ground: Ground;
  /** Keeps a page there whatever is in sight. */
  readonly pin: (pagina: number | null) => void;
}

/** What pressing a pointer on the desk begins: choosing, moving, sizing, or drawing a frame. */
export function usePress(ground: Ground | null, pin: (pagina: number | null) => void) {
  const editing = useEditing();
  const { now, dispatch, readOnly } = editing;
  return (event: React.PointerEvent<HTMLElement>) => {
    if (!ground || event.button !== 0 || !(event.target instanceof Element)) return;
    const press: Press = { ...editing, native: event.nativeEvent, ground, pin };
    const element = event.target.closest<HTMLElement>('[data-campo]');
    const field = now().present.campos.find(({ id }) => id === element?.dataset.campo);
    if (field && element) {
      event.preventDefault();
      element.focus({ preventScroll: true });
      const handle = handleOf(event.target.getAttribute('data-handle') ?? '');
      if (handle && !readOnly) {
        follow(press.native, ground, () =>
          dragHandle(press.native, ground, field, handle, (place) =>
            dispatch({ type: 'change', changes: [{ id: field.id, ...place }] }),
          ),
        );
      } else pressField(press, field);
      return;
    }
    const page = event.target.closest<HTMLElement>('[data-page]');
    if (event.pointerType === 'touch' || !page) {
      if (!event.shiftKey) dispatch({ type: 'choose', ids: [] });
      return;
    }
    event.preventDefault();
    pressPage(press, Number(page.dataset.page));
  };
}

/** Chooses a field, with a key held beside those that are chosen, and moves all of them if the pointer goes on. */
function pressField(press: Press, field: Field): void {
  const { now, dispatch, readOnly, native, ground, pin, t, announce } = press;
  const several = native.shiftKey || native.ctrlKey || native.metaKey;
  const has = now().selection.includes(field.id);
  if (several) dispatch({ type: 'toggle', id: field.id });
  else if (!has) dispatch({ type: 'choose', ids: [field.id] });
  if (readOnly || several) return;
  const begin = () => {
    pin(field.pagina);
    const { present, selection } = now();
    const moving = present.campos.filter(({ id, pagina }) => selection.includes(id) && pagina === field.pagina);
    const drag = dragFields(native, ground, moving, (moves) => {
      const page = moves[0]?.place.pagina ?? field.pagina;
      const stays = page === field.pagina;
      dispatch({
        type: 'change',
        changes: moves.map(({ id, place }) => ({ ...(stays ? { x: place.x, y: place.y } : placeOf(place)), id })),
      });
      if (!stays) announce(t.announcement.pageChanged(page));
    });
    return {
      ...drag,
      end(last: PointerEvent | null, done: boolean) {
        drag.end(last, done);
        pin(null);
      },
    };
  };
  follow(native, ground, begin, () => has && dispatch({ type: 'choose', ids: [field.id] }));
}

/** Draws a frame over a page and chooses what lies in it; a mere click lets go of what was chosen. */
function pressPage({ dispatch, native, ground }: Press, pagina: number): void {
  ground.scroller.focus({ preventScroll: true });
  const choose = (ids: readonly string[]) => dispatch({ type: 'choose', ids, also: native.shiftKey });
  follow(
    native,
    ground,
    () => dragFrame(native, ground, pagina, choose),
    () => choose([]),
  );
}

const placeOf = ({ pagina, x, y, largura, altura }: Place): Place => ({ pagina, x, y, largura, altura });
