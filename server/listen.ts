import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { hostInAddress } from '../app/platform/network/host-in-address.server.ts'
import { CannotStart } from '../app/platform/settings/cannot-start.server.ts'
import type { Environment } from './environment.ts'

/** Connections waiting to be accepted; the kernel caps it at net.core.somaxconn. */
export const BACKLOG = 4_096
export const CAN_SHARE_PORT = process.platform === 'linux'

/** Returns the address as a person would type it. */
export async function listen(app: FastifyInstance, { host, port }: Environment): Promise<string> {
  try {
    if (CAN_SHARE_PORT) await assertFree(host, port)
    const options = { host, port, backlog: BACKLOG, reusePort: CAN_SHARE_PORT }
    await app.listen(options)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    await app.close()
    if (code === undefined) throw error
    throw new CannotStart(`${host}:${port} cannot be listened on (${code}); set another PORT or HOST`)
  }
  const address = app.server.address() as AddressInfo
  return `http://${hostInAddress(host)}:${address.port}`
}

/** A shared port could be shared with another site of the same user by mistake. */
async function assertFree(host: string, port: number): Promise<void> {
  const probe = createServer().listen({ host, port })
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}
