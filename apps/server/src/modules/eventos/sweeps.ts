import { type Sweep, takeAll } from '../../core/sweep.ts';
import type { Feed } from './feed.ts';

const NUMBER_EVERY_MS = 2_000;

/**
 * Numbers what nobody has read yet, so that the order of the feed is that in which things happened, whoever reads it when,
 * and what is removed one day had a number.
 */
export const sweeps = ({ feed }: { readonly feed: Feed }): Sweep[] => [
  { name: 'numerar-eventos', everyMs: NUMBER_EVERY_MS, run: async () => void (await takeAll(1, () => feed.settle())) },
];
