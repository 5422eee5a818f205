import { expect, it } from 'vitest';
import { createRoom } from '../../src/core/room.ts';

it('room is for so many in all, of an owner and of a key, and what is left may be taken again', () => {
  const room = createRoom({ all: 5, perOwner: 3, perKey: 2 });
  const takes = (owner: string, ...keys: string[]) => keys.map((key) => room.take(owner, key));
  expect(takes('a', 'a1', 'a1', 'a1', 'a2', 'a3')).toEqual([true, true, false, true, false]);
  expect([room.has('a', 'a3'), room.has('b', 'b1'), room.free]).toEqual([false, true, 2]);
  expect(takes('b', 'b1', 'b2', 'b3')).toEqual([true, true, false]);
  expect([room.has('c', 'c1'), room.free]).toEqual([false, 0]);
  room.leave('a', 'a1');
  expect(takes('a', 'a3')).toEqual([true]);
});
