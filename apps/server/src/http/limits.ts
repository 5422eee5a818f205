import { hash } from 'node:crypto';
import {
  ADDRESS_REQUESTS_PER_MINUTE,
  type Ambiente,
  OAUTH_REQUESTS_PER_MINUTE,
  REQUEST_WINDOW_MS,
  rule,
  SESSION_ROUTES_PER_MINUTE,
  SIGNER_REQUESTS_PER_ADDRESS,
  SIGNER_REQUESTS_PER_MINUTE,
  SIGNINGS_PER_MINUTE,
} from '@rubrica/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isEditor } from '../core/actor.ts';
import { addressKey } from '../core/address.ts';
import { limitHeaders, refusalHeaders } from '../core/limit-headers.ts';
import type { RateLimiter, WindowState } from '../core/ports.ts';
import { Problem } from '../core/problem.ts';
import type { RequestState } from './state.ts';

/** A person clicking through the panel makes more calls than an integration should; ADR 0004. */
const PANEL_REQUESTS_PER_MINUTE = 600;

/** How many requests a minute an API key makes, by its environment. */
export type KeyRequests = Readonly<Record<Ambiente, number>>;

/** @throws 429 LIMITE_EXCEDIDO with the exact seconds to wait. */
function refuseOverLimit(state: WindowState): void {
  if (state.allowed) return;
  throw new Problem('429 LIMITE_EXCEDIDO', rule('perMinute', { limite: state.limit, n: state.retryAfter }), {
    headers: refusalHeaders(state),
  });
}

/** Counts what is not counted for a key, session or link, by its address. */
export function countAddress(limiter: RateLimiter, ip: string, nowMs: number): Promise<WindowState> {
  return limiter.window(`endereco:${addressKey(ip)}`, ADDRESS_REQUESTS_PER_MINUTE, REQUEST_WINDOW_MS, nowMs);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's operation does its own counting, once it knows whose call it is. */
    tellsOwnLimit?: true;
    /** For probes of the process itself: they get the limit's headers but are never refused. */
    asksProcess?: true;
  }
}

/**
 * Limits every route whose operation does not count by itself: pages, files, unknown routes.
 * @throws 429
 */
export async function applyAddressLimit(
  limiter: RateLimiter,
  request: FastifyRequest,
  reply: FastifyReply,
  ip: string,
  nowMs: number,
): Promise<void> {
  const window = await countAddress(limiter, ip, nowMs);
  reply.headers(limitHeaders(window));
  if (!request.routeOptions.config?.asksProcess) refuseOverLimit(window);
}

/**
 * Counts the request against the limits that apply to it, and writes the rate-limit headers of the first of them, on
 * refusals too.
 */
export async function applyRateLimit(
  { limiter, keyRequests }: { readonly limiter: RateLimiter; readonly keyRequests: KeyRequests },
  request: FastifyRequest,
  state: RequestState,
  reply: FastifyReply,
): Promise<void> {
  const now = state.startedAt.getTime();
  let told = false;
  for (const [key, limit] of windowsFor(request, state, keyRequests)) {
    const window = await limiter.window(key, limit, REQUEST_WINDOW_MS, now);
    if (!told) reply.headers(limitHeaders(window));
    told = true;
    refuseOverLimit(window);
  }
}

/** The limits that count a request: whose they are, and how many calls a minute they allow. */
function windowsFor(
  request: FastifyRequest,
  { operation, actor, source, ambiente }: RequestState,
  keyRequests: KeyRequests,
): [key: string, limit: number][] {
  const address = addressKey(source.ip);
  if (operation.account === 'entry') return [[`painel:${address}`, SESSION_ROUTES_PER_MINUTE]];
  if (operation.counted === 'oauth') return [[`oauth:${address}`, OAUTH_REQUESTS_PER_MINUTE]];
  if (operation.credential === 'signer-token') {
    // Hashed, because a token must be stored nowhere, not even in the counters' store.
    const token = hash('sha256', (request.params as { token: string }).token, 'base64url');
    // The address of a public link is everybody's: what one visitor uses up, the others have yet.
    const link = operation.ticket === 'form' ? `${token}:${address}` : token;
    return [
      ...(operation.counted === 'signing' ? ([[`assinar:${link}`, SIGNINGS_PER_MINUTE]] as const) : []),
      [`link:${link}`, SIGNER_REQUESTS_PER_MINUTE],
      [`signatarios:${address}`, SIGNER_REQUESTS_PER_ADDRESS],
    ].map(([key, limit]) => [String(key), Number(limit)]);
  }
  if (!actor) return [[`endereco:${address}`, ADDRESS_REQUESTS_PER_MINUTE]];
  return [
    [
      `credencial:${actor.credencialId}`,
      actor.tipo === 'CHAVE_API' && !isEditor(actor) ? keyRequests[ambiente] : PANEL_REQUESTS_PER_MINUTE,
    ],
  ];
}
