import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Account, call, elsewhere, login, newAccount, newKey, until } from '../../harness.ts';
import { mailTo } from '../../mailbox.ts';
import { callApi, granted, newClient } from '../../modules/oauth/support.ts';
import { draft, field, ownService, person, sent } from '../../modules/support.ts';

/** An owner gives the organization to another member, or closes it with thirty days of grace. */

const DAY_MS = 86_400_000;
const service = ownService();
const base = () => `${service().origin}/v1`;
const outcome = ({ status, body }: { status: number; body: { codigo?: string } | null }) =>
  `${status} ${body?.codigo ?? ''}`.trim();
/** By the panel's session, which other tests may have outlived. */
async function by(account: Pick<Account, 'email' | 'senha'>) {
  const panel = await login(service().origin, account.email, account.senha);
  return (method: string, path: string, body?: unknown) =>
    call(`${base()}${path}`, method, body, { ...panel, ...elsewhere() });
}
const memberId = async (email: string) => {
  const [row] = await service().owner<{ id: string }[]>`select id from membro where email = ${email}`;
  return row?.id ?? '';
};
const subjects = async (email: string) => (await mailTo(service(), email)).map(({ assunto }) => assunto);
const told = (email: string, subject: string) => until(async () => (await subjects(email)).includes(subject));

describe('POST /organizacao/transferir', () => {
  it('makes an active member the owner in the caller’s place, and tells both', async () => {
    const owner = await newAccount(service().origin);
    const member = await owner.member('OPERADOR');
    const ask = await by(owner);
    const body = { membroId: await memberId(member.email), senha: owner.senha };
    const { status, body: organizacao } = await ask('POST', '/organizacao/transferir', body);
    expect([status, organizacao.nome]).toEqual([200, 'Acácia Ltda.']);
    const { itens } = (await ask('GET', '/organizacao/membros')).body;
    const roles = Object.fromEntries(itens.map(({ email, papel }: { email: string; papel: string }) => [email, papel]));
    expect(roles).toEqual({ [owner.email]: 'ADMINISTRADOR', [member.email]: 'PROPRIETARIO' });
    expect(outcome(await ask('GET', '/assinatura-plano'))).toBe('403 PAPEL_INSUFICIENTE');
    expect((await (await by(member))('GET', '/assinatura-plano')).status).toBe(200);
    await told(member.email, 'Você é proprietário de Acácia Ltda. na Rubrica');
    await told(owner.email, 'A propriedade de Acácia Ltda. foi transferida');
    expect(outcome(await ask('POST', '/organizacao/transferir', body))).toBe('403 PAPEL_INSUFICIENTE');
  });

  it('asks the password, an owner, and a member that is active and no owner yet', async () => {
    const [owner, stranger] = [await newAccount(service().origin), await newAccount(service().origin)];
    const [admin, suspended] = [await owner.member('ADMINISTRADOR'), await owner.member('OPERADOR')];
    const ask = await by(owner);
    const [adminId, suspendedId] = [await memberId(admin.email), await memberId(suspended.email)];
    await ask('PATCH', `/organizacao/membros/${suspendedId}`, { estado: 'SUSPENSO' });
    const transfer = async (membroId: string, senha = owner.senha) =>
      outcome(await ask('POST', '/organizacao/transferir', { membroId, senha }));
    expect(await transfer(adminId, 'outra-senha-qualquer')).toBe('401 CREDENCIAL_INVALIDA');
    expect(await transfer(suspendedId)).toBe('409 CONFLITO');
    expect(await transfer(await memberId(owner.email))).toBe('409 CONFLITO');
    expect(await transfer(await memberId(stranger.email))).toBe('404 NAO_ENCONTRADO');
    expect(await transfer(randomUUID())).toBe('404 NAO_ENCONTRADO');
    const body = { membroId: adminId, senha: admin.senha };
    expect(outcome(await (await by(admin))('POST', '/organizacao/transferir', body))).toBe('403 PAPEL_INSUFICIENTE');
    expect(outcome(await call(`${base()}/organizacao/transferir`, 'POST', body, owner.live))).toBe(
      '403 PAPEL_INSUFICIENTE',
    );
  });
});

describe('DELETE /organizacao', () => {
  it('is refused with documents in progress, of either environment', async () => {
    const owner = await newAccount(service().origin);
    const sender = { service: service(), base: `${base()}/sandbox`, as: owner.test };
    const { id } = await sent(sender, { signatarios: [person()], campos: [field()] });
    const ask = await by(owner);
    expect(outcome(await ask('DELETE', '/organizacao', { senha: owner.senha }))).toBe('409 CONFLITO');
    await call(`${sender.base}/documentos/${id}/cancelar`, 'POST', { motivo: 'Encerramento.' }, owner.test);
    expect(outcome(await ask('DELETE', '/organizacao', { senha: 'outra-senha-qualquer' }))).toBe(
      '401 CREDENCIAL_INVALIDA',
    );
    expect((await ask('DELETE', '/organizacao', { senha: owner.senha })).status).toBe(204);
  });

  it('leaves thirty days in which everything is read and nothing is begun, and which the owner may end', async () => {
    const owner = await newAccount(service().origin);
    const member = await owner.member('ADMINISTRADOR');
    const sender = { service: service(), base: `${base()}/sandbox`, as: owner.test };
    const { id } = await draft(sender, { signatarios: [person()], campos: [field()] });
    const ask = await by(owner);
    expect(outcome(await (await by(member))('DELETE', '/organizacao', { senha: member.senha }))).toBe(
      '403 PAPEL_INSUFICIENTE',
    );
    const before = service().clock.now().getTime();
    expect((await ask('DELETE', '/organizacao', { senha: owner.senha })).status).toBe(204);
    const after = service().clock.now().getTime();
    const { status, encerraEm } = (await ask('GET', '/organizacao')).body;
    expect(status).toBe('SUSPENSA');
    const closes = Date.parse(encerraEm) - 30 * DAY_MS;
    expect([closes >= before, closes <= after]).toEqual([true, true]);
    for (const { email } of [owner, member]) await told(email, 'Acácia Ltda. será encerrada na Rubrica');

    expect((await call(`${sender.base}/documentos/${id}`, 'GET', undefined, owner.test)).status).toBe(200);
    expect(outcome(await call(`${sender.base}/documentos/${id}/enviar`, 'POST', undefined, owner.test))).toBe(
      '409 CONFLITO',
    );
    expect(outcome(await ask('POST', '/pastas', { nome: 'Nova' }))).toBe('409 CONFLITO');
    // What was asked for holds: asked for again it succeeds, and the day stays.
    expect((await ask('DELETE', '/organizacao', { senha: owner.senha })).status).toBe(204);
    expect((await ask('GET', '/organizacao')).body.encerraEm).toBe(encerraEm);

    const restored = await ask('POST', '/organizacao/restaurar', { senha: owner.senha });
    expect(restored.body).toMatchObject({ status: 'ATIVA', encerraEm: null });
    await told(member.email, 'Acácia Ltda. não será mais encerrada na Rubrica');
    expect((await call(`${sender.base}/documentos/${id}/enviar`, 'POST', undefined, owner.test)).status).toBe(200);
    expect(outcome(await ask('POST', '/organizacao/restaurar', { senha: owner.senha }))).toBe('409 CONFLITO');
  });

  it('then takes every way in, and keeps what was concluded', async () => {
    const owner = await newAccount(service().origin);
    const member = await owner.member('ADMINISTRADOR');
    const ask = await by(owner);
    const organizacao = (await ask('GET', '/organizacao')).body;
    const { access_token: token } = await granted(service(), await newClient(service()), owner);
    const { authorization } = await newKey(service().origin, owner.panel, 'TESTE');
    const sender = { service: service(), base: `${base()}/sandbox`, as: owner.test };
    const { id } = await draft(sender, { signatarios: [person()], campos: [field()] });
    await service().owner`update organizacao set plano_codigo = 'ESSENCIAL' where id = ${organizacao.id}`;
    expect((await ask('DELETE', '/organizacao', { senha: owner.senha })).status).toBe(204);
    const closed = async () => {
      const [row] = await service().owner`select encerrada_em from organizacao where id = ${organizacao.id}`;
      return row?.encerrada_em !== null;
    };
    const closing = new Date(service().clock.now().getTime() - 1000);
    // The other organizations of this file are spared thirty days.
    await service().owner`update organizacao set encerra_em = ${closing} where id = ${organizacao.id}`;
    await until(closed);

    for (const { email } of [owner, member]) await told(email, 'Acácia Ltda. foi encerrada na Rubrica');
    const refused = [
      await ask('GET', '/organizacao'),
      await call(`${sender.base}/documentos/${id}`, 'GET', undefined, owner.test),
      await call(`${sender.base}/documentos/${id}`, 'GET', undefined, { authorization }),
      await callApi(service(), token),
      await call(`${base()}/sessoes`, 'POST', { email: owner.email, senha: owner.senha }, elsewhere()),
    ];
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    const rows = await service().owner`
      select (select count(*) from documento where organizacao_id = ${organizacao.id}) as documentos,
             (select count(*) from evento_auditoria where organizacao_id = ${organizacao.id}) as trilha,
             (select plano_codigo from organizacao where id = ${organizacao.id}) as plano`;
    expect(rows[0]).toMatchObject({ documentos: 1, plano: 'INICIAL' });
    expect(Number(rows[0]?.trilha)).toBeGreaterThan(0);
    // The people are not gone: whoever was a member elsewhere still is, and may be invited again.
    const host = await newAccount(service().origin);
    const invited = await (await by(host))('POST', '/organizacao/membros', { email: member.email, papel: 'OPERADOR' });
    expect(invited.status).toBe(201);
  });
});
