import { type NextRun, startBackgroundTask } from '../../platform/async/background-task.server.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.server.ts'
import type { Log } from '../../platform/logging/logging.server.ts'
import { ONLINE_WINDOW_MS } from './contract.ts'
import { countOnline, type SeenSession, upsertSessions } from './presence-store.server.ts'
import { createRecentVisits, type Origin } from './recent-visits.server.ts'

export type Presence = ReturnType<typeof openPresence>

type Needs = { db: Db; clock: Clock; log: Log; maxPerAddress: number; maxPerNetwork?: number }

const SHARE_EVERY_MS = 1_000
/** One customer of a provider may have 65,536 IPv6 /64s, each of which counts as an address. */
const MAX_PER_NETWORK = 1_000
const MAX_PER_STATEMENT = 10_000
/** A sum below this part of what this instance sees: the database crashed and lost its sessions. */
const FORGOTTEN_BELOW = 0.5

/** Counts in memory; once per second it reports its sessions to the database and reads the sum of all instances. */
export function openPresence(needs: Needs) {
  const { db, clock, log, maxPerAddress } = needs
  const maxPerNetwork = needs.maxPerNetwork ?? Math.max(MAX_PER_NETWORK, maxPerAddress)
  const visits = createRecentVisits({ maxPerAddress, maxPerNetwork })
  let unreported = new Set<string>()
  let everywhere = 0

  /** Visits during the report go into the next one. */
  async function reportVisits(): Promise<void> {
    const round = [...unreported]
    unreported = new Set()
    for (let at = 0; at < round.length; at += MAX_PER_STATEMENT) {
      const now = clock.now()
      const sessions = round.slice(at, at + MAX_PER_STATEMENT).flatMap((id): SeenSession[] => {
        const visit = visits.find(id)
        if (visit === undefined) return []
        return [{ id, address: visit.address, network: visit.network, ageMs: now - visit.at }]
      })
      await upsertSessions({ db }, sessions).catch((error: unknown) => {
        for (const id of round.slice(at)) if (visits.find(id)) unreported.add(id)
        throw error
      })
    }
  }

  async function share(): Promise<NextRun> {
    await reportVisits()
    const counting = { windowMs: ONLINE_WINDOW_MS, maxPerAddress, maxPerNetwork, everyMs: SHARE_EVERY_MS }
    everywhere = await countOnline({ db }, counting)
    visits.removeOld(clock.now())
    if (everywhere < visits.size() * FORGOTTEN_BELOW) unreported = new Set(visits.ids())
    return visits.size() > 0 || everywhere > 0 ? { againInMs: SHARE_EVERY_MS } : 'idle'
  }

  /** How many sessions all instances have seen within the window. */
  const online = () => Math.max(everywhere, visits.size())

  const sharing = startBackgroundTask({
    work: share,
    log,
    failing: 'visitors cannot be counted over all instances',
    recovered: 'visitors are counted over all instances again',
    level: 'debug',
    startsIdle: true,
  })

  return {
    /** Counts the visit; returns how many are online. */
    see(id: string, origin: Origin): number {
      const now = clock.now()
      visits.removeOld(now)
      if (visits.add(id, origin, now)) {
        unreported.add(id)
        sharing.request()
      }
      return online()
    },
    online,
    close: () => void sharing.close(),
  }
}
