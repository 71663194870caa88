import { once } from 'node:events'
import { createServer } from 'node:net'

const MAX_ATTEMPTS = 20

/** A port that was free on loopback a moment ago. */
export async function freePort(): Promise<number> {
  const port = await probe(0)
  if (port === undefined) throw new Error('no port is free')
  return port
}

/** A port that was free on loopback a moment ago, like the one above it. */
export async function freePairOfPorts(): Promise<number> {
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    const port = await freePort()
    if ((await probe(port + 1)) !== undefined) return port
  }
  return freePort()
}

async function probe(port: number): Promise<number | undefined> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch {
    return undefined
  }
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : undefined
}
