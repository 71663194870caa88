import * as v from 'valibot'
import type { StoppedBy, StreamState } from '../contract.ts'

/** What the ingest measures of a connected publisher. */
export type StageHealth = {
  /** The machine and the process that have the publisher. */
  instance: string
  /** Null at first. */
  bits_per_second: number | null
  /** The average time between two parts; null before there are two. */
  part_s: number | null
  /** Since the newest part; null before the first. */
  silent_s: number | null
  /** That of this publisher: another one applies from the next publisher on. */
  delay_s: number
  viewers: number
}

export type Stage = {
  npc_id: string
  name: string
  has_key: boolean
  state: StreamState
  since: string | null
  stopped: { by: StoppedBy; at: string; note: string } | null
  delay_s: number
  /** A media server that reports the stream; null for our own ingest. */
  reported_by: string | null
  /** Null without a publisher at our own ingest. */
  health: StageHealth | null
  problem: { sentence: string; at: string } | null
}

export const MAX_DELAY_S = 30
export const MAX_NOTE_LENGTH = 200

/** One line, as encoders show it. */
const noteSchema = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(MAX_NOTE_LENGTH),
  v.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]*$/u),
)
export const stopSchema = v.object({ note: v.optional(noteSchema, '') })
export const delaySchema = v.object({
  delay_s: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_DELAY_S)),
})
export const keySchema = v.object({ is_replaced: v.optional(v.boolean(), false) })
