import { useEditing } from '../contexto.tsx';
import { moveParty, oneByOne, type Target } from '../estado/partes.ts';
import type { Party } from '../estado/tipos.ts';

const MARKS = ['entra', 'antes', 'depois'] as const;

/** Where a person let go at a height of the screen would come, the turn there marked; a turn takes others in its middle. */
function mark(turns: Iterable<HTMLElement>, clientY: number, inTurns: boolean): Target {
  let target: Target | null = null;
  let count = 0;
  for (const turn of turns) {
    count += 1;
    turn.classList.remove(...MARKS);
    const box = turn.getBoundingClientRect();
    if (target || clientY > box.bottom) continue;
    const index = Number(turn.dataset.vez);
    const share = (clientY - box.top) / box.height;
    const before = inTurns ? share < 0.25 : share < 0.5;
    const after = inTurns ? share > 0.75 : !before;
    target = before ? { before: index } : after ? { before: index + 1 } : { into: index };
    turn.classList.add(before ? 'antes' : after ? 'depois' : 'entra');
  }
  return target ?? { before: count };
}

/** Dragging a person among the turns by its handle; what came of it is told once, at the end. */
export function useOrder(list: { readonly current: HTMLOListElement | null }, inTurns: boolean) {
  const { editor, dispatch } = useEditing();
  return (party: Party) => (event: React.PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    handle.focus();
    const item = handle.closest<HTMLElement>('.pessoa-item');
    const from = event.clientY;
    handle.setPointerCapture(event.pointerId);
    let target: Target | null = null;
    const turns = () => list.current?.querySelectorAll<HTMLElement>('.vez') ?? [];
    const move = ({ clientY }: PointerEvent) => {
      item?.classList.add('levada');
      if (item) item.style.transform = `translateY(${clientY - from}px)`;
      target = mark(turns(), clientY, inTurns);
    };
    const end = (done: boolean) => () => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', drop);
      handle.removeEventListener('pointercancel', stop);
      for (const turn of turns()) turn.classList.remove(...MARKS);
      item?.style.removeProperty('transform');
      item?.classList.remove('levada');
      if (!done || !target) return;
      const partes = inTurns ? editor.present.partes : oneByOne(editor.present.partes);
      dispatch({ type: 'partes', partes: moveParty(partes, party.id, target) });
    };
    const drop = end(true);
    const stop = end(false);
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', drop);
    handle.addEventListener('pointercancel', stop);
  };
}
