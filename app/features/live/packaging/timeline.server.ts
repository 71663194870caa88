/** Where a stream's own time lies in ours. */
export type Timeline = { place(timestamp: number): number }

/** Larger steps are no pause but a clock that was set. */
const LONGEST_STEP_MS = 10_000
const LONGEST_STEP_BACK_MS = 1_000
const STEP_WHEN_SET_MS = 20

/**
 * RTMP counts milliseconds in 32 bits from anywhere and wraps after 49.7 days; here the first moment is `startMs`, and
 * time goes on from there.
 */
export function createTimeline(startMs: number): Timeline {
  let last: { timestamp: number; placed: number } | undefined
  return {
    place(timestamp) {
      // `| 0` is the shortest way around the clock, forwards or back.
      const step = last ? (timestamp - last.timestamp) | 0 : 0
      const isSet = step > LONGEST_STEP_MS || step < -LONGEST_STEP_BACK_MS
      const placed = (last?.placed ?? startMs) + (isSet ? STEP_WHEN_SET_MS : step)
      last = { timestamp, placed }
      return placed
    },
  }
}
