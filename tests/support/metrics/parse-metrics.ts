const META = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.+)$/
const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (-?\d+(?:\.\d+)?(?:e[+-]\d+)?|NaN|[+-]Inf)$/
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y
const SUFFIX = /_(?:total|bucket|sum|count)$/

export type Scrape = {
  /** Type by the name under which queries know the metric. */
  types: Map<string, string>
  /** The value of the only sample with this name that has these labels, or undefined. */
  value(name: string, labels?: Record<string, string>): number | undefined
  labelsOf(name: string): Record<string, string>[]
}

type Sample = { name: string; labels: Record<string, string>; value: number }

/** Reads the text of a scrape, strictly: throws at the first line that is not in the format. */
export function parseMetrics(text: string, format: 'openmetrics' | 'text' = 'openmetrics'): Scrape {
  const rows = text.split('\n')
  if (rows.pop() !== '') throw new Error('the last line does not end')
  if (format === 'openmetrics' && rows.pop() !== '# EOF') throw new Error('there is no # EOF')
  const types = new Map<string, string>()
  const samples: Sample[] = []
  for (const row of rows) {
    const [, kind, metric = '', rest = ''] = META.exec(row) ?? []
    if (kind === 'TYPE') {
      const name = rest === 'counter' && format === 'openmetrics' ? `${metric}_total` : metric
      if (types.has(name)) throw new Error(`${name} comes twice`)
      types.set(name, rest)
    }
    if (kind === undefined) samples.push(parseSample(row, types))
  }
  const matching = (name: string, labels: Record<string, string>) =>
    samples.filter(
      (one) =>
        one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
    )
  return {
    types,
    value(name, labels = {}) {
      const [first, ...others] = matching(name, labels)
      if (others.length > 0) throw new Error(`${name} has several such samples`)
      return first?.value
    },
    labelsOf: (name) => matching(name, {}).map(({ labels }) => labels),
  }
}

function parseSample(row: string, types: Map<string, string>): Sample {
  const [, name = '', labels = '', value = ''] = SAMPLE.exec(row) ?? []
  if (name === '') throw new Error(`not a sample: ${row}`)
  const isKnown = types.has(name) || types.get(name.replace(SUFFIX, '')) === 'histogram'
  if (!isKnown) throw new Error(`${name} has no type`)
  return { name, labels: parseLabels(labels), value: Number(value.replace('Inf', 'Infinity')) }
}

function parseLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {}
  LABEL.lastIndex = 0
  while (LABEL.lastIndex < text.length) {
    const [, name, value = ''] = LABEL.exec(text) ?? []
    if (name === undefined || name in labels) throw new Error(`not labels: ${text}`)
    labels[name] = value.replaceAll(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped))
  }
  return labels
}
