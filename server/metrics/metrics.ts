import { setTimeout as sleep } from 'node:timers/promises'
import { coalesceCalls } from '../../app/platform/async/coalesce-calls.ts'
import { type Collector, gauge, type Metric } from '../../app/platform/metrics/metrics.server.ts'

/** Of a whole scrape, which has ten seconds by default; the rest must not wait for a database that does not answer. */
const MAX_COLLECT_MS = 2_000

export type Metrics = ReturnType<typeof createMetrics>

/** What the parts of the process have to report. A part that fails or is late is left out, and says so. */
export function createMetrics(maxCollectMs = MAX_COLLECT_MS) {
  const collectors = new Map<string, Collector>()

  async function collectFrom(collector: Collector, maxMs: number): Promise<Metric[] | undefined> {
    const late = new AbortController()
    try {
      return await Promise.race([
        Promise.resolve().then(collector),
        sleep(Math.max(1, maxMs), undefined, { ref: false, signal: late.signal }),
      ])
    } catch {
      return undefined
    } finally {
      late.abort()
    }
  }

  async function collect(): Promise<Metric[]> {
    const deadline = performance.now() + maxCollectMs
    const collected: { part: string; metrics: Metric[] | undefined }[] = []
    // One after another: together they would open as many connections to the database.
    for (const [part, collector] of collectors)
      collected.push({ part, metrics: await collectFrom(collector, deadline - performance.now()) })
    const help = 'Whether this part of the site could be read: 1 or 0.'
    const success = collected.map(({ part, metrics }) => ({ labels: { part }, value: metrics ? 1 : 0 }))
    return [
      ...collected.flatMap(({ metrics }) => metrics ?? []),
      gauge('npc_stream_collect_success', help, success),
    ]
  }

  return {
    add: (part: string, collector: Collector): void => void collectors.set(part, collector),
    /** Simultaneous scrapes share one reading. */
    collect: coalesceCalls(collect),
  }
}
