import { parseArgs } from 'node:util'
import { GO_LIVE_PATH } from '../app/features/live/go-live/contract.ts'
import { NPC_ID } from '../app/features/npcs/contract.ts'
import { CannotStart } from '../app/platform/cannot-start.server.ts'
import type { Environment } from '../app/platform/environment.server.ts'
import { ingestAddresses } from './ingest-addresses.ts'
import { makeKeyFor } from './make-key.ts'
import { readSiteEnvironment, withSiteDatabase } from './site-database.ts'

const USAGE = 'npm run stream-key -- <npc id> [--rotate]'

function readWishes(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { rotate: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [npcId = '', ...others] = positionals
    if (NPC_ID.test(npcId) && others.length === 0) return { npcId, isReplaced: values.rotate }
  } catch {}
  throw new CannotStart(`Usage: ${USAGE}`)
}

async function printKey(environment: Environment, wishes: ReturnType<typeof readWishes>): Promise<void> {
  const { npcId } = wishes
  const key = await withSiteDatabase(environment, (db) => makeKeyFor({ db }, { ...wishes, holder: 'npc' }))
  if (key === undefined)
    return console.log(`NPC ${npcId} has a key; it was shown when it was made. --rotate makes a new one.`)
  console.log(`Server      ${ingestAddresses(environment).join(' or ')}
Stream key  ${key}
Browser     ${environment.publicUrl}${GO_LIVE_PATH}#${key}

OBS asks for server and key under Settings, Stream, Service "Custom…"; a phone sends from its browser.
The key is shown this once.`)
}

try {
  await printKey(readSiteEnvironment(), readWishes(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  console.error(error.message)
  process.exitCode = 1
}
