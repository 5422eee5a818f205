import type { FastifyRequest } from 'fastify';

/** What stands before a token in a path that leads somewhere, or nearly does. */
const BEFORE_TOKEN = /^(assinatura|assinar|downloads?|convites?|redefinir-senha|confirmar-email|pagar)$/i;
/** A run of base64url as long as the shortest token that opens anything (128 bits). */
const TOKEN_LIKE = /[\w-]{20,}/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const PLACEHOLDER = '{token}';

/** The pattern of the request's route, for logs: a path may hold a token, spelled in any way; null where nothing is. */
export const routeOf = (request: FastifyRequest): string | null => request.routeOptions?.url ?? null;

/** The path as it may be shown to its caller and kept by whoever keeps answers: `{token}` in place of a token. */
export function shownPath(request: FastifyRequest): string {
  const path = request.url.split('?', 1)[0] ?? '';
  const route = routeOf(request);
  if (route === null || route.endsWith('*')) return withoutTokens(path);
  const pattern = route.split('/');
  if (!pattern.includes(':token')) return path;
  const parts = path.split('/');
  return parts.map((part, i) => (pattern[i] === ':token' ? PLACEHOLDER : part)).join('/');
}

/** A path that no route answers for, without whatever in it could be a token. */
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
