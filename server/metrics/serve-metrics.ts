import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeMetrics, type MetricsFormat } from '../../app/platform/metrics/encode-metrics.server.ts'
import { hostInAddress } from '../../app/platform/network/host-in-address.server.ts'
import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'
import type { Metrics } from './metrics.ts'

const PATH = '/metrics'
const CONTENT_TYPES: Record<MetricsFormat, string> = {
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
  text: 'text/plain; version=0.0.4; charset=utf-8',
}

type Listener = { host: string; port: number }

/** A listener of its own: what it says is for the operator alone. */
export async function serveMetrics(metrics: Metrics, { host, port }: Listener) {
  const server = createServer((request, response) => void answer(metrics, request, response))
  server.listen(port, host)
  await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
    throw new CannotStart(
      `${host}:${port} cannot be listened on (${code}); set another METRICS_PORT or METRICS_HOST`,
    )
  })
  const { port: actual } = server.address() as AddressInfo
  return {
    address: `http://${hostInAddress(host)}:${actual}${PATH}`,
    close(): void {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function answer(metrics: Metrics, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path] = (request.url ?? '').split('?', 1)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (path !== PATH || !isRead) return void response.writeHead(path === PATH ? 405 : 404).end()
  const format = formatFor(request.headers.accept)
  const body = encodeMetrics(await metrics.collect(), format)
  response.writeHead(200, { 'content-type': CONTENT_TYPES[format], 'cache-control': 'no-store' }).end(body)
}

function formatFor(accept = ''): MetricsFormat {
  return accept.includes('application/openmetrics-text') ? 'openmetrics' : 'text'
}
