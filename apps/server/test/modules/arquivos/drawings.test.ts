import { expect, it } from 'vitest';
import { createLog } from '../../../src/core/log.ts';
import { BeyondLimits } from '../../../src/core/pdf.ts';
import { Unavailable } from '../../../src/core/ports.ts';
import { createDrawings } from '../../../src/modules/arquivos/drawings.ts';

const PICTURE = Buffer.from('png');

/** Asks for pages of files, and counts how often each was drawn. */
function newDrawings() {
  const drawings = createDrawings(createLog('silent'));
  const drawn: string[] = [];
  const ask = (arquivoId: string, page: number, outcome: Buffer | Error | null) =>
    drawings({
      arquivoId,
      key: `${arquivoId} ${page}`,
      draw: async () => {
        drawn.push(`${arquivoId} ${page}`);
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
    });
  return { ask, drawn };
}

it('a page that cannot be drawn is not tried again, and says nothing of the others', async () => {
  const { ask, drawn } = newDrawings();
  for (const outcome of [null, new Error('not an image')]) {
    const file = String(outcome);
    expect(await ask(file, 1, outcome)).toBeNull();
    expect(await ask(file, 1, PICTURE)).toBeNull();
    expect(await ask(file, 2, PICTURE)).toBe(PICTURE);
    expect(drawn.splice(0)).toEqual([`${file} 1`, `${file} 2`]);
  }
});

it('of a file that takes more than it may no page is tried, and of others every one', async () => {
  const { ask, drawn } = newDrawings();
  expect(await ask('greedy', 1, new BeyondLimits('no result within 5000 ms'))).toBeNull();
  expect(await ask('greedy', 2, PICTURE)).toBeNull();
  expect(await ask('other', 2, PICTURE)).toBe(PICTURE);
  expect(drawn).toEqual(['greedy 1', 'other 2']);
});

it('what was not tried for want of a worker is tried again', async () => {
  const { ask, drawn } = newDrawings();
  await expect(ask('file', 1, new Unavailable('too many PDF tasks are waiting'))).rejects.toThrow(Unavailable);
  expect(await ask('file', 1, PICTURE)).toBe(PICTURE);
  expect(drawn).toHaveLength(2);
});
