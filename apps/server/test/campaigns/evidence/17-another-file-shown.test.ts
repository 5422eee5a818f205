import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import {
  about,
  newSender,
  ownService,
  person,
  readyToSign,
  type Sender,
  sent,
  tinyPdf,
  tokenOf,
  until,
} from '../../modules/support.ts';
import { statusOf } from './seals.ts';

/**
 * Whoever can write where files are kept puts another in a document's place, waits until somebody has read and signed it, and
 * puts the first one back: everything fitted, and said that they had agreed to what they never saw.
 */

const service = ownService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

/** Longer than any piece in which a file is read. */
const LONG = 300_000;
const padded = (pdf: Buffer, length: number) => Buffer.concat([pdf, Buffer.alloc(length, '% nothing\n')]);

/** Where the file is kept that a document's signers read. */
async function placeOf(id: string): Promise<string> {
  const [row] = await service().owner<{ chave: string }[]>`
    select a.chave from documento d join arquivo a on a.id = d.arquivo_id where d.id = ${id}`;
  return join(service().app.config.dataDir, 'files', row?.chave ?? '');
}

/** What arrives of an answer, and whether it arrived whole. */
async function download(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers });
  const pieces: Uint8Array[] = [];
  const whole = await (async () => {
    for await (const piece of answer.body ?? []) pieces.push(piece);
    return true;
  })().catch(() => false);
  return { status: answer.status, whole, bytes: Buffer.concat(pieces), digest: answer.headers.get('digest') };
}

it.each([
  ['short', 0],
  ['long', LONG],
])('a %s file is shown to nobody but as it was received', async (_, length) => {
  const pdf = padded(tinyPdf(1), length);
  const who = person();
  const document = await sent(sender, { signatarios: [who] }, pdf);
  const one = await readyToSign(sender, { ...document.signatarios[0], email: who.email });
  const place = await placeOf(document.id);
  const original = await readFile(place);
  const file = `${sender.base}/documentos/${document.id}/arquivo?tipo=ORIGINAL`;
  const readers = [() => download(`${one.path}/arquivo`), () => download(file, sender.as)];

  await chmod(place, 0o600);
  // The same length, another price.
  const other = Buffer.from(original);
  other.write('%PDF-1.7\n%another', 0, 'latin1');
  await writeFile(place, other);
  for (const read of readers) {
    const { status, whole, bytes, digest } = await read();
    expect([status === 200 && whole, bytes.length >= other.length]).toEqual([false, false]);
    // Of a short one there is an answer that says no.
    if (length === 0) expect([status, JSON.parse(`${bytes}`).codigo, digest]).toEqual([500, 'ERRO_INTERNO', null]);
  }

  await writeFile(place, original);
  for (const read of readers) {
    const { status, whole, bytes } = await read();
    expect([status, whole, bytes.equals(original)]).toEqual([200, true, true]);
  }
});

it('nor is what was signed, by itself or among all of a document', async () => {
  const who = person();
  const document = await sent(sender, { signatarios: [who] });
  const one = await readyToSign(sender, { ...document.signatarios[0], email: who.email });
  expect((await one.sign()).status).toBe(200);
  await until(async () => (await statusOf(sender, document.id)) === 'ASSINADO');
  const [row] = await service().owner<{ chave: string }[]>`
    select a.chave from documento d join arquivo a on a.id = d.arquivo_assinado_id where d.id = ${document.id}`;
  const place = join(service().app.config.dataDir, 'files', row?.chave ?? '');
  const bytes = await readFile(place);
  await chmod(place, 0o600);
  const other = Buffer.from(bytes);
  other[other.length - 1] = 0;
  await writeFile(place, other);
  for (const path of ['arquivo?tipo=ASSINADO', 'dossie']) {
    const { status, whole } = await download(`${sender.base}/documentos/${document.id}/${path}`, sender.as);
    expect([path, status === 200 && whole]).toEqual([path, false]);
  }
  await writeFile(place, bytes);
  expect((await about(sender, document.id, '/dossie')).status).toBe(200);
});

/** A document that its person may read, and what the service shows of its first page. */
async function readable(pdf: Buffer) {
  const who = person();
  const { id, signatarios } = await sent(sender, { signatarios: [who] }, pdf);
  await readyToSign(sender, { ...signatarios[0], email: who.email });
  const picture = () => download(`${service().origin}/assinar/${tokenOf(signatarios[0])}/previa`);
  return { place: await placeOf(id), picture };
}

it('nor is a picture of a page but one that the service drew of that file', async () => {
  const [shown, other] = [await readable(tinyPdf(1)), await readable(padded(tinyPdf(3), 10))];
  const [own, foreign] = [await shown.picture(), await other.picture()];
  expect([own.status, foreign.status]).toEqual([200, 200]);
  const kept = `${shown.place}.previa.webp`;
  for (const bytes of [await readFile(`${other.place}.previa.webp`), foreign.bytes, Buffer.of()]) {
    await chmod(kept, 0o600);
    await writeFile(kept, bytes);
    const { status, bytes: given } = await shown.picture();
    expect([status, given.equals(own.bytes)]).toEqual([200, true]);
    expect((await readFile(kept)).equals(bytes)).toBe(false);
  }
});

it('nor is a picture drawn of another file', async () => {
  const { place, picture } = await readable(tinyPdf(1));
  const original = await readFile(place);
  expect((await picture()).status).toBe(200);
  await rm(`${place}.previa.webp`);
  await chmod(place, 0o600);
  await writeFile(place, tinyPdf(2));
  expect((await picture()).status).toBe(404);
  await writeFile(place, original);
});
