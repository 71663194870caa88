import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type TestServer = { url: string; port: number; close(): void }

/** An HTTP server on a free port, or on the given one; closing it ends its connections. */
export async function startServer(listener: RequestListener, onPort = 0): Promise<TestServer> {
  const server = createServer(listener).listen(onPort, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
