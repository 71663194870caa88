import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type SiteAddresses = { site: string; rtmp: string | null; rtmps: string | null; pid: number }

/** Where the site on this folder listens; undefined when none runs there. */
export async function findRunningSite(dataDir: string): Promise<SiteAddresses | undefined> {
  const text = await readFile(join(dataDir, 'site.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const addresses: SiteAddresses = JSON.parse(text)
  try {
    process.kill(addresses.pid, 0)
    return addresses
  } catch {
    return undefined
  }
}
