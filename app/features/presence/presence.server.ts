import { type NextRun, startBackgroundTask } from '../../platform/async/background-task.server.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.server.ts'
import type { Log } from '../../platform/logging/logging.server.ts'
import { ONLINE_WINDOW_MS } from './contract.ts'
import { countOnline, type SeenSession, upsertSessions } from './presence-store.server.ts'

export type Presence = {
  /** How many sessions all instances have seen within the window, this one included. */
  see(sessionId: string, from: Origin): number
  close(): void
}

/** Keyed hashes of the address and of its network. */
export type Origin = { address: string; network: string }

type Needs = { db: Db; clock: Clock; log: Log; maxPerAddress: number; maxPerNetwork?: number }
type Sight = Origin & { at: number }

const SHARE_EVERY_MS = 1_000
const MAX_SESSIONS = 1_000_000
/** One customer of a provider may have 65,536 IPv6 addresses of the kind that count as one each. */
const MAX_PER_NETWORK = 1_000
const MAX_PER_STATEMENT = 10_000
/** A sum below this part of what one instance sees itself: the database crashed, and has forgotten everyone. */
const FORGOTTEN_BELOW = 0.5

/** Counts in memory, and once a second tells the database whom it has seen and asks it for the sum. */
export function openPresence(needs: Needs): Presence {
  const { db, clock, log, maxPerAddress } = needs
  const maxPerNetwork = needs.maxPerNetwork ?? Math.max(MAX_PER_NETWORK, maxPerAddress)
  // Kept in the order of last sight: a refreshed session goes to the end, the oldest stand in front.
  const lastSeen = new Map<string, Sight>()
  const sessionsOf = new Map<string, number>()
  let untold = new Set<string>()
  let everywhere = 0

  function count(key: string, change: number): void {
    const sessions = (sessionsOf.get(key) ?? 0) + change
    if (sessions > 0) sessionsOf.set(key, sessions)
    else sessionsOf.delete(key)
  }

  function forget(id: string, { address, network }: Sight): void {
    lastSeen.delete(id)
    count(`address ${address}`, -1)
    count(`network ${network}`, -1)
  }

  function hasRoom({ address, network }: Origin): boolean {
    return (
      lastSeen.size < MAX_SESSIONS &&
      (sessionsOf.get(`address ${address}`) ?? 0) < maxPerAddress &&
      (sessionsOf.get(`network ${network}`) ?? 0) < maxPerNetwork
    )
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
    for (let at = 0; at < round.length; at += MAX_PER_STATEMENT) {
      const now = clock.now()
      const sessions = round.slice(at, at + MAX_PER_STATEMENT).flatMap((id): SeenSession[] => {
        const sight = lastSeen.get(id)
        if (sight === undefined) return []
        return [{ id, address: sight.address, network: sight.network, ageMs: now - sight.at }]
      })
      await upsertSessions({ db }, sessions).catch((error: unknown) => {
        for (const id of round.slice(at)) untold.add(id)
        throw error
      })
    }
  }

  async function share(): Promise<NextRun> {
    await tellSights()
    const counting = { windowMs: ONLINE_WINDOW_MS, maxPerAddress, maxPerNetwork, everyMs: SHARE_EVERY_MS }
    everywhere = await countOnline({ db }, counting)
    forgetOld(clock.now())
    if (everywhere < lastSeen.size * FORGOTTEN_BELOW) untold = new Set(lastSeen.keys())
    return lastSeen.size > 0 || everywhere > 0 ? { againInMs: SHARE_EVERY_MS } : 'idle'
  }

  const sharing = startBackgroundTask({
    work: share,
    log,
    failing: 'visitors cannot be counted over all instances',
    recovered: 'visitors are counted over all instances again',
    level: 'debug',
    startsIdle: true,
  })

  return {
    see(id, origin) {
      const now = clock.now()
      forgetOld(now)
      const before = lastSeen.get(id)
      if (before) forget(id, before)
      if (hasRoom(origin)) {
        lastSeen.set(id, { ...origin, at: now })
        count(`address ${origin.address}`, 1)
        count(`network ${origin.network}`, 1)
        untold.add(id)
        sharing.request()
      }
      return Math.max(everywhere, lastSeen.size)
    },
    close: () => void sharing.close(),
  }
}
