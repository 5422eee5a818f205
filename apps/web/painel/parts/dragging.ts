/** Dragging an item of a list by its handle: the item follows the pointer, and the result is reported once. */

/** A pointer that moved less, in CSS pixels, has clicked. */
const CLICK = 4;

export interface Carrying<T> {
  /** Shows where the item would come, let go at a height of the screen. @returns that place */
  readonly over: (clientY: number) => T;
  /** Removes what `over` showed. */
  readonly clear: () => void;
  /** Called where the item was let go. */
  readonly drop: (place: T) => void;
}

/** Follows the pointer that pressed a handle until it is released, or cancelled, which drops nothing. */
export function carry<T>(
  event: React.PointerEvent<HTMLElement>,
  item: HTMLElement | null,
  { over, clear, drop }: Carrying<T>,
): void {
  if (event.button !== 0 || !item) return;
  event.preventDefault();
  const handle: HTMLElement = event.currentTarget;
  const top = () => item.parentElement?.getBoundingClientRect().top ?? 0;
  const [pressed, from] = [event.clientY, top()];
  const stop = new AbortController();
  const { signal } = stop;
  let carried = false;
  handle.focus();
  handle.setPointerCapture(event.pointerId);
  const follow = ({ clientY }: PointerEvent): T | null => {
    carried ||= Math.abs(clientY - pressed) >= CLICK;
    if (!carried) return null;
    item.dataset.carried = '';
    // What it lies in may scroll meanwhile.
    item.style.transform = `translateY(${clientY - pressed - (top() - from)}px)`;
    return over(clientY);
  };
  const end = () => {
    stop.abort();
    clear();
    item.style.removeProperty('transform');
    delete item.dataset.carried;
  };
  handle.addEventListener('pointermove', follow, { signal });
  handle.addEventListener('pointercancel', end, { signal });
  handle.addEventListener(
    'pointerup',
    (last) => {
      // Where it was let go, whether or not the pointer was seen on the way there.
      const place = follow(last);
      end();
      if (carried) drop(place as T);
    },
    { signal },
  );
}
