/** `counts` has one more entry than `bounds`: the observations beyond the last bound. */
export type HistogramState = { bounds: readonly number[]; counts: readonly number[]; sum: number }

export type Histogram = ReturnType<typeof createHistogram>

/** Counts observations up to each of the ascending bounds. */
export function createHistogram(bounds: readonly number[]) {
  const counts = new Array<number>(bounds.length + 1).fill(0)
  let sum = 0
  return {
    observe(value: number): void {
      let bucket = 0
      while (bucket < bounds.length && value > (bounds[bucket] ?? 0)) bucket += 1
      counts[bucket] = (counts[bucket] ?? 0) + 1
      sum += value
    },
    state: (): HistogramState => ({ bounds, counts, sum }),
  }
}
