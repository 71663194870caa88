import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { AddressInfo, Server } from 'node:net'
import { type Ingest, openIngest } from '../../app/features/live/ingest/ingest.server.ts'
import { PublishRejected } from '../../app/features/live/ingest/publisher.server.ts'
import { DEFAULT_RTMP_PORT } from '../../app/features/live/settings.server.ts'
import type { Clock } from '../../app/platform/clock.ts'
import type { Db } from '../../app/platform/database/database.server.ts'
import type { Changes } from '../../app/platform/database/watch-changes.server.ts'
import type { Log } from '../../app/platform/logging/logging.server.ts'
import { hostInAddress } from '../../app/platform/network/host-in-address.server.ts'
import type { RtmpServerOptions } from '../../app/platform/rtmp/rtmp-publisher.server.ts'
import { createRtmpServer, createRtmpsServer } from '../../app/platform/rtmp/rtmp-server.server.ts'
import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'
import type { Environment } from '../environment.ts'
import type { Keep } from './open-together.ts'

type Needs = { db: Db; changes: Changes; clock: Clock; log: Log; keep: Keep }
type Opening = { options: RtmpServerOptions; host: string; log: Log; keep: Keep }
type Listener = { protocol: 'rtmp' | 'rtmps'; port: number; variable: 'RTMP_PORT' | 'RTMPS_PORT' }

/** The path of a publisher's address. */
const APP = 'live'
/** Certificates are renewed while the site runs. */
const READ_CERTIFICATE_EVERY_MS = 60_000

class PortTaken extends CannotStart {}

export async function openRtmpServers({ rtmp }: Pick<Environment, 'rtmp'>, { keep, ...needs }: Needs) {
  const { host, port, tls } = rtmp
  const { log } = needs
  const ingest = keep(openIngest(needs))
  const opening = { options: serverOptions(ingest, log), host, log, keep }
  const plain = await openPlain(opening, port)
  const secure = tls ? await openSecure(opening, tls) : null
  const addresses = { rtmp: plain.address, rtmps: secure }
  const open = Object.values(addresses).filter((address) => address !== null)
  return { ingest, addresses, description: open.join(', ') || plain.missing }
}

function serverOptions(ingest: Ingest, log: Log): RtmpServerOptions {
  return {
    async admit({ app, key }, connection) {
      if (app !== APP) throw new PublishRejected(`The server's address ends in /${APP}.`)
      return ingest.admit(key, connection)
    },
    pending: ingest.pending,
    onTrouble: (error) => log.error({ err: error }, 'a publisher could not be served'),
  }
}

async function openPlain(opening: Opening, port: number | 'off' | undefined) {
  if (port === 'off') return { address: null, missing: 'none by RTMP, RTMP_PORT is off' }
  const listener = { protocol: 'rtmp', port: port ?? DEFAULT_RTMP_PORT, variable: 'RTMP_PORT' } as const
  try {
    return { address: await listen(opening, createRtmpServer(opening.options), listener), missing: '' }
  } catch (error) {
    // Of several instances on one machine the first takes streams in, unless each has a port of its own.
    if (port !== undefined || !(error instanceof PortTaken)) throw error
    opening.log.warn(`no streams are taken in here: ${error.message}`)
    return { address: null, missing: `none, port ${DEFAULT_RTMP_PORT} is in use; set RTMP_PORT` }
  }
}

async function openSecure(
  opening: Opening,
  { port, certFile, keyFile }: NonNullable<Environment['rtmp']['tls']>,
): Promise<string> {
  const { options, log, keep } = opening
  const server = createRtmpsServer(options, await readCertificate(certFile, keyFile))
  const address = await listen(opening, server, { protocol: 'rtmps', port, variable: 'RTMPS_PORT' })
  const renewing = setInterval(async () => {
    await readCertificate(certFile, keyFile)
      .then((certificate) => server.setSecureContext(certificate))
      .catch((error: unknown) => log.warn({ err: error }, 'the certificate could not be read again'))
  }, READ_CERTIFICATE_EVERY_MS)
  keep({ close: () => clearInterval(renewing) })
  return address
}

/** The address that a publisher on this machine uses. */
async function listen({ host, keep }: Opening, server: Server, { protocol, port, variable }: Listener) {
  server.listen(port, host)
  await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
    const problem = `${host}:${port} cannot be listened on (${code}); set another ${variable} or RTMP_HOST`
    throw code === 'EADDRINUSE' ? new PortTaken(problem) : new CannotStart(problem)
  })
  keep(server)
  const { port: actual } = server.address() as AddressInfo
  return `${protocol}://${hostInAddress(host)}:${actual}/${APP}`
}

async function readCertificate(certFile: string, keyFile: string): Promise<{ cert: Buffer; key: Buffer }> {
  const read = (path: string) =>
    readFile(path).catch(({ code }: NodeJS.ErrnoException) => {
      throw new CannotStart(`the certificate for RTMPS_PORT cannot be read: ${path} (${code})`)
    })
  const [cert, key] = await Promise.all([read(certFile), read(keyFile)])
  return { cert, key }
}
