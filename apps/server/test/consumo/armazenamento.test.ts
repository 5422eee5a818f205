import { expect, it } from 'vitest';
import { dayIn, endOfDay, lines, MEGABYTE, upload } from './storage.ts';
import { linkOf, newSender, sent, sharedWorld, sign, until } from './world.ts';

const world = sharedWorld();

it('one line a day tells the megabytes stored at its end, rounded up over the organization', async () => {
  const by = await newSender(world().service);
  await upload(by, 1.2 * MEGABYTE);
  await upload(by, 1.2 * MEGABYTE);
  const day = dayIn(by.service.clock.now());
  await endOfDay(by);
  const [line, ...rest] = await lines(by);
  expect(rest).toEqual([]);
  expect(line?.quantidade).toBe(3);
  expect(dayIn(line?.ocorridoEm ?? '')).toBe(day);
  expect(line?.descricao).toBe(`Armazenamento em ${day.split('-').reverse().join('/')}`);
}, 60_000);

it('days on which nothing was measured are made up for, each once', async () => {
  const by = await newSender(world().service);
  await upload(by, 0.5 * MEGABYTE);
  await endOfDay(by, 4);
  expect((await lines(by)).map(({ quantidade }) => quantidade)).toEqual([1, 1, 1, 1]);
  expect(new Set((await lines(by)).map(({ ocorridoEm }) => dayIn(ocorridoEm))).size).toBe(4);
}, 60_000);

it('signed file and certificate count beside the original', async () => {
  const by = await newSender(world().service);
  const id = await upload(by, 1.5 * MEGABYTE);
  expect((await by.api(`/documentos/${id}`, 'DELETE')).status).toBe(204);
  const signedId = await sent(by);
  await sign(await linkOf(by, signedId));
  await until(async () => (await by.api(`/documentos/${signedId}`)).body.status === 'ASSINADO');
  const organization = (await by.api('/organizacao')).body.id;
  const { owner } = by.service;
  const [kept] = await owner`
    select count(*)::int as files, sum(tamanho_bytes)::int as bytes from arquivo where organizacao_id = ${organization}`;
  // Two originals, one signed file, one certificate; the deleted draft's file is stored until it is purged.
  expect(kept?.files).toBe(4);
  await endOfDay(by);
  expect((await lines(by))[0]?.quantidade).toBe(Math.ceil(kept?.bytes / MEGABYTE));
}, 60_000);
