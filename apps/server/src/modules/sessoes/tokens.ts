import { sha256 } from '../../core/chain.ts';
import { isLocalHost } from '../../core/networks.ts';
import { newToken } from '../../core/random.ts';

/** What the browser holds of a session, and the hashes stored for it. */
export interface SessionTokens {
  /** `svc_sessao_` makes a leaked token recognisable, above all in a query. */
  readonly token: string;
  readonly csrfToken: string;
  readonly tokenHash: Buffer;
  readonly csrfHash: Buffer;
}

/** A new session's token and CSRF token. Neither can be derived from the stored hashes. */
export function createSessionTokens(): SessionTokens {
  const token = `svc_sessao_${newToken()}`;
  const csrfToken = newToken();
  return { token, csrfToken, tokenHash: sha256(token), csrfHash: sha256(csrfToken) };
}

export interface CookieOptions {
  readonly name: string;
  /** Sent over https only. */
  readonly secure: boolean;
}

/**
 * The cookie is Secure unless the service is reached by http on the machine itself, where browsers would not accept a
 * secure one.
 */
export function cookieIsSecure(publicOrigin: string): boolean {
  const { protocol, hostname } = new URL(publicOrigin);
  return protocol === 'https:' || !isLocalHost(hostname);
}

/** `Set-Cookie` for a new session, kept by the browser no longer than the session can last. */
export function sessionCookie(token: string, maxAgeSeconds: number, options: CookieOptions): string {
  return cookie(token, maxAgeSeconds, options);
}

/** `Set-Cookie` that makes the browser delete the session. */
export function clearedSessionCookie(options: CookieOptions): string {
  return cookie('', 0, options);
}

function cookie(value: string, maxAgeSeconds: number, { name, secure }: CookieOptions): string {
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
