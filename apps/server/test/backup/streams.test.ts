import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inParallel, union, without } from '../../src/backup/streams.ts';

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const value of values) found.push(value);
  return found;
}

describe('ascending sequences', () => {
  it.each([
    [[], []],
    [[[]], []],
    [
      [['a', 'c', 'c'], ['b', 'c', 'd'], ['a']],
      ['a', 'b', 'c', 'd'],
    ],
  ])('the union of %j is %j', async (sequences, expected) => {
    expect(await all(union(sequences))).toEqual(expected);
  });

  it.each([
    [
      ['a', 'b', 'b', 'd'],
      ['b', 'c'],
      ['a', 'd'],
    ],
    [['a'], [], ['a']],
    [[], ['a'], []],
    [['b', 'c'], ['a', 'b', 'c', 'd'], []],
  ])('%j without %j is %j', async (values, others, expected) => {
    expect(await all(without(values, (value) => value, others))).toEqual(expected);
  });

  it('a store that lists in another order is found out, and nothing taken for absent', async () => {
    const itself = (value: string) => value;
    await expect(all(without(['a', 'b', 'c'], itself, ['b', 'a']))).rejects.toThrow('does not list in order');
    await expect(all(without(['b', 'a'], itself, ['a', 'b']))).rejects.toThrow('does not list in order');
    await expect(all(union([['b', 'a']]))).rejects.toThrow('does not list in order');
  });
});

describe('inParallel', () => {
  it('works on so many at once and no more', async () => {
    let [now, most] = [0, 0];
    await inParallel(Array.from({ length: 20 }).keys(), 3, async () => {
      now += 1;
      most = Math.max(most, now);
      await turn();
      now -= 1;
    });
    expect([now, most]).toEqual([0, 3]);
  });

  it('begins nothing more after a failure, and ends once what was under way has ended', async () => {
    const seen: number[] = [];
    const working = inParallel(Array.from({ length: 20 }).keys(), 2, async (n) => {
      seen.push(n);
      if (n === 3) throw new Error('full');
    });
    await expect(working).rejects.toThrow('full');
    expect(seen.length).toBeLessThan(7);
  });
});
