import { parseArgs } from 'node:util'
import { makeKey } from '../app/features/live/stream-keys.server.ts'
import { NPC_ID } from '../app/features/npcs/contract.ts'
import { CannotStart } from '../app/platform/cannot-start.server.ts'
import type { Environment } from '../app/platform/environment.server.ts'
import { ingestAddress } from './ingest-address.ts'
import { readSiteEnvironment, withSiteDatabase } from './site-database.ts'

const USAGE = 'npm run stream-key -- <npc id> [--rotate]'
const NO_SUCH_NPC = '23503'

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
  const key = await withSiteDatabase(environment, (db) =>
    makeKey({ db }, { ...wishes, holder: 'npc' }).catch((error: { code?: string }) => {
      if (error.code === NO_SUCH_NPC) throw new CannotStart(`there is no NPC ${npcId}`)
      throw error
    }),
  )
  if (key === undefined)
    return console.log(`NPC ${npcId} has a key; it was shown when it was made. --rotate makes a new one.`)
  console.log(`Server      ${ingestAddress(environment)}
Stream key  ${key}

This is what OBS asks for under Settings, Stream, Service "Custom…". The key is shown this once.`)
}

try {
  await printKey(readSiteEnvironment(), readWishes(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  console.error(error.message)
  process.exitCode = 1
}
