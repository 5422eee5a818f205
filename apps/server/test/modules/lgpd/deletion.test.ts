import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, newAccount, type Service, startService, until } from '../../harness.ts';
import { type Client, client, DAY_MS, newPerson } from './support.ts';

let service: Service;
let account: Account;
let api: Client;
beforeAll(async () => {
  service = await startService();
  account = await newAccount(service.origin);
  api = client(service, account.test, 'sandbox');
});
afterAll(() => service?.stop());

const person = newPerson();
const sent = async (more: object = {}) => {
  const { id } = await api.draft([person], more);
  await api.ok('POST', `/documentos/${id}/enviar`);
  return id as string;
};

const ending: Record<string, () => Promise<string>> = {
  RASCUNHO: async () => (await api.draft([person])).id,
  CANCELADO: async () => {
    const id = await sent();
    await api.ok('POST', `/documentos/${id}/cancelar`, { motivo: 'x' });
    return id;
  },
  RECUSADO: async () => {
    const id = await sent();
    const { link } = (await api.ok('GET', `/documentos/${id}`)).signatarios[0];
    await api.ok('POST', `/assinatura/${link.split('/').pop()}/recusar`, { motivo: 'x' });
    return id;
  },
  EXPIRADO: async () => {
    const id = await sent({ prazoEm: new Date(service.clock.now().getTime() + DAY_MS).toISOString() });
    service.clock.advance(2 * DAY_MS);
    await until(
      async () => (await service.owner`select from documento where id = ${id} and status = 'EXPIRADO'`).length,
    );
    return id;
  },
};

it.each(Object.keys(ending))(
  'a document that is %s is deleted: 204, then 404 and out of the listing',
  async (status) => {
    const id = await (ending[status] as () => Promise<string>)();
    expect((await api.ok('GET', `/documentos/${id}`)).status).toBe(status);
    expect((await api.ask('DELETE', `/documentos/${id}`)).status).toBe(204);
    const reads = ['', '/auditoria', '/arquivo?tipo=ORIGINAL', '/signatarios', '/campos'];
    for (const path of reads) expect((await api.ask('GET', `/documentos/${id}${path}`)).status).toBe(404);
    expect((await api.ask('DELETE', `/documentos/${id}`)).status).toBe(404);
    const listed = (await api.ok('GET', '/documentos?limite=100')).itens;
    expect(listed.map((item: { id: string }) => item.id)).not.toContain(id);
  },
);

it('a deleted document answers its signers 410', async () => {
  const draft = await api.draft([person]);
  const { link } = draft.signatarios[0];
  await api.ok('DELETE', `/documentos/${draft.id}`);
  expect((await api.ask('GET', `/assinatura/${link.split('/').pop()}`)).status).toBe(410);
});

it.each(['AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO', 'ASSINADO'])(
  'a document that is %s is not deleted: 409',
  async (status) => {
    const other = newPerson();
    const { id } = await api.draft(status === 'ASSINADO' ? [person] : [person, other]);
    await api.ok('POST', `/documentos/${id}/enviar`);
    if (status !== 'AGUARDANDO_ASSINATURAS') await api.sign(id, person);
    expect((await api.ok('GET', `/documentos/${id}`)).status).toBe(status);
    const refused = await api.ask('DELETE', `/documentos/${id}`);
    expect([refused.status, refused.body.codigo]).toEqual([409, 'CONFLITO']);
    expect((await api.ok('GET', `/documentos/${id}`)).status).toBe(status);
  },
);

it('deleting a document takes an administrator, also for the operator who made it', async () => {
  const operator = await account.member('OPERADOR');
  const admin = await account.member('ADMINISTRADOR');
  const { id } = await client(service, operator.test, 'sandbox').draft([person]);
  const refused = await api.ask('DELETE', `/documentos/${id}`, undefined, operator.test);
  expect([refused.status, refused.body.codigo]).toEqual([403, 'PAPEL_INSUFICIENTE']);
  expect((await api.ask('DELETE', `/documentos/${id}`, undefined, admin.test)).status).toBe(204);
});
