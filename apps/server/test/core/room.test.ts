import { expect, it } from 'vitest';
import { createRoom, type Room } from '../../src/core/room.ts';

const takes = (room: Room, owner: string, ...keys: string[]) => keys.map((key) => room.take(owner, key));

it('room is for so many in all, of an owner and of a key, and what is left may be taken again', () => {
  const room = createRoom({ all: 9, perOwner: 3, perKey: 2 });
  expect(takes(room, 'a', 'a1', 'a1', 'a1', 'a2', 'a3')).toEqual([true, true, false, true, false]);
  expect([room.has('a', 'a3'), room.has('b', 'b1'), room.free]).toEqual([false, true, 6]);
  expect(takes(room, 'b', 'b1', 'b2', 'b3')).toEqual([true, true, false]);
  room.leave('a', 'a1');
  expect(takes(room, 'a', 'a3')).toEqual([true]);
});

it('an owner who may have all of it takes all of it', () => {
  const room = createRoom({ all: 2, perOwner: 2, perKey: 2 });
  expect(takes(room, 'a', 'a1', 'a1', 'a1')).toEqual([true, true, false]);
});

it('owners who take all they can leave some to whoever comes after them', () => {
  const room = createRoom({ all: 128, perOwner: 32, perKey: 128 });
  const taken = Array.from({ length: 12 }, (_, owner) => {
    let count = 0;
    while (room.take(`${owner}`, 'k')) count += 1;
    return count;
  });
  expect(taken).toEqual([32, 32, 22, 14, 10, 6, 4, 3, 2, 1, 1, 1]);
});
