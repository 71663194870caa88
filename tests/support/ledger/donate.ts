import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { RunningSite } from '../site/running-site.ts'
import { COMPILE_CACHE } from '../site/site-variables.ts'
import { testEnvironment } from '../site/test-environment.ts'

const SCRIPT = fileURLToPath(new URL('../../../scripts/donate.ts', import.meta.url))

/** Pays on the site's embedded ledger with `npm run donate`; returns the transaction hash. */
export async function donate(site: RunningSite, amount: string, ...options: string[]): Promise<string> {
  const args = [SCRIPT, amount, '--data-dir', site.dataDir, '--site', site.url, ...options]
  const env = { ...testEnvironment.all, ...COMPILE_CACHE }
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  return stdout.trim().split('\n').at(-1) ?? ''
}

/**
 * Moves donations to another NPC. Deleted ones would be credited again when the watcher rereads the chain. Waits until
 * the cached page without them is served.
 */
export async function hideDonations({ database, url }: RunningSite): Promise<void> {
  await database.query('update donations set npc_id = 2 where npc_id = 1')
  const deadline = AbortSignal.timeout(30_000)
  while ((await readPage(`${url}/npc1`, deadline)).includes('data-testid="supporter"')) await sleep(50)
}

async function readPage(address: string, signal: AbortSignal): Promise<string> {
  return (await fetch(address, { signal })).text()
}
