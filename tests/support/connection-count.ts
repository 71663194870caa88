import type { Server } from 'node:net'

/** How many connections this server has. */
export function connectionCount(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
}
