import { once } from 'node:events'
import { connect } from 'node:net'
import type { SiteAddresses } from '../resources/site-addresses.ts'
import type { IngestFacts, SiteFacts } from './judge-site.ts'

const TIMEOUT_MS = 5_000

export async function askSite(dataDir: string, running: SiteAddresses | undefined): Promise<SiteFacts> {
  if (running === undefined) return { isRunning: false, dataDir }
  const { site: address } = running
  const ask = (path: string) => fetch(address + path, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  const health = ask('/healthz').then((response) => response.json() as Promise<{ version?: string }>)
  const version = await health.then((answer) => answer.version).catch(() => undefined)
  const readiness = await ask('/readyz')
    .then(({ status }) => status)
    .catch(() => undefined)
  return { isRunning: true, address, version, readiness }
}

export async function askIngest(running: SiteAddresses | undefined): Promise<IngestFacts['listeners']> {
  const addresses = [running?.rtmp, running?.rtmps].filter((address) => typeof address === 'string')
  return Promise.all(addresses.map(async (address) => ({ address, isReachable: await canConnect(address) })))
}

async function canConnect(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
