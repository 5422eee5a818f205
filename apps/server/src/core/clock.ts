/** Time as a dependency: all code that needs the current time gets it here. */
export interface Clock {
  now(): Date;
}

/** The time in a scope, and beside it the real one: the same but for test data whose organization moved its clock. */
export interface ScopeTime {
  /** The time of everything that belongs to the scope. */
  readonly now: Date;
  /** The time outside: of accounts, logs, limits and other people's clocks. */
  readonly realNow: Date;
}

/** @param aheadS how far the scope's clock is ahead, in seconds; with 0 both times are the same value */
export const timeAhead = (realNow: Date, aheadS: number): ScopeTime => ({
  now: aheadS === 0 ? realNow : new Date(realNow.getTime() + aheadS * 1000),
  realNow,
});

/** When it really was, by how far the scope's clock is ahead. */
export const inRealTime = (at: Date, { now, realNow }: ScopeTime): Date =>
  now === realNow ? at : new Date(at.getTime() - (now.getTime() - realNow.getTime()));

/** The same, or if that is later, the moment: both times move on by as much. */
export function noEarlierThan(moment: Date, time: ScopeTime): ScopeTime {
  const late = moment.getTime() - time.now.getTime();
  if (late <= 0) return time;
  // Where nothing moved its clock both times stay one value.
  return time.now === time.realNow
    ? { now: moment, realNow: moment }
    : { now: moment, realNow: new Date(time.realNow.getTime() + late) };
}

/** The latest of a time and of others that may be missing. */
export const latest = (first: Date, ...others: readonly (Date | null)[]): Date =>
  others.reduce<Date>((last, one) => (one !== null && one > last ? one : last), first);

export const systemClock: Clock = { now: () => new Date() };

/** A clock synchronized with another. */
export interface FollowingClock extends Clock {
  /**
   * Reads the other clock. @param signal cancels the reading
   * @throws if it does not answer; the clock then continues on its own
   */
  follow(signal?: AbortSignal): Promise<void>;
  /** How far this machine's own clock is ahead, in ms; negative if it is behind. */
  machineAheadMs(): number;
}

/** An answer that took longer is too imprecise to use. */
const TOO_VAGUE_MS = 1_000;

/**
 * The database's time, advanced by this machine's monotonic clock between readings. All processes of an installation
 * use this one clock, so that two clocks are never compared and changing a machine's clock has no effect. Until the
 * first reading it is the machine's own.
 * @param ask reads the database's time
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
      // It was read at some moment between request and response.
      const uncertain = (answered - asked) / 2 + 1;
      if (known && uncertain > TOO_VAGUE_MS) return;
      const measured = there - (asked + answered) / 2;
      if (!known || Math.abs(measured - origin) > uncertain) origin = measured;
      known = true;
    },
    machineAheadMs: () => Date.now() - (origin + performance.now()),
  };
}
