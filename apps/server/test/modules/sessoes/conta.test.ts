import { EMAIL_CHANGES_PER_HOUR, EMAIL_CONFIRMATION_TTL_MS, PASSWORD_FREE_FAILURES } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elsewhere, newKey, type Service, until } from '../../harness.ts';
import { addMember, INVITATION_LINK, type PanelHeaders, sandboxTokens } from '../../members.ts';
import {
  challenge,
  enableTwoFactor,
  enter,
  login,
  mailed,
  mailTo,
  newOwner,
  PASSWORD,
  RESET_LINK,
  refusal,
  send,
  signUp,
  someone,
  startPanelService,
} from './support.ts';

/** A person's own account from inside the panel: what it says, its password, its address. */

const NEW_PASSWORD = 'quatro bules verdes sobem o morro';
const LINK = /\/painel\/confirmar-email\/([\w-]{43})/;

let service: Service;
beforeAll(async () => {
  service = await startPanelService();
});
afterAll(() => service?.stop());

const conta = async (as: PanelHeaders) => (await send(service, 'GET', '/conta', { as })).body;
const change = (as: PanelHeaders, body: object) => send(service, 'PATCH', '/conta', { as, body });
const changeSenha = (as: PanelHeaders, senhaAtual = PASSWORD, senha = NEW_PASSWORD) =>
  send(service, 'POST', '/conta/senha', { as, body: { senhaAtual, senha } });
const askFor = (as: PanelHeaders, email: string, senha = PASSWORD) =>
  send(service, 'POST', '/conta/email', { as, body: { email, senha } });
const confirm = (token: string) => send(service, 'POST', '/autenticacao/email/confirmacao', { body: { token } });
const alive = async (as: PanelHeaders) => (await send(service, 'GET', '/conta', { as })).status === 200;

/** Asks for an address and takes the link from its mailbox. */
async function linkTo(as: PanelHeaders, email: string): Promise<string> {
  const asked = await askFor(as, email);
  expect([asked.status, asked.bytes.toString()]).toEqual([202, '']);
  return mailed(service, email, LINK);
}

const subjects = async (email: string) => (await mailTo(service, email)).map(({ assunto }) => assunto);
const hears = (email: string, subject: string) =>
  until(async () => ((await subjects(email)).includes(subject) ? true : null));
const ASKED = 'Foi pedida a troca do e-mail da sua conta na Rubrica';
const DONE = 'O e-mail da sua conta na Rubrica foi trocado';

describe('the account', () => {
  it('says who it is, and how the panel and its notices are liked', async () => {
    const { email, panel } = await newOwner(service);
    expect(await conta(panel)).toMatchObject({
      nome: 'Helena Prado',
      email,
      idioma: null,
      tema: 'SISTEMA',
      avisos: {
        documentoConcluido: true,
        documentoNaoConcluido: true,
        assinaturaDelegada: true,
        linkPublicoParado: true,
        webhookDesativado: true,
        registroAberto: true,
      },
      emailPendente: null,
    });
    const changed = await change(panel, { idioma: 'es', tema: 'ESCURO', avisos: { webhookDesativado: false } });
    expect(changed.body).toMatchObject({ idioma: 'es', tema: 'ESCURO' });
    // The notices that were not named stay as they were.
    const after = await change(panel, { avisos: { documentoConcluido: false } });
    expect(after.body.avisos).toEqual({
      documentoConcluido: false,
      documentoNaoConcluido: true,
      assinaturaDelegada: true,
      linkPublicoParado: true,
      webhookDesativado: false,
      registroAberto: true,
    });
    // Another device learns it as it enters.
    expect((await login(service, email)).body.usuario).toMatchObject({ idioma: 'es', tema: 'ESCURO' });
    expect((await change(panel, { idioma: null })).body.idioma).toBeNull();
  });

  it('changes its name in every organization, and refuses one that no certificate could show', async () => {
    const { panel } = await newOwner(service);
    expect((await change(panel, { nome: '  Helena Prado Lima ' })).body.nome).toBe('Helena Prado Lima');
    const { body } = await send(service, 'GET', '/organizacao/membros', { as: panel });
    expect(body.itens[0].nome).toBe('Helena Prado Lima');
    const refused = await change(panel, { nome: 'Helena 🎉' });
    expect([...refusal(refused), refused.body.erros[0].campo]).toEqual([400, 'ENTRADA_INVALIDA', 'nome']);
    expect(refusal(await change(panel, { email: 'outra@exemplo.com.br' }))).toEqual([400, 'ENTRADA_INVALIDA']);
  });

  it('is the caller’s alone, and no key’s', async () => {
    const [one, other] = [await newOwner(service), await newOwner(service)];
    await change(one.panel, { nome: 'Ana Lima', tema: 'CLARO' });
    expect(await conta(other.panel)).toMatchObject({ nome: 'Helena Prado', tema: 'SISTEMA' });
    const key = await newKey(service.origin, { ...one.panel, ...elsewhere() }, 'TESTE', [
      'organizacao:ler',
      'organizacao:escrever',
    ]);
    const refused = await send(service, 'GET', '/sandbox/conta', { headers: key });
    expect(refusal(refused)).toEqual([403, 'PAPEL_INSUFICIENTE']);
    expect((await send(service, 'GET', '/sandbox/conta', { as: one.panel })).body).toEqual(await conta(one.panel));
  });
});

describe('the password', () => {
  it('is changed with the one of now, which ends the other sessions and every link that was mailed', async () => {
    const { email, panel } = await newOwner(service);
    const other = await enter(service, email);
    const wanted = someone();
    const link = await linkTo(panel, wanted);
    await send(service, 'POST', '/autenticacao/senha/recuperacao', { body: { email } });
    const reset = await mailed(service, email, RESET_LINK);
    expect((await changeSenha(panel)).status).toBe(204);
    expect([await alive(panel), await alive(other)]).toEqual([true, false]);
    expect((await login(service, email)).status).toBe(401);
    expect((await login(service, email, NEW_PASSWORD)).status).toBe(201);
    expect(refusal(await confirm(link))).toEqual([400, 'TOKEN_INVALIDO']);
    const late = { body: { token: reset, senha: 'cinco potes azuis descem a rua' } };
    expect(refusal(await send(service, 'POST', '/autenticacao/senha/redefinicao', late))).toEqual([
      400,
      'TOKEN_INVALIDO',
    ]);
    await hears(email, 'A senha da sua conta na Rubrica foi alterada');
  });

  it('stays as it is where the one of now is wrong or the new one is weak', async () => {
    const { email, panel } = await newOwner(service);
    expect(refusal(await changeSenha(panel, 'nada disso mesmo'))).toEqual([401, 'CREDENCIAL_INVALIDA']);
    const weak = await changeSenha(panel, PASSWORD, 'Helena Prado');
    expect([...refusal(weak), weak.body.erros[0].campo]).toEqual([400, 'SENHA_FRACA', 'senha']);
    expect((await login(service, email)).status).toBe(201);
  });

  it('of two changes at the same time is one’s', async () => {
    const { email, panel } = await newOwner(service);
    const other = await enter(service, email);
    const answers = await Promise.all([
      changeSenha(panel),
      changeSenha(other, PASSWORD, 'cinco potes azuis descem a rua'),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([204, 401]);
    const [own, others] = [await alive(panel), await alive(other)];
    expect([own, others]).toEqual(statuses[0] === 204 ? [true, false] : [false, true]);
  });

  it('is guessed at no faster than at login', async () => {
    const { email, panel } = await newOwner(service);
    for (let i = 0; i < PASSWORD_FREE_FAILURES; i++) await changeSenha(panel, `errada mesmo ${i}`);
    const started = performance.now();
    expect((await login(service, email)).status).toBe(201);
    expect(performance.now() - started).toBeGreaterThan(900);
  });
});

describe('the address', () => {
  it('is the account’s once its link was followed, everywhere, and the one before is told', async () => {
    const { email, panel } = await newOwner(service);
    const wanted = someone();
    const link = await linkTo(panel, wanted);
    // Nothing changes before.
    expect(await conta(panel)).toMatchObject({ email, emailPendente: wanted });
    expect((await login(service, wanted)).status).toBe(401);
    await hears(email, ASKED);
    expect((await confirm(link)).status).toBe(204);
    expect(await conta(panel)).toMatchObject({ email: wanted, emailPendente: null });
    const { body } = await send(service, 'GET', '/organizacao/membros', { as: panel });
    expect(body.itens.map((one: { email: string }) => one.email)).toEqual([wanted]);
    expect((await login(service, wanted)).status).toBe(201);
    expect((await login(service, email)).status).toBe(401);
    await hears(email, DONE);
    expect(await subjects(wanted)).not.toContain(DONE);
  });

  it('is not changed by a session without the password, and nobody is written to', async () => {
    const { email, panel } = await newOwner(service);
    const wanted = someone();
    expect(refusal(await askFor(panel, wanted, 'nada disso mesmo'))).toEqual([401, 'CREDENCIAL_INVALIDA']);
    expect(refusal(await send(service, 'POST', '/conta/email', { as: panel, body: { email: wanted } }))).toEqual([
      400,
      'ENTRADA_INVALIDA',
    ]);
    expect(await conta(panel)).toMatchObject({ email, emailPendente: null });
    const rows = await service.owner`select 1 from troca_email where email_novo = ${wanted}`;
    expect(rows).toEqual([]);
  });

  it('keeps the second factor, and confirms an account that never was', async () => {
    const email = await signUp(service);
    const panel = await enter(service, email);
    await enableTwoFactor(service, panel);
    const wanted = someone();
    await confirm(await linkTo(panel, wanted));
    const after = await conta(panel);
    expect([after.segundoFator, after.emailConfirmadoEm === null]).toEqual([true, false]);
    expect(await challenge(service, wanted)).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('has a link that dies with use, with time, and with another change', async () => {
    const { email, panel } = await newOwner(service);
    const [first, second] = [someone(), someone()];
    const early = await linkTo(panel, first);
    const later = await linkTo(panel, second);
    expect(refusal(await confirm(early))).toEqual([400, 'TOKEN_INVALIDO']);
    const answers = await Promise.all([confirm(later), confirm(later)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400]);
    expect((await conta(panel)).email).toBe(second);
    const last = await linkTo(panel, email);
    service.clock.advance(EMAIL_CONFIRMATION_TTL_MS);
    expect(refusal(await confirm(last))).toEqual([400, 'TOKEN_INVALIDO']);
  });

  it('of somebody else is answered like any other, and only its owner hears of it', async () => {
    const [owner, thief] = [await newOwner(service), await newOwner(service)];
    const [taken, free] = [await askFor(thief.panel, owner.email.toUpperCase()), await askFor(thief.panel, someone())];
    const shape = ({ status, bytes, headers }: typeof taken) => [
      status,
      bytes.toString(),
      [...headers].filter(([name]) => !/^(x-request-id|date|x-ratelimit-)/.test(name)),
    ];
    expect(shape(taken)).toEqual(shape(free));
    await hears(owner.email.toUpperCase(), 'O seu e-mail já é de uma conta na Rubrica');
    const messages = await mailTo(service, owner.email.toUpperCase());
    expect(messages.some(({ texto }) => LINK.test(texto) || texto.includes(thief.email))).toBe(false);
    expect((await conta(owner.panel)).email).toBe(owner.email);
  });

  it('that two accounts ask for is the one’s who confirms it first', async () => {
    const [one, other] = [await newOwner(service), await newOwner(service)];
    const wanted = someone();
    const first = await linkTo(one.panel, wanted);
    await askFor(other.panel, wanted);
    const second = await until(async () => {
      const links = (await mailTo(service, wanted)).flatMap(({ texto }) => LINK.exec(texto)?.[1] ?? []);
      return links.find((link) => link !== first);
    });
    const answers = await Promise.all([confirm(first), confirm(second)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    const emails = [(await conta(one.panel)).email, (await conta(other.panel)).email];
    expect(emails.filter((email) => email === wanted)).toHaveLength(1);
  });

  it('takes the reset links with it that were mailed to the one before', async () => {
    const { email, panel } = await newOwner(service);
    await send(service, 'POST', '/autenticacao/senha/recuperacao', { body: { email } });
    const reset = await mailed(service, email, RESET_LINK);
    await confirm(await linkTo(panel, someone()));
    const answer = await send(service, 'POST', '/autenticacao/senha/redefinicao', {
      body: { token: reset, senha: NEW_PASSWORD },
    });
    expect(refusal(answer)).toEqual([400, 'TOKEN_INVALIDO']);
  });

  it('turns out to be a member’s where it was invited meanwhile', async () => {
    const { panel } = await newOwner(service);
    const wanted = someone();
    await send(service, 'POST', '/sandbox/organizacao/membros', {
      as: panel,
      body: { email: wanted, papel: 'OPERADOR' },
    });
    const invitation = await until(async () => (await sandboxTokens(service, panel, wanted, INVITATION_LINK))[0]);
    await confirm(await linkTo(panel, wanted));
    const { body } = await send(service, 'GET', '/organizacao/membros', { as: panel });
    expect(body.itens.map((one: { email: string; estado: string }) => [one.email, one.estado])).toEqual([
      [wanted, 'ATIVO'],
    ]);
    expect(refusal(await send(service, 'GET', `/autenticacao/convites/${invitation}`))).toEqual([
      400,
      'TOKEN_INVALIDO',
    ]);
  });

  it('is asked for three times an hour, and never for the one it has', async () => {
    const { email, panel } = await newOwner(service);
    expect(refusal(await askFor(panel, email))).toEqual([409, 'CONFLITO']);
    for (let i = 0; i < EMAIL_CHANGES_PER_HOUR; i++) expect((await askFor(panel, someone())).status).toBe(202);
    const over = await askFor(panel, someone());
    expect(refusal(over)).toEqual([429, 'LIMITE_EXCEDIDO']);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(3000);
  });
});

describe('an owner with a second factor', () => {
  const give = (as: PanelHeaders, body: object) => send(service, 'POST', '/organizacao/transferir', { as, body });

  it('gives the organization away or ends it with a code only, which serves once', async () => {
    const { panel } = await newOwner(service);
    const { membroId } = await addMember(service, panel, 'OPERADOR');
    const factor = await enableTwoFactor(service, panel);
    const without = await give(panel, { membroId, senha: PASSWORD });
    expect([...refusal(without), without.body.erros[0].campo]).toEqual([400, 'ENTRADA_INVALIDA', 'codigo']);
    const close = (body: object) => send(service, 'DELETE', '/organizacao', { as: panel, body });
    expect(refusal(await close({ senha: PASSWORD }))).toEqual([400, 'ENTRADA_INVALIDA']);
    expect(refusal(await close({ senha: PASSWORD, codigo: factor.confirmedBy }))).toEqual([401, 'CREDENCIAL_INVALIDA']);
    const code = factor.nextCode();
    expect((await close({ senha: PASSWORD, codigo: code })).status).toBe(204);
    const undo = { senha: PASSWORD, codigo: code };
    expect(refusal(await send(service, 'POST', '/organizacao/restaurar', { as: panel, body: undo }))).toEqual([
      401,
      'CREDENCIAL_INVALIDA',
    ]);
    expect((await give(panel, { membroId, senha: PASSWORD, codigo: factor.nextCode() })).status).toBe(200);
  });

  it('rests after five wrong codes, the right one too', async () => {
    const { panel } = await newOwner(service);
    const { membroId } = await addMember(service, panel, 'OPERADOR');
    const factor = await enableTwoFactor(service, panel);
    const wrong = { membroId, senha: PASSWORD, codigo: '000000' };
    for (let i = 0; i < 4; i++) expect((await give(panel, wrong)).status).toBe(401);
    expect((await give(panel, wrong)).status).toBe(429);
    expect((await give(panel, { ...wrong, codigo: factor.nextCode() })).status).toBe(429);
  });
});
