import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveParty, normalize, shiftParty, stepParty, turnsOf } from '../../painel/editor/estado/partes.ts';
import { anyParty, someone } from './cenas.ts';

const people = fc.uniqueArray(anyParty(), { minLength: 1, maxLength: 8, selector: ({ id }) => id }).map(normalize);
const namesOf = (partes: Parameters<typeof turnsOf>[0]) => turnsOf(partes).map((turn) => turn.map(({ nome }) => nome));
const [a, b, c] = ['Ana', 'Bruno', 'Caio'].map((nome, index) => someone({ nome, ordem: index + 1 }));
if (!a || !b || !c) throw new Error('three people');

describe('the order of signing', () => {
  it('keeps everybody, and counts turns without gaps, wherever somebody is dropped', () => {
    fc.assert(
      fc.property(people, fc.nat(9), fc.nat(9), fc.boolean(), (partes, who, where, into) => {
        const id = partes[who % partes.length]?.id ?? '';
        const moved = moveParty(partes, id, into ? { into: where } : { before: where });
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
        const sets = (list: typeof partes) => turnsOf(list).map((turn) => turn.map((party) => party.id).sort());
        expect(sets(back)).toEqual(sets(partes));
      }),
    );
  });

  it('a step joins the neighbour, the next one leaves them behind', () => {
    const one = stepParty([a, b, c], c.id, -1);
    expect(namesOf(one)).toEqual([['Ana'], ['Bruno', 'Caio']]);
    expect(namesOf(stepParty(one, c.id, -1))).toEqual([['Ana'], ['Caio'], ['Bruno']]);
  });

  it('without turns, two neighbours change places', () => {
    expect(shiftParty([a, b, c], b.id, -1).map(({ nome }) => nome)).toEqual(['Bruno', 'Ana', 'Caio']);
  });
});
