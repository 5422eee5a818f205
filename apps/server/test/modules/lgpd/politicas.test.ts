import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Account, newAccount, type Service, startService } from '../../harness.ts';
import { type Client, client } from './support.ts';

let service: Service;
let account: Account;
let api: Client;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  account = await newAccount(service.origin);
  api = client(service, account.live);
});
afterAll(() => service?.stop());

const PATH = '/lgpd/politicas-retencao';
const put = (politicas: object[]) => api.ask('PUT', PATH, { politicas });

it('retention periods have defaults while the organization has set none, but concluded documents have no period', async () => {
  expect(await api.ok('GET', PATH)).toEqual({
    politicas: [
      { categoria: 'RASCUNHO', dias: 90 },
      { categoria: 'CANCELADO_OU_EXPIRADO', dias: 365 },
      { categoria: 'ENTREGA_WEBHOOK', dias: 30 },
      { categoria: 'REGISTRO_CHAMADA', dias: 90 },
    ],
  });
});

it('a refusal of retention periods names every problem with its place', async () => {
  const refused = await put([
    { categoria: 'CONCLUIDO', dias: 1824 },
    { categoria: 'CANCELADO_OU_EXPIRADO', dias: 1825 },
    { categoria: 'RASCUNHO', dias: 10 },
    { categoria: 'RASCUNHO', dias: 20 },
  ]);
  expect(refused.status).toBe(400);
  expect(refused.body.erros.map(({ campo }: { campo: string }) => campo)).toEqual([
    'politicas[0].dias',
    'politicas[1].dias',
    'politicas[3].categoria',
  ]);
});

it.each([
  [[{ categoria: 'OUTRA', dias: 1 }], 'politicas[0].categoria'],
  [[{ categoria: 'RASCUNHO', dias: 0 }], 'politicas[0].dias'],
  [[{ categoria: 'RASCUNHO', dias: 36_526 }], 'politicas[0].dias'],
  [[{ categoria: 'RASCUNHO', dias: 1.5 }], 'politicas[0].dias'],
  [[{ categoria: 'RASCUNHO' }], 'politicas[0].dias'],
])('refuses %j at its place', async (politicas, campo) => {
  const refused = await put(politicas);
  expect([refused.status, refused.body.erros[0].campo]).toEqual([400, campo]);
});

it('setting retention periods replaces all of them: a category left out has none', async () => {
  const politicas = [
    { categoria: 'CANCELADO_OU_EXPIRADO', dias: 1825 },
    { categoria: 'CONCLUIDO', dias: 1825 },
  ];
  const wanted = { politicas: [politicas[1], politicas[0]] };
  expect((await put(politicas)).body).toEqual(wanted);
  expect(await api.ok('GET', PATH)).toEqual(wanted);
  expect((await put([])).body).toEqual({ politicas: [] });
});

it('the retention periods of the sandbox are its own', async () => {
  const sandbox = client(service, account.test, 'sandbox');
  await put([]);
  await sandbox.ok('PUT', PATH, { politicas: [{ categoria: 'RASCUNHO', dias: 1 }] });
  expect(await api.ok('GET', PATH)).toEqual({ politicas: [] });
});

it('a change of retention periods records who changed them, from what to what', async () => {
  await put([]);
  await put([{ categoria: 'RASCUNHO', dias: 45 }]);
  const [event] = await service.owner`
    select detalhe from evento_seguranca
     where tipo = 'POLITICA_RETENCAO_DEFINIDA' order by ocorrido_em desc limit 1`;
  const [member] = await service.owner`select id from membro where email = ${account.email}`;
  expect(event?.detalhe).toMatchObject({
    ambiente: 'PRODUCAO',
    membroId: member?.id,
    antes: [],
    depois: [{ categoria: 'RASCUNHO', dias: 45 }],
  });
});

it('an administrator reads the retention periods, and only the owner changes them', async () => {
  const admin = await account.member('ADMINISTRADOR');
  const operator = await account.member('OPERADOR');
  expect((await api.ask('GET', PATH, undefined, admin.live)).status).toBe(200);
  expect((await api.ask('PUT', PATH, { politicas: [] }, admin.live)).body.codigo).toBe('PAPEL_INSUFICIENTE');
  expect((await api.ask('GET', PATH, undefined, operator.live)).body.codigo).toBe('PAPEL_INSUFICIENTE');
});

it('the database holds the legal minimum of retention too, whatever the application writes', async () => {
  await put([{ categoria: 'CONCLUIDO', dias: 1825 }]);
  const [row] = await service.owner`
    select p.organizacao_id from politica_retencao p join membro m using (organizacao_id) where m.email = ${account.email}`;
  await expect(
    service.owner`update politica_retencao set concluido = 1824 where organizacao_id = ${row?.organizacao_id}`,
  ).rejects.toThrow(/check constraint/);
});
