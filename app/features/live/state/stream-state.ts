import { GRACE_MS, type StreamState } from '../contract.ts'

/** `seenAt` is the last sign of life of a live stream; otherwise the time of the last change. */
export type StreamStatus = { state: StreamState; seenAt: number }

/** A leftover part was held back when the publisher left: viewers get it, but it shows no publisher. */
export type StreamEvent = 'part' | 'leftover part' | 'publisher left' | 'time passed'

/** A publisher that sends no part for this long is interrupted. */
const NO_PART_MS = 3_000
export const CONFIRM_EVERY_MS = 4_000
/** An instance that confirms nothing for this long is gone. */
export const NO_CONFIRMATION_MS = 10_000

/**
 * live → reconnecting when nothing is seen for `silentMs` or the publisher left → offline after the grace period.
 * The database applies the same rule (`publisher_ended`, `expire_streams`) to what instances and media servers report.
 */
export function nextStatus(
  status: StreamStatus,
  event: StreamEvent,
  now: number,
  silentMs = NO_PART_MS,
): StreamStatus {
  const { state, seenAt } = status
  switch (event) {
    case 'part':
      return { state: 'live', seenAt: now }
    case 'leftover part':
      return state === 'live' ? { state, seenAt: now } : status
    case 'publisher left':
      return state === 'live' ? { state: 'reconnecting', seenAt: now } : status
    case 'time passed':
      if (state === 'live' && now - seenAt > silentMs) return { state: 'reconnecting', seenAt: now }
      if (state === 'reconnecting' && now - seenAt > GRACE_MS) return { state: 'offline', seenAt: now }
      return status
  }
}
