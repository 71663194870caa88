import { DEFAULT_ONLINE, ONLINE_WINDOW_MS } from './contract.ts'

export const VISITOR_LOG_KEY = 'npc_visitors'

export type VisitorEntry = { id: string; timestamp: number }

/** The stored text may be anything: from another version, from another program, or cut off. */
export function parseVisitorLog(text: string | null): VisitorEntry[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(parsed) ? parsed.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(value: unknown): value is VisitorEntry {
  if (typeof value !== 'object' || value === null) return false
  const { id, timestamp } = value as Partial<VisitorEntry>
  return typeof id === 'string' && Number.isFinite(timestamp)
}

/** Removes entries older than the window and refreshes the visitor's own. */
export function refreshVisitorLog(log: VisitorEntry[], ownId: string, now: number): VisitorEntry[] {
  const others = log.filter(
    ({ id, timestamp }) => id !== ownId && Math.abs(now - timestamp) <= ONLINE_WINDOW_MS,
  )
  return [...others, { id: ownId, timestamp: now }]
}

export function countOnline(log: VisitorEntry[]): number {
  return Math.max(DEFAULT_ONLINE, log.length)
}
