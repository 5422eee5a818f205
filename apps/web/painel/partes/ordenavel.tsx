import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useBase } from '../textos/base.ts';
import { Icone } from './icone.tsx';
import './ordenavel.css';

interface Props<T> {
  readonly itens: readonly T[];
  readonly chave: (item: T) => string;
  /** What an item is called, for who does not see it. */
  readonly nome: (item: T) => string;
  /** What the list is called. */
  readonly rotulo: string;
  /** Told of the new order once an item was let go; null where the order stands. */
  readonly onOrdem: ((itens: readonly T[]) => void) | null;
  readonly children: (item: T, index: number) => ReactNode;
}

/** A list put into order by the handle of each item: dragged, or moved by the arrow keys. */
export function Ordenavel<T>(props: Props<T>) {
  const { chave, onOrdem } = props;
  const base = useBase();
  const list = useRef<HTMLOListElement>(null);
  const heard = useRef<HTMLParagraphElement>(null);
  // Shown until the list comes anew: the next key may be pressed before that.
  const [arranged, setArranged] = useState<{ readonly of: readonly T[]; readonly itens: readonly T[] } | null>(null);
  const itens = arranged?.of === props.itens ? arranged.itens : props.itens;
  const moved = useRef<string | null>(null);
  const move = (from: number, to: number) => {
    const item = itens[from];
    if (!item || !onOrdem || to < 0 || to >= itens.length || to === from) return;
    const next = itens.toSpliced(from, 1).toSpliced(to, 0, item);
    moved.current = chave(item);
    setArranged({ of: props.itens, itens: next });
    onOrdem(next);
    if (heard.current) heard.current.textContent = base.ordem.movido(props.nome(item), to + 1, itens.length);
  };
  // An element that is put elsewhere loses the focus.
  useLayoutEffect(() => {
    if (moved.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(moved.current)}"] .alca`)?.focus();
    moved.current = null;
  });
  const drag = useArrasto(list, move);
  return (
    <>
      <ol ref={list} className="ordenavel" aria-label={props.rotulo}>
        {itens.map((item, index) => (
          <li key={chave(item)} data-item={chave(item)}>
            {onOrdem && itens.length > 1 && (
              <button
                type="button"
                className="alca"
                aria-label={base.ordem.mover(props.nome(item))}
                onPointerDown={drag(index)}
                onKeyDown={(event) => {
                  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
                  event.preventDefault();
                  move(index, index + (event.key === 'ArrowUp' ? -1 : 1));
                }}
              >
                <Icone nome="alca" />
              </button>
            )}
            {props.children(item, index)}
          </li>
        ))}
      </ol>
      <p ref={heard} className="unseen" role="status" />
    </>
  );
}

/** Dragging an item by its handle: the item follows the pointer, and what came of it is told once, at the end. */
function useArrasto(
  list: { readonly current: HTMLOListElement | null },
  onMove: (from: number, to: number) => void,
): (index: number) => (event: React.PointerEvent<HTMLElement>) => void {
  return (index) => (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    const rows = [...(list.current?.children ?? [])] as HTMLElement[];
    const boxes = rows.map((row) => row.getBoundingClientRect());
    const row = rows[index];
    const from = event.clientY + scrollY;
    const before = scrollY;
    let to = index;
    handle.focus();
    handle.setPointerCapture(event.pointerId);
    row?.classList.add('levado');
    const clear = () => {
      for (const one of rows) one.classList.remove('antes', 'depois', 'levado');
      row?.style.removeProperty('transform');
    };
    const follow = (now: PointerEvent) => {
      const at = now.clientY + scrollY;
      if (row) row.style.transform = `translateY(${at - from}px)`;
      // Of the others, those whose middle lies above: so many stand before it.
      to = boxes.filter(({ top, height }, other) => other !== index && top + before + height / 2 < at).length;
      rows.forEach((one, other) => {
        one.classList.toggle('antes', to < index && other === to);
        one.classList.toggle('depois', to > index && other === to);
      });
    };
    const end = (done: boolean) => () => {
      handle.removeEventListener('pointermove', follow);
      handle.removeEventListener('pointerup', drop);
      handle.removeEventListener('pointercancel', stop);
      clear();
      if (done) onMove(index, to);
    };
    const drop = end(true);
    const stop = end(false);
    handle.addEventListener('pointermove', follow);
    handle.addEventListener('pointerup', drop);
    handle.addEventListener('pointercancel', stop);
  };
}
