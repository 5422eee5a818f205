import { randomUUID } from 'node:crypto';
import { INVITATION_TTL_MS } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, until } from '../../harness.ts';
import { addMember, INVITATION_LINK, type PanelHeaders, panelOf, sandboxToken } from '../../members.ts';
import {
  enableTwoFactor,
  enter,
  login,
  mailed,
  mailTo,
  newOwner,
  PASSWORD,
  refusal,
  send,
  signUp,
  someone,
  startPanelService,
} from './support.ts';

let service: Service;
beforeAll(async () => {
  service = await startPanelService();
});
afterAll(() => service?.stop());

const MEMBERS = '/organizacao/membros';
const invite = (as: PanelHeaders, email: string, papel = 'OPERADOR', path = `/sandbox${MEMBERS}`) =>
  send(service, 'POST', path, { as, body: { email, papel } });
const read = (token: string) => send(service, 'GET', `/autenticacao/convites/${token}`);
const accept = (token: string, senha = PASSWORD, nome = 'Paulo Tavares') =>
  send(service, 'POST', `/autenticacao/convites/${token}/aceitar`, { body: { nome, senha } });

/** An open invitation by a new organization. */
async function invitation(papel = 'OPERADOR', email = someone()) {
  const owner = await newOwner(service);
  const { body: membro } = await invite(owner.panel, email, papel);
  return { owner, email, membro, token: await sandboxToken(service, owner.panel, email, INVITATION_LINK) };
}

describe('an invitation', () => {
  it('makes an invited member without a name, and says where it is', async () => {
    const owner = await newOwner(service);
    const email = someone();
    const { status, body, headers } = await invite(owner.panel, email, 'VISUALIZADOR', MEMBERS);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      nome: null,
      email,
      papel: 'VISUALIZADOR',
      estado: 'CONVIDADO',
      ultimoAcessoEm: null,
      criadoEm: expect.any(String),
    });
    expect(headers.get('location')).toBe(`${service.origin}/v1/organizacao/membros/${body.id}`);
    const listed = await send(service, 'GET', MEMBERS, { as: owner.panel });
    expect(listed.body.total).toBe(2);
    expect(listed.body.itens[0]).toEqual(body);
  });

  it('is mailed to its address with the organization, the role and the deadline', async () => {
    const owner = await newOwner(service);
    const email = someone();
    await invite(owner.panel, email, 'OPERADOR', MEMBERS);
    await mailed(service, email, INVITATION_LINK);
    const [message] = await mailTo(service, email);
    expect(message?.assunto).toBe('Convite para participar de Imobiliária Acácia Ltda. na Rubrica');
    expect(message?.texto).toContain('Helena Prado convidou você para participar de Imobiliária Acácia Ltda.');
    expect(message?.texto).toContain('com o papel de operador');
    expect(message?.texto).toMatch(/O convite vale até .* \(horário de Brasília\)/);
    // It is counted once it was handed over.
    await until(async () => {
      const metered = await service.owner`select 1 from medicao where descricao = 'Convite de membro'`;
      return metered.length > 0;
    });
  });

  it('by the sandbox reaches nobody, and only administrators see it captured', async () => {
    const { owner, email, token } = await invitation('ADMINISTRADOR');
    expect(await mailTo(service, email)).toEqual([]);
    const viewer = await addMember(service, owner.panel, 'VISUALIZADOR');
    const seen = await send(service, 'GET', '/sandbox/caixa', { as: viewer.panel });
    expect(seen.body).toMatchObject({ itens: [], total: 0 });
    expect(token).toMatch(/^[\w-]{43}$/);
  });

  it('is read by its token alone', async () => {
    const { email, token } = await invitation('OPERADOR');
    const { status, body } = await read(token);
    expect(status).toBe(200);
    expect(body).toEqual({ organizacao: 'Imobiliária Acácia Ltda.', email, papel: 'OPERADOR' });
    expect(refusal(await read('x'.repeat(43)))).toEqual([400, 'TOKEN_INVALIDO']);
  });

  it('is kept without its token', async () => {
    const { token } = await invitation();
    const rows = await service.owner`
      select to_jsonb(c)::text as convite, encode(c.token_hash, 'base64') as hash from convite c`;
    expect(JSON.stringify(rows)).not.toContain(token);
    const jobs = await service.owner`select data::text from fila.job where name = 'enviar-convite-de-membro'`;
    expect(JSON.stringify(jobs)).not.toContain(token);
  });

  it('cannot be to be PROPRIETARIO', async () => {
    const owner = await newOwner(service);
    const refused = await invite(owner.panel, someone(), 'PROPRIETARIO');
    expect(refusal(refused)).toEqual([400, 'ENTRADA_INVALIDA']);
    expect(refused.body.erros[0].campo).toBe('papel');
  });

  it('of somebody who is a member is refused, in any letter case, also while suspended', async () => {
    const owner = await newOwner(service);
    const member = await addMember(service, owner.panel, 'OPERADOR');
    for (const email of [member.email, member.email.toUpperCase(), owner.email]) {
      expect(refusal(await invite(owner.panel, email))).toEqual([409, 'CONFLITO']);
    }
    await send(service, 'PATCH', `${MEMBERS}/${member.membroId}`, { as: owner.panel, body: { estado: 'SUSPENSO' } });
    expect(refusal(await invite(owner.panel, member.email))).toEqual([409, 'CONFLITO']);
  });

  it('repeated is renewed: the same member, the role given last, and the first token is dead', async () => {
    const { owner, email, membro, token } = await invitation('OPERADOR');
    service.clock.advance(INVITATION_TTL_MS - 60_000);
    const again = await invite(await enter(service, owner.email), email.toUpperCase(), 'ADMINISTRADOR');
    expect(again.status).toBe(201);
    expect(again.body).toMatchObject({ id: membro.id, papel: 'ADMINISTRADOR', estado: 'CONVIDADO' });
    expect(refusal(await accept(token))).toEqual([400, 'TOKEN_INVALIDO']);
    service.clock.advance(3600_000);
    const panel = await enter(service, owner.email);
    const second = await sandboxToken(service, panel, email, INVITATION_LINK, [token]);
    expect((await accept(second)).body.papel).toBe('ADMINISTRADOR');
  });

  it('to one address from several calls at the same time leaves one that works', async () => {
    const owner = await newOwner(service);
    const email = someone();
    const answers = await Promise.all([1, 2, 3, 4].map(() => invite(owner.panel, email)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const open = await service.owner`
      select c.id from convite c join membro m on m.id = c.membro_id
       where m.email = ${email} and c.usado_em is null and c.revogado_em is null`;
    expect(open).toHaveLength(1);
  });

  it('waits for another to the same address, whichever of them knew the membership', async () => {
    const owner = await newOwner(service);
    const email = someone();
    const waiting = (calls: number) =>
      until(async () => {
        const [row] = await service.owner<{ many: number }[]>`
          select count(*)::int as many from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`;
        return row?.many === calls;
      });
    const held = await service.owner.reserve();
    await held`begin`;
    const [own] = await held<{ organizacao_id: string }[]>`
      select organizacao_id from membro where email = ${owner.email} for no key update`;
    const unaware = invite(owner.panel, email);
    await waiting(1);
    // Sorted by id it would be locked before the owner, by whom all others wait for each other.
    await service.owner`
      insert into membro (id, organizacao_id, email, papel, estado, criado_em)
      values (${`00000000-${randomUUID().slice(9)}`}, ${own?.organizacao_id ?? ''}, ${email}, 'OPERADOR', 'CONVIDADO', now())`;
    const aware = invite(owner.panel, email);
    await waiting(2);
    await held`commit`;
    held.release();
    expect((await Promise.all([unaware, aware])).map(({ status }) => status)).toEqual([201, 201]);
  });
});

describe('accepting', () => {
  it('gives an address without an account one, makes it a member and enters', async () => {
    const { owner, email, membro, token } = await invitation('OPERADOR');
    const accepted = await accept(token, PASSWORD, ' Paulo Tavares ');
    expect(accepted.status).toBe(201);
    expect(accepted.body).toMatchObject({
      usuario: { nome: 'Paulo Tavares', email, segundoFator: false },
      organizacao: { nome: 'Imobiliária Acácia Ltda.' },
      papel: 'OPERADOR',
    });
    expect((await send(service, 'GET', '/organizacao', { as: panelOf(accepted) })).status).toBe(200);
    const listed = await send(service, 'GET', MEMBERS, { as: owner.panel });
    expect(listed.body.itens[0]).toMatchObject({ id: membro.id, nome: 'Paulo Tavares', estado: 'ATIVO' });
    expect(listed.body.itens[0].ultimoAcessoEm).not.toBeNull();
    expect((await login(service, email)).status).toBe(201);
  });

  it('takes an existing account’s password, and leaves that account as it was', async () => {
    const email = await signUp(service);
    const { token } = await invitation('ADMINISTRADOR', email);
    expect(refusal(await accept(token, 'quatro bules verdes sobem o morro'))).toEqual([401, 'CREDENCIAL_INVALIDA']);
    const accepted = await accept(token, PASSWORD, 'Outro Nome');
    expect(accepted.status).toBe(201);
    expect(accepted.body.usuario).toMatchObject({ email, nome: 'Helena Prado' });
    expect(accepted.body.papel).toBe('ADMINISTRADOR');
  });

  it('of an account with a second factor asks for it, and completes with the right code', async () => {
    const guarded = await newOwner(service);
    const { nextCode } = await enableTwoFactor(service, guarded.panel);
    const { token, owner } = await invitation('OPERADOR', guarded.email);
    const asked = await accept(token);
    expect(refusal(asked)).toEqual([401, 'MFA_OBRIGATORIO']);
    expect((await read(token)).status).toBe(200);
    const body = { desafioId: asked.body.desafioId, codigo: nextCode() };
    const opened = await send(service, 'POST', '/sessoes/desafio', { body });
    expect(opened.status).toBe(201);
    expect(opened.body.papel).toBe('OPERADOR');
    const here = await send(service, 'GET', '/organizacao', { as: owner.panel });
    expect(opened.body.organizacao).toEqual(here.body);
    expect(refusal(await accept(token))).toEqual([400, 'TOKEN_INVALIDO']);
  });

  it('by a challenge is refused when the invitation was undone meanwhile', async () => {
    const guarded = await newOwner(service);
    const { nextCode } = await enableTwoFactor(service, guarded.panel);
    const { token, owner, membro } = await invitation('OPERADOR', guarded.email);
    const asked = await accept(token);
    await send(service, 'DELETE', `${MEMBERS}/${membro.id}`, { as: owner.panel });
    const body = { desafioId: asked.body.desafioId, codigo: nextCode() };
    expect(refusal(await send(service, 'POST', '/sessoes/desafio', { body }))).toEqual([400, 'TOKEN_INVALIDO']);
  });

  it('refuses a weak password and a name the certificate could not draw, and leaves the invitation open', async () => {
    const { token } = await invitation();
    expect(refusal(await accept(token, 'acacia2026'))).toEqual([400, 'SENHA_FRACA']);
    const refused = await accept(token, PASSWORD, 'Paulo 😀');
    expect([...refusal(refused), refused.body.erros[0].campo]).toEqual([400, 'ENTRADA_INVALIDA', 'nome']);
    expect((await accept(token)).status).toBe(201);
  });
});

describe('attacks on invitations', () => {
  it('a token serves once, also when it comes several times at once', async () => {
    const { token, email } = await invitation();
    const answers = await Promise.all([1, 2, 3].map(() => accept(token)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.every(({ status }) => [201, 400, 409].includes(status))).toBe(true);
    expect(refusal(await accept(token))).toEqual([400, 'TOKEN_INVALIDO']);
    expect(refusal(await read(token))).toEqual([400, 'TOKEN_INVALIDO']);
    const rows = await service.owner`select 1 from usuario where email = ${email}`;
    expect(rows).toHaveLength(1);
  });

  it('a token stays with its address, whoever is logged in and whatever the body says', async () => {
    const thief = await newOwner(service);
    const { token, email } = await invitation('ADMINISTRADOR');
    const named = await send(service, 'POST', `/autenticacao/convites/${token}/aceitar`, {
      body: { nome: 'Ladrão', senha: PASSWORD, email: thief.email },
    });
    expect(refusal(named)).toEqual([400, 'ENTRADA_INVALIDA']);
    const accepted = await send(service, 'POST', `/autenticacao/convites/${token}/aceitar`, {
      body: { nome: 'Ladrão', senha: PASSWORD },
      headers: { cookie: thief.panel.cookie },
    });
    expect(accepted.body.usuario.email).toBe(email);
    const theirs = await send(service, 'GET', '/organizacoes', { as: thief.panel });
    expect(theirs.body.total).toBe(1);
  });

  it('a token is dead after seven days', async () => {
    const { token } = await invitation();
    service.clock.advance(INVITATION_TTL_MS + 1000);
    expect(refusal(await read(token))).toEqual([400, 'TOKEN_INVALIDO']);
    expect(refusal(await accept(token))).toEqual([400, 'TOKEN_INVALIDO']);
  });

  it('a token is dead once its member was removed', async () => {
    const { owner, membro, token } = await invitation();
    expect((await send(service, 'DELETE', `${MEMBERS}/${membro.id}`, { as: owner.panel })).status).toBe(204);
    expect(refusal(await accept(token))).toEqual([400, 'TOKEN_INVALIDO']);
  });

  it.each([
    ['removed', 'DELETE', undefined],
    ['suspended', 'PATCH', { estado: 'SUSPENSO' }],
    ['made an operator', 'PATCH', { papel: 'OPERADOR' }],
  ])('a token is dead once whoever invited was %s', async (_what, method, body) => {
    const owner = await newOwner(service);
    const inviter = await addMember(service, owner.panel, 'ADMINISTRADOR');
    const email = someone();
    await invite(inviter.panel, email);
    const token = await sandboxToken(service, owner.panel, email, INVITATION_LINK);
    await send(service, method, `${MEMBERS}/${inviter.membroId}`, { as: owner.panel, body });
    expect(refusal(await accept(token))).toEqual([400, 'TOKEN_INVALIDO']);
    expect((await invite(owner.panel, email)).status).toBe(201);
  });

  it('the role is that of the member at the moment of accepting', async () => {
    const { owner, membro, token } = await invitation('ADMINISTRADOR');
    await send(service, 'PATCH', `${MEMBERS}/${membro.id}`, { as: owner.panel, body: { papel: 'VISUALIZADOR' } });
    expect((await read(token)).body.papel).toBe('VISUALIZADOR');
    expect((await accept(token)).body.papel).toBe('VISUALIZADOR');
  });
});
