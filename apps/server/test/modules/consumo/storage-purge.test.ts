import { expect, it } from 'vitest';
import { purge, setDaysAgo } from '../lgpd/support.ts';
import { endOfDay, lines, MEGABYTE, upload } from './stored-files.ts';
import { newSender, sharedWorld } from './world.ts';

const world = sharedWorld();

it('a file counts until it is purged, also after its document was deleted', async () => {
  // The purge never looks past the machine's own clock, so the story begins forty days before it.
  setDaysAgo(world().service, 40);
  const by = await newSender(world().service);
  const id = await upload(by, 1.5 * MEGABYTE);
  await upload(by, 0.2 * MEGABYTE);
  await by.api(`/documentos/${id}`, 'DELETE');
  await endOfDay(by, 33);
  expect((await lines(by)).map(({ quantidade }) => quantidade)).toEqual(new Array(33).fill(2));

  expect((await purge(by.service)).documentos).toBe(1);
  await endOfDay(by);
  expect((await lines(by)).slice(0, 2).map(({ quantidade }) => quantidade)).toEqual([1, 2]);
});
