import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { without } from '../../../../../packages/pdf/test/judges/programs.ts';
import { IN_ORDER } from '../../../../../scripts/in-order.ts';
import { connect, type Sql } from '../../../src/core/sql.ts';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { newDatabase } from '../../database.ts';
import { type Account, type Answer, call, documentForm, newAccount, until } from '../../harness.ts';
import { answer, type Receiver, startReceiver } from '../../modules/webhooks/receiver.ts';
import { type Child, startChild } from '../crash/child.ts';
import { Closing, organizationOf, type SwitchedService, startSwitchedService } from './support.ts';
import { startWire, type Wire } from './switch.ts';

/**
 * A database that takes connections and bytes and says nothing: its machine stands still, or is gone behind an address.
 * Nobody waits for it longer than is bearable, a commit without an answer is not taken for one that was not made, and what
 * takes its time while the database answers is left alone.
 */

/**
 * It is asked every two seconds and may take five; the rest is for a busy machine. What helps without being asked, because a
 * connection was silent for longer than any statement takes, comes later than that (`core/lifeline.ts`).
 */
const NOTICED_MS = 60_000;
/** As many connections as the service opens for calls. */
const POOL = 20;
/** What is given to a process that is asked to end (docs/operations/processes.md). */
const ENDING_MS = 40_000;

/** What came of something and how long it took. @throws when it takes longer than `ms` */
async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const late = AbortSignal.timeout(ms);
  const over = new Promise<never>((_, fail) => {
    late.addEventListener('abort', () => fail(new Error(`nothing came in ${ms} ms`)), { once: true });
  });
  return Promise.race([work(), over]);
}

/** Refused for now, in the form of any other refusal. */
function expectAway({ status, body, headers }: Answer): void {
  expect([status, body.codigo]).toEqual([503, 'SERVICO_INDISPONIVEL']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

describe('a process whose database falls silent', IN_ORDER, () => {
  const closing = new Closing();
  let wire: Wire;
  let receiver: Receiver;
  let child: Child;
  let account: Account;
  let sql: Sql;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rubrica-silencio-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const database = await newDatabase();
    closing.push(() => database.remove());
    const { pathname, searchParams, username } = new URL(database.url);
    const path = join(searchParams.get('host') ?? '', '.s.PGSQL.5432');
    sql = connect({ path, username, database: pathname.slice(1) }, null, 2);
    closing.push(() => sql.end({ timeout: 1 }));
    wire = await startWire({ path });
    closing.push(() => wire.close());
    receiver = await startReceiver(answer(200));
    closing.push(() => receiver.close());
    child = await startChild({
      env: {
        DATABASE_URL: `postgres://${username}@127.0.0.1:${wire.port}${pathname}`,
        DATA_DIR: folder,
        TRUST_PROXY: '127.0.0.1/32',
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      },
    });
    closing.push(() => child.kill());
    account = await newAccount(child.origin);
    const webhook = { url: receiver.url, eventos: ['document.created'] };
    expect((await call(`${child.origin}/v1/webhooks`, 'POST', webhook, account.live)).status).toBe(201);
  });
  afterAll(() => closing.end());

  const api = (path: string, method = 'GET', body?: unknown) =>
    call(`${child.origin}/v1${path}`, method, body, account.panel);
  const create = (titulo: string) => api('/documentos', 'POST', documentForm(tinyPdf(), { titulo }));
  const together = (count: number) => Promise.all(Array.from({ length: count }, () => api('/organizacao')));
  const ready = async () => (await fetch(`${child.origin}/readyz`)).status;
  const told = (id: string) =>
    until(async () => receiver.requests.some(({ body }) => JSON.parse(body.toString()).dados.documento.id === id));
  let early: string;

  it('answers 503 to calls under way and to those to come, however many they are', async () => {
    await together(30);
    early = (await create('Antes')).body.id;
    wire.silence();
    const all = await within(NOTICED_MS, () => Promise.all([together(90), create('Durante')]));
    for (const one of all.flat()) expectAway(one);
    // Once it is known it is not asked: but for who looks whether it is back, nobody so much as connects.
    const before = wire.opened();
    for (const one of await within(NOTICED_MS, () => together(90))) expectAway(one);
    expect(wire.opened() - before).toBeLessThan(POOL);
    await until(async () => (await ready()) === 503, NOTICED_MS);
  });

  it('tells its metrics all the same, and which of them it cannot read', async () => {
    const scraped = await within(NOTICED_MS, () => fetch(`${child.origin}/metrics`));
    expect(scraped.status).toBe(200);
    const lines = (await scraped.text()).split('\n');
    expect(lines).toContain('rubrica_dependency_up{dependency="banco"} 0');
    expect(lines).toContain('rubrica_metric_unreadable{metric="rubrica_queue_jobs_due"} 1');
    expect(lines.filter((line) => line.startsWith('rubrica_queue_jobs_due'))).toEqual([]);
  });

  it('goes on soon after another is there in its place, though what was silent stays silent', async () => {
    wire.forsake();
    const id = await within(NOTICED_MS, () =>
      until(async () => {
        const created = await create('Depois');
        return created.status === 201 && (created.body.id as string);
      }),
    );
    expect((await together(60)).map(({ status }) => status)).toEqual(Array(60).fill(200));
    await until(async () => (await ready()) === 200, NOTICED_MS);
    await told(early);
    await told(id);
  });

  it('answers who asked on connections that were forgotten on the way, on new ones, and does nothing twice', async () => {
    for (const round of [1, 2]) {
      await together(40);
      wire.forget();
      const titulo = `Esquecido ${round}`;
      const all = await within(NOTICED_MS, () => Promise.all([together(60), create(titulo), create(titulo)]));
      expect(all.flat().map(({ status }) => status)).toEqual([...Array(60).fill(200), 201, 201]);
      const { body } = await api(`/documentos?busca=${encodeURIComponent(titulo)}`);
      expect(body.total).toBe(2);
      await until(async () => (await ready()) === 200, NOTICED_MS);
    }
  });

  it('lets a statement that takes its time come to its end while the database answers', async () => {
    const held = await sql.reserve();
    await held`begin`;
    await held`select 1 from organizacao for update`;
    const began = performance.now();
    const changed = api('/organizacao', 'PATCH', { nome: 'Acácia Azul Ltda.' });
    setTimeout(() => void held`commit`.then(() => held.release()), 12_000);
    expect((await changed).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThan(11_000);
  });

  it('that is refused by everybody answers 503 at once, however many ask', async () => {
    wire.cut();
    await until(async () => (await ready()) === 503, NOTICED_MS);
    // Everybody tries a second time at most; besides them there is what the process asks by itself.
    const [calls, before] = [200, wire.opened()];
    for (const one of await within(NOTICED_MS, () => together(calls))) expectAway(one);
    expect(wire.opened() - before).toBeLessThan(2 * calls + POOL);
    wire.mend();
    await until(async () => (await api('/organizacao')).status === 200, NOTICED_MS);
  });

  it('ends when it is asked to', async () => {
    wire.silence();
    const waiting = together(10).catch(() => null);
    await within(ENDING_MS, () => child.stop());
    await waiting;
  });
});

describe('a commit that is not answered', () => {
  let switched: SwitchedService;
  let account: Account;
  beforeAll(async () => {
    switched = await startSwitchedService();
    account = await newAccount(switched.service.origin);
  });
  afterAll(() => switched?.stop());

  const create = (titulo: string, headers: object) =>
    call(`${switched.service.origin}/v1/documentos`, 'POST', documentForm(tinyPdf(), { titulo }), {
      ...account.panel,
      ...headers,
    });

  it('was made: 503, and the repetition finds it done, with its file', async () => {
    const marker = await organizationOf(switched.service, account);
    const key = { 'idempotency-key': randomUUID() };
    const disarm = switched.proxy.breakAtCommit({ marker, commit: 'silent' });
    expectAway(await within(NOTICED_MS, () => create('Calado', key)));
    expect(disarm()).toBe(1);
    switched.proxy.mend();
    const again = await until(async () => {
      const repeated = await create('Calado', key);
      return repeated.status !== 503 && repeated;
    }, NOTICED_MS);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    const file = `${switched.service.origin}/v1/documentos/${again.body.id}/arquivo?tipo=ORIGINAL`;
    expect((await call(file, 'GET', undefined, account.panel)).bytes.equals(tinyPdf())).toBe(true);
  });

  it(
    'on one connection alone, while the others are answered, is given up in little more than a minute',
    process.env.RUBRICA_RUNS ? { timeout: 180_000 } : without('takes more than a minute: set RUBRICA_RUNS'),
    async () => {
      const marker = await organizationOf(switched.service, account);
      const disarm = switched.proxy.arm({ marker, at: 1, moments: 'writes', sprung: () => {} });
      const began = performance.now();
      const waiting = create('Sozinho', {});
      await until(async () => (await fetch(`${switched.service.origin}/readyz`)).status === 200);
      expectAway(await within(100_000, () => waiting));
      disarm();
      expect(performance.now() - began).toBeGreaterThan(60_000);
      expect((await create('Acompanhado', {})).status).toBe(201);
    },
  );
});
