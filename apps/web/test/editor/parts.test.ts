import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveParty, normalize, shiftParty, stepParty, turnsOf } from '../../painel/editor/state/parts.ts';
import type { Party } from '../../painel/editor/state/types.ts';
import { anyParty, someone } from './scenes.ts';

const people = fc.uniqueArray(anyParty(), { minLength: 1, maxLength: 8, selector: ({ id }) => id }).map(normalize);
const WAYS = ['before', 'inside', 'after'] as const;
const namesOf = (parts: Parameters<typeof turnsOf>[0]) => turnsOf(parts).map((turn) => turn.map(({ nome }) => nome));
const [a, b, c] = ['Ana', 'Bruno', 'Caio'].map((nome, index) => someone({ nome, ordem: index + 1 }));
if (!a || !b || !c) throw new Error('three people');

describe('the order of signing', () => {
  it('keeps everybody, and counts turns without gaps, wherever somebody is dropped', () => {
    fc.assert(
      fc.property(people, fc.nat(9), fc.nat(9), fc.constantFrom(...WAYS), (parts, who, beside, where) => {
        const id = parts[who % parts.length]?.id ?? '';
        const moved = moveParty(parts, id, { where, id: parts[beside % parts.length]?.id ?? '' });
        expect(moved.map((party) => party.id).sort()).toEqual(parts.map((party) => party.id).sort());
        const turns = [...new Set(moved.map(({ ordem }) => ordem))].sort((x, y) => x - y);
        expect(turns).toEqual(turns.map((_, index) => index + 1));
      }),
    );
  });

  it('a step back undoes a step forth', () => {
    fc.assert(
      fc.property(people, fc.nat(9), (parts, who) => {
        const id = parts[who % parts.length]?.id ?? '';
        const forth = stepParty(parts, id, 1);
        fc.pre(JSON.stringify(forth) !== JSON.stringify(parts));
        const back = stepParty(forth, id, -1);
        const sets = (list: readonly Party[]) => turnsOf(list).map((turn) => turn.map((party) => party.id).sort());
        expect(sets(back)).toEqual(sets(parts));
      }),
    );
  });

  it('a step joins the neighbour, the next one leaves them behind', () => {
    const one = stepParty([a, b, c], c.id, -1);
    expect(namesOf(one)).toEqual([['Ana'], ['Bruno', 'Caio']]);
    expect(namesOf(stepParty(one, c.id, -1))).toEqual([['Ana'], ['Caio'], ['Bruno']]);
  });

  it('somebody dropped into, before or after a turn comes there, whoever of that turn it is named by', () => {
    const two = moveParty([a, b, c], b.id, { where: 'inside', id: a.id });
    expect(namesOf(two)).toEqual([['Ana', 'Bruno'], ['Caio']]);
    expect(namesOf(moveParty(two, c.id, { where: 'before', id: b.id }))).toEqual([['Caio'], ['Ana', 'Bruno']]);
    expect(namesOf(moveParty(two, a.id, { where: 'after', id: a.id }))).toEqual([['Bruno'], ['Ana'], ['Caio']]);
    expect(namesOf(moveParty(two, c.id, { where: 'after', id: 'somebody gone' }))).toEqual(namesOf(two));
  });

  it('without turns, two neighbours change places', () => {
    expect(shiftParty([a, b, c], b.id, -1).map(({ nome }) => nome)).toEqual(['Bruno', 'Ana', 'Caio']);
  });
});
