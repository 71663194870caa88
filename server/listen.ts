import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { CannotStart } from '../app/platform/cannot-start.server.ts'
import type { Environment } from '../app/platform/environment.server.ts'
import { hostInAddress } from '../app/platform/host-in-address.server.ts'

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
  return `http://${hostInAddress(host)}:${address.port}`
}
