import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { CannotStart } from '../app/platform/cannot-start.server.ts'
import type { Environment } from '../app/platform/environment.server.ts'

/** Returns the address as a person types it. */
export async function listen(app: FastifyInstance, { host, port }: Environment): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    await app.close()
    if (code === undefined) throw error
    throw new CannotStart(`${host}:${port} cannot be listened on (${code}); set another PORT or HOST`)
  }
  const address = app.server.address() as AddressInfo
  const isLocal = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host)
  const name = isLocal ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${address.port}`
}
