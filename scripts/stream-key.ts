import { parseArgs } from 'node:util'
import { GO_LIVE_PATH } from '../app/features/live/go-live/contract.ts'
import { ingestAddresses } from '../app/features/live/ingest/ingest-addresses.server.ts'
import { NPC_ID } from '../app/features/npcs/contract.ts'
import { CannotStart } from '../app/platform/settings/cannot-start.server.ts'
import type { Environment } from '../server/environment.ts'
import { findRunningSite, type SiteAddresses } from './support/find-running-site.ts'
import { makeKeyFor } from './support/make-key.ts'
import { runScript } from './support/run-script.ts'
import { isSet, readSiteEnvironment, withSiteDatabase } from './support/site-database.ts'

const USAGE = 'npm run stream-key -- <npc id> [--rotate]'
const DEFAULTS =
  'No site runs on this DATA_DIR: these are the addresses of a site with the same variables, if one runs elsewhere.'

function readOptions(args: string[]) {
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

async function printKey(args: string[]): Promise<void> {
  const options = readOptions(args)
  const environment = readSiteEnvironment()
  const site = await findRunningSite(environment.dataDir)
  const { npcId } = options
  const key = await withSiteDatabase(environment, (db) => makeKeyFor({ db }, { ...options, holder: 'npc' }))
  if (key === undefined)
    return console.log(`NPC ${npcId} has a key; it was shown when it was made. --rotate makes a new one.`)
  console.log(`Server      ${serversOf(environment, site)}
Stream key  ${key}
Browser     ${pageOf(environment, site)}#${key}

OBS asks for server and key under Settings, Stream, Service "Custom…"; a phone sends from its browser.
The key is shown this once.${site ? '' : `\n${DEFAULTS}`}`)
}

function serversOf(environment: Environment, site: SiteAddresses | undefined): string {
  if (site && site.rtmp === null && site.rtmps === null)
    return 'none: this site takes no streams by RTMP; set RTMP_PORT'
  return ingestAddresses(environment, site).join(' or ')
}

/** The public address, if the operator has set one. */
function pageOf({ publicUrl }: Environment, site: SiteAddresses | undefined): string {
  return (isSet('PUBLIC_URL') ? publicUrl : (site?.site ?? publicUrl)) + GO_LIVE_PATH
}

await runScript(USAGE, printKey)
