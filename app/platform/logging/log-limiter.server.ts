import type { Clock } from '../clock.ts'
import type { Log } from './logging.server.ts'

/** `leftOut` is how often the cause came up without being logged since the last line about it. */
export type LogLimiter = (cause: string, write: (leftOut: number) => void) => void

/** Warns, or only counts the warning when there were enough of them this minute. */
export type LimitedWarn = (about: Record<string, unknown>, message: string) => void

type Limit = { maxLines?: number; everyMs?: number }

const MINUTE_MS = 60_000
const MAX_CAUSES = 200
const WARNINGS_PER_MINUTE = 10

/** Writes at most `maxLines` about each cause per `everyMs`. */
export function createLogLimiter(
  { clock }: { clock: Clock },
  { maxLines = 1, everyMs = MINUTE_MS }: Limit = {},
): LogLimiter {
  const windows = new Map<string, { since: number; lines: number; leftOut: number }>()

  function windowOf(cause: string) {
    const now = clock.now()
    const last = windows.get(cause)
    // A clock that was set back must not silence the log.
    if (last && Math.abs(now - last.since) < everyMs) return last
    if (windows.size >= MAX_CAUSES) windows.clear()
    const next = { since: now, lines: 0, leftOut: last?.leftOut ?? 0 }
    windows.set(cause, next)
    return next
  }

  return (cause, write) => {
    const window = windowOf(cause)
    if (window.lines >= maxLines) {
      window.leftOut += 1
      return
    }
    write(window.leftOut)
    window.lines += 1
    window.leftOut = 0
  }
}

/** For warnings that strangers can cause at will. */
export function createLimitedWarn({ log, monotonic }: { log: Log; monotonic: Clock }): LimitedWarn {
  const limit = createLogLimiter({ clock: monotonic }, { maxLines: WARNINGS_PER_MINUTE })
  return (about, message) =>
    limit('all', (leftOut) => log.warn(leftOut > 0 ? { ...about, leftOut } : about, message))
}
