const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Node's timers take no more than 2³¹ milliseconds. */
const MAX_MS = 24 * UNIT_MS.d

/** `30m`, `6h` or `1d` in milliseconds, at most 24 days; throws for anything else. */
export function parseInterval(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? []
  const ms = Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]
  if (!(ms <= MAX_MS)) throw new Error(`${text} is not an interval`)
  return ms
}
