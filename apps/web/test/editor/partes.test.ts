import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveParty, normalize, shiftParty, stepParty, turnsOf } from '../../painel/editor/estado/partes.ts';
import type { Party } from '../../painel/editor/estado/tipos.ts';
import { anyParty, someone } from './cenas.ts';

const people = fc.uniqueArray(anyParty(), { minLength: 1, maxLength: 8, selector: ({ id }) => id }).map(normalize);
const WAYS = ['antes', 'dentro', 'depois'] as const;
const namesOf = (partes: Parameters<typeof turnsOf>[0]) => turnsOf(partes).map((turn) => turn.map(({ nome }) => nome));
const [a, b, c] = ['Ana', 'Bruno', 'Caio'].map((nome, index) => someone({ nome, ordem: index + 1 }));
if (!a || !b || !c) throw new Error('three people');

describe('the order of signing', () => {
  it('keeps everybody, and counts turns without gaps, wherever somebody is dropped', () => {
    fc.assert(
      fc.property(people, fc.nat(9), fc.nat(9), fc.constantFrom(...WAYS), (partes, who, beside, where) => {
        const id = partes[who % partes.length]?.id ?? '';
        const moved = moveParty(partes, id, { where, id: partes[beside % partes.length]?.id ?? '' });
        expect(moved.map((party) => party.id).sort()).toEqual(partes.map((party) => party.id).sort());
        const turns = [...new Set(moved.map(({ ordem }) => ordem))].sort((x, y) => x - y);
        expect(turns).toEqual(turns.map((_, index) => index + 1));
      }),
    );
  });

  it('a step back undoes a step forth', () => {
    fc.assert(
      fc.property(people, fc.nat(9), (partes, who) => {
        const id = partes[who % partes.length]?.id ?? '';
        const forth = stepParty(partes, id, 1);
        fc.pre(JSON.stringify(forth) !== JSON.stringify(partes));
        const back = stepParty(forth, id, -1);
        const sets = (list: readonly Party[]) => turnsOf(list).map((turn) => turn.map((party) => party.id).sort());
        expect(sets(back)).toEqual(sets(partes));
      }),
    );
  });

  it('a step joins the neighbour, the next one leaves them behind', () => {
    const one = stepParty([a, b, c], c.id, -1);
    expect(namesOf(one)).toEqual([['Ana'], ['Bruno', 'Caio']]);
    expect(namesOf(stepParty(one, c.id, -1))).toEqual([['Ana'], ['Caio'], ['Bruno']]);
  });

  it('somebody dropped into, before or after a turn comes there, whoever of that turn it is named by', () => {
    const two = moveParty([a, b, c], b.id, { where: 'dentro', id: a.id });
    expect(namesOf(two)).toEqual([['Ana', 'Bruno'], ['Caio']]);
    expect(namesOf(moveParty(two, c.id, { where: 'antes', id: b.id }))).toEqual([['Caio'], ['Ana', 'Bruno']]);
    expect(namesOf(moveParty(two, a.id, { where: 'depois', id: a.id }))).toEqual([['Bruno'], ['Ana'], ['Caio']]);
    expect(namesOf(moveParty(two, c.id, { where: 'depois', id: 'somebody gone' }))).toEqual(namesOf(two));
  });

  it('without turns, two neighbours change places', () => {
    expect(shiftParty([a, b, c], b.id, -1).map(({ nome }) => nome)).toEqual(['Bruno', 'Ana', 'Caio']);
  });
});
