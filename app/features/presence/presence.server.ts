import type { Clock } from '../../platform/clock.ts'
import { ONLINE_WINDOW_MS } from './contract.ts'

/** The sessions seen by this process within the window. */
export type Presence = { see(sessionId: string): number }

const MOST_SESSIONS = 200_000

export function createPresence(clock: Clock): Presence {
  // Kept in the order of last sight: a refreshed session goes to the end, the oldest stand in front.
  const lastSeen = new Map<string, number>()

  function forgetOld(now: number): void {
    for (const [id, seenAt] of lastSeen) {
      if (now - seenAt <= ONLINE_WINDOW_MS) return
      lastSeen.delete(id)
    }
  }

  return {
    see(sessionId) {
      const now = clock.now()
      forgetOld(now)
      const isKnown = lastSeen.delete(sessionId)
      if (isKnown || lastSeen.size < MOST_SESSIONS) lastSeen.set(sessionId, now)
      return lastSeen.size
    },
  }
}
