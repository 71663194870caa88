import * as v from 'valibot'
import { lineOfText, secureUrl } from '../../platform/public-text.server.ts'
import { LANGUAGES } from '../i18n/contract.ts'
import { MAX_CAP_USD, MAX_EVIDENCE, MAX_REASON } from './limits.ts'

/** The operator's clock may be ahead of ours. */
const MAX_AHEAD_MS = 5 * 60_000
/** Somewhere it is tomorrow already. */
const MAX_DAY_AHEAD_MS = 14 * 60 * 60_000
const EARLIEST = '2020-01-01'
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Without a time, it was reached just now. */
export function reachedSchema(nowMs: number) {
  return v.object({
    reason: lineOfText(MAX_REASON),
    language: v.picklist(LANGUAGES),
    evidence: secureUrl(MAX_EVIDENCE),
    reached_at: v.optional(
      v.pipe(
        v.string(),
        v.isoTimestamp(),
        v.check((time) => isDay(time.slice(0, 10)) && isBetween(Date.parse(time), nowMs + MAX_AHEAD_MS)),
        v.transform((time) => new Date(time).toISOString()),
      ),
      () => new Date(nowMs).toISOString(),
    ),
  })
}

export function currentCapSchema(nowMs: number) {
  return v.object({
    usd: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_CAP_USD)),
    as_of: v.pipe(
      v.string(),
      v.regex(DAY),
      v.check((day) => isDay(day) && isBetween(Date.parse(day), nowMs + MAX_DAY_AHEAD_MS)),
    ),
  })
}

function isBetween(timeMs: number, latestMs: number): boolean {
  return timeMs >= Date.parse(EARLIEST) && timeMs <= latestMs
}

/** There is no 31st of February. */
function isDay(day: string): boolean {
  const time = new Date(day)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day)
}
