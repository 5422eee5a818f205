import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Sql } from '../../../src/core/sql.ts';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { addressOf, newDatabase } from '../../database.ts';
import { type Account, call, documentForm, newAccount, type Service, startService, until } from '../../harness.ts';
import { answer, type Receiver, startReceiver } from '../../modules/webhooks/receiver.ts';
import { type Child, startChild } from '../crash/child.ts';

/** Nothing is lost or shut out because a machine's clock was ahead of another's, or was set back. */

const HOUR_MS = 3600_000;
/** Between the machine's clock and the database's, which on one machine are the same but for how they are read. */
const NEAR_MS = 10_000;

let service: Service;
let account: Account;
let receiver: Receiver;
beforeAll(async () => {
  service = await startService();
  account = await newAccount(service.origin);
  receiver = await startReceiver(answer(200));
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
});

const api = (path: string, method = 'GET', body?: unknown, headers: Record<string, string> = account.live) =>
  call(`${service.origin}/v1${path}`, method, body, headers);

/** Does something as a machine does whose clock is ahead. */
async function ahead<T>(work: () => Promise<T>): Promise<T> {
  service.clock.advance(HOUR_MS);
  try {
    return await work();
  } finally {
    service.clock.advance(-HOUR_MS);
  }
}

const create = async (titulo: string) =>
  (await api('/documentos', 'POST', documentForm(tinyPdf(), { titulo }))).body.id as string;

describe('a machine whose clock is an hour ahead', () => {
  it('makes a webhook that hears every event from then on', async () => {
    const webhook = await ahead(() => api('/webhooks', 'POST', { url: receiver.url, eventos: ['document.created'] }));
    expect(webhook.status).toBe(201);
    const id = await create('Depois do webhook');
    await until(async () =>
      receiver.requests.some(({ body }) => JSON.parse(body.toString()).dados.documento.id === id),
    );
  });
});

describe('a webhook', () => {
  it('hears nothing of what happened before it was made, on whatever clock', async () => {
    const earlier = await ahead(() => create('Antes do webhook'));
    const { body: webhook } = await api('/webhooks', 'POST', {
      url: `${receiver.url}/novo`,
      eventos: ['document.created'],
    });
    const later = await create('Depois dele');
    const deliveries = async () => (await api(`/webhooks/${webhook.id}/entregas`)).body.itens;
    await until(async () => (await deliveries()).length > 0);
    const told = (await deliveries()).map(({ corpo }: { corpo: string }) => JSON.stringify(corpo));
    expect([told.length, told[0].includes(later), told[0].includes(earlier)]).toEqual([1, true, false]);
  });
});

describe('a credential that was used on it', () => {
  it('may be used within the minute on the others', async () => {
    const key = (await newAccount(service.origin)).live;
    const use = () => api('/organizacao', 'GET', undefined, key);
    await ahead(async () => {
      for (let n = 0; n < 60; n += 1) expect((await use()).status).toBe(200);
      expect((await use()).status).toBe(429);
    });
    const waits = Number((await use()).headers.get('retry-after') ?? 0);
    expect(waits).toBeLessThanOrEqual(60);
    service.clock.advance(61_000);
    expect((await use()).status).toBe(200);
  });
});

describe('a process on a machine whose clock is set', () => {
  let folder: string;
  let child: Child;
  let database: Awaited<ReturnType<typeof newDatabase>>;
  let owner: Account;
  let sql: Sql;
  const setClock = (aheadMs: number) => writeFile(join(folder, 'clock'), String(aheadMs));
  const ask = (path: string, method = 'GET', body?: unknown) =>
    call(`${child.origin}/v1${path}`, method, body, owner.live);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rubrica-relogio-'));
    database = await newDatabase();
    const { path, username, database: name } = addressOf(database.url);
    sql = connect({ path, username, database: name }, null, 1);
    await setClock(HOUR_MS);
    child = await startChild({
      env: {
        DATABASE_URL: database.url,
        DATA_DIR: folder,
        TRUST_PROXY: '127.0.0.1/32',
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
        NODE_OPTIONS: `--import=${join(import.meta.dirname, 'wrong-clock.mjs')}`,
        WRONG_CLOCK: join(folder, 'clock'),
      },
    });
    owner = await newAccount(child.origin);
  });
  afterAll(async () => {
    await child?.stop();
    await sql?.end({ timeout: 1 });
    await database?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  /** A document that is due in half an hour, by the right time. */
  async function send(): Promise<string> {
    const began = Date.now();
    const created = await ask(
      '/documentos',
      'POST',
      documentForm(tinyPdf(), {
        titulo: 'Com prazo',
        prazoEm: new Date(began + HOUR_MS / 2).toISOString(),
        signatarios: [
          { funcao: 'ASSINAR', nome: 'João da Silva', metodoEntrega: 'LINK', email: 'joao@exemplo.com.br' },
        ],
        campos: [{ tipo: 'ASSINATURA', pagina: 1, x: 0.1, y: 0.7, largura: 0.4, altura: 0.1 }],
      }),
    );
    expect([created.status, created.body.erros]).toEqual([201, undefined]);
    const at = Date.parse(created.body.criadoEm);
    expect([at > began - NEAR_MS, at < Date.now() + NEAR_MS]).toEqual([true, true]);
    expect((await ask(`/documentos/${created.body.id}/enviar`, 'POST')).status).toBe(200);
    return created.body.id;
  }
  /** In the database, whose time is the right one: sending takes longer than a second on a busy machine. */
  const makeDue = (id: string) => sql`
    update documento set prazo_em = clock_timestamp() + interval '1 second' where id = ${id}`;
  /** By the session: a key may not ask as often as this is asked. */
  const statusOf = async (id: string) =>
    (await call(`${child.origin}/v1/documentos/${id}`, 'GET', undefined, owner.panel)).body.status;

  it('expires no document before its deadline, and every one at it', async () => {
    const [late, soon] = [await send(), await send()];
    await makeDue(soon);
    await until(async () => (await statusOf(soon)) === 'EXPIRADO');
    expect(await statusOf(late)).toBe('AGUARDANDO_ASSINATURAS');
  });

  it('goes on by the right time when it is set an hour back', async () => {
    await setClock(-HOUR_MS);
    const [late, soon] = [await send(), await send()];
    await makeDue(soon);
    await until(async () => (await statusOf(soon)) === 'EXPIRADO');
    expect(await statusOf(late)).toBe('AGUARDANDO_ASSINATURAS');
  });
});
