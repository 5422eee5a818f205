import { focusAfter } from '../../../kit/focus.ts';
import { carry } from '../../parts/dragging.ts';
import { useEditing } from '../context.tsx';
import { type PartyAction, type Target, turnsOf } from '../state/parts.ts';

/** Moves a person, announces their new place, and keeps the focus on their handle wherever it went. */
export function useMove() {
  const { dispatch, t, announce } = useEditing();
  return (action: Extract<PartyAction, { type: 'move-party' | 'drop-party' }>) => {
    const { parts } = focusAfter(
      () => dispatch(action),
      () => document.querySelector<HTMLElement>(`[data-party-handle="${action.id}"]`),
    ).present;
    const turns = turnsOf(parts);
    const at = turns.findIndex((turn) => turn.some(({ id }) => id === action.id));
    const nome = parts.find(({ id }) => id === action.id)?.nome.trim() || t.persons.noName;
    announce(t.persons.moved(nome, at + 1, turns.length));
  };
}

/** Where a person let go at a height of the screen would come, the turn there marked; a turn takes others in its middle. */
function mark(turns: readonly HTMLElement[], clientY: number, inTurns: boolean): Target | null {
  clear(turns);
  const boxes = turns.map((turn) => turn.getBoundingClientRect());
  const found = boxes.findIndex(({ bottom }) => clientY <= bottom);
  const at = found < 0 ? turns.length - 1 : found;
  const [turn, box] = [turns[at], boxes[at]];
  const id = turn?.querySelector<HTMLElement>('[data-party]')?.dataset.party;
  if (!turn || !box || id === undefined) return null;
  const share = (clientY - box.top) / box.height;
  const before = inTurns ? share < 0.25 : share < 0.5;
  const after = inTurns ? share > 0.75 : !before;
  const where = before ? 'before' : after ? 'after' : 'inside';
  turn.dataset.drop = where;
  return { where, id };
}

function clear(turns: readonly HTMLElement[]): void {
  for (const turn of turns) delete turn.dataset.drop;
}

/** Dragging a person among the turns by its handle; the result is announced once, at the end. */
export function useOrder(list: { readonly current: HTMLOListElement | null }, inTurns: boolean) {
  const move = useMove();
  return (id: string) => (event: React.PointerEvent<HTMLElement>) => {
    const turns = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-turn]') ?? [])];
    carry(event, event.currentTarget.closest<HTMLElement>('[data-party]'), {
      over: (clientY) => mark(turns(), clientY, inTurns),
      clear: () => clear(turns()),
      drop: (target) => target && move({ type: 'drop-party', id, target }),
    });
  };
}
