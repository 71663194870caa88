import { householdOf, networkOf } from '../network/visitor-address.server.ts'

/** A connection that has not shown who it belongs to. */
export type PendingConnection = {
  /** Counts bytes that it sent: they may still be in memory. */
  addBytes(bytes: number): void
  /** It is closed, or has shown a key: it does not count any more. */
  release(): void
}

export type PendingConnections = {
  /** `close` is called when the room is needed for another connection. */
  open(address: string | undefined, close: () => void): PendingConnection
}

export const PENDING_LIMITS = { perAddress: 8, perNetwork: 32, total: 1_000, totalBytes: 8 * 1024 * 1024 }

type Entry = { bytes: number; owners: string[]; close(): void }

/** One for all ports: an address has no more room on three of them than on one. */
export function createPendingConnections(limits = PENDING_LIMITS): PendingConnections {
  /** The oldest first. */
  const entries = new Set<Entry>()
  const counts = new Map<string, number>()
  let totalBytes = 0

  function remove(entry: Entry): void {
    if (!entries.delete(entry)) return
    totalBytes -= entry.bytes
    for (const owner of entry.owners) count(owner, -1)
  }

  function count(owner: string, change: number): void {
    const next = (counts.get(owner) ?? 0) + change
    if (next === 0) counts.delete(owner)
    else counts.set(owner, next)
  }

  function evict(entry: Entry): void {
    remove(entry)
    entry.close()
  }

  /** A publisher shows its key within a second or so: the connection that waits longest is the least likely to be one. */
  function makeRoom(): void {
    for (const entry of entries) {
      if (entries.size <= limits.total && totalBytes <= limits.totalBytes) return
      evict(entry)
    }
  }

  /** A flood behind one address closes its own connections, and a publisher behind the same address still gets in. */
  function makeRoomAt(owner: string, limit: number): void {
    if ((counts.get(owner) ?? 0) < limit) return
    const oldest = [...entries].find(({ owners }) => owners.includes(owner))
    if (oldest) evict(oldest)
  }

  return {
    open(address = '', close) {
      const household = `address ${householdOf(address)}`
      const network = `network ${networkOf(address)}`
      makeRoomAt(household, limits.perAddress)
      makeRoomAt(network, limits.perNetwork)
      const entry = { bytes: 0, owners: [household, network], close }
      entries.add(entry)
      for (const owner of entry.owners) count(owner, 1)
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
