import { describe, expect, it } from 'vitest';
import { createBatch } from '../../src/core/batch.ts';
import { frameOf, newTally, within } from '../../src/core/trace.ts';

/** A lookup that doubles numbers when told to, and remembers what it was asked. */
function doubling() {
  const asked: number[][] = [];
  const open: (() => void)[] = [];
  const look = (keys: readonly number[]) => {
    asked.push([...keys]);
    return new Promise<number[]>((resolve, reject) => {
      open.push(() => (keys.includes(13) ? reject(new Error('thirteen')) : resolve(keys.map((key) => key * 2))));
    });
  };
  const answer = async () => {
    await new Promise(setImmediate);
    for (const go of open.splice(0)) go();
    await new Promise(setImmediate);
  };
  return { asked, look, answer };
}

describe('a batch of lookups', () => {
  it('joins what is asked for together, and gives each its own answer', async () => {
    const { asked, look, answer } = doubling();
    const one = createBatch(look, { atOnce: 1, most: 10 });
    const answers = [1, 2, 3].map(one);
    await answer();
    expect(await Promise.all(answers)).toEqual([2, 4, 6]);
    expect(asked).toEqual([[1, 2, 3]]);
  });

  it('gathers the next while one is under way, no more at once and no larger than told', async () => {
    const { asked, look, answer } = doubling();
    const one = createBatch(look, { atOnce: 1, most: 2 });
    const answers = [1, 2, 3, 4, 5].map(one);
    for (let round = 0; round < 3; round += 1) await answer();
    expect(await Promise.all(answers)).toEqual([2, 4, 6, 8, 10]);
    expect(asked).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('lets a batch that has enough go before the turn ends', async () => {
    const { asked, look, answer } = doubling();
    const one = createBatch(look, { atOnce: 2, most: 10, enough: 2 });
    const answers = [1, 2, 3].map(one);
    expect(asked).toEqual([[1, 2]]);
    await answer();
    expect(await Promise.all(answers)).toEqual([2, 4, 6]);
    expect(asked).toEqual([[1, 2], [3]]);
  });

  it('fails those of a batch that failed, and goes on with the others', async () => {
    const { look, answer } = doubling();
    const one = createBatch(look, { atOnce: 1, most: 2 });
    const settled = Promise.allSettled([13, 2, 3].map(one));
    await answer();
    await answer();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });

  it('runs in the frame of the first who waited for it, however long others were under way', async () => {
    const ranAs: (string | undefined)[] = [];
    const { look, answer } = doubling();
    const one = createBatch(
      (keys: readonly number[]) => {
        ranAs.push(frameOf()?.requestId);
        return look(keys);
      },
      { atOnce: 1, most: 2 },
    );
    const asked = [1, 2, 3, 4].map((key) => {
      const frame = { requestId: `r${key}`, span: null, tally: newTally() };
      return within(frame, () => one(key));
    });
    asked.push(one(5));
    for (let round = 0; round < 3; round += 1) await answer();
    expect(await Promise.all(asked)).toEqual([2, 4, 6, 8, 10]);
    expect(ranAs).toEqual(['r1', 'r3', undefined]);
  });
});
