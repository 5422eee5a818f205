import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { focusAfter } from '../../kit/focus.ts';
import { useBase } from '../texts/base.ts';
import { carry } from './dragging.ts';
import { Icon } from './icon.tsx';
import styles from './sortable.module.css';

interface Props<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** What an item is called, for who does not see it. */
  readonly nameOf: (item: T) => string;
  /** What the list is called. */
  readonly label: string;
  /** Called with the new order, by key, when an item is dropped; null where the order is fixed. */
  readonly onOrder: ((keys: readonly string[]) => void) | null;
  readonly children: (item: T, index: number) => ReactNode;
}

/** A list put into order by the handle of each item: dragged, or moved by the arrow keys. */
export function Sortable<T>(props: Props<T>) {
  const { keyOf, onOrder } = props;
  const base = useBase();
  const list = useRef<HTMLOListElement>(null);
  const heard = useRef<HTMLParagraphElement>(null);
  const { items, arrange } = useArranged(props.items);
  const move = (key: string, placeOf: (from: number) => number) => {
    const before = arrange.current();
    const from = before.findIndex((one) => keyOf(one) === key);
    const item = before[from];
    const to = placeOf(from);
    if (!item || !onOrder || to < 0 || to >= before.length || to === from) return;
    const next = before.toSpliced(from, 1).toSpliced(to, 0, item);
    focusAfter(
      () => {
        arrange.set(next);
        onOrder(next.map(keyOf));
      },
      () => list.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(key)}"] > button`),
    );
    if (heard.current) heard.current.textContent = base.ordem.moved(props.nameOf(item), to + 1, next.length);
  };
  const drag = useDrag(list, (key, to) => move(key, () => to));
  return (
    <>
      <ol ref={list} className={styles.list} aria-label={props.label}>
        {items.map((item, index) => {
          const key = keyOf(item);
          return (
            <li key={key} data-item={key}>
              {onOrder && items.length > 1 && (
                <button
                  type="button"
                  className={styles.handle}
                  aria-label={base.ordem.mover(props.nameOf(item))}
                  onPointerDown={drag(key)}
                  onKeyDown={(event) => {
                    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
                    event.preventDefault();
                    move(key, (from) => from + (event.key === 'ArrowUp' ? -1 : 1));
                  }}
                >
                  <Icon name="handle" />
                </button>
              )}
              {props.children(item, index)}
            </li>
          );
        })}
      </ol>
      <p ref={heard} className="unseen" role="status" />
    </>
  );
}

/** The list as arranged here, until fresh data arrives: the next key may be pressed before that. */
function useArranged<T>(given: readonly T[]) {
  const [arranged, setArranged] = useState<{ readonly of: readonly T[]; readonly items: readonly T[] } | null>(null);
  const items = arranged?.of === given ? arranged.items : given;
  const shown = useRef({ of: given, items });
  useLayoutEffect(() => {
    shown.current = { of: given, items };
  });
  const [arrange] = useState(() => ({
    /** The list as it is, for what began with an older one, as a drag does. */
    current: () => shown.current.items,
    set: (next: readonly T[]) => setArranged({ of: shown.current.of, items: next }),
  }));
  return { items, arrange };
}

/** Dragging an item by its handle to a place among the others. */
function useDrag(
  list: { readonly current: HTMLOListElement | null },
  onDrop: (key: string, to: number) => void,
): (key: string) => (event: React.PointerEvent<HTMLElement>) => void {
  return (key) => (event) => {
    const rows = () => [...(list.current?.children ?? [])] as HTMLElement[];
    const clear = () => {
      for (const row of rows()) delete row.dataset.drop;
    };
    carry(event, event.currentTarget.closest<HTMLElement>('[data-item]'), {
      over(clientY) {
        clear();
        const all = rows();
        const from = all.findIndex(({ dataset }) => dataset.item === key);
        // Of the others, those whose middle lies above: so many stand before it.
        const to = all.filter((row, index) => index !== from && middleOf(row) < clientY).length;
        const target = all[to];
        if (target && to !== from) target.dataset.drop = to < from ? 'before' : 'after';
        return to;
      },
      clear,
      drop: (to) => onDrop(key, to),
    });
  };
}

function middleOf(element: HTMLElement): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}
