export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

/** For ages, never for dates: it goes on evenly when somebody sets the system's clock. */
export const monotonicClock: Clock = { now: () => performance.now() }
