import { operationIds, operationOf } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { call, documentForm, newAccount, type Service, startService, until } from '../../harness.ts';
import { CONFIRMATION_LINK, mailTo } from '../../mailbox.ts';
import { INVITATION_LINK, type PanelHeaders, panelOf, sandboxToken } from '../../members.ts';
import {
  challenge,
  codeOf,
  enableTwoFactor,
  enter,
  login,
  mailed,
  newOwner,
  PASSWORD,
  RESET_LINK,
  refusal,
  send,
  signUp,
  someone,
} from '../../modules/sessoes/support.ts';
import { draftBody } from '../../operations/factories.ts';

/** Nothing reaches strangers from an address nobody has shown to be theirs, and its owner takes the account back. */

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

const NEW_PASSWORD = 'lua-verde-sobe-a-montanha-77';

async function unconfirmed(email = someone()): Promise<{ email: string; panel: PanelHeaders }> {
  await signUp(service, email);
  return { email, panel: await enter(service, email) };
}

const draft = async (panel: PanelHeaders, root = '', more: object = {}) => {
  const body = documentForm(tinyPdf(), draftBody(undefined, more));
  const { status, body: created, bytes } = await send(service, 'POST', `${root}/documentos`, { as: panel, body });
  if (status !== 201) throw new Error(bytes.toString());
  return created.id as string;
};

const confirmation = (email: string) => mailed(service, email, CONFIRMATION_LINK);
const confirm = (token: string) => send(service, 'POST', '/autenticacao/email/confirmacao', { body: { token } });

async function resetPassword(email: string, senha = NEW_PASSWORD): Promise<void> {
  await send(service, 'POST', '/autenticacao/senha/recuperacao', { body: { email } });
  const token = await mailed(service, email, RESET_LINK);
  const done = await send(service, 'POST', '/autenticacao/senha/redefinicao', { body: { token, senha } });
  expect(done.status).toBe(204);
}

describe('an account whose e-mail is not confirmed', () => {
  it('sends nothing, invites nobody and makes no production key, in production', async () => {
    const { panel } = await unconfirmed();
    const documentoId = await draft(panel);
    const envelope = await send(service, 'POST', '/envelopes', { as: panel, body: { titulo: 'Conjunto' } });
    await draft(panel, '', { envelopeId: envelope.body.id });
    const key = { nome: 'k', ambiente: 'PRODUCAO', escopos: ['documentos:ler'] };
    const wanted: [string, object | undefined][] = [
      [`/documentos/${documentoId}/enviar`, undefined],
      [`/documentos/${documentoId}/reenviar`, {}],
      [`/envelopes/${envelope.body.id}/enviar`, undefined],
      ['/organizacao/membros', { email: someone(), papel: 'OPERADOR' }],
      ['/chaves-api', key],
      // The environment that counts is the key's own, whatever the path.
      ['/sandbox/chaves-api', key],
    ];
    for (const [path, body] of wanted) {
      const answer = await send(service, 'POST', path, { as: panel, body });
      expect([path, ...refusal(answer)]).toEqual([path, 409, 'CONFLITO']);
    }
  });

  it('does all of it in the sandbox', async () => {
    const { panel } = await unconfirmed();
    const documentoId = await draft(panel, '/sandbox');
    expect((await send(service, 'POST', `/sandbox/documentos/${documentoId}/enviar`, { as: panel })).status).toBe(200);
    const body = { nome: 'k', ambiente: 'TESTE', escopos: ['documentos:ler'] };
    expect((await send(service, 'POST', '/chaves-api', { as: panel, body })).status).toBe(201);
  });

  it('says so, and no longer once the mailed link was used, which serves once', async () => {
    const { email, panel } = await unconfirmed();
    expect((await login(service, email)).body.usuario.emailConfirmadoEm).toBeNull();
    const token = await confirmation(email);
    expect((await confirm(token)).status).toBe(204);
    expect(refusal(await confirm(token))).toEqual([400, 'TOKEN_INVALIDO']);
    expect((await login(service, email)).body.usuario.emailConfirmadoEm).toMatch(/^\d{4}-/);
    const documentoId = await draft(panel);
    expect((await send(service, 'POST', `/documentos/${documentoId}/enviar`, { as: panel })).status).toBe(200);
  });

  it('gets at most three more links an hour, each of which lasts a day', async () => {
    const { email, panel } = await unconfirmed();
    const again = () => send(service, 'POST', '/autenticacao/email/reenvio', { as: panel });
    for (let sent = 0; sent < 3; sent += 1) expect((await again()).status).toBe(202);
    const over = await again();
    expect(refusal(over)).toEqual([429, 'LIMITE_EXCEDIDO']);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(3500);
    const links = await until(async () => {
      const found = (await mailTo(service, email)).flatMap(({ texto }) => CONFIRMATION_LINK.exec(texto)?.[1] ?? []);
      return found.length === 4 && found;
    });
    expect(new Set(links).size).toBe(4);
    service.clock.advance(24 * 3600_000 + 1000);
    for (const token of links) expect(refusal(await confirm(token))).toEqual([400, 'TOKEN_INVALIDO']);
    const later = await enter(service, email);
    expect((await send(service, 'POST', '/autenticacao/email/reenvio', { as: later })).status).toBe(202);
    await until(async () => (await mailTo(service, email)).length === 5);
    expect((await confirm(await confirmation(email))).status).toBe(204);
    expect(refusal(await send(service, 'POST', '/autenticacao/email/reenvio', { as: later }))).toEqual([
      409,
      'CONFLITO',
    ]);
  });
});

describe('every operation that reaches people outside', () => {
  const reaching = operationIds.filter((id) => operationOf(id).standing === 'confirmed');

  it('is one of those the specification names, tells of a new deadline, opens what is the address’s own, or lets anybody be written to', () => {
    expect(reaching.sort()).toEqual([
      'abrirMinhaAssinatura',
      'ajustarDocumento',
      'convidarMembro',
      'criarLinkDeModelo',
      'enviarDocumento',
      'enviarEnvelope',
      'reenviarDocumento',
    ]);
  });
});

describe('an invitation', () => {
  const accept = (token: string) =>
    send(service, 'POST', `/autenticacao/convites/${token}/aceitar`, { body: { nome: 'Paulo', senha: PASSWORD } });

  it('that came by e-mail confirms the address', async () => {
    const { panel } = await newOwner(service);
    const email = someone();
    await send(service, 'POST', '/organizacao/membros', { as: panel, body: { email, papel: 'OPERADOR' } });
    const accepted = await accept(await mailed(service, email, INVITATION_LINK));
    expect(accepted.body.usuario.emailConfirmadoEm).toMatch(/^\d{4}-/);
  });

  it('that whoever invited read in the sandbox does not', async () => {
    const { panel } = await newOwner(service);
    const victim = someone();
    const body = { email: victim, papel: 'ADMINISTRADOR' };
    await send(service, 'POST', '/sandbox/organizacao/membros', { as: panel, body });
    const accepted = await accept(await sandboxToken(service, panel, victim, INVITATION_LINK));
    expect(accepted.body.usuario.emailConfirmadoEm).toBeNull();
    const key = { nome: 'k', ambiente: 'PRODUCAO', escopos: ['documentos:escrever'] };
    const refused = await send(service, 'POST', '/chaves-api', { as: panelOf(accepted), body: key });
    expect(refusal(refused)).toEqual([409, 'CONFLITO']);
    // The address gets its own link, as after signing up.
    expect((await confirm(await confirmation(victim))).status).toBe(204);
  });
});

describe('a new password by mail', () => {
  it('takes an account that was never confirmed back from whoever opened it', async () => {
    const victim = someone();
    const squatter = await unconfirmed(victim);
    const body = { nome: 'k', ambiente: 'TESTE', escopos: ['documentos:ler', 'organizacao:ler'] };
    const key = await send(service, 'POST', '/chaves-api', { as: squatter.panel, body });
    const authorization = `Bearer ${key.body.chave}`;
    const hook = { url: 'http://127.0.0.1:9/', eventos: ['document.created'] };
    expect((await send(service, 'POST', '/sandbox/webhooks', { as: squatter.panel, body: hook })).status).toBe(201);
    const accomplice = someone();
    const invited = { email: accomplice, papel: 'ADMINISTRADOR' };
    await send(service, 'POST', '/sandbox/organizacao/membros', { as: squatter.panel, body: invited });
    const token = await sandboxToken(service, squatter.panel, accomplice, INVITATION_LINK);
    const joined = await send(service, 'POST', `/autenticacao/convites/${token}/aceitar`, {
      body: { nome: 'Paulo', senha: PASSWORD },
    });
    const theirs = panelOf(joined);
    await enableTwoFactor(service, squatter.panel);

    await resetPassword(victim);

    const entered = await login(service, victim, NEW_PASSWORD);
    expect([entered.status, entered.body.usuario?.segundoFator]).toEqual([201, false]);
    expect(entered.body.usuario.emailConfirmadoEm).toMatch(/^\d{4}-/);
    const owner = panelOf(entered);
    for (const as of [squatter.panel, theirs]) {
      expect(refusal(await send(service, 'GET', '/organizacao', { as }))).toEqual([401, 'CREDENCIAL_INVALIDA']);
    }
    expect(refusal(await login(service, accomplice))).toEqual([401, 'CREDENCIAL_INVALIDA']);
    const byKey = await call(`${service.origin}/v1/sandbox/documentos`, 'GET', undefined, { authorization });
    expect(refusal(byKey)).toEqual([401, 'CREDENCIAL_INVALIDA']);
    expect((await send(service, 'GET', '/sandbox/webhooks', { as: owner })).body.total).toBe(0);
    const { body: members } = await send(service, 'GET', '/organizacao/membros', { as: owner });
    expect(members.itens.map(({ email, estado }: { email: string; estado: string }) => [email, estado]).sort()).toEqual(
      [
        [accomplice, 'SUSPENSO'],
        [victim, 'ATIVO'],
      ].sort(),
    );
  });

  it('leaves the other people and webhooks of an organization that somebody else founded', async () => {
    const { panel } = await newOwner(service);
    const email = someone();
    await send(service, 'POST', '/sandbox/organizacao/membros', { as: panel, body: { email, papel: 'ADMINISTRADOR' } });
    const token = await sandboxToken(service, panel, email, INVITATION_LINK);
    const joined = panelOf(
      await send(service, 'POST', `/autenticacao/convites/${token}/aceitar`, { body: { nome: 'P', senha: PASSWORD } }),
    );
    const body = { nome: 'k', ambiente: 'TESTE', escopos: ['documentos:ler'] };
    const own = await send(service, 'POST', '/chaves-api', { as: joined, body });
    const kept = await send(service, 'POST', '/chaves-api', { as: panel, body });
    const hook = { url: 'http://127.0.0.1:9/', eventos: ['document.created'] };
    await send(service, 'POST', '/sandbox/webhooks', { as: panel, body: hook });
    await resetPassword(email);
    const by = (chave: string) =>
      call(`${service.origin}/v1/sandbox/documentos`, 'GET', undefined, { authorization: `Bearer ${chave}` });
    expect((await by(own.body.chave)).status).toBe(401);
    expect((await by(kept.body.chave)).status).toBe(200);
    expect((await send(service, 'GET', '/sandbox/webhooks', { as: panel })).body.total).toBe(1);
  });

  it('leaves the second factor and the keys of an account that was confirmed', async () => {
    const account = await newAccount(service.origin);
    await enableTwoFactor(service, account.panel);
    await resetPassword(account.email);
    expect(await challenge(service, account.email, NEW_PASSWORD)).toMatch(/^[0-9a-f-]{36}$/);
    const { status } = await call(`${service.origin}/v1/organizacao`, 'GET', undefined, account.live);
    expect(status).toBe(200);
  });
});

describe('the second factor', () => {
  it('begins by the password: a session left open is not enough', async () => {
    const { panel } = await newOwner(service);
    const begin = (senha?: string) =>
      send(service, 'POST', '/autenticacao/2fa', { as: panel, body: senha === undefined ? {} : { senha } });
    expect(refusal(await begin())).toEqual([400, 'ENTRADA_INVALIDA']);
    expect(refusal(await begin('outra senha qualquer'))).toEqual([401, 'CREDENCIAL_INVALIDA']);
    expect((await begin(PASSWORD)).status).toBe(200);
  });

  it('ends the other sessions once it is confirmed, and the challenges of before', async () => {
    const { email, panel } = await newOwner(service);
    const elsewhereOpen = await enter(service, email);
    const begun = await send(service, 'POST', '/autenticacao/2fa', { as: panel, body: { senha: PASSWORD } });
    const codigo = codeOf(service, begun.body.segredo);
    const done = await send(service, 'POST', '/autenticacao/2fa/confirmacao', { as: panel, body: { codigo } });
    expect(done.status).toBe(200);
    expect((await send(service, 'GET', '/sessoes', { as: panel })).status).toBe(200);
    expect(refusal(await send(service, 'GET', '/sessoes', { as: elsewhereOpen }))).toEqual([
      401,
      'CREDENCIAL_INVALIDA',
    ]);
  });
});
