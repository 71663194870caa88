import type { Collector } from '../../app/platform/metrics/metrics.server.ts'
import type { Environment } from '../environment.ts'
import { watchProcess } from './collect-process.ts'
import { createMetrics } from './metrics.ts'
import { serveMetrics } from './serve-metrics.ts'

/** Undefined without METRICS_PORT: what nobody reads is not measured. */
export function openMetrics(
  { metrics: { host, port } }: Pick<Environment, 'metrics'>,
  collectors: Record<string, Collector>,
) {
  if (port === undefined) return undefined
  const metrics = createMetrics()
  const watched = watchProcess()
  let server: { close(): void } | undefined
  metrics.add('process', watched.collect)
  for (const [part, collector] of Object.entries(collectors)) metrics.add(part, collector)
  return {
    metrics,
    /** Returns the address to read them at. */
    async listen(): Promise<string> {
      const { address, close } = await serveMetrics(metrics, { host, port })
      server = { close }
      return address
    },
    close(): void {
      watched.close()
      server?.close()
    },
  }
}
