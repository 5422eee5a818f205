/** Time as an argument: everything that asks for the hour asks here. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock set by another. */
export interface FollowingClock extends Clock {
  /**
   * Asks the other for the time. @param signal gives up
   * @throws when it does not answer; the clock then goes on by itself
   */
  follow(signal?: AbortSignal): Promise<void>;
  /** By how much this machine's own clock is ahead of it, in ms; below 0 where it is behind. */
  machineAheadMs(): number;
}

/** An answer that took longer says too little of when it was given. */
const TOO_VAGUE_MS = 1_000;

/**
 * The time of the database, carried on by this machine's count of milliseconds since it started. All processes of an
 * installation live by this one clock, so that no two of them are ever compared, and setting a machine's clock forward or
 * back moves nothing. Until it was first asked it is the machine's own.
 * @param ask what time it is there
 */
export function createFollowingClock(ask: (signal?: AbortSignal) => Promise<Date>): FollowingClock {
  let origin = Date.now() - performance.now();
  let known = false;
  return {
    now: () => new Date(origin + performance.now()),
    async follow(signal) {
      const asked = performance.now();
      const there = (await ask(signal)).getTime();
      const answered = performance.now();
      // It was read at some moment in between.
      const uncertain = (answered - asked) / 2 + 1;
      if (known && uncertain > TOO_VAGUE_MS) return;
      const measured = there - (asked + answered) / 2;
      if (!known || Math.abs(measured - origin) > uncertain) origin = measured;
      known = true;
    },
    machineAheadMs: () => Date.now() - (origin + performance.now()),
  };
}
