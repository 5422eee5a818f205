import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Databases, shareDatabaseServer } from '../../campaigns/crash/lane.ts';
import { call, until } from '../../harness.ts';
import { type Installation, newInstallation, newSenderAt } from '../../processes/support.ts';

/** What a stop and a sudden end leave of the record of calls. */

let server: Databases;
let installation: Installation;
beforeAll(async () => {
  server = await shareDatabaseServer();
  installation = await newInstallation(server, 'chamadas');
});
afterAll(async () => {
  await installation?.stop();
  await server?.stop();
});

it('a process that stops writes its last calls; one that dies loses none that it had time to write', async () => {
  const first = installation.start('main');
  const sender = await newSenderAt(await first.started);
  const ask = async (base: string) => {
    const { headers } = await call(`${base}/organizacao`, 'GET', undefined, sender.as);
    return headers.get('x-request-id');
  };
  const written = async () => {
    const rows = await installation.sql<{ requisicao_id: string }[]>`
      select requisicao_id from registro_chamada where operacao = 'obterOrganizacao' order by ocorrido_em`;
    return rows.map(({ requisicao_id }) => requisicao_id);
  };
  const before = [await ask(sender.base), await ask(sender.base), await ask(sender.base)];
  await first.stop();
  expect(await written()).toEqual(before);

  const second = installation.start('main');
  const base = `${await second.started}/v1`;
  const early = await ask(base);
  await until(async () => (await written()).includes(early ?? ''));
  await ask(base);
  await second.kill();
  const left = await written();
  expect(left.slice(0, 4)).toEqual([...before, early]);
  expect(left.length).toBeLessThanOrEqual(5);
});
