import { CHALLENGE_TTL_MS, FACTOR_MAX_FAILURES, FACTOR_REST_MS } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../../harness.ts';
import { addMember, panelOf } from '../../members.ts';
import {
  challenge,
  codeOf,
  enableTwoFactor,
  enter,
  login,
  mailed,
  newOwner,
  PASSWORD,
  refusal,
  send,
  signUp,
  startPanelService,
} from './support.ts';

let service: Service;
beforeAll(async () => {
  service = await startPanelService();
});
afterAll(() => service?.stop());

const answer = (desafioId: string, codigo: string) =>
  send(service, 'POST', '/sessoes/desafio', { body: { desafioId, codigo } });
const recover = (desafioId: string, codigoRecuperacao: string) =>
  send(service, 'POST', '/autenticacao/2fa/recuperacao', { body: { desafioId, codigoRecuperacao } });
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** An account with its second factor on. */
async function guarded() {
  const { email, panel } = await newOwner(service);
  return { email, panel, ...(await enableTwoFactor(service, panel)) };
}

describe('switching the second factor on', () => {
  it('offers a secret for the app, as text, as URI and as a QR code', async () => {
    const { email, panel } = await newOwner(service);
    const { status, body } = await send(service, 'POST', '/autenticacao/2fa', { as: panel, body: { senha: PASSWORD } });
    expect(status).toBe(200);
    expect(body.segredo).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(body.otpauthUri).searchParams.get('secret')).toBe(body.segredo);
    expect(decodeURIComponent(body.otpauthUri)).toContain(`Rubrica:${email}`);
    expect(body.qrCode).toMatch(/^data:image\/png;base64,/);
  });

  it('asks for nothing at login until a code confirms it', async () => {
    const { email, panel } = await newOwner(service);
    await send(service, 'POST', '/autenticacao/2fa', { as: panel, body: { senha: PASSWORD } });
    expect((await login(service, email)).status).toBe(201);
  });

  it('refuses to be confirmed before it was begun, by a wrong code, and twice', async () => {
    const { panel } = await newOwner(service);
    const confirm = (codigo: string) =>
      send(service, 'POST', '/autenticacao/2fa/confirmacao', { as: panel, body: { codigo } });
    expect(refusal(await confirm('123456'))).toEqual([409, 'CONFLITO']);
    const { segredo } = (await send(service, 'POST', '/autenticacao/2fa', { as: panel, body: { senha: PASSWORD } }))
      .body;
    const code = codeOf(service, segredo);
    expect(refusal(await confirm(wrongOf(code)))).toEqual([401, 'CREDENCIAL_INVALIDA']);
    expect((await confirm(code)).status).toBe(200);
    expect(refusal(await confirm(code))).toEqual([409, 'CONFLITO']);
    expect(refusal(await send(service, 'POST', '/autenticacao/2fa', { as: panel, body: { senha: PASSWORD } }))).toEqual(
      [409, 'CONFLITO'],
    );
  });

  it('shows ten recovery codes once, and stores neither them nor the secret', async () => {
    const { email, codigosRecuperacao } = await guarded();
    expect(new Set(codigosRecuperacao).size).toBe(10);
    for (const code of codigosRecuperacao) expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    const [row] = await service.owner`select id, totp_segredo from usuario where email = ${email}`;
    const codes = await service.owner`select codigo_hash from codigo_recuperacao where usuario_id = ${row?.id}`;
    const stored = [row?.totp_segredo, ...codes.map(({ codigo_hash }) => codigo_hash)].map((bytes) => bytes.toString());
    for (const code of codigosRecuperacao) expect(stored.join()).not.toContain(code.replaceAll('-', ''));
    await mailed(service, email, /A verificação em duas etapas foi ativada/);
  });

  it('is never answered to a colleague who repeats the call with the same Idempotency-Key', async () => {
    const { panel } = await newOwner(service);
    const colleague = await addMember(service, panel, 'OPERADOR');
    const begin = (as: typeof panel) =>
      send(service, 'POST', '/autenticacao/2fa', {
        as,
        body: { senha: PASSWORD },
        headers: { 'idempotency-key': 'pedido-1' },
      });
    const [mine, repeated, theirs] = [await begin(panel), await begin(panel), await begin(colleague.panel)];
    expect(repeated.body).toEqual(mine.body);
    expect(theirs.status).toBe(200);
    expect(theirs.body.segredo).not.toBe(mine.body.segredo);
  });
});

describe('login with a second factor', () => {
  it('answers MFA_OBRIGATORIO with a challenge and no cookie; the code of the app opens the session', async () => {
    const { email, nextCode } = await guarded();
    const asked = await login(service, email);
    expect(refusal(asked)).toEqual([401, 'MFA_OBRIGATORIO']);
    expect(asked.headers.get('set-cookie')).toBeNull();
    const opened = await answer(asked.body.desafioId, nextCode());
    expect(opened.status).toBe(201);
    expect(opened.body.usuario).toMatchObject({ email, segundoFator: true });
    expect((await send(service, 'GET', '/organizacao', { as: panelOf(opened) })).status).toBe(200);
  });

  it('tells nothing of the second factor to who does not know the password', async () => {
    const { email } = await guarded();
    expect(refusal(await login(service, email, `${PASSWORD}!`))).toEqual([401, 'CREDENCIAL_INVALIDA']);
  });

  it('takes a challenge once, also when it is answered twice at the same time', async () => {
    const { email, nextCode } = await guarded();
    const desafioId = await challenge(service, email);
    const code = nextCode();
    const answers = await Promise.all([answer(desafioId, code), answer(desafioId, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(refusal(await answer(desafioId, nextCode()))).toEqual([400, 'TOKEN_INVALIDO']);
  });

  it('refuses a code that was used before, in another challenge too', async () => {
    const { email, nextCode } = await guarded();
    const code = nextCode();
    expect((await answer(await challenge(service, email), code)).status).toBe(201);
    expect(refusal(await answer(await challenge(service, email), code))).toEqual([401, 'CREDENCIAL_INVALIDA']);
  });

  it('refuses the code that confirmed the second factor', async () => {
    const { email, confirmedBy } = await guarded();
    expect(refusal(await answer(await challenge(service, email), confirmedBy))).toEqual([401, 'CREDENCIAL_INVALIDA']);
  });

  it('refuses a challenge after five minutes, and one that never was', async () => {
    const { email, codeNow } = await guarded();
    const desafioId = await challenge(service, email);
    service.clock.advance(CHALLENGE_TTL_MS + 1000);
    expect(refusal(await answer(desafioId, codeNow()))).toEqual([400, 'TOKEN_INVALIDO']);
    const unknown = '11111111-1111-4111-8111-111111111111';
    expect(refusal(await answer(unknown, codeNow()))).toEqual([400, 'TOKEN_INVALIDO']);
  });

  it('does not take the challenge of one account with the code of another', async () => {
    const [one, other] = [await guarded(), await guarded()];
    expect(refusal(await answer(await challenge(service, one.email), other.nextCode()))).toEqual([
      401,
      'CREDENCIAL_INVALIDA',
    ]);
  });

  it('lets the factor rest 15 minutes after five wrong answers in a row, whatever the challenge', async () => {
    const { email, nextCode } = await guarded();
    for (let wrong = 1; wrong < FACTOR_MAX_FAILURES; wrong++) {
      const refused = await answer(await challenge(service, email), wrongOf(nextCode()));
      expect(refusal(refused)).toEqual([401, 'CREDENCIAL_INVALIDA']);
    }
    const fifth = await answer(await challenge(service, email), wrongOf(nextCode()));
    expect(refusal(fifth)).toEqual([429, 'LIMITE_EXCEDIDO']);
    expect(Number(fifth.headers.get('retry-after'))).toBe(FACTOR_REST_MS / 1000);
    expect(refusal(await answer(await challenge(service, email), nextCode()))).toEqual([429, 'LIMITE_EXCEDIDO']);

    service.clock.advance(FACTOR_REST_MS);
    expect((await answer(await challenge(service, email), nextCode())).status).toBe(201);
  });

  it('forgets wrong answers when a right one comes', async () => {
    const { email, nextCode } = await guarded();
    for (const round of [1, 2]) {
      for (let wrong = 1; wrong < FACTOR_MAX_FAILURES; wrong++) {
        const refused = await answer(await challenge(service, email), wrongOf(nextCode()));
        expect([round, wrong, refused.status]).toEqual([round, wrong, 401]);
      }
      expect((await answer(await challenge(service, email), nextCode())).status).toBe(201);
    }
  });
});

describe('a recovery code', () => {
  it('opens a session once, in any letter case, and its owner is told', async () => {
    const { email, codigosRecuperacao } = await guarded();
    const [code = '', other = ''] = codigosRecuperacao;
    const opened = await recover(await challenge(service, email), code.toLowerCase().replaceAll('-', ' '));
    expect(opened.status).toBe(201);
    expect(refusal(await recover(await challenge(service, email), code))).toEqual([401, 'CREDENCIAL_INVALIDA']);
    expect((await recover(await challenge(service, email), other)).status).toBe(201);
    await mailed(service, email, /Um código de recuperação foi usado/);
  });

  it('used twice at the same time opens one session', async () => {
    const { email, codigosRecuperacao } = await guarded();
    const [code = ''] = codigosRecuperacao;
    const challenges = [await challenge(service, email), await challenge(service, email)];
    const answers = await Promise.all(challenges.map((desafioId) => recover(desafioId, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401]);
  });

  it('of one account opens no other', async () => {
    const [one, other] = [await guarded(), await guarded()];
    const stolen = other.codigosRecuperacao[0] ?? '';
    expect(refusal(await recover(await challenge(service, one.email), stolen))).toEqual([401, 'CREDENCIAL_INVALIDA']);
  });

  it('rests after five wrong ones without holding up the app', async () => {
    const { email, codigosRecuperacao, nextCode } = await guarded();
    for (let wrong = 1; wrong <= FACTOR_MAX_FAILURES; wrong++) {
      const refused = await recover(await challenge(service, email), '0000-0000-0000');
      expect(refused.status).toBe(wrong < FACTOR_MAX_FAILURES ? 401 : 429);
    }
    const right = codigosRecuperacao[0] ?? '';
    expect(refusal(await recover(await challenge(service, email), right))).toEqual([429, 'LIMITE_EXCEDIDO']);
    expect((await answer(await challenge(service, email), nextCode())).status).toBe(201);
  });
});

describe('switching the second factor off', () => {
  const off = (as: Awaited<ReturnType<typeof guarded>>['panel'], body: object) =>
    send(service, 'DELETE', '/autenticacao/2fa', { as, body });

  it('takes the password and a code; then the password alone opens a session again', async () => {
    const { email, panel, nextCode, codigosRecuperacao } = await guarded();
    const desafioId = await challenge(service, email);
    expect((await off(panel, { senha: PASSWORD, codigo: nextCode() })).status).toBe(204);
    expect((await login(service, email)).status).toBe(201);
    expect(refusal(await recover(desafioId, codigosRecuperacao[0] ?? ''))).toEqual([400, 'TOKEN_INVALIDO']);
    await mailed(service, email, /A verificação em duas etapas foi desativada/);
    expect(refusal(await off(panel, { senha: PASSWORD, codigo: nextCode() }))).toEqual([409, 'CONFLITO']);
  });

  it('refuses a wrong password, a wrong code and a code used before', async () => {
    const { email, panel, nextCode } = await guarded();
    const code = nextCode();
    expect(refusal(await off(panel, { senha: 'outra', codigo: code }))).toEqual([401, 'CREDENCIAL_INVALIDA']);
    expect(refusal(await off(panel, { senha: PASSWORD, codigo: wrongOf(code) }))).toEqual([401, 'CREDENCIAL_INVALIDA']);
    expect((await answer(await challenge(service, email), code)).status).toBe(201);
    expect(refusal(await off(panel, { senha: PASSWORD, codigo: code }))).toEqual([401, 'CREDENCIAL_INVALIDA']);
  });

  it('lets the factor rest after five wrong codes, for login too', async () => {
    const { email, panel, nextCode } = await guarded();
    for (let wrong = 1; wrong <= FACTOR_MAX_FAILURES; wrong++) {
      const refused = await off(panel, { senha: PASSWORD, codigo: wrongOf(nextCode()) });
      expect(refused.status).toBe(wrong < FACTOR_MAX_FAILURES ? 401 : 429);
    }
    expect(refusal(await answer(await challenge(service, email), nextCode()))).toEqual([429, 'LIMITE_EXCEDIDO']);
  });

  it('is refused where there is none', async () => {
    const email = await signUp(service);
    const panel = await enter(service, email);
    expect(refusal(await off(panel, { senha: PASSWORD, codigo: '123456' }))).toEqual([409, 'CONFLITO']);
  });
});
