import { householdOf, networkOf } from '../network/visitor-address.server.ts'
import { createKeyedCounts } from './keyed-counts.ts'

/** A connection that has not presented a stream key yet. */
export type PendingConnection = {
  /** Adds received bytes: they may still be in memory. */
  addBytes(bytes: number): void
  /** Stops counting it: it is closed, or has presented a key. */
  release(): void
}

export type PendingConnections = ReturnType<typeof createPendingConnections>

export const PENDING_LIMITS = { perAddress: 8, perNetwork: 32, total: 1_000, totalBytes: 8 * 1024 * 1024 }

type Entry = { bytes: number; owners: string[]; close(): void }

/**
 * Limits connections without a key per address, per network and in total, and closes the oldest for a newcomer. One
 * for all ports, so that more ports give an address no more room.
 */
export function createPendingConnections(limits = PENDING_LIMITS) {
  /** Oldest first. */
  const entries = new Set<Entry>()
  const counts = createKeyedCounts()
  let totalBytes = 0

  function remove(entry: Entry): void {
    if (!entries.delete(entry)) return
    totalBytes -= entry.bytes
    for (const owner of entry.owners) counts.add(owner, -1)
  }

  function evict(entry: Entry): void {
    remove(entry)
    entry.close()
  }

  /** A publisher presents its key within about a second: the oldest connection is the least likely to be one. */
  function makeRoom(): void {
    for (const entry of entries) {
      if (entries.size <= limits.total && totalBytes <= limits.totalBytes) return
      evict(entry)
    }
  }

  /** A flood from one address closes its own connections; a publisher at that address still gets in. */
  function makeRoomAt(owner: string, limit: number): void {
    if (counts.of(owner) < limit) return
    const oldest = [...entries].find(({ owners }) => owners.includes(owner))
    if (oldest) evict(oldest)
  }

  return {
    /** Calls `close` when another connection needs the room. */
    open(address = '', close: () => void): PendingConnection {
      const household = `address ${householdOf(address)}`
      const network = `network ${networkOf(address)}`
      makeRoomAt(household, limits.perAddress)
      makeRoomAt(network, limits.perNetwork)
      const entry = { bytes: 0, owners: [household, network], close }
      entries.add(entry)
      for (const owner of entry.owners) counts.add(owner, 1)
      makeRoom()
      return {
        addBytes(bytes) {
          if (!entries.has(entry)) return
          entry.bytes += bytes
          totalBytes += bytes
          makeRoom()
        },
        release: () => remove(entry),
      }
    },
  }
}
