import type { WindowState } from './ports.ts';

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
