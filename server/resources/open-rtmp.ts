import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { AddressInfo, Server } from 'node:net'
import { type Ingest, openIngest } from '../../app/features/live/ingest/ingest.server.ts'
import { DEFAULT_RTMP_PORT } from '../../app/features/live/settings.server.ts'
import type { Closers } from '../../app/platform/async/closers.ts'
import type { Clock } from '../../app/platform/clock.ts'
import type { Db } from '../../app/platform/database/database.server.ts'
import type { Log } from '../../app/platform/logging/logging.server.ts'
import { hostInAddress } from '../../app/platform/network/host-in-address.server.ts'
import {
  type Connection,
  createRtmpServer,
  createRtmpsServer,
  PublishRejected,
  type PublishRequest,
} from '../../app/platform/rtmp/rtmp-server.server.ts'
import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'
import type { Environment } from '../environment.ts'

type Needs = { db: Db; clock: Clock; log: Log; closers: Closers }
type Addresses = { rtmp: string | null; rtmps: string | null }
type Opened = { ingest: Ingest; addresses: Addresses; description: string }

/** What a publisher's address ends in. */
const APP = 'live'
/** Certificates are renewed while we run. */
const READ_CERTIFICATE_EVERY_MS = 60 * 60_000

export async function openLiveIngest(
  { rtmp }: Pick<Environment, 'rtmp'>,
  { closers, ...needs }: Needs,
): Promise<Opened> {
  const { log } = needs
  const ingest = openIngest(needs)
  closers.push(() => ingest.close())
  const door = {
    async admit({ app, key }: PublishRequest, connection: Connection) {
      if (app !== APP) throw new PublishRejected(`The server's address ends in /${APP}.`)
      return ingest.admit(key, connection)
    },
    pending: ingest.pending,
    onTrouble: (error: unknown) => log.error({ err: error }, 'a publisher could not be served'),
  }
  const addresses: string[] = []

  /** The reason why there is none. */
  async function openPlain(port: number | 'off' | undefined): Promise<string | undefined> {
    if (port === 'off') return 'none by RTMP, RTMP_PORT is off'
    try {
      await open(createRtmpServer(door), 'RTMP_PORT', port ?? DEFAULT_RTMP_PORT)
      return undefined
    } catch (error) {
      // Several instances on one machine: the first takes streams in, unless told otherwise.
      const isTaken = error instanceof CannotStart && error.message.includes('EADDRINUSE')
      if (port !== undefined || !isTaken) throw error
      log.warn(`no streams are taken in here: ${error.message}`)
      return `none, port ${DEFAULT_RTMP_PORT} is in use; set RTMP_PORT`
    }
  }

  async function open(server: Server, variable: string, port: number): Promise<void> {
    await listen(server, rtmp.host, port, variable)
    closers.push(() => server.close())
    const { port: actual } = server.address() as AddressInfo
    addresses.push(
      `${variable === 'RTMPS_PORT' ? 'rtmps' : 'rtmp'}://${hostInAddress(rtmp.host)}:${actual}/${APP}`,
    )
  }

  const taken = await openPlain(rtmp.port)
  if (rtmp.tls) {
    const { port, certFile, keyFile } = rtmp.tls
    const server = createRtmpsServer(door, await readCertificate(certFile, keyFile))
    await open(server, 'RTMPS_PORT', port)
    const renewing = setInterval(async () => {
      await readCertificate(certFile, keyFile)
        .then((certificate) => server.setSecureContext(certificate))
        .catch((error: unknown) => log.warn({ err: error }, 'the certificate could not be read again'))
    }, READ_CERTIFICATE_EVERY_MS)
    closers.push(() => clearInterval(renewing))
  }
  const find = (scheme: string) => addresses.find((address) => address.startsWith(scheme)) ?? null
  return {
    ingest,
    addresses: { rtmp: find('rtmp:'), rtmps: find('rtmps:') },
    description: addresses.join(', ') || (taken ?? ''),
  }
}

async function listen(server: Server, host: string, port: number, variable: string): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
    throw new CannotStart(
      `${host}:${port} cannot be listened on (${code}); set another ${variable} or RTMP_HOST`,
    )
  })
}

async function readCertificate(certFile: string, keyFile: string): Promise<{ cert: Buffer; key: Buffer }> {
  const [cert, key] = await Promise.all(
    [certFile, keyFile].map((path) =>
      readFile(path).catch(({ code }: NodeJS.ErrnoException) => {
        throw new CannotStart(`the certificate for RTMPS_PORT cannot be read: ${path} (${code})`)
      }),
    ),
  )
  return { cert: cert ?? Buffer.alloc(0), key: key ?? Buffer.alloc(0) }
}
