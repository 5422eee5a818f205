import type { WindowState } from './ports.ts';

/** How an answer tells the limit that applied to it. */
export function limitHeaders({ limit, remaining, resetAt }: WindowState): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetAt),
  };
}

/** The same of a refusal, with the exact seconds to wait. */
export function refusalHeaders(state: WindowState): Record<string, string> {
  return { ...limitHeaders(state), 'retry-after': String(state.retryAfter) };
}
