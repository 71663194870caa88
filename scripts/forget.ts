import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ANONYMOUS, toSol } from '../app/features/donations/contract.ts'
import {
  countClaimsFrom,
  findDonor,
  forgetClaimsFrom,
  forgetDonor,
} from '../app/features/donations/forget-donor.server.ts'
import { formatSol } from '../app/features/donations/format-sol.ts'
import { changeWithRecord } from '../app/features/members/audit-log-store.server.ts'
import {
  countSubmissionsFrom,
  findSubmissionsOf,
  forgetSenderOf,
  forgetSubmissionsOf,
} from '../app/features/submissions/forget-submitter.server.ts'
import { forgetVoter } from '../app/features/votes/forget-voter.server.ts'
import { findVotes } from '../app/features/votes/votes-store.server.ts'
import type { Db } from '../app/platform/database/database.server.ts'
import { normalizeName } from '../app/platform/names/shown-name.ts'
import { readHandle } from '../app/platform/names/x-handle.ts'
import { visitorKey } from '../app/platform/network/visitor-address.server.ts'
import { CannotStart } from '../app/platform/settings/cannot-start.server.ts'
import type { Environment } from '../server/environment.ts'
import { runScript } from './support/run-script.ts'
import { readSiteEnvironment, withSiteDatabase } from './support/site-database.ts'

const USAGE =
  'npm run forget -- <name, X account or IP address> [--yes]; without --yes it only says what it would do'

// Removes what the site keeps about a person who asks for it; docs/privacy.md says what stays.
await runScript(USAGE, async (args) => {
  const { subject, isConfirmed } = readOptions(args)
  const environment = readSiteEnvironment()
  await withSiteDatabase(environment, async (db) => {
    const found =
      isIP(subject) === 0
        ? await forgetPerson(db, normalizeName(subject), isConfirmed)
        : await forgetAddress(db, subject, await readSecret(environment), isConfirmed)
    if (!found) console.log(`The site keeps nothing about ${subject}.`)
    else if (isConfirmed) console.log('Done. Backups made before now still have it: docs/privacy.md')
    else console.log('Nothing has been changed. Add --yes to do it; it cannot be undone.')
  })
})

function readOptions(args: string[]): { subject: string; isConfirmed: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { yes: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [subject = '', ...others] = positionals
    const isPerson = subject.trim() !== '' && normalizeName(subject) !== ANONYMOUS
    if (isPerson && others.length === 0) return { subject, isConfirmed: values.yes }
  } catch {}
  throw new CannotStart(`Usage: ${USAGE}`)
}

async function forgetPerson(db: Db, name: string, isConfirmed: boolean): Promise<boolean> {
  const isDonor = await forgetDonorName(db, name, isConfirmed)
  return (await forgetSubmitter(db, name, isConfirmed)) || isDonor
}

/** To the operators' desk. */
async function forgetSubmitter(db: Db, name: string, isConfirmed: boolean): Promise<boolean> {
  const handle = readHandle(name)
  const submissions = await findSubmissionsOf({ db }, name, handle)
  if (submissions.length === 0) return false
  for (const { id, kind, state, created_at } of submissions)
    console.log(`${created_at.toISOString().slice(0, 10)}  ${kind.replace('_', ' ')} ${id}, ${state}`)
  console.log('These are deleted, with the notes about them.')
  if (isConfirmed)
    await changeWithRecord(db, undefined, async (client) => {
      const count = await forgetSubmissionsOf(client, name, handle)
      return { action: 'forgot a person', details: { submissions: count } }
    })
  return true
}

async function forgetDonorName(db: Db, name: string, isConfirmed: boolean): Promise<boolean> {
  const { rows, payments } = await findDonor({ db }, name)
  if (Object.values(rows).every((count) => count === 0)) return false
  for (const { created_at, lamports, tx_hash } of payments)
    console.log(
      `${created_at.toISOString().slice(0, 10)}  ${formatSol('en', toSol(lamports))} SOL  ${tx_hash}`,
    )
  const places = Object.entries(rows).filter(([, count]) => count > 0)
  const list = places.map(([place, count]) => `${place} (${count})`).join(', ')
  console.log(`${name} becomes ${ANONYMOUS} in ${list}. Amounts stay: the payments are public on the chain.`)
  if (isConfirmed) await forgetDonor({ db }, name)
  return true
}

async function forgetAddress(db: Db, address: string, secret: string, isConfirmed: boolean) {
  const hash = visitorKey(secret, address) ?? ''
  const votes = Object.keys(await findVotes({ db }, hash)).length
  const claims = await countClaimsFrom({ db }, hash)
  const submissions = await countSubmissionsFrom({ db }, hash)
  if (votes + claims + submissions === 0) return false
  console.log(
    `Votes that are removed and no longer count: ${votes}. Claims and submissions that forget where they came from: ${claims + submissions}.`,
  )
  console.log('Everybody behind this address is affected, and may vote again.')
  if (!isConfirmed) return true
  await forgetVoter({ db }, hash)
  await forgetClaimsFrom({ db }, hash)
  await forgetSenderOf({ db }, hash)
  return true
}

async function readSecret({ visitorSecret, dataDir }: Environment): Promise<string> {
  return visitorSecret ?? readFile(join(dataDir, 'visitor-secret'), 'utf8')
}
