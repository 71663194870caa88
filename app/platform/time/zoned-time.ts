const LOCAL = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

type Instant =
  | { status: 'found'; time: number }
  /** Clocks went forward over it. */
  | { status: 'skipped' }
  | { status: 'unreadable' }

/**
 * The instant of a wall clock's time, as an input of the type datetime-local has it. Of a time that comes twice, when
 * clocks go back, the first.
 */
export function toInstant(local: string, timeZone: string): Instant {
  const asUtc = readLocal(local)
  const clock = clockOf(timeZone)
  if (asUtc === undefined || clock === undefined) return { status: 'unreadable' }
  // Whatever the offset was or will be: it is that of the day before or of the day after.
  const candidates = [-DAY_MS, DAY_MS].map((shift) => asUtc - (clock(asUtc + shift) - (asUtc + shift)))
  const times = candidates.filter((time) => clock(time) === asUtc)
  return times.length === 0 ? { status: 'skipped' } : { status: 'found', time: Math.min(...times) }
}

export function isTimeZone(timeZone: string): boolean {
  return clockOf(timeZone) !== undefined
}

function readLocal(local: string): number | undefined {
  const [, ...parts] = LOCAL.exec(local) ?? []
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.map(Number)
  const asUtc = Date.UTC(year, month - 1, day, hour, minute)
  // Otherwise the 31st of February would be the 3rd of March.
  return parts.length > 0 && new Date(asUtc).toISOString().startsWith(local) ? asUtc : undefined
}

/** What a clock on the wall shows at an instant, as if it were UTC. Undefined for an unknown zone. */
function clockOf(timeZone: string): ((time: number) => number) | undefined {
  try {
    const format = new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
    return (time) => {
      const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
      const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
      return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'))
    }
  } catch {
    return undefined
  }
}
