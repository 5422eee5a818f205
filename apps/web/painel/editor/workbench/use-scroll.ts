import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { focusAfter } from '../../../kit/focus.ts';
import { fieldId } from './field.tsx';
import type { PageInSight } from './in-view.ts';
import { type Column, pageAt, windowOf } from './window.ts';

/** How the desk scrolls: which pages are to be there, what stays in its place, and the way to a field. */

type Scroller = { readonly current: HTMLElement | null };

/** Of the height seen, above and below: pages this near are there before they come into sight. */
const AHEAD = 0.75;

/** The width and height an element has. */
export function useSize(ref: Scroller) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = ref;
    if (!current) return;
    const measure = () => setSize({ width: current.clientWidth, height: current.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}

/** Which pages are to be there, renewed while the desk scrolls. */
export function useWindow(scroller: Scroller, column: Column, height: number, inSight: PageInSight) {
  const [[first, last], setRange] = useState<readonly [number, number]>([1, 2]);
  const update = useCallback(() => {
    const { current } = scroller;
    if (!current || height === 0) return;
    const [from, to] = windowOf(column, current.scrollTop, height, height * AHEAD);
    setRange((before) => (before[0] === from && before[1] === to ? before : [from, to]));
    inSight.set(pageAt(column, current.scrollTop + height / 2));
  }, [scroller, column, height, inSight]);
  useLayoutEffect(update, [update]);
  useEffect(() => {
    const { current } = scroller;
    // A browser tells of a scroll once a frame, before the frame is laid out.
    current?.addEventListener('scroll', update, { passive: true });
    return () => current?.removeEventListener('scroll', update);
  }, [scroller, update]);
  return [first, last] as const;
}

/** The page and place in the middle of what is seen. */
export function middleOf(scroller: HTMLElement | null, column: Column) {
  if (!scroller) return { pagina: 1, x: 0.5, y: 0.5 };
  const at = scroller.scrollTop + scroller.clientHeight / 2;
  const pagina = pageAt(column, at);
  const [top = 0, tall = 1] = [column.tops[pagina - 1], column.heights[pagina - 1]];
  return { pagina, x: 0.5, y: Math.min(0.95, Math.max(0.05, (at - top) / tall)) };
}

/** After a change of zoom or size, what was in the middle stays there. */
export function useKeepPlace(scroller: Scroller, column: Column): void {
  const before = useRef(column);
  useLayoutEffect(() => {
    const { current } = scroller;
    const old = before.current;
    before.current = column;
    if (!current || old === column || old.tops.length === 0 || current.scrollTop === 0) return;
    const at = current.scrollTop + current.clientHeight / 2;
    const page = pageAt(old, at) - 1;
    const share = (at - (old.tops[page] ?? 0)) / (old.heights[page] || 1);
    current.scrollTop = (column.tops[page] ?? 0) + share * (column.heights[page] ?? 0) - current.clientHeight / 2;
    current.scrollLeft = (current.scrollWidth - current.clientWidth) / 2;
  }, [scroller, column]);
}

/** Scrolls to a place of a page, and gives the focus to a field there. */
export function useShow(scroller: Scroller, column: Column) {
  return useCallback(
    (pagina: number, share: number, id: string | null) => {
      const { current } = scroller;
      if (!current) return;
      const top = column.tops[pagina - 1] ?? 0;
      const at = top + (column.heights[pagina - 1] ?? 0) * share;
      const inSight = at > current.scrollTop + 40 && at < current.scrollTop + current.clientHeight - 40;
      if (id === null) current.scrollTop = top - 16;
      else if (!inSight) current.scrollTop = at - current.clientHeight / 2;
      if (id === null) return;
      focusAfter(
        // The browser tells of it with the next frame; the page of the field has to be there now.
        () => current.dispatchEvent(new Event('scroll')),
        () => document.getElementById(fieldId(id)),
        { preventScroll: true },
      );
      showAcross(current, fieldId(id));
    },
    [scroller, column],
  );
}

/** Scrolls sideways where a field is not within what is seen. */
function showAcross(scroller: HTMLElement, id: string): void {
  const box = document.getElementById(id)?.getBoundingClientRect();
  const frame = scroller.getBoundingClientRect();
  if (box && (box.left < frame.left || box.right > frame.right)) scroller.scrollLeft += box.left - frame.left - 40;
}
