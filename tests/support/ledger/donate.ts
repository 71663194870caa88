import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { RunningSite } from '../site/running-site.ts'

const SCRIPT = fileURLToPath(new URL('../../../scripts/donate.ts', import.meta.url))

/** Pays on the site's own ledger, as `npm run donate` does; the hash of the payment. */
export async function donate(site: RunningSite, amount: string, ...options: string[]): Promise<string> {
  const args = [SCRIPT, amount, '--data-dir', site.dataDir, '--site', site.url, ...options]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return stdout.trim().split('\n').at(-1) ?? ''
}

/**
 * Out of sight, not deleted: what the site has not yet seen on the chain again would be credited anew. A page that was
 * rendered a moment ago may still hold them: waits until a new one is served.
 */
export async function forgetDonations({ database, url }: RunningSite): Promise<void> {
  await database.query('update donations set npc_id = 2 where npc_id = 1')
  const deadline = AbortSignal.timeout(30_000)
  while ((await readPage(`${url}/npc1`, deadline)).includes('data-testid="supporter"')) await sleep(50)
}

async function readPage(address: string, signal: AbortSignal): Promise<string> {
  return (await fetch(address, { signal })).text()
}
