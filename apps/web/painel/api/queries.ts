import { QueryClient } from '@tanstack/react-query';
import { faultOf } from '../../kit/api.ts';

const FRESH_MS = 5_000;
const TRIES = 3;
const SLOWEST_WAIT_MS = 30_000;

/** How reads are kept and repeated: a broken line or a service that is down, yes; a refusal, never. */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        networkMode: 'always',
        retry: (failures, error) => failures < TRIES && faultOf(error).kind !== 'refused',
        retryDelay: (failures, error) => {
          const fault = faultOf(error);
          const seconds = fault.kind === 'limit' ? fault.seconds : 0;
          return Math.min(SLOWEST_WAIT_MS, Math.max(seconds * 1000, 500 * 2 ** failures));
        },
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
