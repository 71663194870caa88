import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { encodeMetrics } from '../../app/platform/metrics/encode-metrics.server.ts'
import { gauge } from '../../app/platform/metrics/metrics.server.ts'
import { parseMetrics } from '../../tests/support/metrics/parse-metrics.ts'
import { createMetrics } from './metrics.ts'

test('a part that fails or is late is left out, and the others are not', async () => {
  const metrics = createMetrics(50)
  metrics.add('well', () => [gauge('well', 'Well.', 1)])
  metrics.add('failing', () => {
    throw new Error('on purpose')
  })
  metrics.add('rejected', () => Promise.reject(new Error('on purpose')))
  metrics.add('late', () => sleep(10_000, [gauge('late', 'Late.', 1)], { ref: false }))
  metrics.add('last', () => [gauge('last', 'Last.', 1)])
  const scrape = parseMetrics(encodeMetrics(await metrics.collect(), 'openmetrics'))
  const success = (part: string) => scrape.value('npc_stream_collect_success', { part })
  expect(scrape.value('well')).toBe(1)
  expect(scrape.types.has('late')).toBe(false)
  expect(['well', 'failing', 'rejected', 'late', 'last'].map(success)).toEqual([1, 0, 0, 0, 1])
})

test('simultaneous scrapes share one reading', async () => {
  const metrics = createMetrics()
  let readings = 0
  metrics.add('slow', async () => {
    readings += 1
    await sleep(20)
    return []
  })
  await Promise.all(Array.from({ length: 20 }, () => metrics.collect()))
  expect(readings).toBe(2)
})
