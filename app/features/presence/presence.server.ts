import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.server.ts'
import type { Log } from '../../platform/logging.server.ts'
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
/** Both count the same sessions, by clocks that differ a little. */
const CLOCKS_AGREE = 0.9

/** Counts in memory, and once a second tells the database whom it has seen and asks it for the sum. */
export function openPresence({ db, clock, log, mostAnAddress }: Needs): Presence {
  // Kept in the order of last sight: a refreshed session goes to the end, the oldest stand in front.
  const lastSeen = new Map<string, Sight>()
  const sessionsOf = new Map<string, number>()
  let untold = new Set<string>()
  let everywhere = 0
  let timer: NodeJS.Timeout | undefined
  let sharedAt = Number.NEGATIVE_INFINITY
  let isClosed = false

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

  function takeUntold(now: number): SeenSession[] {
    const taken: SeenSession[] = []
    for (const id of untold) {
      if (taken.length === MOST_A_STATEMENT) return taken
      untold.delete(id)
      const sight = lastSeen.get(id)
      if (sight) taken.push({ id, address: sight.address, ageMs: now - sight.at })
    }
    return taken
  }

  async function tellSights(): Promise<void> {
    while (untold.size > 0) {
      const taken = takeUntold(clock.now())
      await upsertSessions({ db }, taken).catch((error: unknown) => {
        for (const { id } of taken) untold.add(id)
        throw error
      })
    }
  }

  async function share(): Promise<void> {
    sharedAt = clock.now()
    try {
      await tellSights()
      const counting = { windowMs: ONLINE_WINDOW_MS, mostAnAddress, everyMs: SHARE_EVERY_MS }
      everywhere = await countOnline({ db }, counting)
      // A database that crashed has forgotten everyone.
      if (everywhere < lastSeen.size * CLOCKS_AGREE) untold = new Set(lastSeen.keys())
    } catch (error) {
      log.debug({ err: error }, 'presence could not be shared')
    }
    timer = undefined
    forgetOld(clock.now())
    if (lastSeen.size > 0 || everywhere > 0) shareSoon()
  }

  function shareSoon(): void {
    if (isClosed) return
    timer ??= setTimeout(() => void share(), Math.max(0, sharedAt + SHARE_EVERY_MS - clock.now())).unref()
  }

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
        shareSoon()
      }
      return Math.max(everywhere, lastSeen.size)
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
