import { performance } from 'node:perf_hooks'
import { createHistogram } from '../../app/platform/metrics/histogram.server.ts'
import { type Collector, counter, gauge, histogram } from '../../app/platform/metrics/metrics.server.ts'
import { VERSION } from '../version.ts'

const TICK_MS = 50
const DELAY_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Names that other Node.js programs use, too, are without our prefix: dashboards know them. */
export function watchProcess(): { collect: Collector; close(): void } {
  const startedAt = Date.now() / 1_000 - process.uptime()
  const delay = watchEventLoop()

  function collect() {
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    const { active } = performance.eventLoopUtilization()
    return [
      gauge('npc_stream_build_info', 'The running version; the value is always 1.', [
        { labels: { version: VERSION, node: process.version }, value: 1 },
      ]),
      gauge('process_start_time_seconds', 'When the process started, as a Unix time.', startedAt),
      counter('process_cpu_seconds_total', 'CPU time of the process.', (user + system) / 1e6),
      gauge('process_resident_memory_bytes', 'Memory of the process, without its child processes.', rss),
      gauge('nodejs_heap_size_used_bytes', 'JavaScript heap in use.', heapUsed),
      gauge('nodejs_heap_size_total_bytes', 'JavaScript heap.', heapTotal),
      gauge('nodejs_external_memory_bytes', 'Memory outside of the heap, such as buffers.', external),
      counter('npc_stream_event_loop_active_seconds_total', 'Time the event loop worked.', active / 1_000),
      histogram('npc_stream_event_loop_delay_seconds', 'How late a timer of the event loop was.', [
        { histogram: delay.state() },
      ]),
    ]
  }
  return { collect, close: delay.close }
}

/** Unlike monitorEventLoopDelay, which each reader would have to reset, this counts for any number of readers. */
function watchEventLoop() {
  const delays = createHistogram(DELAY_SECONDS)
  let expectedAt = performance.now() + TICK_MS
  const ticking = setInterval(() => {
    const now = performance.now()
    delays.observe(Math.max(0, now - expectedAt) / 1_000)
    expectedAt = now + TICK_MS
  }, TICK_MS).unref()
  return { state: delays.state, close: () => clearInterval(ticking) }
}
