import type { EarlierVotes, History, Machine, StreamRate } from '../../features/history/contract.ts'
import type { StreamState } from '../../features/live/contract.ts'

export type StreamNow = {
  npc_id: string
  name: string
  state: StreamState
  /** Browsers fetch it from a media server, which alone knows its rates. */
  is_external: boolean
  /** Null until it has been measured. */
  rate: StreamRate | null
}

export type DonationSums = Record<'hour' | 'day', { count: number; lamports: string }>

/** What an operator sees of the whole platform. */
export type Today = {
  at: string
  /** Live or interrupted ones. */
  streams: StreamNow[]
  visitors: number
  players: number
  votes: { count: number; earlier: EarlierVotes | null }
  donations: DonationSums
  queue: { listed: number; claimed: number; overdue_s: number }
  rpcs: { name: string; is_up: boolean }[]
  /** Null while the service is asked for the first time. */
  forecast: 'forecast' | 'guess' | null
  /** One for each instance. */
  machines: Machine[]
}

/** What the member of an NPC sees of it. */
export type NpcToday = {
  at: string
  stream: StreamNow
  votes: { likes: number; dislikes: number; earlier: EarlierVotes | null }
  donations: DonationSums
}

/** `donations` counts them in each slot. */
export type TodayHistory = History & { donations: number[] }
