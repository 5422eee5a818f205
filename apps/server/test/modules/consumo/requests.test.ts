import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newDatabase } from '../../database.ts';
import { call, documentForm, newAccount, newKey, startService } from '../../harness.ts';
import { leaveTurnBehind, newSender, quantidadeOf, type Sender, sharedWorld, tinyPdf, until } from './world.ts';

// Nobody answers at this address, so every upload is a 503 of the virus scan.
const world = sharedWorld({ CLAMD_URL: 'tcp://127.0.0.1:1' });
const sender = () => newSender(world().service);
const calls = (by: Sender) => quantidadeOf(by, 'REQUISICAO_API');

/** What an act adds. The call that reads the counter before the act counts by the time it is read after. */
async function counted(by: Sender, act: () => Promise<unknown>): Promise<number> {
  const before = await calls(by);
  await act();
  return (await calls(by)) - before - 1;
}

describe('REQUISICAO_API counts', () => {
  it('an authenticated call that answers 2xx, by key and by session', async () => {
    const by = await sender();
    const { live } = by.account;
    expect(await counted(by, () => call(`${by.base}/organizacao`, 'GET', undefined, live))).toBe(1);
    expect(await counted(by, () => by.api('/organizacao'))).toBe(1);
  });

  it('a business 4xx: 400, 403, 404, 409, 415, 422', async () => {
    const by = await sender();
    const { live } = by.account;
    const narrow = await newKey(world().service.origin, by.account.panel, 'PRODUCAO', ['consumo:ler']);
    const webhook = { url: 'http://10.0.0.1/', eventos: ['document.sent'] };
    const idempotent = { ...live, 'idempotency-key': 'x1' };
    const allowed = { url: 'http://127.0.0.1:9/', eventos: ['document.sent'] };
    await call(`${by.base}/webhooks`, 'POST', allowed, idempotent);
    const statuses: number[] = [];
    const add = async (answer: Promise<{ status: number }>) => void statuses.push((await answer).status);
    const total = await counted(by, async () => {
      await add(call(`${by.base}/webhooks`, 'POST', webhook, live));
      await add(call(`${by.base}/documentos`, 'GET', undefined, { authorization: narrow.authorization }));
      await add(call(`${by.base}/documentos/${randomUUID()}`, 'GET', undefined, live));
      await add(call(`${by.base}/webhooks`, 'POST', { ...allowed, eventos: ['document.signed'] }, idempotent));
      await add(call(`${by.base}/webhooks`, 'POST', 'url=x', { ...live, 'content-type': 'text/csv' }));
    });
    expect(statuses).toEqual([400, 403, 404, 409, 415]);
    expect(total).toBe(statuses.length);
  });

  it('a repetition answered from memory', async () => {
    const by = await sender();
    const post = () =>
      call(
        `${by.base}/webhooks`,
        'POST',
        { url: 'http://127.0.0.1:9/', eventos: ['document.sent'] },
        { ...by.account.live, 'idempotency-key': 'y1' },
      );
    await post();
    expect(
      await counted(by, async () => {
        expect((await post()).headers.get('idempotency-replayed')).toBe('true');
      }),
    ).toBe(1);
  });
});

describe('REQUISICAO_API does not count', () => {
  it('429', async () => {
    const by = await sender();
    const { live } = by.account;
    let answered = 0;
    const total = await counted(by, async () => {
      for (let i = 0; i < 65; i++) {
        if ((await call(`${by.base}/organizacao`, 'GET', undefined, live)).status === 200) answered += 1;
      }
    });
    expect([answered, total]).toEqual([60, 60]);
  });

  it('5xx', async () => {
    const by = await sender();
    expect(
      await counted(by, async () => {
        const { status } = await by.api('/documentos', 'POST', documentForm(tinyPdf(), { titulo: 'x' }));
        expect(status).toBe(503);
      }),
    ).toBe(0);
  });

  it('a call with a credential that proves nothing', async () => {
    const by = await sender();
    const wrong = `${by.account.live.authorization.slice(0, -4)}zzzz`;
    expect(
      await counted(by, async () => {
        expect((await call(`${by.base}/organizacao`, 'GET', undefined, { authorization: wrong })).status).toBe(401);
        expect((await call(`${by.base}/organizacao`)).status).toBe(401);
      }),
    ).toBe(0);
  });

  it('health routes and public validation, even with a key', async () => {
    const by = await sender();
    const { live } = by.account;
    const { origin } = world().service;
    expect(
      await counted(by, async () => {
        for (const path of ['/healthz', '/readyz']) await fetch(`${origin}${path}`, { headers: live });
        const asked = await call(
          `${origin}/api/v1/validacao/consultar`,
          'POST',
          { codigo: 'SVC-0000-0000-0000' },
          live,
        );
        expect(asked.status).toBe(200);
      }),
    ).toBe(0);
  });

  it('the sandbox', async () => {
    const by = await sender();
    expect(await counted(by, () => call(`${by.base}/sandbox/organizacao`, 'GET', undefined, by.account.test))).toBe(0);
  });
});

describe('the count of API calls', () => {
  it('is exact under concurrent calls, and one line of the extract per hour', async () => {
    // Five minutes past an hour, so that no hour turns while the test runs.
    const { clock } = world().service;
    clock.advance(3600_000 - (clock.now().getTime() % 3600_000) + 300_000);
    const by = await sender();
    const total = await counted(by, () => Promise.all(Array.from({ length: 200 }, () => by.api('/organizacao'))));
    expect(total).toBe(200);
    await by.advance(3600_000);
    await by.api('/organizacao');
    const { body } = await by.api('/consumo/extrato?tipo=REQUISICAO_API');
    expect(body.total).toBe(2);
    expect(body.itens.length).toBe(2);
    const [last, before] = body.itens;
    expect(Date.parse(last.ocorridoEm) - Date.parse(before.ocorridoEm)).toBe(3600_000);
    expect(before.quantidade).toBeGreaterThan(200);
    expect(before).toMatchObject({ documentoId: null, tipo: 'REQUISICAO_API' });
  });

  it('reaches the database by itself', async () => {
    const { owner, origin } = world().service;
    const by = await sender();
    const { id } = (await call(`${origin}/v1/organizacao`, 'GET', undefined, by.account.live)).body;
    await until(async () => {
      const [row] = await owner`
        select quantidade from consumo_mensal where organizacao_id = ${id} and tipo = 'REQUISICAO_API'`;
      return row !== undefined;
    });
  });

  it('is written when the service stops', async () => {
    const database = await newDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'rubrica-requisicoes-'));
    const env = { DATA_DIR: dataDir, DATABASE_URL: database.url };
    try {
      const before = await startService(env);
      leaveTurnBehind(before);
      const { live } = await newAccount(before.origin);
      const read = async (origin: string) => {
        const { body } = await call(`${origin}/v1/consumo`, 'GET', undefined, live);
        return body.medicoes.find(({ tipo }: { tipo: string }) => tipo === 'REQUISICAO_API').quantidade as number;
      };
      const count = await read(before.origin);
      for (let i = 0; i < 10; i++) await call(`${before.origin}/v1/organizacao`, 'GET', undefined, live);
      await before.stop();
      const after = await startService(env);
      after.clock.advance(before.clock.now().getTime() - after.clock.now().getTime());
      try {
        expect(await read(after.origin)).toBe(count + 11);
      } finally {
        await after.stop();
      }
    } finally {
      await database.remove();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
