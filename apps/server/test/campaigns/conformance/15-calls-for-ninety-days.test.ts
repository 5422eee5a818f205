import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PaginaDeChamada } from '@rubrica/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newDatabase } from '../../database.ts';
import { type Account, call, newAccount, type Service, startService, until } from '../../harness.ts';

/** The log of calls is served for 90 days, says so, and is purged only where the operator switched the purge on. */

const DAY_MS = 86_400_000;
const POLICY = '/lgpd/politicas-retencao';

/** Calls of so many days ago, as the service would have written them. */
async function called(service: Service, organizacaoId: string, days: number): Promise<void> {
  const em = new Date(service.clock.now().getTime() - days * DAY_MS);
  await service.owner`
    insert into registro_chamada (organizacao_id, ambiente, ocorrido_em, requisicao_id, operacao, metodo, rota, status,
                                  duracao_ms, tipo_ator, ator, ip)
    values (${organizacaoId}, 'TESTE', ${em}, gen_random_uuid(), 'listarPastas', 'GET', '/pastas', 200, 1, 'USUARIO',
            'Ana Lima', '203.0.113.1')`;
}

async function organizationWithCalls(service: Service, politicas?: object[]) {
  const account = await newAccount(service.origin);
  const base = `${service.origin}/v1/sandbox`;
  if (politicas) await call(`${base}${POLICY}`, 'PUT', { politicas }, account.test);
  const { id } = (await call(`${base}/organizacao`, 'GET', undefined, account.test)).body as { id: string };
  for (const days of [3, 20, 89, 91, 400]) await called(service, id, days);
  return { account, id, base };
}

const daysAgo = (service: Service, page: PaginaDeChamada) =>
  page.itens
    .filter(({ operacao }) => operacao === 'listarPastas')
    .map(({ ocorridoEm }) => Math.round((service.clock.now().getTime() - Date.parse(ocorridoEm)) / DAY_MS));

async function listed(base: string, account: Account): Promise<PaginaDeChamada> {
  const { status, body } = await call(`${base}/chamadas?limite=100`, 'GET', undefined, account.panel);
  expect(status).toBe(200);
  return body;
}

async function kept(service: Service, organizacaoId: string): Promise<number> {
  const rows = await service.owner`
    select from registro_chamada where organizacao_id = ${organizacaoId} and operacao = 'listarPastas'`;
  return rows.length;
}

let database: Awaited<ReturnType<typeof newDatabase>>;
let dataDir: string;
let service: Service;
const start = (env: Record<string, string> = {}) =>
  startService({ DATABASE_URL: database.url, DATA_DIR: dataDir, ...env });
beforeAll(async () => {
  database = await newDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'rubrica-chamadas-'));
  service = await start();
});
afterAll(async () => {
  await service?.stop();
  await database?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

it('a call of 89 days ago is listed, one of 91 is not, and the answer says how far back it goes', async () => {
  const { account, base } = await organizationWithCalls(service);
  const page = await listed(base, account);
  expect(daysAgo(service, page)).toEqual([3, 20, 89]);
  expect(page.guarda).toEqual({ dias: 90, quantidade: 100_000 });
  expect(page.total).toBe(page.itens.length);
});

it('a shorter period of the organization is served, a longer one or none is not', async () => {
  const shorter = await organizationWithCalls(service, [{ categoria: 'REGISTRO_CHAMADA', dias: 10 }]);
  const page = await listed(shorter.base, shorter.account);
  expect([daysAgo(service, page), page.guarda?.dias]).toEqual([[3], 10]);
  for (const politicas of [[{ categoria: 'REGISTRO_CHAMADA', dias: 365 }], []]) {
    const longer = await organizationWithCalls(service, politicas);
    const all = await listed(longer.base, longer.account);
    expect([daysAgo(service, all), all.guarda?.dias]).toEqual([[3, 20, 89], 90]);
  }
});

it('calls past their period go with the purge, and without it none', async () => {
  const organizations = [
    await organizationWithCalls(service),
    await organizationWithCalls(service, [{ categoria: 'REGISTRO_CHAMADA', dias: 10 }]),
    await organizationWithCalls(service, [{ categoria: 'REGISTRO_CHAMADA', dias: 365 }]),
    await organizationWithCalls(service, []),
  ];
  const rows = () => Promise.all(organizations.map(({ id }) => kept(service, id)));
  const restarted = async (env: Record<string, string>) => {
    await service.stop();
    service = await start(env);
  };

  // Every sweep runs right after the start; when this one has been, a purge would have been too.
  await service.owner`
    insert into idempotencia (organizacao_id, ambiente, rota, chave, requisicao_hash, criado_em)
    values (gen_random_uuid(), 'PRODUCAO', 'antiga', 'x', 'x', now() - interval '2 days')`;
  await restarted({});
  await until(async () => (await service.owner`select from idempotencia where rota = 'antiga'`).length === 0);
  expect(await rows()).toEqual([5, 5, 5, 5]);

  await restarted({ RETENTION_PURGE: 'on' });
  await until(async () => (await rows()).join() === '3,1,4,5');
});
