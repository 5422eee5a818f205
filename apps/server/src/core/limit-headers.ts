import { REQUEST_WINDOW_MS, rule } from '@rubrica/contract';
import type { RateLimiter, WindowState } from './ports.ts';
import { Problem } from './problem.ts';
import type { Scope } from './scope.ts';

/** The rate-limit headers for the limit that applied to a response. */
export function limitHeaders({ limit, remaining, resetAt }: WindowState): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetAt),
  };
}

/** The same for a refusal, with the exact seconds to wait. */
export function refusalHeaders(state: WindowState): Record<string, string> {
  return { ...limitHeaders(state), 'retry-after': String(state.retryAfter) };
}

/**
 * Counts what is costly for the organization, in both of its environments together.
 * @param what identifies the kind of work @param limit per minute
 * @throws 429 LIMITE_EXCEDIDO
 */
export async function countForOrganization(
  limiter: RateLimiter,
  { organizacaoId }: Scope,
  what: string,
  limit: number,
  now: Date,
): Promise<void> {
  const state = await limiter.window(`${what}:${organizacaoId}`, limit, REQUEST_WINDOW_MS, now.getTime());
  if (state.allowed) return;
  throw new Problem('429 LIMITE_EXCEDIDO', rule('organizationLimit', { limite: state.limit, n: state.retryAfter }), {
    headers: refusalHeaders(state),
  });
}
