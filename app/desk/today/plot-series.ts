import { SLOT_MS } from '../../features/history/contract.ts'

/** One value per slot or hour; null where nothing was measured. */
export type Series = { values: (number | null)[]; startsMs: number[] }

export function slotSeries(values: (number | null)[], fromMs: number): Series {
  return { values, startsMs: values.map((_, place) => fromMs + place * SLOT_MS) }
}

/** Sums of the hours on the reader's clock; null for an hour of which nothing is known. */
export function hourSeries(values: (number | null)[], fromMs: number): Series {
  return byHour(values, fromMs, (known) => known.reduce((sum, value) => sum + value, 0))
}

/** The most in each hour. */
export function hourPeaks(values: (number | null)[], fromMs: number): Series {
  return byHour(values, fromMs, (known) => Math.max(...known))
}

function byHour(values: (number | null)[], fromMs: number, combine: (known: number[]) => number): Series {
  const hours = new Map<number, number[]>()
  for (const [place, value] of values.entries()) {
    const hour = startOfHour(fromMs + place * SLOT_MS)
    const known = hours.get(hour) ?? []
    if (value !== null) known.push(value)
    hours.set(hour, known)
  }
  return {
    values: [...hours.values()].map((known) => (known.length > 0 ? combine(known) : null)),
    startsMs: [...hours.keys()],
  }
}

/** Some zones are half an hour or a quarter off. */
function startOfHour(ms: number): number {
  const date = new Date(ms)
  date.setMinutes(0, 0, 0)
  return date.getTime()
}

/** From the first value on: before it, there was no history. */
export function findGaps({ values }: Series): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = []
  const first = values.findIndex((value) => value !== null)
  for (let place = Math.max(0, first); place < values.length; place += 1) {
    if (values[place] !== null) continue
    const last = gaps.at(-1)
    if (last?.to === place) last.to = place + 1
    else gaps.push({ from: place, to: place + 1 })
  }
  return gaps
}

/** Stretches without a gap, as places and values. */
export function findRuns({ values }: Series): { place: number; value: number }[][] {
  const runs: { place: number; value: number }[][] = []
  for (const [place, value] of values.entries()) {
    if (value === null) continue
    const run = runs.at(-1)
    if (run?.at(-1)?.place === place - 1) run.push({ place, value })
    else runs.push([{ place, value }])
  }
  return runs
}

/** The value and its first place. */
export function findMost({ values }: Series): { value: number; place: number } | undefined {
  let most: { value: number; place: number } | undefined
  for (const [place, value] of values.entries())
    if (value !== null && (most === undefined || value > most.value)) most = { value, place }
  return most
}
