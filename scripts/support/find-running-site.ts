import { readSiteAddresses, type SiteAddresses } from '../../server/resources/site-addresses.ts'

export type { SiteAddresses } from '../../server/resources/site-addresses.ts'

/** The addresses of the site that runs on this folder, if any. */
export async function findRunningSite(dataDir: string): Promise<SiteAddresses | undefined> {
  const addresses = await readSiteAddresses(dataDir)
  return addresses && isRunning(addresses.pid) ? addresses : undefined
}

/** A site that was killed leaves its file behind. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
