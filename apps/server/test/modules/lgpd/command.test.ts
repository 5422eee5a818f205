import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newAccount, type Service, startService, until } from '../../harness.ts';
import { operator } from '../../operator.ts';
import { client, newPerson, setDaysAgo } from './support.ts';

let dataDir: string;
let documentoId: string;
let key: { authorization: string };
/** What the command foretold before anything was purged. */
let foretold: Awaited<ReturnType<typeof command>>;

/** A data directory that a service left behind, with a draft nobody touched for a hundred days. */
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rubrica-guarda-'));
  const service = await startService({ DATA_DIR: dataDir });
  try {
    setDaysAgo(service, 100);
    key = (await newAccount(service.origin)).live;
    documentoId = (await client(service, key).draft([newPerson()])).id;
    setDaysAgo(service, 0);
    await service.owner`
      insert into idempotencia (organizacao_id, ambiente, rota, chave, requisicao_hash, criado_em)
      values (gen_random_uuid(), 'PRODUCAO', 'antiga', 'x', 'x', now() - interval '2 days')`;
  } finally {
    await service.stop();
  }
  foretold = await command(['--simular']);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const command = (args: string[], env: Record<string, string> = {}) =>
  operator({ DATA_DIR: dataDir, LOG_LEVEL: 'error', ...env }, 'retencao', ...args);

it('--simular prints what would go by organization and category', () => {
  const { code, out, err } = foretold;
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/nada foi apagado/);
  expect(out).toMatch(/Acácia Ltda\. \([0-9a-f-]{36}\) +PRODUCAO +RASCUNHO +1 +[\d,]+ MB +desde \d{4}-\d\d-\d\d/);
});

it.each([
  [[], {}, 1, /RETENTION_PURGE=on/],
  [['--tudo'], { RETENTION_PURGE: 'on' }, 2, /Opção desconhecida: --tudo/],
])('%j with %j is refused and takes nothing', async (args, env, status, message) => {
  const { code, err } = await command(args, env);
  expect(code).toBe(status);
  expect(err).toMatch(message);
});

/** A service over the directory; what it answers for the document once `settled`. */
async function serving(
  env: Record<string, string>,
  settled: (service: Service, ask: () => Promise<number>) => Promise<unknown>,
) {
  const service = await startService({ DATA_DIR: dataDir, ...env });
  try {
    const ask = async () => (await client(service, key).ask('GET', `/documentos/${documentoId}`)).status;
    await settled(service, ask);
    return await ask();
  } finally {
    await service.stop();
  }
}

it('the service purges by itself where it is switched on, and only there', async () => {
  // Every sweep runs right after the start; when this one has been, a purge would have been too.
  const swept = (service: Service) =>
    until(async () => (await service.owner`select from idempotencia where rota = 'antiga'`).length === 0);
  expect(await serving({}, swept)).toBe(200);
  expect(await serving({ RETENTION_PURGE: 'on' }, (_, ask) => until(async () => (await ask()) === 404))).toBe(404);
  expect((await command(['--simular'])).out).toBe('Nada passou do prazo de guarda.\n');
  expect((await command([], { RETENTION_PURGE: 'on' })).out).toBe(
    'Expurgados: 0 documentos, 0 entregas de webhook e 0 chamadas.\n',
  );
});
