import type { Clock } from '../clock.ts'
import type { Log } from './logging.server.ts'

/** Writes a warning, or only counts it when this minute has had enough of them. */
export type LimitedWarn = (about: Record<string, unknown>, message: string) => void

const MINUTE_MS = 60_000
const LINES_PER_MINUTE = 10

/** For what strangers can cause as often as they like. The first line after a pause says how many were left out. */
export function createLimitedWarn({ log, monotonic }: { log: Log; monotonic: Clock }): LimitedWarn {
  let since = Number.NEGATIVE_INFINITY
  let written = 0
  let leftOut = 0

  return (about, message) => {
    const now = monotonic.now()
    if (now - since >= MINUTE_MS) {
      since = now
      written = 0
    }
    if (written >= LINES_PER_MINUTE) {
      leftOut += 1
      return
    }
    log.warn(leftOut > 0 ? { ...about, leftOut } : about, message)
    written += 1
    leftOut = 0
  }
}
