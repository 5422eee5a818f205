import type { FatorAutenticacao } from '@rubrica/contract';
import { toggled } from '../../../kit/list.ts';
import { askedWith, newParty, type Options, type Party } from './types.ts';

/** People, and the order they sign in: parties in turns, from first to last, those of one turn side by side. */

/** The turns, each with its parties; none is empty. */
export function turnsOf(parts: readonly Party[]): Party[][] {
  const turns = new Map<number, Party[]>();
  for (const party of parts) turns.set(party.ordem, [...(turns.get(party.ordem) ?? []), party]);
  return [...turns].sort(([a], [b]) => a - b).map(([, parties]) => parties);
}

/** The parties of the turns in a row, turns numbered from 1 again. */
const fromTurns = (turns: readonly (readonly Party[])[]): Party[] =>
  turns
    .filter((turn) => turn.length > 0)
    .flatMap((turn, index) =>
      turn.map((party) => (party.ordem === index + 1 ? party : { ...party, ordem: index + 1 })),
    );

/** Parties in the order of their turns, without gaps. */
export const normalize = (parts: readonly Party[]): Party[] => fromTurns(turnsOf(parts));

/** Where a party is dropped: into the turn somebody is in, or into one of its own before or after that turn. */
export interface Target {
  readonly where: 'before' | 'inside' | 'after';
  /** Of anybody in that turn. */
  readonly id: string;
}

const turnOf = (turns: readonly (readonly Party[])[], id: string) =>
  turns.findIndex((turn) => turn.some((party) => party.id === id));

/** The parties with one of them moved to another turn. */
export function moveParty(parts: readonly Party[], id: string, { where, id: beside }: Target): readonly Party[] {
  const turns = turnsOf(parts);
  const moved = parts.find((party) => party.id === id);
  const at = turnOf(turns, beside);
  if (!moved || at < 0) return parts;
  const without = turns.map((turn) => turn.filter((party) => party.id !== id));
  if (where === 'inside') return fromTurns(without.map((turn, index) => (index === at ? [...turn, moved] : turn)));
  return fromTurns(without.toSpliced(where === 'before' ? at : at + 1, 0, [moved]));
}

/**
 * One step towards the first turn (-1) or the last (1), as the arrow keys take it: from a turn of its own into its
 * neighbour, from a shared turn into one of its own beside it.
 */
export function stepParty(parts: readonly Party[], id: string, by: -1 | 1): readonly Party[] {
  const turns = turnsOf(parts);
  const at = turnOf(turns, id);
  if ((turns[at]?.length ?? 0) > 1) return moveParty(parts, id, { where: by === -1 ? 'before' : 'after', id });
  const [neighbour] = turns[at + by] ?? [];
  return at < 0 || !neighbour ? parts : moveParty(parts, id, { where: 'inside', id: neighbour.id });
}

/** Swaps a whole party with its neighbour in a list where everybody signs at once. */
export function shiftParty(parts: readonly Party[], id: string, by: -1 | 1): readonly Party[] {
  const at = parts.findIndex((party) => party.id === id);
  const [moved, neighbour] = [parts[at], parts[at + by]];
  return moved && neighbour ? oneByOne(parts.with(at, neighbour).with(at + by, moved)) : parts;
}

/** Every party in a turn of its own, in the order listed. */
const oneByOne = (parts: readonly Party[]): Party[] => parts.map((party, index) => ({ ...party, ordem: index + 1 }));

/** What is known of a party, but for what depends on the others or is asked one by one. */
export type PartyChange = Partial<Omit<Party, 'id' | 'ordem' | 'reinforcement'>>;

/** What is done to people and to their order. Each says what is meant, never what it makes of the others. */
export type PartyAction =
  | { readonly type: 'include-party'; readonly id: string; readonly known?: Partial<Pick<Party, 'nome' | 'email'>> }
  | { readonly type: 'change-party'; readonly id: string; readonly change: PartyChange; readonly run?: string }
  | { readonly type: 'remove-party'; readonly id: string }
  /** One step towards the first (-1) or the last (1). */
  | { readonly type: 'move-party'; readonly id: string; readonly by: -1 | 1 }
  | { readonly type: 'drop-party'; readonly id: string; readonly target: Target }
  /** Whether they sign one after another. Turned on where all stand in one turn, it gives each a turn of their own. */
  | { readonly type: 'sort'; readonly ordenado: boolean }
  /** A factor asked of a party beyond those of everybody; or, of null, of everybody, who are asked at least one. */
  | {
      readonly type: 'ask';
      readonly de: string | null;
      readonly fator: FatorAutenticacao;
      readonly demanded: boolean;
    };

export interface People {
  readonly options: Options | null;
  readonly parts: readonly Party[];
}

const changed = (parts: readonly Party[], id: string, change: (party: Party) => Partial<Party>): Party[] =>
  parts.map((party) => (party.id === id ? { ...party, ...change(party) } : party));

/** Pure: what an act makes of people and of the rules they sign by. */
export function actOnParties({ options, parts }: People, action: PartyAction): People {
  const inTurns = options?.ordenado ?? true;
  switch (action.type) {
    case 'include-party': {
      const ordem = (parts.at(-1)?.ordem ?? 0) + 1;
      return { options, parts: [...parts, newParty(ordem, { ...action.known, id: action.id })] };
    }
    case 'change-party':
      return { options, parts: changed(parts, action.id, () => action.change) };
    case 'remove-party':
      return { options, parts: parts.filter(({ id }) => id !== action.id) };
    case 'move-party':
      return { options, parts: (inTurns ? stepParty : shiftParty)(parts, action.id, action.by) };
    case 'drop-party':
      return { options, parts: moveParty(inTurns ? parts : oneByOne(parts), action.id, action.target) };
    case 'sort': {
      const together = new Set(parts.map(({ ordem }) => ordem)).size === 1;
      const ordered = action.ordenado && together ? oneByOne(parts) : parts;
      return { options: options && { ...options, ordenado: action.ordenado }, parts: ordered };
    }
    case 'ask': {
      const { de, fator, demanded } = action;
      if (de === null) return { options: options && askedWith(options, fator, demanded), parts };
      return {
        options,
        parts: changed(parts, de, ({ reinforcement }) => ({ reinforcement: toggled(reinforcement, fator, demanded) })),
      };
    }
  }
}
