import type { TipoCampo } from '@rubrica/contract';
import { around, fit, type Guide, type Handle, placeAt, type Sheet, snapMove, snapResize } from '../state/geometry.ts';
import type { Field, Place } from '../state/types.ts';

/**
 * Dragging with a pointer. Nothing is rendered while it lasts: the elements themselves are moved, and what came of it is
 * told once at the end.
 */

/** Lines attract from this far, in CSS pixels. */
const REACH = 7;
/** A pointer that moved less has clicked. */
const CLICK = 4;
/** Nearer than this to the edge of what is seen, the desk scrolls. */
const EDGE = 48;

export interface Ground {
  /** What scrolls. */
  readonly scroller: HTMLElement;
  readonly sheetOf: (pagina: number) => Sheet;
  readonly fieldsOn: (pagina: number) => readonly Field[];
  readonly snaps: () => boolean;
}

const pageElement = (ground: Ground, pagina: number) =>
  ground.scroller.querySelector<HTMLElement>(`[data-page="${pagina}"]`);
const fieldElement = (ground: Ground, id: string) => ground.scroller.querySelector<HTMLElement>(`[data-campo="${id}"]`);

/** The page under a point of the screen, and where on it, in fractions; null beside every page. */
export function pageUnder(ground: Ground, clientX: number, clientY: number) {
  for (const element of ground.scroller.querySelectorAll<HTMLElement>('[data-page]')) {
    const box = element.getBoundingClientRect();
    if (clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom) continue;
    const pagina = Number(element.dataset.page);
    return { pagina, x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
  }
  return null;
}

/** How large a new field is shown, in CSS pixels: on the page under the pointer, or on the first where there is none. */
export function shownSize(ground: Ground, tipo: TipoCampo, { clientX, clientY }: PointerEvent) {
  const under = pageUnder(ground, clientX, clientY);
  const page = under ? pageElement(ground, under.pagina) : ground.scroller.querySelector<HTMLElement>('[data-page]');
  const pagina = Number(page?.dataset.page ?? 1);
  const sheet = ground.sheetOf(pagina);
  const scale = (page?.getBoundingClientRect().width ?? sheet.width) / sheet.width;
  const { largura, altura } = placeAt(tipo, pagina, sheet, { x: 0.5, y: 0.5 });
  return { width: largura * sheet.width * scale, height: altura * sheet.height * scale };
}

/** Shows lines on a page, or takes them away. */
function showGuides(page: HTMLElement | null, guides: readonly Guide[]): void {
  for (const axis of ['x', 'y'] as const) {
    const line = page?.querySelector<HTMLElement>(`[data-guide="${axis}"]`);
    if (!line) continue;
    const guide = guides.find((one) => one.axis === axis);
    line.hidden = !guide;
    if (guide) line.style[axis === 'x' ? 'left' : 'top'] = `${guide.at * 100}%`;
  }
}

interface Drag {
  readonly move: (event: PointerEvent) => void;
  /** @param done false where it was given up */
  readonly end: (event: PointerEvent | null, done: boolean) => void;
}

/** Follows a pointer until it is let go; scrolls the desk where it nears an edge. Escape gives up. */
export function follow(start: PointerEvent, ground: Ground, begin: () => Drag, onClick?: () => void): void {
  let drag: Drag | undefined;
  let last = start;
  let frame = 0;
  const scroll = () => {
    frame = 0;
    const box = ground.scroller.getBoundingClientRect();
    const inside = last.clientX > box.left && last.clientX < box.right;
    const up = box.top + EDGE - last.clientY;
    const down = last.clientY - (box.bottom - EDGE);
    const by = up > 0 ? -up / 3 : down > 0 ? down / 3 : 0;
    if (by === 0 || !inside) return;
    ground.scroller.scrollTop += by;
    drag?.move(last);
    frame = requestAnimationFrame(scroll);
  };
  const move = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return;
    last = event;
    const far = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) >= CLICK;
    if (!drag && far) drag = begin();
    drag?.move(event);
    if (drag && frame === 0) frame = requestAnimationFrame(scroll);
  };
  const finish = (event: PointerEvent | null, done: boolean) => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', cancel);
    removeEventListener('keydown', key, true);
    cancelAnimationFrame(frame);
    if (drag) drag.end(event, done);
    else if (done) onClick?.();
  };
  const up = (event: PointerEvent) => event.pointerId === start.pointerId && finish(event, true);
  const cancel = (event: PointerEvent) => event.pointerId === start.pointerId && finish(null, false);
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    finish(null, false);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', up);
  addEventListener('pointercancel', cancel);
  addEventListener('keydown', key, true);
}

/** Moves fields of one page; a field by itself may go to another page. */
export function dragFields(
  start: PointerEvent,
  ground: Ground,
  moving: readonly Field[],
  onDone: (moves: readonly { id: string; place: Place }[]) => void,
): Drag {
  const pagina = moving[0]?.pagina ?? 1;
  const sheet = ground.sheetOf(pagina);
  const box = around(moving);
  const ids = new Set(moving.map(({ id }) => id));
  const others = ground.fieldsOn(pagina).filter(({ id }) => !ids.has(id));
  const elements = moving.map(({ id }) => fieldElement(ground, id));
  const page = pageElement(ground, pagina);
  const rect = page?.getBoundingClientRect();
  const grab = rect
    ? { x: (start.clientX - rect.left) / rect.width - box.x, y: (start.clientY - rect.top) / rect.height - box.y }
    : { x: 0, y: 0 };
  page?.toggleAttribute('data-dragging', true);
  let by = { dx: 0, dy: 0 };
  let elsewhere: { pagina: number; x: number; y: number } | null = null;
  const clean = () => {
    for (const element of elements) element?.style.removeProperty('transform');
    page?.removeAttribute('data-dragging');
    showGuides(page, []);
  };
  return {
    move(event) {
      if (!page) return;
      const now = page.getBoundingClientRect();
      const under = moving.length === 1 ? pageUnder(ground, event.clientX, event.clientY) : null;
      elsewhere = under && under.pagina !== pagina ? under : null;
      const wanted = {
        dx: (event.clientX - now.left) / now.width - grab.x - box.x,
        dy: (event.clientY - now.top) / now.height - grab.y - box.y,
      };
      if (elsewhere) {
        by = wanted;
        showGuides(page, []);
      } else {
        const reach = ground.snaps() && !event.altKey ? (REACH * sheet.width) / now.width : 0;
        const snapped = snapMove(box, wanted.dx, wanted.dy, others, sheet, { reach, grid: reach > 0 });
        by = snapped;
        showGuides(page, snapped.guides);
      }
      const transform = `translate3d(${by.dx * now.width}px, ${by.dy * now.height}px, 0)`;
      for (const element of elements) if (element) element.style.transform = transform;
    },
    end(_, done) {
      clean();
      if (!done) return;
      const [only] = moving;
      if (elsewhere && only) return onDone([{ id: only.id, place: onOther(ground, only, grab, elsewhere) }]);
      onDone(moving.map(({ id, ...one }) => ({ id, place: { ...one, x: one.x + by.dx, y: one.y + by.dy } })));
    },
  };
}

/** Where a field lands on another page: as large on paper, held at the same point of it. */
function onOther(
  ground: Ground,
  field: Field,
  grab: { x: number; y: number },
  under: { pagina: number; x: number; y: number },
): Place {
  const [from, to] = [ground.sheetOf(field.pagina), ground.sheetOf(under.pagina)];
  const across = from.width / to.width;
  const down = from.height / to.height;
  const place = {
    pagina: under.pagina,
    x: under.x - grab.x * across,
    y: under.y - grab.y * down,
    largura: field.largura * across,
    altura: field.altura * down,
  };
  return fit(place, to);
}

/** Moves some sides of one field. */
export function dragHandle(
  start: PointerEvent,
  ground: Ground,
  field: Field,
  handle: Handle,
  onDone: (place: Place) => void,
): Drag {
  const sheet = ground.sheetOf(field.pagina);
  const others = ground.fieldsOn(field.pagina).filter(({ id }) => id !== field.id);
  const element = fieldElement(ground, field.id);
  const page = pageElement(ground, field.pagina);
  const before = element?.getAttribute('style') ?? '';
  const origin = page?.getBoundingClientRect();
  const from = origin
    ? { x: (start.clientX - origin.left) / origin.width, y: (start.clientY - origin.top) / origin.height }
    : { x: 0, y: 0 };
  let place: Place = field;
  return {
    move(event) {
      if (!page || !element) return;
      const now = page.getBoundingClientRect();
      const dx = (event.clientX - now.left) / now.width - from.x;
      const dy = (event.clientY - now.top) / now.height - from.y;
      const reach = ground.snaps() && !event.altKey ? (REACH * sheet.width) / now.width : 0;
      const snapped = snapResize<Place>(field, handle, dx, dy, others, sheet, { reach, grid: reach > 0 });
      place = snapped.place;
      element.style.left = `${place.x * now.width}px`;
      element.style.top = `${place.y * now.height}px`;
      element.style.width = `${place.largura * now.width}px`;
      element.style.height = `${place.altura * now.height}px`;
      showGuides(page, snapped.guides);
    },
    end(_, done) {
      // React compares with what it rendered last, so that has to stand before it renders again.
      if (element) element.style.cssText = before;
      showGuides(page, []);
      if (done) onDone(place);
    },
  };
}

/** Draws a frame over a page and tells what lies in it. */
export function dragFrame(
  start: PointerEvent,
  ground: Ground,
  pagina: number,
  onDone: (ids: readonly string[]) => void,
): Drag {
  const page = pageElement(ground, pagina);
  const frame = page?.querySelector<HTMLElement>('[data-frame]');
  const origin = page?.getBoundingClientRect();
  const from = origin ? { x: start.clientX - origin.left, y: start.clientY - origin.top } : { x: 0, y: 0 };
  let found: readonly string[] = [];
  return {
    move(event) {
      if (!page || !frame) return;
      const now = page.getBoundingClientRect();
      const to = { x: event.clientX - now.left, y: event.clientY - now.top };
      const box = {
        left: Math.min(from.x, to.x),
        top: Math.min(from.y, to.y),
        right: Math.max(from.x, to.x),
        bottom: Math.max(from.y, to.y),
      };
      frame.hidden = false;
      frame.style.left = `${box.left}px`;
      frame.style.top = `${box.top}px`;
      frame.style.width = `${box.right - box.left}px`;
      frame.style.height = `${box.bottom - box.top}px`;
      found = ground
        .fieldsOn(pagina)
        .filter(
          ({ x, y, largura, altura }) =>
            x * now.width < box.right &&
            (x + largura) * now.width > box.left &&
            y * now.height < box.bottom &&
            (y + altura) * now.height > box.top,
        )
        .map(({ id }) => id);
    },
    end(_, done) {
      if (frame) frame.hidden = true;
      if (done) onDone(found);
    },
  };
}
