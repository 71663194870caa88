import type { HistogramState } from './histogram.server.ts'

type Labels = Record<string, string | number>
type Sample = { labels?: Labels; value: number }
type HistogramSample = { labels?: Labels; histogram: HistogramState }

/** A metric and its current values. Names follow Prometheus: base units, and `_total` at the end of a counter. */
export type Metric = { name: string; help: string } & (
  | { type: 'counter' | 'gauge'; samples: Sample[] }
  | { type: 'histogram'; samples: HistogramSample[] }
)

/** Reads state that exists anyway, when somebody asks for it. */
export type Collector = () => Metric[] | Promise<Metric[]>

export function counter(name: `${string}_total`, help: string, samples: Sample[] | number): Metric {
  return { type: 'counter', name, help, samples: asSamples(samples) }
}

export function gauge(name: string, help: string, samples: Sample[] | number): Metric {
  return { type: 'gauge', name, help, samples: asSamples(samples) }
}

export function histogram(name: string, help: string, samples: HistogramSample[]): Metric {
  return { type: 'histogram', name, help, samples }
}

function asSamples(samples: Sample[] | number): Sample[] {
  return typeof samples === 'number' ? [{ value: samples }] : samples
}
