import { createHash } from 'node:crypto';
import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { createLocalFiles } from '../../../src/adapters/files-local.ts';
import { sweeps } from '../../../src/modules/arquivos/sweeps.ts';
import { purge, setDaysAgo } from '../lgpd/support.ts';
import { lineThinPage, sampleContract } from '../samples.ts';
import {
  about,
  authenticated,
  call,
  draft,
  field,
  newSender,
  ownService,
  person,
  refusal,
  type Sender,
  sent,
  signer,
  tokenOf,
  trailOf,
  until,
} from '../support.ts';

/** The picture of the first page that a signer's page shows before it has the document. */

const service = ownService();
let sender: Sender;

beforeAll(async () => {
  sender = await newSender(service());
});

const preview = (token: string, query = '') => call(`${service().origin}/assinar/${token}/previa${query}`);
const madeOf = async (suffix: string) => {
  const entries = await readdir(join(service().app.config.dataDir, 'files'), { recursive: true, withFileTypes: true });
  return entries.filter(({ name }) => name.endsWith(suffix)).map(({ parentPath, name }) => join(parentPath, name));
};
const previews = () => madeOf('.webp');
const previewsOf = async (id: string) => (await previews()).filter((file) => file.includes(id));
const inkOf = async (id: string) => (await madeOf('.tinta')).filter((file) => file.includes(id));

/** A signer who may read: the document was opened and the factor fulfilled. */
async function reader(pdf?: Uint8Array, by = sender) {
  const documento = await sent(by, {}, pdf);
  const [one] = documento.signatarios;
  return { id: documento.id as string, token: tokenOf(one), link: await authenticated(by, one) };
}

describe('the preview of a document', () => {
  it('is a WebP of at most 60 kB, about 900 pixels across, of the first page as it is seen', async () => {
    const { token } = await reader(await sampleContract());
    const answer = await preview(token);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const { format, width = 0, height = 0 } = await sharp(answer.bytes).metadata();
    expect([format, width >= 700 && width <= 900]).toEqual(['webp', true]);
    expect(height / width).toBeCloseTo(842 / 595, 2);
    expect(answer.bytes.length).toBeLessThanOrEqual(60_000);
    // Not an empty page: the contract's heading is there.
    const { channels } = await sharp(answer.bytes).stats();
    expect(channels[0]?.min).toBeLessThan(80);
  });

  it('is kept by nobody on the way, says the size of the page and cannot be framed or sniffed', async () => {
    const { headers } = await preview((await reader()).token);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-page')).toBe('595 842 1');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect([headers.get('etag'), headers.get('digest')]).toEqual([null, null]);
  });

  it('is drawn once for many who ask at once, and then read from the store', async () => {
    const { id, token } = await reader();
    const answers = await Promise.all([preview(token), preview(token), preview(token)]);
    const [path, ...more] = await previewsOf(id);
    expect(more).toEqual([]);
    const { ino } = await stat(path ?? '');
    const hashes = [...answers, await preview(token)].map(({ bytes }) =>
      createHash('sha256').update(bytes).digest('hex'),
    );
    expect(new Set(hashes).size).toBe(1);
    expect((await stat(path ?? '')).ino).toBe(ino);
  });

  it('leaves no trace of its own in the trail, like the reading of the file', async () => {
    const { id, token } = await reader();
    const before = await trailOf(sender, id);
    await preview(token);
    expect(await trailOf(sender, id)).toEqual(before);
  });
});

describe('where a file has ink', () => {
  it('is found once the document is sent, and kept beside the file', async () => {
    const { id } = await draft(sender, { signatarios: [person()], campos: [field()] }, await sampleContract());
    expect(await inkOf(id)).toEqual([]);
    expect((await about(sender, id, '/enviar', 'POST')).status).toBe(200);
    await until(async () => (await inkOf(id)).length === 1);
  });
});

describe('the page of a link', () => {
  it('has the picture drawn while it is on its way, without opening the link', async () => {
    const { id, signatarios } = await sent(sender);
    const trail = await trailOf(sender, id);
    await call(`${service().origin}/assinar/${tokenOf(signatarios[0])}`);
    await until(async () => (await previewsOf(id)).length === 1);
    expect(await trailOf(sender, id)).toEqual(trail);
    const { body } = await about(sender, id);
    expect(body.signatarios[0].status).toBe(signatarios[0].status);
  });

  it.each(['nada', '%00', 'a/b/c', 'a'.repeat(5_000)])('is shown whatever the token looks like: %.20s', async (odd) => {
    const page = await call(`${service().origin}/assinar/${odd}`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });
});

describe('whoever may not read the document gets no preview of it', () => {
  it('before every factor is fulfilled: 403, as for the file', async () => {
    const { signatarios } = await sent(sender);
    const link = signer(sender.base, tokenOf(signatarios[0]));
    await link.open();
    expect(refusal(await preview(tokenOf(signatarios[0])))).toEqual(refusal(await link.file()));
    expect((await preview(tokenOf(signatarios[0]))).status).toBe(403);
  });

  it('with a link of a draft: 409', async () => {
    const { signatarios } = await draft(sender, { signatarios: [person()] });
    expect((await preview(tokenOf(signatarios[0]))).status).toBe(409);
  });

  it('with a link that is over: 410; with none: 404, whatever it looks like', async () => {
    const { id, token } = await reader();
    await about(sender, id, '/cancelar', 'POST', { motivo: 'Erro.' });
    expect((await preview(token)).status).toBe(410);
    for (const odd of ['x', '%00', '..', '%2e%2e', 'a'.repeat(5_000), `${token}%20`, encodeURIComponent("' or 1=1")]) {
      expect((await preview(odd)).status, odd.slice(0, 20)).toBe(404);
    }
  });

  it('of a document that is not of the link: 404', async () => {
    const [mine, other] = [await reader(), await reader()];
    expect((await preview(mine.token, `?documentoId=${other.id}`)).status).toBe(404);
    expect((await preview(mine.token, `?documentoId=${mine.id}`)).status).toBe(200);
  });

  it('by another method than GET: 404 for what writes, and no HEAD that would open the link', async () => {
    const { token } = await reader();
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await call(`${service().origin}/assinar/${token}/previa`, method)).status).toBe(404);
    }
  });
});

describe('a file whose page cannot be drawn', () => {
  it('has no preview, and is read as ever', async () => {
    const { token, link } = await reader(lineThinPage());
    expect(refusal(await preview(token))).toEqual([404, 'NAO_ENCONTRADO']);
    expect((await link.file()).status).toBe(200);
  });
});

describe('the store', () => {
  it('keeps a preview as long as its file has a row, and not longer', async () => {
    const { id, token } = await reader();
    await preview(token);
    const [path = ''] = await previewsOf(id);
    const root = join(service().app.config.dataDir, 'files');
    const { db } = service().app;
    const files = await createLocalFiles(root);
    const old = { ...files, list: (prefix: string) => files.list(prefix, 0) };
    const temporary = { removeOlderThan: async () => {} };
    const [clean] = sweeps({ db, clock: service().clock, files: old, temporary });
    await utimes(path, new Date(0), new Date(0));
    await clean?.run();
    expect(await previews()).toContain(path);
    await service()
      .owner`update arquivo set chave = 'fora' where chave = ${path.slice(root.length + 1, -'.previa.webp'.length)}`;
    await clean?.run();
    expect(await previews()).not.toContain(path);
  });

  it('loses what was made of a file with the document that is purged', async () => {
    setDaysAgo(service(), 400);
    const past = await newSender(service());
    const { id, token } = await reader(undefined, past);
    await preview(token);
    const [path = ''] = await previewsOf(id);
    expect(path).not.toBe('');
    await until(async () => (await inkOf(id)).length === 1);
    await about(past, id, '/cancelar', 'POST', { motivo: 'Erro.' });
    setDaysAgo(service(), 0);
    expect((await purge(service())).documentos).toBe(1);
    expect(await previews()).not.toContain(path);
    expect(await inkOf(id)).toEqual([]);
  });
});
