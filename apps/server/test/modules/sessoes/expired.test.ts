import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createLocalFiles } from '../../../src/adapters/files-local.ts';
import { sweeps as cleaning } from '../../../src/modules/arquivos/sweeps.ts';
import { sweeps as cleaningAccounts } from '../../../src/modules/sessoes/sweeps.ts';
import { testLog } from '../../harness.ts';
import { panelOf } from '../../members.ts';
import { codeSentTo, newSender, ownService, person, trailOf, waitingFor } from '../support.ts';
import { login, send, signUp } from './support.ts';

/** Rows that nobody reads any more leave by themselves. */

const service = ownService();
const HOUR = 3600_000;

/** Runs the sweeps of what expires as they will run so many hours from now. */
async function hoursLater(hours: number): Promise<void> {
  const { db, config } = service().app;
  const clock = { now: () => new Date(service().clock.now().getTime() + hours * HOUR) };
  const files = await createLocalFiles(join(config.dataDir, 'files'));
  const temporary = { removeOlderThan: async () => {} };
  const sweeps = [
    ...cleaning({ db, clock, files, temporary }),
    ...cleaningAccounts({ db, clock, readDayHead: async () => null, log: testLog() }),
  ];
  for (const { name, run } of sweeps) if (name === 'limpar' || name === 'limpar-contas') await run();
}

it('a session leaves a day after it was ended, and a live one stays for its week', async () => {
  const email = await signUp(service());
  const [ended, live] = [await login(service(), email), await login(service(), email)];
  expect((await send(service(), 'DELETE', '/sessoes/atual', { as: panelOf(ended) })).status).toBe(204);
  const ids = [ended.body.sessao.id, live.body.sessao.id];
  const left = async () =>
    (await service().owner<{ id: string }[]>`select id from sessao where id = any(${ids})`).map(({ id }) => id);
  await hoursLater(23);
  expect((await left()).sort()).toEqual([...ids].sort());
  await hoursLater(25);
  expect(await left()).toEqual([ids[1]]);
  expect((await send(service(), 'GET', '/organizacao', { as: panelOf(live) })).status).toBe(200);
  await hoursLater(8 * 24 + 1);
  expect(await left()).toEqual([]);
});

it('a code leaves a day after it expired, and the trail goes on telling that it was sent', async () => {
  const sender = await newSender(service());
  const signatario = person();
  const { documento, one } = await waitingFor(sender, signatario);
  await one.otp('EMAIL');
  expect((await one.answer('EMAIL', await codeSentTo(sender, signatario.email))).status).toBe(200);
  const left = async () => {
    const [row] = await service().owner<{ codes: number }[]>`
      select count(*)::int as codes from codigo_otp where signatario_id = ${documento.signatarios[0].id}`;
    return row?.codes;
  };
  await hoursLater(24);
  expect(await left()).toBe(1);
  await hoursLater(25);
  expect(await left()).toBe(0);
  expect((await trailOf(sender, documento.id)).map(({ acao }) => acao)).toContain('CODIGO_ENVIADO');
});

it('of what production captures the newest thousand messages stay, of the sandbox all', async () => {
  const of = (ambiente: string) => service().owner`
    insert into mensagem_capturada (id, organizacao_id, ambiente, canal, destino, texto, criado_em)
    select gen_random_uuid(), gen_random_uuid(), ${ambiente}, 'EMAIL', 'fila@exemplo.com.br', n::text, now() + interval '1 day' + n * interval '1 second'
      from generate_series(1, 1002) n`;
  await of('PRODUCAO');
  await of('TESTE');
  await hoursLater(0);
  const left = await service().owner<{ ambiente: string; messages: number; oldest: number }[]>`
    select ambiente, count(*)::int as messages, min(texto::int) as oldest
      from mensagem_capturada
     where destino = 'fila@exemplo.com.br'
     group by ambiente order by ambiente`;
  expect(left).toEqual([
    { ambiente: 'PRODUCAO', messages: 1000, oldest: 3 },
    { ambiente: 'TESTE', messages: 1002, oldest: 1 },
  ]);
});
