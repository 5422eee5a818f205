import { describe, expect, it } from 'vitest';
import { groupBy, inOrder, toggled } from '../../kit/list.ts';

describe('a list', () => {
  it('is put into the order of keys, what they do not name last and as it stood', () => {
    expect(inOrder(['a', 'b', 'c', 'd'], (one) => one, ['c', 'gone', 'a'])).toEqual(['c', 'a', 'b', 'd']);
    expect(inOrder(['a', 'b'], (one) => one, [])).toEqual(['a', 'b']);
  });

  it('is grouped by what its things have in common, as they come', () => {
    const grouped = groupBy(['Ana', 'Bia', 'Aldo'], (name) => name[0]);
    expect([...grouped]).toEqual([
      ['A', ['Ana', 'Aldo']],
      ['B', ['Bia']],
    ]);
  });

  it('has a thing once where it is put in twice, and not at all where it is taken out', () => {
    expect(toggled(toggled(['a'], 'b', true), 'b', true)).toEqual(['a', 'b']);
    expect(toggled(['a', 'b'], 'a', false)).toEqual(['b']);
  });
});
