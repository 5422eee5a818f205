import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { type Answer, call, elsewhere, type Service, startService, until } from '../../harness.ts';
import { mailTo } from '../../mailbox.ts';
import { confirmEmail, PASSWORD, type PanelHeaders, panelOf } from '../../members.ts';

export { mailTo, PASSWORD };

export const someone = () => `pessoa-${randomUUID()}@exemplo.com.br`;

/** The service, hearing addresses from the tests' own machine as from a proxy. */
export const startPanelService = () => startService({ TRUST_PROXY: '127.0.0.1/32' });

export interface SendOptions {
  readonly as?: PanelHeaders | undefined;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** One call under /v1, from an address of its own, so that the ten a minute of the session routes stay out of the way. */
export function send(service: Service, method: string, path: string, options: SendOptions = {}): Promise<Answer> {
  const { as, body, headers } = options;
  return call(`${service.origin}/v1${path}`, method, body, { ...elsewhere(), ...as, ...headers });
}

/** Signs up with PASSWORD. */
export async function signUp(service: Service, email = someone()): Promise<string> {
  const answer = await send(service, 'POST', '/autenticacao/cadastro', {
    body: {
      nome: 'Helena Prado',
      email,
      senha: PASSWORD,
      organizacao: { nome: 'Imobiliária Acácia Ltda.', documento: '11222333000181' },
    },
  });
  if (answer.status !== 201) throw new Error(answer.bytes.toString());
  return email;
}

export const login = (service: Service, email: string, senha = PASSWORD) =>
  send(service, 'POST', '/sessoes', { body: { email, senha } });

/** Logs in; there must be no second factor. */
export async function enter(service: Service, email: string, senha = PASSWORD): Promise<PanelHeaders> {
  const answer = await login(service, email, senha);
  if (answer.status !== 201) throw new Error(answer.bytes.toString());
  return panelOf(answer);
}

/** Signs up, confirms the address and logs in. */
export async function newOwner(service: Service): Promise<{ email: string; panel: PanelHeaders }> {
  const email = await signUp(service);
  await confirmEmail(service, email);
  return { email, panel: await enter(service, email) };
}

/** Waits for a message to an address and takes the part of it that the pattern's group names. */
export const mailed = (service: Service, email: string, pattern: RegExp): Promise<string> =>
  until(async () => {
    for (const { assunto, texto } of await mailTo(service, email)) {
      const match = pattern.exec(`${assunto}\n${texto}`);
      if (match) return match[1] ?? match[0];
    }
    return null;
  });

export const RESET_LINK = /\/painel\/redefinir-senha\/([\w-]{43})/;

/** An account with its second factor on: how to make the next code, and the recovery codes. */
export interface TwoFactor {
  /** A code whose step was not used yet: each call moves the service's clock by one step. */
  nextCode(): string;
  /** A code as the app shows it now, used or not. */
  codeNow(): string;
  /** The code that switched it on. */
  readonly confirmedBy: string;
  readonly codigosRecuperacao: string[];
}

export const codeOf = (service: Service, segredo: string) =>
  new TOTP({ secret: Secret.fromBase32(segredo) }).generate({ timestamp: service.clock.now().getTime() });

/** Switches the second factor on. */
export async function enableTwoFactor(service: Service, as: PanelHeaders): Promise<TwoFactor> {
  const begun = await send(service, 'POST', '/autenticacao/2fa', { as, body: { senha: PASSWORD } });
  if (begun.status !== 200) throw new Error(begun.bytes.toString());
  const codeNow = () => codeOf(service, begun.body.segredo);
  const confirmedBy = codeNow();
  const done = await send(service, 'POST', '/autenticacao/2fa/confirmacao', { as, body: { codigo: confirmedBy } });
  if (done.status !== 200) throw new Error(done.bytes.toString());
  return {
    codeNow,
    confirmedBy,
    nextCode: () => {
      service.clock.advance(30_000);
      return codeNow();
    },
    codigosRecuperacao: done.body.codigosRecuperacao,
  };
}

/** The challenge a login with a second factor is answered with. */
export async function challenge(service: Service, email: string, senha = PASSWORD): Promise<string> {
  const answer = await login(service, email, senha);
  if (answer.body.codigo !== 'MFA_OBRIGATORIO') throw new Error(answer.bytes.toString());
  return answer.body.desafioId;
}

/** Status and code of a refusal. */
export const refusal = ({ status, body }: Answer) => [status, body?.codigo];
