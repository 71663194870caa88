const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `30m`, `6h` or `1d` in milliseconds; throws for anything else. */
export function parseInterval(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? []
  if (count === undefined) throw new Error(`${text} is not an interval`)
  return Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]
}
