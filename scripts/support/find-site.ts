import { readAddresses, type SiteAddresses } from '../../server/resources/site-file.ts'

export type { SiteAddresses } from '../../server/resources/site-file.ts'

/** Where the site on this folder listens; nothing when none runs there. */
export async function findRunningSite(dataDir: string): Promise<SiteAddresses | undefined> {
  const addresses = await readAddresses(dataDir)
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
