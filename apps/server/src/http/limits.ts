import {
  fieldMessage,
  OAUTH_REQUESTS_PER_MINUTE,
  REQUEST_WINDOW_MS,
  REQUESTS_PER_MINUTE,
  SESSION_ROUTES_PER_MINUTE,
} from '@rubrica/contract';
import type { FastifyReply } from 'fastify';
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

/** Counts the request and writes the rate-limit headers, on refusals too. */
export async function applyRateLimit(limiter: RateLimiter, state: RequestState, reply: FastifyReply): Promise<void> {
  const window = await windowFor(limiter, state);
  if (!window) return;
  reply.headers({
    'x-ratelimit-limit': window.limit,
    'x-ratelimit-remaining': window.remaining,
    'x-ratelimit-reset': window.resetAt,
  });
  refuseOverLimit(window);
}

function windowFor(limiter: RateLimiter, state: RequestState): Promise<WindowState> | null {
  const { operation, actor, source, startedAt } = state;
  const now = startedAt.getTime();
  if (isSessionRoute(operation.path)) {
    return limiter.window(`painel:${source.ip}`, SESSION_ROUTES_PER_MINUTE, REQUEST_WINDOW_MS, now);
  }
  if (operation.tag === 'OAuth') {
    return limiter.window(`oauth:${source.ip}`, OAUTH_REQUESTS_PER_MINUTE, REQUEST_WINDOW_MS, now);
  }
  if (!actor) return null;
  const limit = actor.tipo === 'CHAVE_API' ? REQUESTS_PER_MINUTE : PANEL_REQUESTS_PER_MINUTE;
  return limiter.window(`credencial:${actor.credencialId}`, limit, REQUEST_WINDOW_MS, now);
}
