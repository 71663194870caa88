import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { RunningSite } from './running-site.ts'

const SCRIPT = fileURLToPath(new URL('../../scripts/donate.ts', import.meta.url))

/** Pays on the site's own ledger, as `npm run donate` does; the hash of the payment. */
export async function donate(site: RunningSite, amount: string, ...options: string[]): Promise<string> {
  const args = [SCRIPT, amount, '--data-dir', site.dataDir, '--site', site.url, ...options]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return stdout.trim().split('\n').at(-1) ?? ''
}

export async function forgetDonations({ database }: RunningSite): Promise<void> {
  await database.query('delete from donations; delete from donation_claims; delete from payment_checks')
  await database.query('notify changes')
}
