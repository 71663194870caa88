import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../app/platform/files/data-folder.server.ts'
import type { Log } from '../../app/platform/logging/logging.server.ts'

/** Where a site actually listens; scripts read it from DATA_DIR. */
export type SiteAddresses = {
  site: string
  rtmp: string | null
  rtmps: string | null
  desk: string | null
  pid: number
}

const FILE = 'site.json'

/**
 * Of several instances the last one wins. Returns a function that deletes the file, unless another instance has
 * overwritten it.
 */
export async function publishSiteAddresses(dataDir: string, addresses: SiteAddresses, log: Log) {
  const path = join(dataDir, FILE)
  const temporary = `${path}.${process.pid}`
  try {
    await makeFolder(dataDir)
    await writeFile(temporary, `${JSON.stringify(addresses)}\n`, { mode: 0o600 })
    await rename(temporary, path)
  } catch (error) {
    log.warn({ err: error }, 'scripts will not find this site: its addresses cannot be written into DATA_DIR')
  }
  return async () => {
    const written = await readSiteAddresses(dataDir)
    if (written?.pid === addresses.pid) await rm(path, { force: true }).catch(() => {})
  }
}

export async function readSiteAddresses(dataDir: string): Promise<SiteAddresses | undefined> {
  try {
    const { site, rtmp, rtmps, desk, pid } = JSON.parse(await readFile(join(dataDir, FILE), 'utf8'))
    return typeof site === 'string' && Number.isInteger(pid) && pid > 0
      ? { site, rtmp: rtmp ?? null, rtmps: rtmps ?? null, desk: desk ?? null, pid }
      : undefined
  } catch {
    return undefined
  }
}
