import type { Party } from './tipos.ts';

/** The order of signing: parties in turns, from first to last, those of one turn side by side. */

/** The turns, each with its parties; none is empty. */
export function turnsOf(partes: readonly Party[]): Party[][] {
  const turns = new Map<number, Party[]>();
  for (const party of partes) turns.set(party.ordem, [...(turns.get(party.ordem) ?? []), party]);
  return [...turns].sort(([a], [b]) => a - b).map(([, parties]) => parties);
}

/** The parties of the turns in a row, turns counted anew from 1. */
const fromTurns = (turns: readonly (readonly Party[])[]): Party[] =>
  turns
    .filter((turn) => turn.length > 0)
    .flatMap((turn, index) =>
      turn.map((party) => (party.ordem === index + 1 ? party : { ...party, ordem: index + 1 })),
    );

/** Parties in the order of their turns, without gaps. */
export const normalize = (partes: readonly Party[]): Party[] => fromTurns(turnsOf(partes));

/** Where a party is dropped: into a turn, or into a new one before the turn of that index (its count: after the last). */
export type Target = { readonly into: number } | { readonly before: number };

/** The parties with one of them moved to another turn. */
export function moveParty(partes: readonly Party[], id: string, target: Target): Party[] {
  const turns = turnsOf(partes);
  const moved = partes.find((party) => party.id === id);
  if (!moved) return [...partes];
  const without = turns.map((turn) => turn.filter((party) => party.id !== id));
  if ('into' in target) {
    if (!without[target.into]) return [...partes];
    return fromTurns(without.map((turn, index) => (index === target.into ? [...turn, moved] : turn)));
  }
  const at = Math.min(Math.max(0, target.before), turns.length);
  return fromTurns([...without.slice(0, at), [moved], ...without.slice(at)]);
}

/**
 * One step towards the first turn (-1) or the last (1), as the arrow keys take it: from a turn of its own into its
 * neighbour, from a shared turn into one of its own beside it.
 */
export function stepParty(partes: readonly Party[], id: string, by: -1 | 1): Party[] {
  const turns = turnsOf(partes);
  const at = turns.findIndex((turn) => turn.some((party) => party.id === id));
  if (at < 0) return [...partes];
  const shared = (turns[at]?.length ?? 0) > 1;
  if (shared) return moveParty(partes, id, { before: by === -1 ? at : at + 1 });
  const next = at + by;
  return next < 0 || next >= turns.length ? [...partes] : moveParty(partes, id, { into: next });
}

/** Swaps a whole party with its neighbour in a list where everybody signs at once. */
export function shiftParty(partes: readonly Party[], id: string, by: -1 | 1): Party[] {
  const at = partes.findIndex((party) => party.id === id);
  const to = at + by;
  if (at < 0 || to < 0 || to >= partes.length) return [...partes];
  const next = [...partes];
  [next[at], next[to]] = [next[to] as Party, next[at] as Party];
  return next.map((party, index) => ({ ...party, ordem: index + 1 }));
}

/** Every party in a turn of its own, in the order listed. */
export const oneByOne = (partes: readonly Party[]): Party[] =>
  partes.map((party, index) => ({ ...party, ordem: index + 1 }));
