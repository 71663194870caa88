import { expect, test } from 'vitest'
import { parseMetrics } from '../../../tests/support/metrics/parse-metrics.ts'
import { encodeMetrics } from './encode-metrics.server.ts'
import { createHistogram } from './histogram.server.ts'
import { counter, gauge, histogram } from './metrics.server.ts'

const METRICS = [
  counter('votes_total', 'Votes.', [{ labels: { npc: '1' }, value: 3 }]),
  gauge('online', 'Online.', 2.5),
]

test('OpenMetrics names a counter without its suffix, and says where it ends', () => {
  expect(encodeMetrics(METRICS, 'openmetrics')).toBe(`# HELP votes Votes.
# TYPE votes counter
votes_total{npc="1"} 3
# HELP online Online.
# TYPE online gauge
online 2.5
# EOF
`)
})

test('the older format names a counter in full', () => {
  expect(encodeMetrics(METRICS, 'text')).toBe(`# HELP votes_total Votes.
# TYPE votes_total counter
votes_total{npc="1"} 3
# HELP online Online.
# TYPE online gauge
online 2.5
`)
})

test('the buckets of a histogram include the smaller ones, and a bound itself', () => {
  const seconds = createHistogram([0.1, 1])
  for (const value of [0.05, 0.1, 0.5, 7]) seconds.observe(value)
  const metric = histogram('wait_seconds', 'Waiting.', [
    { labels: { route: '/' }, histogram: seconds.state() },
  ])
  expect(encodeMetrics([metric], 'openmetrics')).toBe(`# HELP wait_seconds Waiting.
# TYPE wait_seconds histogram
wait_seconds_bucket{route="/",le="0.1"} 2
wait_seconds_bucket{route="/",le="1"} 3
wait_seconds_bucket{route="/",le="+Inf"} 4
wait_seconds_sum{route="/"} 7.65
wait_seconds_count{route="/"} 4
# EOF
`)
})

test.each(['"', '\\', '\n', '\\n', '"} 1\nevil_total 1', 'ünïcödé', ''])(
  'a label with %j is read as it was',
  (rpc) => {
    const text = encodeMetrics(
      [gauge('up', 'A "help"\nof two lines.', [{ labels: { rpc }, value: 1 }])],
      'openmetrics',
    )
    expect(parseMetrics(text).labelsOf('up')).toEqual([{ rpc }])
    expect(text.split('\n')).toHaveLength(5)
  },
)
