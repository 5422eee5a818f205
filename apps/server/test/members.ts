import { randomUUID } from 'node:crypto';
import { type Answer, call, elsewhere, until } from './harness.ts';
import { CONFIRMATION_LINK, mailTo } from './mailbox.ts';

export const PASSWORD = 'gato-azul-corre-no-telhado-42';

/** What a test needs to know of a running service. */
export interface Reachable {
  readonly origin: string;
}

/** What a browser holds of a session: the headers of its calls. */
export interface PanelHeaders extends Record<string, string> {
  readonly cookie: string;
  readonly 'x-csrf-token': string;
}

/** The headers of the session an answer opened. */
export function panelOf(answer: Answer): PanelHeaders {
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return { cookie, 'x-csrf-token': answer.body.csrfToken as string };
}

/** What the pattern's group names in the messages to an address in the mailbox of the sandbox, newest first. */
export async function sandboxTokens(
  service: Reachable,
  admin: PanelHeaders,
  destino: string,
  pattern: RegExp,
): Promise<string[]> {
  const { body } = await call(`${service.origin}/v1/sandbox/caixa?limite=100`, 'GET', undefined, admin);
  return (body.itens as { destino: string; texto: string }[])
    .filter((item) => item.destino === destino)
    .flatMap(({ texto }) => pattern.exec(texto)?.[1] ?? []);
}

/** Waits for a captured message to an address and takes its token; `known` ones belong to earlier messages. */
export function sandboxToken(
  service: Reachable,
  admin: PanelHeaders,
  destino: string,
  pattern: RegExp,
  known: readonly string[] = [],
): Promise<string> {
  return until(async () => {
    const tokens = await sandboxTokens(service, admin, destino, pattern);
    return tokens.find((token) => !known.includes(token));
  });
}

export const INVITATION_LINK = /\/painel\/convite\/([\w-]{43})/;

/** Opens the link that came to a new account's address, as its owner would. */
export async function confirmEmail(service: Reachable, email: string): Promise<void> {
  const token = await until(async () => {
    for (const { texto } of await mailTo(service, email)) {
      const found = CONFIRMATION_LINK.exec(texto)?.[1];
      if (found) return found;
    }
    return null;
  });
  const url = `${service.origin}/v1/autenticacao/email/confirmacao`;
  const answer = await call(url, 'POST', { token }, elsewhere());
  if (answer.status !== 204) throw new Error(answer.bytes.toString());
}

/** A member who accepted an invitation. */
export interface Member {
  readonly membroId: string;
  readonly email: string;
  readonly panel: PanelHeaders;
}

/**
 * Makes somebody a member through HTTP alone: invites through the sandbox, where the message can be read, accepts with
 * PASSWORD, and confirms the address of a new account, which an invitation of the sandbox does not. `admin` is the session
 * of a PROPRIETARIO or ADMINISTRADOR; PROPRIETARIO is given by a second call, which only an owner may make. The session
 * reaches both environments.
 */
export async function addMember(
  service: Reachable,
  admin: PanelHeaders,
  papel: 'PROPRIETARIO' | 'ADMINISTRADOR' | 'OPERADOR' | 'VISUALIZADOR',
  email = `membro-${randomUUID()}@exemplo.com.br`,
): Promise<Member> {
  const members = `${service.origin}/v1/sandbox/organizacao/membros`;
  const invitedAs = papel === 'PROPRIETARIO' ? 'ADMINISTRADOR' : papel;
  const known = await sandboxTokens(service, admin, email, INVITATION_LINK);
  const invited = await call(members, 'POST', { email, papel: invitedAs }, admin);
  if (invited.status !== 201) throw new Error(invited.bytes.toString());
  const token = await sandboxToken(service, admin, email, INVITATION_LINK, known);
  const accepted = await call(
    `${service.origin}/v1/autenticacao/convites/${token}/aceitar`,
    'POST',
    { nome: 'Paulo Tavares', senha: PASSWORD },
    elsewhere(),
  );
  if (accepted.status !== 201) throw new Error(accepted.bytes.toString());
  if (accepted.body.usuario.emailConfirmadoEm === null) await confirmEmail(service, email);
  const membroId = invited.body.id as string;
  if (papel === 'PROPRIETARIO') await call(`${members}/${membroId}`, 'PATCH', { papel }, admin);
  return { membroId, email, panel: panelOf(accepted) };
}
