/** Less free space than this share of the disk endangers the database. */
export const MIN_FREE_DISK = 0.1
export const MAX_BACKUP_AGE_MS = 24 * 60 * 60_000
export const SLOT_MS = 5 * 60_000
export const HISTORY_SLOTS = 288

type Disk = { free_bytes: number; size_bytes: number }

/** What an instance can say of the machine it runs on; null where it could not be read, or if there is none. */
export type Machine = { memory_bytes: number; disk: Disk | null; backup_at: string | null }

/** A stream as the instance that receives it measures it, over the last seconds. */
export type StreamRate = { bits_per_s: number; players: number; delay_s: number }

/** How many votes there were at an earlier time. */
export type EarlierVotes = { at: string; votes: number }

/**
 * The last 24 hours in slots of five minutes. Null: nothing was measured. `visitors` and `players` are the most at once,
 * `votes` those gained.
 */
export type History = {
  /** Start of the first slot, as a Unix time. */
  from_ms: number
  visitors: (number | null)[]
  players: (number | null)[]
  votes: (number | null)[]
}
