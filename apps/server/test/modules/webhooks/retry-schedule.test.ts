import { WEBHOOK_RETRY_SECONDS, WEBHOOK_WINDOW_MS } from '@rubrica/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextAttempt } from '../../../src/modules/webhooks/retry-schedule.ts';

const FIRST = new Date('2026-11-21T12:00:00Z');
const later = (ms: number) => new Date(FIRST.getTime() + ms);

describe('retry calendar', () => {
  it('waits what the list says after each failure, and gives up when it is used up', () => {
    const waits = [1, 2, 3].map((failures) => nextAttempt([10, 30], failures, FIRST, FIRST, () => 0.5));
    expect(waits).toEqual([later(10_000), later(30_000), null]);
  });

  it('spreads a wait by a tenth either way', () => {
    expect(nextAttempt([100], 1, FIRST, FIRST, () => 0)).toEqual(later(90_000));
    expect(nextAttempt([100], 1, FIRST, FIRST, () => 1)).toEqual(later(110_000));
  });

  it('gives up once 24 h have passed since the first attempt, not a moment before', () => {
    expect(nextAttempt([10], 1, FIRST, later(WEBHOOK_WINDOW_MS), () => 0.5)).toBeNull();
    expect(nextAttempt([10], 1, FIRST, later(WEBHOOK_WINDOW_MS - 1), () => 0.5)).toEqual(later(WEBHOOK_WINDOW_MS));
  });

  it('by default makes twelve attempts whatever the jitter, the last within 24 h of the first', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 12, maxLength: 12 }), (chances) => {
        let now = FIRST;
        let attempts = 1;
        for (;;) {
          const next = nextAttempt(WEBHOOK_RETRY_SECONDS, attempts, FIRST, now, () => chances[attempts - 1] ?? 0);
          if (next === null) break;
          expect(next.getTime()).toBeGreaterThan(now.getTime());
          now = next;
          attempts++;
        }
        expect(attempts).toBe(12);
        expect(now.getTime() - FIRST.getTime()).toBeLessThanOrEqual(WEBHOOK_WINDOW_MS);
      }),
    );
  });
});
