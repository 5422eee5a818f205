import type { FastifyRequest } from 'fastify';

/** The segment before a token, in real paths and in near misses. */
const BEFORE_TOKEN =
  /^(assinatura|assinar|confirmar|edicao|formularios?|incorporar|downloads?|convites?|redefinir-senha|confirmar-email|pagar)$/i;
/** A base64url run as long as the shortest valid token (128 bits). */
const TOKEN_LIKE = /[\w-]{20,}/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const PLACEHOLDER = '{token}';

/**
 * The pattern of the request's route, for logs, because a path may contain a token in any form; null for unknown
 * routes.
 */
export const routeOf = (request: FastifyRequest): string | null => request.routeOptions?.url ?? null;

/** The path in a form that may be shown to the caller and stored with responses: `{token}` in place of a token. */
export function shownPath(request: FastifyRequest): string {
  const path = request.url.split('?', 1)[0] ?? '';
  const route = routeOf(request);
  if (route === null || route.endsWith('*')) return withoutTokens(path);
  const pattern = route.split('/');
  if (!pattern.includes(':token')) return path;
  const parts = path.split('/');
  return parts.map((part, i) => (pattern[i] === ':token' ? PLACEHOLDER : part)).join('/');
}

/** A path without a route, with anything removed that could be a token. */
export function withoutTokens(url: string): string {
  const parts = (url.split('?', 1)[0] ?? '').split('/');
  return parts
    .map((part, i) => {
      if (part === '') return part;
      const plain = decoded(decoded(part));
      const before = parts.slice(0, i).findLast((other) => other !== '');
      const follows = before !== undefined && BEFORE_TOKEN.test(decoded(before));
      return follows || (TOKEN_LIKE.test(plain) && !UUID.test(plain)) ? PLACEHOLDER : part;
    })
    .join('/');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
