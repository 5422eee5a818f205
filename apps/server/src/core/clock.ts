/** Time as an argument: everything that asks for the hour asks here. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
