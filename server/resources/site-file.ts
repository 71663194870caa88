import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../app/platform/files/data-folder.server.ts'
import type { Log } from '../../app/platform/logging/logging.server.ts'

/** Where a site really listens; scripts read it from DATA_DIR. */
export type SiteAddresses = { site: string; rtmp: string | null; rtmps: string | null; pid: number }

const FILE = 'site.json'

/** The last of several instances wins. Returns what takes the file away again, unless another one wrote it since. */
export async function publishAddresses(
  dataDir: string,
  addresses: SiteAddresses,
  log: Log,
): Promise<() => Promise<void>> {
  const path = join(dataDir, FILE)
  const unfinished = `${path}.${process.pid}`
  try {
    await makeFolder(dataDir)
    await writeFile(unfinished, `${JSON.stringify(addresses)}\n`, { mode: 0o600 })
    await rename(unfinished, path)
  } catch (error) {
    log.warn({ err: error }, 'scripts will not find this site: its addresses cannot be written into DATA_DIR')
  }
  return async () => {
    const written = await readAddresses(dataDir)
    if (written?.pid === addresses.pid) await rm(path, { force: true }).catch(() => {})
  }
}

export async function readAddresses(dataDir: string): Promise<SiteAddresses | undefined> {
  try {
    const { site, rtmp, rtmps, pid } = JSON.parse(await readFile(join(dataDir, FILE), 'utf8'))
    return typeof site === 'string' && Number.isInteger(pid) && pid > 0
      ? { site, rtmp: rtmp ?? null, rtmps: rtmps ?? null, pid }
      : undefined
  } catch {
    return undefined
  }
}
