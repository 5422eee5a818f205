import type { FatorAutenticacao } from '@rubrica/contract';
import { toggled } from '../../../kit/list.ts';
import { askedWith, newParty, type Options, type Party } from './tipos.ts';

/** People, and the order they sign in: parties in turns, from first to last, those of one turn side by side. */

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

/** Where a party is dropped: into the turn somebody is in, or into one of its own before or after that turn. */
export interface Target {
  readonly where: 'antes' | 'dentro' | 'depois';
  /** Of anybody in that turn. */
  readonly id: string;
}

const turnOf = (turns: readonly (readonly Party[])[], id: string) =>
  turns.findIndex((turn) => turn.some((party) => party.id === id));

/** The parties with one of them moved to another turn. */
export function moveParty(partes: readonly Party[], id: string, { where, id: beside }: Target): readonly Party[] {
  const turns = turnsOf(partes);
  const moved = partes.find((party) => party.id === id);
  const at = turnOf(turns, beside);
  if (!moved || at < 0) return partes;
  const without = turns.map((turn) => turn.filter((party) => party.id !== id));
  if (where === 'dentro') return fromTurns(without.map((turn, index) => (index === at ? [...turn, moved] : turn)));
  return fromTurns(without.toSpliced(where === 'antes' ? at : at + 1, 0, [moved]));
}

/**
 * One step towards the first turn (-1) or the last (1), as the arrow keys take it: from a turn of its own into its
 * neighbour, from a shared turn into one of its own beside it.
 */
export function stepParty(partes: readonly Party[], id: string, by: -1 | 1): readonly Party[] {
  const turns = turnsOf(partes);
  const at = turnOf(turns, id);
  if ((turns[at]?.length ?? 0) > 1) return moveParty(partes, id, { where: by === -1 ? 'antes' : 'depois', id });
  const [neighbour] = turns[at + by] ?? [];
  return at < 0 || !neighbour ? partes : moveParty(partes, id, { where: 'dentro', id: neighbour.id });
}

/** Swaps a whole party with its neighbour in a list where everybody signs at once. */
export function shiftParty(partes: readonly Party[], id: string, by: -1 | 1): readonly Party[] {
  const at = partes.findIndex((party) => party.id === id);
  const [moved, neighbour] = [partes[at], partes[at + by]];
  return moved && neighbour ? oneByOne(partes.with(at, neighbour).with(at + by, moved)) : partes;
}

/** Every party in a turn of its own, in the order listed. */
const oneByOne = (partes: readonly Party[]): Party[] => partes.map((party, index) => ({ ...party, ordem: index + 1 }));

/** What is known of a party, but for what depends on the others or is asked one by one. */
export type PartyChange = Partial<Omit<Party, 'id' | 'ordem' | 'reforco'>>;

/** What is done to people and to their order. Each says what is meant, never what it makes of the others. */
export type PartyAction =
  | { readonly type: 'incluir-parte'; readonly id: string }
  | { readonly type: 'mudar-parte'; readonly id: string; readonly change: PartyChange; readonly run?: string }
  | { readonly type: 'remover-parte'; readonly id: string }
  /** One step towards the first (-1) or the last (1). */
  | { readonly type: 'mover-parte'; readonly id: string; readonly by: -1 | 1 }
  | { readonly type: 'soltar-parte'; readonly id: string; readonly target: Target }
  /** Whether they sign one after another. Turned on where all stand in one turn, it gives each a turn of their own. */
  | { readonly type: 'ordenar'; readonly ordenado: boolean }
  /** A factor asked of a party beyond those of everybody; or, of null, of everybody, who are asked at least one. */
  | {
      readonly type: 'exigir';
      readonly de: string | null;
      readonly fator: FatorAutenticacao;
      readonly exigido: boolean;
    };

export interface People {
  readonly opcoes: Options | null;
  readonly partes: readonly Party[];
}

const changed = (partes: readonly Party[], id: string, change: (party: Party) => Partial<Party>): Party[] =>
  partes.map((party) => (party.id === id ? { ...party, ...change(party) } : party));

/** Pure: what an act makes of people and of the rules they sign by. */
export function actOnParties({ opcoes, partes }: People, action: PartyAction): People {
  const inTurns = opcoes?.ordenado ?? true;
  switch (action.type) {
    case 'incluir-parte': {
      const ordem = (partes.at(-1)?.ordem ?? 0) + 1;
      return { opcoes, partes: [...partes, newParty(ordem, { id: action.id })] };
    }
    case 'mudar-parte':
      return { opcoes, partes: changed(partes, action.id, () => action.change) };
    case 'remover-parte':
      return { opcoes, partes: partes.filter(({ id }) => id !== action.id) };
    case 'mover-parte':
      return { opcoes, partes: (inTurns ? stepParty : shiftParty)(partes, action.id, action.by) };
    case 'soltar-parte':
      return { opcoes, partes: moveParty(inTurns ? partes : oneByOne(partes), action.id, action.target) };
    case 'ordenar': {
      const together = new Set(partes.map(({ ordem }) => ordem)).size === 1;
      const ordered = action.ordenado && together ? oneByOne(partes) : partes;
      return { opcoes: opcoes && { ...opcoes, ordenado: action.ordenado }, partes: ordered };
    }
    case 'exigir': {
      const { de, fator, exigido } = action;
      if (de === null) return { opcoes: opcoes && askedWith(opcoes, fator, exigido), partes };
      return { opcoes, partes: changed(partes, de, ({ reforco }) => ({ reforco: toggled(reforco, fator, exigido) })) };
    }
  }
}
