import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.server.ts'
import type { Log } from '../../platform/logging.server.ts'
import { repeatWhileAsked } from '../../platform/repeat-while-asked.server.ts'
import { ONLINE_WINDOW_MS } from './contract.ts'
import { countOnline, type SeenSession, upsertSessions } from './presence-store.server.ts'

export type Presence = {
  /** How many sessions all instances have seen within the window, this one included. */
  see(sessionId: string, address: string): number
  close(): void
}

type Needs = { db: Db; clock: Clock; log: Log; mostAnAddress: number }
type Sight = { address: string; at: number }

const SHARE_EVERY_MS = 1_000
const MOST_SESSIONS = 1_000_000
const MOST_A_STATEMENT = 10_000
/** A sum below this part of what one instance sees itself: the database crashed, and has forgotten everyone. */
const FORGOTTEN_BELOW = 0.5

/** Counts in memory, and once a second tells the database whom it has seen and asks it for the sum. */
export function openPresence({ db, clock, log, mostAnAddress }: Needs): Presence {
  // Kept in the order of last sight: a refreshed session goes to the end, the oldest stand in front.
  const lastSeen = new Map<string, Sight>()
  const sessionsOf = new Map<string, number>()
  let untold = new Set<string>()
  let everywhere = 0

  function forget(id: string, { address }: Sight): void {
    lastSeen.delete(id)
    const others = (sessionsOf.get(address) ?? 0) - 1
    if (others > 0) sessionsOf.set(address, others)
    else sessionsOf.delete(address)
  }

  function forgetOld(now: number): void {
    for (const [id, sight] of lastSeen) {
      if (now - sight.at <= ONLINE_WINDOW_MS) return
      forget(id, sight)
    }
  }

  /** What comes meanwhile is told the next time. */
  async function tellSights(): Promise<void> {
    const round = [...untold]
    untold = new Set()
    for (let at = 0; at < round.length; at += MOST_A_STATEMENT) {
      const now = clock.now()
      const sessions = round.slice(at, at + MOST_A_STATEMENT).flatMap((id): SeenSession[] => {
        const sight = lastSeen.get(id)
        return sight ? [{ id, address: sight.address, ageMs: now - sight.at }] : []
      })
      await upsertSessions({ db }, sessions).catch((error: unknown) => {
        for (const id of round.slice(at)) untold.add(id)
        throw error
      })
    }
  }

  async function share(): Promise<number> {
    await tellSights()
    const counting = { windowMs: ONLINE_WINDOW_MS, mostAnAddress, everyMs: SHARE_EVERY_MS }
    everywhere = await countOnline({ db }, counting)
    forgetOld(clock.now())
    if (everywhere < lastSeen.size * FORGOTTEN_BELOW) untold = new Set(lastSeen.keys())
    return lastSeen.size > 0 || everywhere > 0 ? SHARE_EVERY_MS : 0
  }

  const sharing = repeatWhileAsked(share, (error) =>
    log.debug({ err: error }, 'presence could not be shared'),
  )

  return {
    see(id, address) {
      const now = clock.now()
      forgetOld(now)
      const before = lastSeen.get(id)
      if (before) forget(id, before)
      const others = sessionsOf.get(address) ?? 0
      if (others < mostAnAddress && lastSeen.size < MOST_SESSIONS) {
        lastSeen.set(id, { address, at: now })
        sessionsOf.set(address, others + 1)
        untold.add(id)
        sharing.ask()
      }
      return Math.max(everywhere, lastSeen.size)
    },
    close: sharing.close,
  }
}
