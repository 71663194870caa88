import type { HistogramState } from './histogram.server.ts'
import type { Metric } from './metrics.server.ts'

/** `text` is what Prometheus read before OpenMetrics; promtool and older agents still read nothing else. */
export type MetricsFormat = 'openmetrics' | 'text'

type LabelPairs = [name: string, value: string | number][]

export function encodeMetrics(metrics: Metric[], format: MetricsFormat): string {
  const rows = metrics.flatMap((metric) => {
    // In OpenMetrics, `_total` belongs to the sample and not to the name of the metric.
    const name =
      format === 'openmetrics' && metric.type === 'counter' ? metric.name.replace(/_total$/, '') : metric.name
    return [
      `# HELP ${name} ${escapeText(metric.help)}`,
      `# TYPE ${name} ${metric.type}`,
      ...samplesOf(metric),
    ]
  })
  return [...rows, ...(format === 'openmetrics' ? ['# EOF'] : []), ''].join('\n')
}

function samplesOf(metric: Metric): string[] {
  const { name } = metric
  if (metric.type === 'histogram')
    return metric.samples.flatMap(({ labels = {}, histogram }) =>
      bucketsOf(name, Object.entries(labels), histogram),
    )
  return metric.samples.map(({ labels = {}, value }) => row(name, Object.entries(labels), value))
}

function bucketsOf(name: string, labels: LabelPairs, { bounds, counts, sum }: HistogramState): string[] {
  let total = 0
  const buckets = counts.map((count, place) => {
    total += count
    return row(`${name}_bucket`, [...labels, ['le', encodeNumber(bounds[place] ?? Infinity)]], total)
  })
  return [...buckets, row(`${name}_sum`, labels, sum), row(`${name}_count`, labels, total)]
}

function row(name: string, labels: LabelPairs, value: number): string {
  const pairs = labels.map(([label, text]) => `${label}="${escapeLabel(String(text))}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${encodeNumber(value)}`
}

function encodeNumber(value: number): string {
  if (Number.isFinite(value)) return String(value)
  if (Number.isNaN(value)) return 'NaN'
  return value > 0 ? '+Inf' : '-Inf'
}

function escapeText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function escapeLabel(text: string): string {
  return escapeText(text).replaceAll('"', '\\"')
}
