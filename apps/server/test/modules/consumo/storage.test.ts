import { expect, it } from 'vitest';
import { measureStorage } from '../../../src/modules/consumo/index.ts';
import { dayIn, endOfDay, lines, MEGABYTE, pdfOf, upload } from './stored-files.ts';
import { draft, linkOf, newSender, send, sharedWorld, sign, until } from './world.ts';

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
});

it('days on which storage was not measured are made up for, each once', async () => {
  const by = await newSender(world().service);
  await upload(by, 0.5 * MEGABYTE);
  await endOfDay(by, 4);
  expect((await lines(by)).map(({ quantidade }) => quantidade)).toEqual([1, 1, 1, 1]);
  expect(new Set((await lines(by)).map(({ ocorridoEm }) => dayIn(ocorridoEm))).size).toBe(4);
});

it('storage counts every version, the signed file and the certificate', async () => {
  const by = await newSender(world().service);
  const id = await draft(by, {}, pdfOf(1.1 * MEGABYTE));
  const form = new FormData();
  form.set('arquivo', new Blob([Buffer.from(pdfOf(1.2 * MEGABYTE))], { type: 'application/pdf' }), 'v2.pdf');
  expect((await by.api(`/documentos/${id}/versoes`, 'POST', form)).status).toBe(201);
  await send(by, id);
  await sign(await linkOf(by, id));
  await until(async () => (await by.api(`/documentos/${id}`)).body.status === 'ASSINADO');
  await endOfDay(by);
  // 1.1 and 1.2 as uploaded, a little over 1.2 as signed, and the certificate.
  expect((await lines(by))[0]?.quantidade).toBe(4);
});

it('storage is measured once a day though several processes measure at the same time', async () => {
  const by = await newSender(world().service);
  await upload(by, 0.1 * MEGABYTE);
  const { app, clock } = by.service;
  await by.advance(26 * 3600_000);
  await Promise.all(Array.from({ length: 5 }, () => measureStorage({ db: app.db, clock, log: app.log })));
  const days = (await lines(by)).map(({ ocorridoEm }) => dayIn(ocorridoEm));
  expect(days.length).toBeGreaterThan(0);
  expect(new Set(days).size).toBe(days.length);
});
