import { hash } from 'node:crypto';
import {
  fieldMessage,
  OAUTH_REQUESTS_PER_MINUTE,
  REQUEST_WINDOW_MS,
  REQUESTS_PER_MINUTE,
  SESSION_ROUTES_PER_MINUTE,
  SIGNER_REQUESTS_PER_ADDRESS,
  SIGNER_REQUESTS_PER_MINUTE,
  SIGNINGS_PER_MINUTE,
} from '@rubrica/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../core/address.ts';
import type { RateLimiter, WindowState } from '../core/ports.ts';
import { Problem } from '../core/problem.ts';
import { isSessionRoute } from './authenticate.ts';
import type { RequestState } from './state.ts';

/** A person clicking through the panel makes more calls than an integration should; ADR 0004. */
const PANEL_REQUESTS_PER_MINUTE = 600;

/** @throws 429 LIMITE_EXCEDIDO with the exact seconds to wait. */
export function refuseOverLimit(state: WindowState): void {
  if (state.allowed) return;
  throw new Problem('429 LIMITE_EXCEDIDO', fieldMessage('perMinute', { limite: state.limit, n: state.retryAfter }), {
    headers: { 'retry-after': String(state.retryAfter) },
  });
}

/**
 * Counts the request where limits apply to it, and writes the rate-limit headers of the first of them, on refusals too.
 */
export async function applyRateLimit(
  limiter: RateLimiter,
  request: FastifyRequest,
  state: RequestState,
  reply: FastifyReply,
): Promise<void> {
  const now = state.startedAt.getTime();
  let told = false;
  for (const [key, limit] of windowsFor(request, state)) {
    const window = await limiter.window(key, limit, REQUEST_WINDOW_MS, now);
    if (!told || !window.allowed) {
      reply.headers({
        'x-ratelimit-limit': window.limit,
        'x-ratelimit-remaining': window.remaining,
        'x-ratelimit-reset': window.resetAt,
      });
    }
    told = true;
    refuseOverLimit(window);
  }
}

/** What counts a request: whose it is, and how often that may call in a minute. */
function windowsFor(
  request: FastifyRequest,
  { operation, actor, source }: RequestState,
): [key: string, limit: number][] {
  const address = addressKey(source.ip);
  if (isSessionRoute(operation.path)) return [[`painel:${address}`, SESSION_ROUTES_PER_MINUTE]];
  if (operation.tag === 'OAuth') return [[`oauth:${address}`, OAUTH_REQUESTS_PER_MINUTE]];
  if (operation.credential === 'signer-token') {
    // The hash: a token stands nowhere, the counters' store included.
    const link = hash('sha256', (request.params as { token: string }).token, 'base64url');
    return [
      ...(operation.path.endsWith('/assinar') ? ([[`assinar:${link}`, SIGNINGS_PER_MINUTE]] as const) : []),
      [`link:${link}`, SIGNER_REQUESTS_PER_MINUTE],
      [`signatarios:${address}`, SIGNER_REQUESTS_PER_ADDRESS],
    ].map(([key, limit]) => [String(key), Number(limit)]);
  }
  if (!actor) return [];
  return [
    [`credencial:${actor.credencialId}`, actor.tipo === 'CHAVE_API' ? REQUESTS_PER_MINUTE : PANEL_REQUESTS_PER_MINUTE],
  ];
}
